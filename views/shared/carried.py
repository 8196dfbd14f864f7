"""How often a hand counts because of hands before it that nobody won."""

from models.records import HandRecord, Match


def carried_into(match: Match, hand_id: int | None) -> int:
    """What the sheet carries into a hand; 1 for nothing, and for a hand that was removed."""
    if not match.rules.dead_hand_double_carries or hand_id is None:
        return 1
    record = match.record(hand_id)
    is_on_sheet = isinstance(record, HandRecord) and not record.removed
    return 1 if not is_on_sheet else match.sheet.lines[match.number(record) - 1].result.carried
