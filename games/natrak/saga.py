"""What the version with adventurers adds to the position; the basic version has none of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.core.model import Seat
from games.core.rng import Rng
from games.natrak.board import NOBODY
from games.natrak.components import DISCIPLINES, TRADED, Decks, Discipline, Progress


@dataclass
class Saga:
    """Lists are indexed by seat number, or by discipline.

    `decks` by discipline are drawn from their end; `progress` are the hidden hands, in the order of PROGRESS, and
    `revealed` the cards that lie open for a point each. `levels` by seat and discipline; `metropolis` by discipline who
    holds it. `march` is how far the goblins have come, `defences` the points for driving them off, `owed` how many
    consolations a seat has not yet taken. `fixed` are the dice that an Alchemist has set for a seat's next roll.
    `merchant` is the hex of that piece and `trader` whose it is. `faces` counts the event die's, `event` is the last.

    Of this turn: `cranes`, `medicines`, `free_walls` and `free_promotions` not yet used, and the materials whose
    `fleet` sails. The active seat looks at the progress cards of `spied` and at the hand of `audited` while it chooses.
    """

    decks: list[list[Progress]]
    progress: list[list[Progress]]
    revealed: list[list[Progress]]
    levels: list[list[int]]
    defences: list[int]
    owed: list[int]
    fixed: list[tuple[int, int] | None]
    metropolis: list[Seat] = field(default_factory=lambda: [NOBODY] * len(DISCIPLINES))
    march: int = 0
    merchant: int = NOBODY
    trader: Seat = NOBODY
    cranes: int = 0
    medicines: int = 0
    free_walls: int = 0
    free_promotions: int = 0
    fleet: list[bool] = field(default_factory=lambda: [False] * len(TRADED))
    spied: Seat = NOBODY
    audited: Seat = NOBODY
    faces: list[int] = field(default_factory=lambda: [0] * 7)
    event: int | None = None

    def level(self, seat: Seat, discipline: Discipline) -> int:
        """How far a seat has come in a discipline."""
        return self.levels[seat][discipline.at]

    def turn_over(self) -> None:
        """What the cards of this turn gave is lost where it was not used."""
        self.cranes = self.medicines = self.free_walls = self.free_promotions = 0
        self.fleet = [False] * len(TRADED)

    def hold(self, seat: Seat, card: Progress) -> None:
        """A progress card more in a hand."""
        self.progress[seat].append(card)
        self.progress[seat].sort(key=lambda held: held.at)


def begin_saga(seats: int, decks: Decks, rng: Rng) -> Saga:
    """Nobody has anything yet; the decks are shuffled."""
    piles: list[list[Progress]] = []
    for discipline in DISCIPLINES:
        pile = [card for card, n in decks[discipline].items() for _ in range(n)]
        rng.shuffle(pile)
        piles.append(pile)
    return Saga(
        decks=piles,
        progress=[[] for _ in range(seats)],
        revealed=[[] for _ in range(seats)],
        levels=[[0] * len(DISCIPLINES) for _ in range(seats)],
        defences=[0] * seats,
        owed=[0] * seats,
        fixed=[None] * seats,
    )
