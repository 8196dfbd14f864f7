"""Deadwood typed as a number or as a sum."""

from hypothesis import given
from hypothesis import strategies as st

from views.entry.fields import is_unfinished, plain, read_number, sum_shown

NUMBERS = st.lists(st.integers(0, 98), min_size=2, max_size=10)


@given(NUMBERS, st.sampled_from(["+", " + ", " +", "+  "]))
def test_a_sum_is_worth_its_numbers_however_it_is_spaced(numbers: list[int], plus: str) -> None:
    typed = plus.join(map(str, numbers))

    assert read_number(plain(typed)) == sum(numbers)
    assert sum_shown(typed) == f"{'+'.join(map(str, numbers))} = {sum(numbers)}"
    assert is_unfinished(f"{typed} +")


@given(st.text("0123456789+- x", max_size=12))
def test_whatever_is_typed_is_a_number_or_a_sum_or_refused(typed: str) -> None:
    """Beside it stands what Python itself takes for whole numbers."""
    terms = [term.strip() for term in typed.split("+")]
    is_sum = len(terms) > 1 and all(term.isdecimal() for term in terms)
    sign, digits = typed.strip()[:1], typed.strip().lstrip("+-")
    is_number = digits.isdecimal() and typed.strip() in (digits, sign + digits)

    assert (read_number(plain(typed)) is not None) == (is_sum or is_number)
