"""Moves as lines of text: a verb, then one word a field. "place 12 0,1 e", "discard clay,clay,wool".

A field's type tells how it is written: a whole number; a word (str or Enum, by its value); a tuple of those, joined
by commas ("-" when empty). Fields with defaults may be left out at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import MISSING, Field, fields
from enum import Enum
from functools import lru_cache
from typing import Any, get_args, get_origin, get_type_hints

from games.core.model import IllegalMove, Move
from games.core.words import gettext_noop

LONGEST = 200
"""Characters; no move of any game comes near."""

Reader = Callable[[str], Any]


def _read_number(word: str) -> int:
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        raise ValueError(word)
    return int(word)


def _read_word(word: str) -> str:
    if not word.isprintable():
        raise ValueError(word)
    return word


def _reader(hint: Any) -> Reader:
    if hint is int:
        return _read_number
    if hint is str:
        return _read_word
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint
    if get_origin(hint) is tuple:
        return _tuple_reader(get_args(hint))
    raise TypeError(f"a move cannot hold {hint!r}")


def _tuple_reader(args: tuple[Any, ...]) -> Reader:
    each = _reader(args[0])
    length = None if args[-1] is Ellipsis else len(args)

    def read(word: str) -> tuple[Any, ...]:
        parts = () if word == "-" else tuple(each(part) for part in word.split(","))
        if length is not None and len(parts) != length:
            raise ValueError(word)
        return parts

    return read


_known: dict[type[Move], tuple[tuple[Field[Any], Reader], ...]] = {}


def _fields(kind: type[Move]) -> tuple[tuple[Field[Any], Reader], ...]:
    """The fields of a kind of move, each with how its word is read."""
    if kind not in _known:
        hints = get_type_hints(kind)
        _known[kind] = tuple((f, _reader(hints[f.name])) for f in fields(kind))  # type: ignore[arg-type]
    return _known[kind]


def _write_value(value: Any) -> str:
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return ",".join(map(_write_value, value)) or "-"
    return str(value)


@lru_cache(maxsize=20_000)
def write(move: Move) -> str:
    """The move's line; `read` gives the move back."""
    values = [(f, getattr(move, f.name)) for f, _ in _fields(type(move))]
    while values and values[-1][0].default is not MISSING and values[-1][1] == values[-1][0].default:
        values.pop()
    return " ".join([move.verb, *(_write_value(value) for _, value in values)])


def read(line: str, kinds: Iterable[type[Move]]) -> Move:
    """The move a line says, of one of these kinds; raises IllegalMove on anything else."""
    verb, *words = (line.split() if len(line) <= LONGEST else []) or [""]
    kind = next((k for k in kinds if k.verb == verb), None)
    if kind is None:
        raise IllegalMove(gettext_noop("That move is not understood here: choose one of the moves shown."))
    expected = _fields(kind)
    needed = sum(f.default is MISSING for f, _ in expected)
    try:
        if not needed <= len(words) <= len(expected):
            raise ValueError(line)
        return kind(*(reader(word) for word, (_, reader) in zip(words, expected, strict=False)))
    except ValueError:
        raise IllegalMove(
            gettext_noop("“{verb}” is not complete or has a mistake: choose one of the moves shown."),
            verb=verb,
        ) from None
