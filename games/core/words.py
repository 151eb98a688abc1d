"""Sentences as data: the rules name a message and its parameters, the portal says it in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property


def gettext_noop(msgid: str) -> str:
    """Mark a message for the translators; the text stays as it is."""
    return msgid


@dataclass(frozen=True, slots=True)
class Who:
    """A seat inside a sentence; the portal puts the player's name there."""

    seat: int


@dataclass(frozen=True)
class Text:
    """A message with named parameters.

    `msgid` is marked with `gettext_noop` where it is written and holds `{name}` placeholders. With `plural`,
    `params["n"]` chooses the form. Parameters may be texts themselves (the name of a chamber).
    """

    msgid: str
    params: Mapping[str, int | str | Who | Text] = field(default_factory=dict)
    plural: str | None = None

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.msgid, tuple(sorted((k, hash(v)) for k, v in self.params.items()))))

    @cached_property
    def names_nobody(self) -> bool:
        """Whether it reads the same whoever sits where."""
        return not any(
            isinstance(value, Who) or (isinstance(value, Text) and not value.names_nobody)
            for value in self.params.values()
        )


def text(msgid: str, /, **params: int | str | Who | Text) -> Text:
    """Short for `Text(msgid, params)`."""
    return Text(msgid, params)


def plural(singular: str, plural: str, /, n: int, **params: int | str | Who | Text) -> Text:
    """A message with two or more forms; `{n}` is the number that chooses."""
    return Text(singular, {"n": n, **params}, plural)


Say = Callable[[Text], str]
"""Turns a text into the reader's language; the portal supplies it (plain, or with names as HTML)."""
