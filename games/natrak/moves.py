"""What a seat can say. Hexes, vertices and edges are the island's numbers; cards are words, see `components.cards`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from games.core.model import Move, Seat, SystemMove
from games.natrak.components import Cards, Material, Scroll


@dataclass(frozen=True)
class FoundCamp(Move):
    """Foundation: put a camp on a vertex."""

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
    """Half of one's hand."""

    verb: ClassVar[str] = "descartar"
    cards: Cards


@dataclass(frozen=True)
class AtRandom(Move):
    """Let chance choose the cards; it does when they are taken, so this move names none."""

    verb: ClassVar[str] = "azar"


@dataclass(frozen=True)
class SendDragon(Move):
    """Move the dragon to a hex and rob a seat there, or none (-1)."""

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
class BuyScroll(Move):
    verb: ClassVar[str] = "comprarPergamino"


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
    verb: ClassVar[str] = "terminarTurno"


@dataclass(frozen=True)
class CloseWindow(Move):
    """Nothing more to build out of turn."""

    verb: ClassVar[str] = "cerrarVentana"


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
    SendDragon,
    BuildRoad,
    BuildCamp,
    BuildCity,
    BuyScroll,
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
