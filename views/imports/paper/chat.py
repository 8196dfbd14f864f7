"""The export of a chat: the day and the words of each message."""

import re

MESSAGE = re.compile(
    r"[\u200e\u200f]?\[?(\d{1,4}([./-])\d{1,2}\2\d{1,4})\.?,?\s(?:à |a las |um )?[上下]?午?\d{1,2}[:.]\d{2}"
    r"(?:[:.]\d{2})?(?:\s?[ap]\.?\s?m\.?)?(?:\]|\s[-–])\s(?:[^:]{1,60}:\s)?(.*)",
    re.IGNORECASE,
)
"""As in “[03.04.21, 21:15:02] Ann: …” and “4/3/21, 9:15 PM - Ann: …”."""


def messages_of(text: str) -> list[tuple[str, str]]:
    r"""The day and the words in each line of a chat; nothing if *text* is none.

    >>> messages_of("[03.04.21, 21:15:02] Ann: Gin!\nAgain")
    [('03.04.21', 'Gin!'), ('03.04.21', 'Again')]
    """
    found, day = list[tuple[str, str]](), ""
    for line in text.split("\n") if MESSAGE.match(text.lstrip()) else ():
        message = MESSAGE.fullmatch(line.strip())
        day = message[1] if message else day
        found.append((day, message[3] if message else line))
    return found
