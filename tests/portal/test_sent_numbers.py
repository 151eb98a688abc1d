"""Numbers as pages send them."""

import pytest

from portal.numbers import read_number, required_number
from portal.refusal import Refused


@pytest.mark.parametrize(("word", "number"), [("0", 0), ("007", 7), ("9" * 18, 10**18 - 1)])
def test_a_number_is_read(word: str, number: int):
    assert read_number(word) == required_number(word) == number


@pytest.mark.parametrize("word", [None, "", "x", "-1", "+1", "1.0", "1_0", " 1", "²", "١", "１", "9" * 19])
def test_nothing_else_is_one(word: str | None):
    assert read_number(word) is None
    with pytest.raises(Refused, match="incomplete"):
        required_number(word)
