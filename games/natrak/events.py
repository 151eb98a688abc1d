"""What happens, as facts. Cards are counted by material; None where the reader may not know."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.core.model import Event, Seat
from games.natrak.components import Counts, Discipline, Material, Piece, Progress, Scroll


@dataclass(frozen=True)
class Built(Event):
    """A piece was put down; `paid` says whether it cost anything.

    `place` is an edge for roads and ships, else a vertex.

    `reduced` is a city that Medicine made cheaper.
    """

    seat: Seat
    piece: Piece
    place: int
    paid: bool
    reduced: bool = False


@dataclass(frozen=True)
class Started(Event):
    """The second piece of the foundation gave its owner the first cards."""

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
    """The two dice, and the event die where there is one."""

    seat: Seat
    red: int
    white: int
    event: int | None = None


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
    """Cards from nowhere, by a scroll or a progress card."""

    seat: Seat
    cards: Counts


@dataclass(frozen=True)
class GaveAll(Event):
    """To a monopoly: what a rival had to give of a material, perhaps nothing."""

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


# Goblins


@dataclass(frozen=True)
class GoblinsMarched(Event):
    """They have come so far."""

    step: int


@dataclass(frozen=True)
class GoblinsAttacked(Event):
    """The strength of the attack, all cities, and that of the defence, all active levels; all rest afterwards."""

    strength: int
    defence: int


@dataclass(frozen=True)
class Defended(Event):
    """Nobody gave more to the defence, which is worth a point."""

    seat: Seat
    level: int


@dataclass(frozen=True)
class Pillaged(Event):
    """A city became a camp, and lost its wall if it had one."""

    seat: Seat
    vertex: int
    wall: bool


@dataclass(frozen=True)
class FortressesHeld(Event):
    """A seat that gave least has nothing but fortresses, and loses nothing."""

    seat: Seat


@dataclass(frozen=True)
class NoBooty(Event):
    """There is no city to attack."""


# The sea


@dataclass(frozen=True)
class Sailed(Event):
    """A ship went from one edge to another."""

    seat: Seat
    start: int
    end: int


@dataclass(frozen=True)
class FogLifted(Event):
    """Everybody sees a hex's token."""

    hex: int
    token: int


@dataclass(frozen=True)
class Discovered(Event):
    """The first launch beside a lesser island's hex took a card of what it gives."""

    seat: Seat
    hex: int
    material: Material


@dataclass(frozen=True)
class Colonised(Event):
    """A seat's first camp on a lesser island."""

    seat: Seat
    vertex: int


@dataclass(frozen=True)
class KrakenMoved(Event):
    """`victim` was named, None if nobody was."""

    seat: Seat
    hex: int
    victim: Seat | None


@dataclass(frozen=True)
class Redeemed(Event):
    """Gold became a basic resource."""

    seat: Seat
    material: Material


# Walls and adventurers


@dataclass(frozen=True)
class Walled(Event):
    seat: Seat
    vertex: int
    paid: bool


@dataclass(frozen=True)
class Planted(Event):
    """A new adventurer, which rests."""

    seat: Seat
    vertex: int
    level: int
    paid: bool


@dataclass(frozen=True)
class Activated(Event):
    seat: Seat
    vertex: int
    paid: bool


@dataclass(frozen=True)
class Promoted(Event):
    """An adventurer is of this level now."""

    seat: Seat
    vertex: int
    level: int
    paid: bool


@dataclass(frozen=True)
class Walked(Event):
    seat: Seat
    start: int
    end: int


@dataclass(frozen=True)
class Displaced(Event):
    """A seat's adventurer had to make way, to another vertex or (None) back to the reserve."""

    seat: Seat
    start: int
    end: int | None


@dataclass(frozen=True)
class Expelled(Event):
    """An adventurer drove the dragon off, or where there is a sea perhaps the kraken, and rests."""

    seat: Seat
    vertex: int
    at_sea: bool = False


@dataclass(frozen=True)
class AdventurerLost(Event):
    """A card took a seat's adventurer off the board."""

    seat: Seat
    vertex: int
    level: int


# Disciplines


@dataclass(frozen=True)
class Raised(Event):
    """A seat is at this level of a discipline now, for so many of its good."""

    seat: Seat
    discipline: Discipline
    level: int
    paid: int


@dataclass(frozen=True)
class MetropolisClaimed(Event):
    """A discipline's metropolis is this seat's now; `loser` had it before."""

    seat: Seat
    discipline: Discipline
    loser: Seat | None


@dataclass(frozen=True)
class MetropolisPlaced(Event):
    seat: Seat
    discipline: Discipline
    vertex: int


@dataclass(frozen=True)
class ConsolationOwed(Event):
    """The roll brought a seat nothing, and Religion consoles it with a card to be chosen."""

    seat: Seat


@dataclass(frozen=True)
class Consoled(Event):
    seat: Seat
    material: Material


# Progress cards


@dataclass(frozen=True)
class GateOpened(Event):
    discipline: Discipline


@dataclass(frozen=True)
class ProgressDrawn(Event):
    """Only who drew it knows which."""

    seat: Seat
    discipline: Discipline
    card: Progress | None

    def seen_by(self, seat: Seat | None) -> Event:
        return self if seat == self.seat else replace(self, card=None)


@dataclass(frozen=True)
class ProgressRevealed(Event):
    """Drawn, and laid open for a point."""

    seat: Seat
    card: Progress


@dataclass(frozen=True)
class ProgressPlayed(Event):
    seat: Seat
    card: Progress


@dataclass(frozen=True)
class MerchantMoved(Event):
    seat: Seat
    hex: int


@dataclass(frozen=True)
class FleetSails(Event):
    """The guild takes two of that material from the seat this turn."""

    seat: Seat
    material: Material


@dataclass(frozen=True)
class HarbourTraded(Event):
    """A rival gave a random good, which only the two know, for a basic resource."""

    seat: Seat
    rival: Seat
    material: Material
    good: Material | None

    def seen_by(self, seat: Seat | None) -> Event:
        return self if seat in (self.seat, self.rival) else replace(self, good=None)


@dataclass(frozen=True)
class LookedInto(Event):
    """A seat looks at a rival's progress cards, or else at its hand."""

    seat: Seat
    rival: Seat
    progress: bool


@dataclass(frozen=True)
class ProgressStolen(Event):
    """Only the two know which."""

    seat: Seat
    victim: Seat
    card: Progress | None

    def seen_by(self, seat: Seat | None) -> Event:
        return self if seat in (self.seat, self.victim) else replace(self, card=None)


@dataclass(frozen=True)
class Gave(Event):
    """So many cards to somebody's Wedding; only the two know which."""

    seat: Seat
    to: Seat
    count: int
    cards: Counts | None

    def seen_by(self, seat: Seat | None) -> Event:
        return self if seat in (self.seat, self.to) else replace(self, cards=None)


@dataclass(frozen=True)
class RoadRemoved(Event):
    """A Diplomat took a rival's road off the board."""

    seat: Seat
    rival: Seat
    edge: int


@dataclass(frozen=True)
class DiceSet(Event):
    """An Alchemist has set the two dice of the seat's next roll."""

    seat: Seat
    red: int
    white: int


@dataclass(frozen=True)
class TokensSwapped(Event):
    seat: Seat
    one: int
    other: int
