"""How often a hand counts because of hands before it that nobody won."""

from models.records import Match


def carried_into(match: Match, hand_id: int | None) -> int:
    """What the sheet carries into a hand; 1 for nothing, and for a hand that was removed."""
    if not match.rules.dead_hand_double_carries or hand_id is None:
        return 1
    record = match.hand(hand_id)
    return 1 if record.removed else match.sheet.lines[match.number(record) - 1].result.carried
