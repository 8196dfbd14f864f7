"""Deadwood as it is typed: a number, or the points of its cards as a sum such as ``10+7+3``."""

import re

SIGNS = str.maketrans({"−": "-", "＋": "+"})

LONGEST_NUMBER = 12
"""Digits. The rest of a longer number is ignored: it is no possible deadwood anyway."""

_NUMBER = re.compile(r"([+-]?)(?:0(?=[0-9]))*+([0-9]+)")
_SUM = re.compile(r"[0-9]+(?:\s*\+\s*[0-9]+)+")
_TERM = re.compile(r"0*([0-9]+)")


def plain(text: str) -> str:
    """*text* with the digits 0 to 9 and the signs + and -, whatever script it was typed in.

    >>> plain(" １０ ＋ ७")
    '10 + 7'
    """
    signs = text.strip().translate(SIGNS)
    return "".join(str(int(sign)) if sign.isdecimal() else sign for sign in signs)


def read_number(text: str) -> int | None:
    """The deadwood that a plain *text* is; None if it is neither a number nor a sum.

    >>> read_number("20"), read_number("10 + 7+3"), read_number("10++7")
    (20, 20, None)
    """
    if number := _NUMBER.fullmatch(text):
        return int(number[1] + number[2][:LONGEST_NUMBER])
    if _SUM.fullmatch(text):
        return sum(int(term[:LONGEST_NUMBER]) for term in _TERM.findall(text))
    return None


def is_unfinished(text: str) -> bool:
    """Whether the next number of a sum is still to come.

    >>> is_unfinished("10+"), is_unfinished("10"), is_unfinished("+")
    (True, False, False)
    """
    return text.endswith("+") and read_number(text[:-1].strip()) is not None


def sum_shown(text: str) -> str:
    """A sum with what it comes to; "" for everything else.

    >>> sum_shown("10 + 7+3"), sum_shown("20")
    ('10+7+3 = 20', '')
    """
    typed = plain(text)
    if not _SUM.fullmatch(typed):
        return ""
    return f"{''.join(typed.split())} = {read_number(typed)}"
