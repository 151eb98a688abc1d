"""What a seat can say. Hexes, vertices and edges are the island's numbers; cards are words, see `components.cards`.

Verbs and words are Spanish: the rules name actions and cards so, and stored matches and records are written in them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from games.core.model import Move, Seat, SystemMove
from games.natrak.components import Cards, Discipline, Material, Progress, Scroll


@dataclass(frozen=True)
class FoundCamp(Move):
    """Foundation: put a camp, or the second time perhaps a city, on a vertex."""

    verb: ClassVar[str] = "fundarPieza"
    vertex: int


@dataclass(frozen=True)
class FoundRoad(Move):
    """Foundation: put a road beside the camp just founded."""

    verb: ClassVar[str] = "fundarCamino"
    edge: int


@dataclass(frozen=True)
class Roll(Move):
    """Roll the dice; with "pasar" the turn ends as soon as the roll is settled, which is what the clock does."""

    verb: ClassVar[str] = "tirar"
    then: str = ""


@dataclass(frozen=True)
class Discard(Move):
    """Half of one's hand: a seven wants it, or a Saboteur."""

    verb: ClassVar[str] = "descartar"
    cards: Cards


@dataclass(frozen=True)
class AtRandom(Move):
    """Let chance choose the cards; it does when they are taken, so this move names none."""

    verb: ClassVar[str] = "azar"


@dataclass(frozen=True)
class Give(Move):
    """Cards for somebody else's Wedding."""

    verb: ClassVar[str] = "dar"
    cards: Cards


@dataclass(frozen=True)
class Pillage(Move):
    """The city that one loses to the goblins."""

    verb: ClassVar[str] = "saquear"
    vertex: int


@dataclass(frozen=True)
class SendDragon(Move):
    """Move the dragon, or at sea the kraken, to a hex and rob a seat there, or none (-1)."""

    verb: ClassVar[str] = "moverDragon"
    hex: int
    victim: Seat = -1


@dataclass(frozen=True)
class BuildRoad(Move):
    verb: ClassVar[str] = "construirCamino"
    apart: ClassVar[bool] = True
    edge: int


@dataclass(frozen=True)
class BuildCamp(Move):
    verb: ClassVar[str] = "construirCampamento"
    apart: ClassVar[bool] = True
    vertex: int


@dataclass(frozen=True)
class BuildCity(Move):
    """Make a camp a city."""

    verb: ClassVar[str] = "mejorarCiudad"
    apart: ClassVar[bool] = True
    vertex: int


@dataclass(frozen=True)
class BuildShip(Move):
    """Launch a ship."""

    verb: ClassVar[str] = "botarDrakkar"
    apart: ClassVar[bool] = True
    edge: int


@dataclass(frozen=True)
class Sail(Move):
    """A ship moves from one edge to another."""

    verb: ClassVar[str] = "moverDrakkar"
    apart: ClassVar[bool] = True
    start: int
    end: int


@dataclass(frozen=True)
class BuyScroll(Move):
    verb: ClassVar[str] = "comprarPergamino"


@dataclass(frozen=True)
class BuildWall(Move):
    """A wall around a city."""

    verb: ClassVar[str] = "construirMuralla"
    apart: ClassVar[bool] = True
    vertex: int


@dataclass(frozen=True)
class Plant(Move):
    """A new adventurer, of level 1 and resting."""

    verb: ClassVar[str] = "plantarAventurero"
    apart: ClassVar[bool] = True
    vertex: int


@dataclass(frozen=True)
class Activate(Move):
    verb: ClassVar[str] = "activar"
    apart: ClassVar[bool] = True
    vertex: int


@dataclass(frozen=True)
class Promote(Move):
    verb: ClassVar[str] = "promover"
    apart: ClassVar[bool] = True
    vertex: int


@dataclass(frozen=True)
class Walk(Move):
    """An active adventurer moves along one's roads, and displaces a weaker one where it arrives."""

    verb: ClassVar[str] = "moverAventurero"
    apart: ClassVar[bool] = True
    start: int
    end: int


@dataclass(frozen=True)
class Expel(Move):
    """An active adventurer beside the dragon or the kraken drives it away."""

    verb: ClassVar[str] = "expulsar"
    apart: ClassVar[bool] = True
    vertex: int


@dataclass(frozen=True)
class Raise(Move):
    """One level more in a discipline."""

    verb: ClassVar[str] = "subirDisciplina"
    discipline: Discipline


@dataclass(frozen=True)
class PlaceMetropolis(Move):
    """The city that becomes a fortress."""

    verb: ClassVar[str] = "colocarMetropolis"
    apart: ClassVar[bool] = True
    vertex: int


@dataclass(frozen=True)
class PlayProgress(Move):
    """Play a progress card on what it asks for: hexes, vertices, edges, seats, faces or materials."""

    verb: ClassVar[str] = "jugarProgreso"
    card: Progress
    first: str = ""
    second: str = ""


@dataclass(frozen=True)
class Choose(Move):
    """Take cards one is looking at: a Spy one progress card, a Master Merchant materials; "-" if none can be."""

    verb: ClassVar[str] = "elegir"
    cards: Cards


@dataclass(frozen=True)
class Console(Move):
    """The basic resource with which Religion consoles."""

    verb: ClassVar[str] = "consuelo"
    offer: int
    material: Material


@dataclass(frozen=True)
class Redeem(Move):
    """A piece of gold for a basic resource."""

    verb: ClassVar[str] = "canjearOro"
    apart: ClassVar[bool] = True
    offer: int
    material: Material


@dataclass(frozen=True)
class Launch(Move):
    """Launch a scroll: plenty names the cards one takes, monopoly the material."""

    verb: ClassVar[str] = "lanzar"
    scroll: Scroll
    cards: Cards = ()


@dataclass(frozen=True)
class Exchange(Move):
    """Give the guild as many cards of one material as it takes, for one of another."""

    verb: ClassVar[str] = "cambiarGremio"
    apart: ClassVar[bool] = True
    give: Material
    get: Material


@dataclass(frozen=True)
class Publish(Move):
    """Offer cards for cards, to one seat or to everybody ("-")."""

    verb: ClassVar[str] = "ofrecer"
    apart: ClassVar[bool] = True
    to: tuple[Seat, ...]
    give: Cards
    want: Cards


@dataclass(frozen=True)
class RaiseHand(Move):
    """I would take this open offer."""

    verb: ClassVar[str] = "levantarMano"
    offer: int


@dataclass(frozen=True)
class NotInterested(Move):
    """Not this offer: a raised hand and a counter-offer are taken back, an offer to this seat alone is over."""

    verb: ClassVar[str] = "noMeInteresa"
    offer: int


@dataclass(frozen=True)
class Accept(Move):
    """Take an offer made to this seat alone."""

    verb: ClassVar[str] = "aceptar"
    offer: int


@dataclass(frozen=True)
class MakeCounter(Move):
    """I would give these cards for those instead."""

    verb: ClassVar[str] = "contraofertar"
    apart: ClassVar[bool] = True
    offer: int
    give: Cards
    want: Cards


@dataclass(frozen=True)
class AcceptCounter(Move):
    verb: ClassVar[str] = "aceptarContra"
    offer: int


@dataclass(frozen=True)
class RejectCounter(Move):
    verb: ClassVar[str] = "rechazarContra"
    offer: int


@dataclass(frozen=True)
class CloseWith(Move):
    """Trade with a seat whose hand is raised."""

    verb: ClassVar[str] = "cerrarCon"
    offer: int
    seat: Seat


@dataclass(frozen=True)
class Withdraw(Move):
    """Take one's offer off the table."""

    verb: ClassVar[str] = "retirar"
    offer: int


@dataclass(frozen=True)
class EndTurn(Move):
    """With "colocar" a metropolis that waits is placed first, where it comes; the clock does so (D36)."""

    verb: ClassVar[str] = "terminarTurno"
    first: str = ""


@dataclass(frozen=True)
class CloseWindow(Move):
    """Nothing more to build out of turn; "colocar" as in `EndTurn`."""

    verb: ClassVar[str] = "cerrarVentana"
    first: str = ""


@dataclass(frozen=True)
class SkipWindows(Move):
    """The standing order: never, or again, ask this seat to build out of turn."""

    verb: ClassVar[str] = "saltarVentanas"
    offer: int
    skip: str


@dataclass(frozen=True)
class Leave(SystemMove):
    """A seat's player is away for longer than a moment."""

    verb: ClassVar[str] = "ausente"


@dataclass(frozen=True)
class Return(SystemMove):
    """A seat's player is back."""

    verb: ClassVar[str] = "presente"


MOVES: tuple[type[Move], ...] = (
    FoundCamp,
    FoundRoad,
    Roll,
    Discard,
    AtRandom,
    Give,
    Pillage,
    SendDragon,
    BuildRoad,
    BuildCamp,
    BuildCity,
    BuildShip,
    Sail,
    BuyScroll,
    BuildWall,
    Plant,
    Activate,
    Promote,
    Walk,
    Expel,
    Raise,
    PlaceMetropolis,
    PlayProgress,
    Choose,
    Console,
    Redeem,
    Launch,
    Exchange,
    Publish,
    RaiseHand,
    NotInterested,
    Accept,
    MakeCounter,
    AcceptCounter,
    RejectCounter,
    CloseWith,
    Withdraw,
    EndTurn,
    CloseWindow,
    SkipWindows,
    Leave,
    Return,
)
