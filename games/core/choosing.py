"""Choosing a move word by word: the legal moves of a seat as a tree of prefixes.

A selection on the page is the beginning of a move's text. "place 12" has a chamber picked up, "place 12 0,1" has put it
down somewhere, "place 12 0,1 east" is a whole move. What a page offers is always the next word of some legal move, so
it can only send what the rules listed.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.core import notation
from games.core.model import Move


class Choices:
    """The legal moves of one seat, looked up by the beginning of their text.

    The verb and the first word count as one step, unless the move stands apart.
    """

    def __init__(self, moves: Iterable[Move] = ()) -> None:
        self._moves: dict[str, Move] = {}
        self._next: dict[str, list[str]] = {"": []}
        for move in moves:
            self._add(notation.write(move), move)

    def _add(self, line: str, move: Move) -> None:
        """Note the line and each of its beginnings, from the longest down to one that is known already."""
        self._moves[line] = move
        prefix, further = line, ""
        while prefix not in self._next:
            self._next[prefix] = [further] if further else []
            further = prefix
            prefix = prefix.rpartition(" ")[0]
            if not move.apart and " " not in prefix:
                prefix = ""
        if further:
            self._next[prefix].append(further)

    def __bool__(self) -> bool:
        return bool(self._moves)

    def __contains__(self, picked: str) -> bool:
        return picked in self._next

    def after(self, picked: str) -> list[str]:
        """The selections one step further, in the order of the legal list; empty for a whole move."""
        return self._next.get(picked, [])

    def move(self, picked: str) -> Move | None:
        """The move, if the selection is a whole one."""
        return self._moves.get(picked)

    def moves(self, picked: str = "") -> list[Move]:
        """Every move that begins with the selection."""
        if picked in self._moves:
            return [self._moves[picked]]
        return [move for longer in self.after(picked) for move in self.moves(longer)]

    def still_legal(self, picked: str) -> str:
        """As much of a selection, made on an older page perhaps, as is legal now."""
        words = picked.split(" ")
        while words and " ".join(words) not in self._next:
            words.pop()
        return " ".join(words)
