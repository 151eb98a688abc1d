"""Chance that can be repeated for ever.

Python promises no stable stream for `random.shuffle`, so dice and shuffling are our own: a counter hashed with
BLAKE2b, read as 32-bit words, unbiased by rejection. A match draws from `Rng(seed, ply)`, so each stored move has
a stream of its own and a taken-back move never meets the same numbers again.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from hashlib import blake2b
from struct import Struct
from typing import TypeVar

T = TypeVar("T")
_WORD = 1 << 32
_WORDS = Struct(">16I")


class Rng:
    """A stream named by a seed (any text), a ply and a purpose."""

    __slots__ = ("_block", "_name", "_words")

    def __init__(self, seed: str, ply: int, purpose: str = "") -> None:
        self._name = f"{seed}\n{ply}\n{purpose}\n".encode()
        self._block = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            digest = blake2b(self._name + str(self._block).encode()).digest()
            self._block += 1
            self._words = [*reversed(_WORDS.unpack(digest))]
        return self._words.pop()

    def below(self, n: int) -> int:
        """A whole number from 0 to n-1, all equally likely; 1 <= n <= 2**32."""
        if not 1 <= n <= _WORD:
            raise ValueError(f"below({n}) needs 1 <= n <= 2**32")
        limit = _WORD - _WORD % n
        while (word := self._word()) >= limit:
            pass
        return word % n

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Fisher-Yates, in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
