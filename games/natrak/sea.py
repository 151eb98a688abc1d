"""What the version with the sea adds to the board; the other versions have none of it (rules/natrak.md, 3.2, 13)."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.model import Seat


@dataclass
class Sea:
    """`ship` says by edge whose ship lies there. By hex: `fog`, and `discovery`, which the first launch there takes.

    `kraken` is its hex; `colonies` by seat are the lesser islands on which it has put a camp. Of this turn: the edge of
    the ship that was `launched` last, and whether one has `sailed`.
    """

    ship: list[Seat]
    fog: list[bool]
    discovery: list[bool]
    kraken: int
    colonies: list[list[int]]
    launched: int | None = None
    sailed: bool = False

    def turn_over(self) -> None:
        """The next ship may sail, and every ship has been launched before."""
        self.launched, self.sailed = None, False
