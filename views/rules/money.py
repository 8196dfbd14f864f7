"""Parses amounts as people write them: 0.10 EUR, 0,1 eur or €0.10; a thousand as 1,000.00 EUR."""

import re
from dataclasses import dataclass
from typing import Self

SIGNS = {"€": "EUR", "$": "USD", "£": "GBP", "¥": "JPY"}
"""Currency signs."""

_WRITTEN = re.compile(r"(?:([A-Z]{3}) ?)?([0-9][0-9.,'’ ]*?)(?: ?([A-Z]{3}))?")
_GROUPED = re.compile(r"([0-9]{1,3}(?:([ '’.,])[0-9]{3})(?:\2[0-9]{3})*)(?:(?!\2)[.,]([0-9]+))?")
_THREE_DECIMALS = re.compile(r"[1-9][0-9]{0,2}[.,][0-9]{3}")


class TwoReadingsError(ValueError):
    """An amount that means a thousand times as much in one country as in another.

    :ivar readings: both amounts, written unambiguously, the larger first.
    """

    def __init__(self, digits: str, currency: str) -> None:
        whole, part = re.sub("[.,]", "", digits), digits.replace(",", ".").rstrip("0").rstrip(".")
        self.readings = f"{whole} {currency}".strip(), f"{clear(part)} {currency}".strip()
        super().__init__(" or ".join(self.readings))


@dataclass(frozen=True, slots=True)
class Written:
    """An amount in its parts."""

    digits: str
    currency: str = ""
    """Three letters, or "" if none was given."""

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Splits an amount into digits and currency; None if it is not an amount.

        >>> Written.parse("€0,1"), Written.parse("a penny")
        (Written(digits='0,1', currency='EUR'), None)
        """
        for sign, code in SIGNS.items():
            text = text.replace(sign, f" {code} ")
        parts = _WRITTEN.fullmatch(" ".join(text.split()).upper())
        if not parts or (parts[1] and parts[3]):
            return None
        return cls(parts[2], parts[1] or parts[3] or "")


def plain(digits: str, currency: str) -> str:
    """*digits* without thousands separators, and with a decimal point.

    >>> plain("0,1", "EUR"), plain("1.000,00", "EUR"), plain("1,000", "JPY")
    ('0.1', '1000.00', '1000')

    :raises TwoReadingsError: if the decimals could be thousands.
    """
    parts = _GROUPED.fullmatch(digits)
    if not parts or digits.startswith("0"):
        return re.sub("(?<=[0-9]),(?=[0-9])", ".", digits)
    if _THREE_DECIMALS.fullmatch(digits) and has_cents(currency):
        raise TwoReadingsError(digits, currency)
    whole = re.sub("[^0-9]", "", parts[1])
    return f"{whole}.{parts[3]}" if parts[3] else whole


def clear(amount: str) -> str:
    """*amount* with a fourth decimal if it has three, so that they are not read as thousands.

    >>> clear("1.125"), clear("0.125"), clear("1.25")
    ('1.1250', '0.125', '1.25')
    """
    return f"{amount}0" if _THREE_DECIMALS.fullmatch(amount) else amount


def has_cents(currency: str) -> bool:
    """Whether a currency has cents; assumed for an unknown one.

    >>> has_cents("EUR"), has_cents("JPY"), has_cents("")
    (True, False, True)
    """
    from babel.numbers import get_currency_precision

    return bool(get_currency_precision(currency))
