"""Keys that are random, and what is kept of them: never the key itself."""

import hmac
from base64 import urlsafe_b64encode
from hashlib import sha256
from secrets import token_hex

from flask import current_app

WATCHING = "watch"
"""The purpose of the link that shows a match."""

SCORING = "score"
"""The purpose of the link that gives a seat in a match."""

TOKEN_BYTES = 18
"""144 bits: nobody guesses a match."""


def hashed(*parts: str) -> str:
    """What is kept of a key. The parts cannot run into each other."""
    return sha256("\0".join(parts).encode()).hexdigest()


def new_seed() -> str:
    """What a link is made from, together with the secret key."""
    return token_hex(16)


def token(purpose: str, seed: str) -> str:
    """The link for *purpose* that belongs to *seed*.

    It can be shown again to whoever may see it, and yet the database alone, stolen, opens nothing.
    """
    secret = current_app.secret_key or ""
    key = secret if isinstance(secret, bytes) else secret.encode()
    mac = hmac.digest(key, f"{purpose}:{seed}".encode(), sha256)
    return urlsafe_b64encode(mac[:TOKEN_BYTES]).decode()
