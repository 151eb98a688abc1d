"""Numbers as pages send them: of rows, seats, plies, questions."""

from portal.refusal import Incomplete

_MOST_DIGITS = 18
"""What a column of the database holds in any case."""


def read_number(word: str | None) -> int | None:
    """The number that is written so; None without one, or for what is no number of ours."""
    if word and word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS:
        return int(word)
    return None


def required_number(word: str | None) -> int:
    """The number without which nothing can be done. Raises Refused."""
    number = read_number(word)
    if number is None:
        raise Incomplete
    return number
