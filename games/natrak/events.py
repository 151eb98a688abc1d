"""What happens, as facts. Cards are counted by material; None where the reader may not know."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.core.model import Event, Seat
from games.natrak.components import Counts, Material, Piece, Scroll


@dataclass(frozen=True)
class Built(Event):
    """A piece was put down; `paid` says whether it cost anything. `place` is an edge for a road, else a vertex."""

    seat: Seat
    piece: Piece
    place: int
    paid: bool


@dataclass(frozen=True)
class Started(Event):
    """The second camp of the foundation gave its owner the first cards."""

    seat: Seat
    cards: Counts


@dataclass(frozen=True)
class TurnBegan(Event):
    seat: Seat
    number: int


@dataclass(frozen=True)
class TurnSkipped(Event):
    """The player is away, so the turn passes without a roll."""

    seat: Seat


@dataclass(frozen=True)
class Rolled(Event):
    seat: Seat
    red: int
    white: int


@dataclass(frozen=True)
class Produced(Event):
    """What a roll brought a seat."""

    seat: Seat
    cards: Counts


@dataclass(frozen=True)
class SevenSpared(Event):
    """A seven in the first round does nothing."""


@dataclass(frozen=True)
class Discarded(Event):
    """So many cards went; only their owner knows which."""

    seat: Seat
    count: int
    cards: Counts | None

    def seen_by(self, seat: Seat | None) -> Event:
        return self if seat == self.seat else replace(self, cards=None)


@dataclass(frozen=True)
class DragonMoved(Event):
    """`victim` was named, None if nobody was."""

    seat: Seat
    hex: int
    victim: Seat | None


@dataclass(frozen=True)
class Stole(Event):
    """A card went from hand to hand; only the two know which."""

    seat: Seat
    victim: Seat
    material: Material | None

    def seen_by(self, seat: Seat | None) -> Event:
        return self if seat in (self.seat, self.victim) else replace(self, material=None)


@dataclass(frozen=True)
class NothingToSteal(Event):
    seat: Seat
    victim: Seat


@dataclass(frozen=True)
class Exchanged(Event):
    """`n` cards of one material to the guild for one of another."""

    seat: Seat
    give: Material
    n: int
    get: Material


@dataclass(frozen=True)
class Offered(Event):
    """An offer, to one seat or (None) to everybody."""

    seat: Seat
    to: Seat | None
    give: Counts
    want: Counts


@dataclass(frozen=True)
class HandRaised(Event):
    seat: Seat


@dataclass(frozen=True)
class Declined(Event):
    """Not interested."""

    seat: Seat


@dataclass(frozen=True)
class Countered(Event):
    """A counter-offer: the seat would give and wants."""

    seat: Seat
    give: Counts
    want: Counts


@dataclass(frozen=True)
class CounterRejected(Event):
    """The offer's owner turned a rival's counter-offer down."""

    seat: Seat
    rival: Seat


@dataclass(frozen=True)
class Traded(Event):
    """`seat`, whose turn it is, gave and got."""

    seat: Seat
    rival: Seat
    give: Counts
    got: Counts


@dataclass(frozen=True)
class OfferEnded(Event):
    """An offer was withdrawn, or died with the turn, without a trade."""

    seat: Seat


@dataclass(frozen=True)
class ScrollBought(Event):
    """Only the buyer knows which."""

    seat: Seat
    scroll: Scroll | None

    def seen_by(self, seat: Seat | None) -> Event:
        return self if seat == self.seat else replace(self, scroll=None)


@dataclass(frozen=True)
class Launched(Event):
    seat: Seat
    scroll: Scroll


@dataclass(frozen=True)
class FreeRoads(Event):
    """So many roads are free this turn."""

    seat: Seat
    n: int


@dataclass(frozen=True)
class TookPlenty(Event):
    seat: Seat
    cards: Counts


@dataclass(frozen=True)
class GaveAll(Event):
    """To a monopoly: all that a rival had of a material, perhaps none."""

    seat: Seat
    to: Seat
    material: Material
    n: int


@dataclass(frozen=True)
class RouteAwarded(Event):
    """The caravan route is this seat's now, or nobody's."""

    seat: Seat | None
    length: int


@dataclass(frozen=True)
class CompanyAwarded(Event):
    """The largest company is this seat's now."""

    seat: Seat
    mercenaries: int


@dataclass(frozen=True)
class WindowOpened(Event):
    """A seat may build out of turn."""

    seat: Seat


@dataclass(frozen=True)
class Left(Event):
    seat: Seat


@dataclass(frozen=True)
class Returned(Event):
    seat: Seat
