"""Random link tokens and their hashes. Only the hashes are stored."""

import hmac
from base64 import urlsafe_b64encode
from enum import StrEnum
from hashlib import sha256
from secrets import token_hex

from flask import current_app


class Link(StrEnum):
    """The links of matches and books, as columns call them."""

    VIEWING = "watch"
    SCORING = "score"
    CARE = "care"
    """Of those who look after a book."""


TOKEN_BYTES = 18
"""144 bits."""


def hashed(*parts: str) -> str:
    """The hash of a token. The parts can't run into each other."""
    return sha256("\0".join(parts).encode()).hexdigest()


def new_seed() -> str:
    """A random value that a link is derived from, together with the secret key."""
    return token_hex(16)


def token(purpose: str, seed: str) -> str:
    """The token for *purpose*, derived from *seed* and the secret key.

    So it can be shown again, but the database alone gives no link. On a phone, those that the server has made
    are known (``LINKS``).
    """
    if link := current_app.config.get("LINKS", {}).get(f"{purpose}:{seed}"):
        return str(link)
    secret = current_app.secret_key or ""
    key = secret if isinstance(secret, bytes) else secret.encode()
    mac = hmac.digest(key, f"{purpose}:{seed}".encode(), sha256)
    return urlsafe_b64encode(mac[:TOKEN_BYTES]).decode()
