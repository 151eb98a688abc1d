"""What Natrak says to people: the log, the questions, names and help. Facts in, marked messages out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.core.drawing import listed
from games.core.model import Event, Option, Prompt, Seat
from games.core.words import Text, Who, gettext_noop, plural, text
from games.natrak.components import (
    DEFAULT_GOAL,
    GOAL,
    GOALS,
    MATERIALS,
    Material,
    Piece,
    Scroll,
    Terrain,
    Version,
)
from games.natrak.dragon import DiscardHalf, MoveDragon
from games.natrak.events import (
    Built,
    CompanyAwarded,
    Countered,
    CounterRejected,
    Declined,
    Discarded,
    DragonMoved,
    Exchanged,
    FreeRoads,
    GaveAll,
    HandRaised,
    Launched,
    Left,
    NothingToSteal,
    Offered,
    OfferEnded,
    Produced,
    Returned,
    Rolled,
    RouteAwarded,
    ScrollBought,
    SevenSpared,
    Started,
    Stole,
    TookPlenty,
    Traded,
    TurnBegan,
    TurnSkipped,
    WindowOpened,
)
from games.natrak.foundation import PlaceCamp, PlaceRoad
from games.natrak.state import State
from games.natrak.trade import CounterOffer, DirectedOffer, OpenOffer
from games.natrak.turn import BuildOutOfTurn, RollDice, TakeTurn, WindowOrder

TITLE = text(gettext_noop("Natrak"))
TAGLINE = text(
    gettext_noop(
        "Settle the northern island, trade with your rivals, and keep the dragon off your own fields."
    )
)
LENGTH = text(gettext_noop("60–90 min"))

MATERIAL_NAMES: Mapping[Material, Text] = {
    Material.WOOD: text(gettext_noop("wood")),
    Material.CLAY: text(gettext_noop("clay")),
    Material.WHEAT: text(gettext_noop("wheat")),
    Material.WOOL: text(gettext_noop("wool")),
    Material.STONE: text(gettext_noop("stone")),
}

TERRAIN_NAMES: Mapping[Terrain, Text] = {
    Terrain.FOREST: text(gettext_noop("forest")),
    Terrain.MEADOW: text(gettext_noop("meadow")),
    Terrain.FIELD: text(gettext_noop("farmland")),
    Terrain.QUARRY: text(gettext_noop("clay pit")),
    Terrain.MINE: text(gettext_noop("mine")),
    Terrain.MOOR: text(gettext_noop("moor")),
}

PIECE_NAMES: Mapping[Piece, Text] = {
    Piece.ROAD: text(gettext_noop("road")),
    Piece.CAMP: text(gettext_noop("camp")),
    Piece.CITY: text(gettext_noop("city")),
}

SCROLL_NAMES: Mapping[Scroll, Text] = {
    Scroll.MERCENARY: text(gettext_noop("Mercenary")),
    Scroll.GLORY: text(gettext_noop("Glory")),
    Scroll.ROADS: text(gettext_noop("Roads")),
    Scroll.PLENTY: text(gettext_noop("Plenty")),
    Scroll.MONOPOLY: text(gettext_noop("Monopoly")),
}

SCROLL_HELP: Mapping[Scroll, Text] = {
    Scroll.MERCENARY: text(
        gettext_noop(
            "Move the dragon and rob somebody there, even before you roll. Three make a company worth two points."
        )
    ),
    Scroll.GLORY: text(gettext_noop("A point from the moment you buy it. It is never launched.")),
    Scroll.ROADS: text(gettext_noop("Build two roads for nothing this turn.")),
    Scroll.PLENTY: text(gettext_noop("Take two cards of your choice.")),
    Scroll.MONOPOLY: text(gettext_noop("Name a material: every rival gives you all of it.")),
}

CLASSES: Mapping[str, Text] = {
    "guerrero": text(gettext_noop("Warrior")),
    "paladin": text(gettext_noop("Paladin")),
    "enano": text(gettext_noop("Dwarf")),
    "cazador": text(gettext_noop("Hunter")),
    "asesino": text(gettext_noop("Assassin")),
    "druida": text(gettext_noop("Druid")),
    "mago": text(gettext_noop("Mage")),
    "hechicero": text(gettext_noop("Sorcerer")),
    "monje": text(gettext_noop("Monk")),
}
"""The portraits one chooses from."""

OPTIONS: tuple[Option, ...] = (
    Option(
        name="version",
        choices=tuple(version.value for version in Version),
        default=Version.BASICO.value,
        title=text(gettext_noop("Version")),
        help=text(gettext_noop("How much of the game you play.")),
        labels={Version.BASICO.value: text(gettext_noop("Basic: the island, roads, camps, cities, trade"))},
    ),
    Option(
        name="goal",
        choices=GOALS,
        default=DEFAULT_GOAL,
        title=text(gettext_noop("Victory points")),
        help=text(gettext_noop("Whoever has so many first wins, on anybody's turn.")),
        labels={goal: text(goal) for goal in GOALS},
        whole=GOAL,
    ),
)

REASONS: Mapping[str, Text] = {"goal": text(gettext_noop("The victory points are reached."))}


def cards_of(material: Material, n: int) -> Text:
    """So many cards of a material."""
    match material:
        case Material.WOOD:
            return plural(gettext_noop("{n} wood"), gettext_noop("{n} woods"), n=n)
        case Material.CLAY:
            return plural(gettext_noop("{n} clay"), gettext_noop("{n} clays"), n=n)
        case Material.WHEAT:
            return plural(gettext_noop("{n} wheat"), gettext_noop("{n} wheats"), n=n)
        case Material.WOOL:
            return plural(gettext_noop("{n} wool"), gettext_noop("{n} wools"), n=n)
        case Material.STONE:
            return plural(gettext_noop("{n} stone"), gettext_noop("{n} stones"), n=n)


def cards_name(counts: Sequence[int]) -> Text:
    """So many of each material, in words."""
    parts = [cards_of(MATERIALS[at], n) for at, n in enumerate(counts) if n]
    return listed(parts) if parts else text(gettext_noop("nothing"))


def tell(event: Event) -> Text:
    """The log's sentence for what happened."""
    match event:
        case Built() | Started() | ScrollBought() | Exchanged() | RouteAwarded() | CompanyAwarded():
            return _tell_building(event)
        case (
            Offered() | HandRaised() | Declined() | Countered() | CounterRejected() | Traded() | OfferEnded()
        ):
            return _tell_trade(event)
        case Discarded() | DragonMoved() | Stole() | NothingToSteal():
            return _tell_dragon(event)
        case Launched() | FreeRoads() | TookPlenty() | GaveAll():
            return _tell_scroll(event)
    return _tell_turn(event)


def _tell_turn(event: Event) -> Text:
    match event:
        case TurnBegan(seat, number):
            return text(gettext_noop("Turn {number}: {who}."), who=Who(seat), number=number)
        case TurnSkipped(seat):
            return text(gettext_noop("{who} is away, so the turn passes."), who=Who(seat))
        case Rolled(seat, red, white):
            return text(
                gettext_noop("{who} rolled {red} and {white}: {sum}."),
                who=Who(seat),
                red=red,
                white=white,
                sum=red + white,
            )
        case Produced(seat, counts):
            return text(gettext_noop("{who} got {cards}."), who=Who(seat), cards=cards_name(counts))
        case SevenSpared():
            return text(gettext_noop("In the first round a seven does nothing."))
        case WindowOpened(seat):
            return text(gettext_noop("{who} may build out of turn."), who=Who(seat))
        case Left(seat):
            return text(gettext_noop("{who} is away."), who=Who(seat))
        case Returned(seat):
            return text(gettext_noop("{who} is back."), who=Who(seat))
    raise TypeError(event)


BUILT: Mapping[tuple[Piece, bool], str] = {
    (Piece.ROAD, True): gettext_noop("{who} built a road."),
    (Piece.ROAD, False): gettext_noop("{who} laid a road for free."),
    (Piece.CAMP, True): gettext_noop("{who} built a camp."),
    (Piece.CAMP, False): gettext_noop("{who} founded a camp."),
    (Piece.CITY, True): gettext_noop("{who} made a camp a city."),
}


def _tell_building(event: Event) -> Text:
    match event:
        case Built(seat, piece, _, paid):
            return text(BUILT[piece, paid], who=Who(seat))
        case Started(seat, counts):
            return text(gettext_noop("{who} starts with {cards}."), who=Who(seat), cards=cards_name(counts))
        case ScrollBought(seat, None):
            return text(gettext_noop("{who} bought a scroll."), who=Who(seat))
        case ScrollBought(seat, Scroll() as scroll):
            return text(
                gettext_noop("{who} bought a scroll: {scroll}."), who=Who(seat), scroll=SCROLL_NAMES[scroll]
            )
        case Exchanged(seat, give, n, get):
            return text(
                gettext_noop("{who} gave the guild {cards} for {material}."),
                who=Who(seat),
                cards=cards_of(give, n),
                material=MATERIAL_NAMES[get],
            )
        case RouteAwarded(None):
            return text(gettext_noop("The caravan route is nobody's now."))
        case RouteAwarded(int(seat), length):
            return text(
                gettext_noop("{who} holds the caravan route, {length} long."), who=Who(seat), length=length
            )
        case CompanyAwarded(seat, mercenaries):
            return text(
                gettext_noop("{who} has the largest company: {n} mercenaries."), who=Who(seat), n=mercenaries
            )
    raise TypeError(event)


def _tell_dragon(event: Event) -> Text:
    match event:
        case Discarded(seat, count, None):
            return plural(
                gettext_noop("{who} discarded {n} card."),
                gettext_noop("{who} discarded {n} cards."),
                n=count,
                who=Who(seat),
            )
        case Discarded(seat, _, tuple(counts)):
            return text(gettext_noop("{who} discarded {cards}."), who=Who(seat), cards=cards_name(counts))
        case DragonMoved(seat, _, None):
            return text(gettext_noop("{who} moved the dragon."), who=Who(seat))
        case DragonMoved(seat, _, int(victim)):
            return text(gettext_noop("{who} set the dragon on {victim}."), who=Who(seat), victim=Who(victim))
        case Stole(seat, victim, None):
            return text(gettext_noop("{who} stole a card from {victim}."), who=Who(seat), victim=Who(victim))
        case Stole(seat, victim, Material() as material):
            return text(
                gettext_noop("{who} stole {material} from {victim}."),
                who=Who(seat),
                victim=Who(victim),
                material=MATERIAL_NAMES[material],
            )
        case NothingToSteal(seat, victim):
            return text(gettext_noop("{victim} had no card to steal."), victim=Who(victim))
    raise TypeError(event)


def _tell_trade(event: Event) -> Text:
    match event:
        case Offered(seat, None, give, want):
            return text(
                gettext_noop("{who} offers {give} for {want}."),
                who=Who(seat),
                give=cards_name(give),
                want=cards_name(want),
            )
        case Offered(seat, int(to), give, want):
            return text(
                gettext_noop("{who} offers {to} {give} for {want}."),
                who=Who(seat),
                to=Who(to),
                give=cards_name(give),
                want=cards_name(want),
            )
        case HandRaised(seat):
            return text(gettext_noop("{who} would take the offer."), who=Who(seat))
        case Declined(seat):
            return text(gettext_noop("{who} is not interested."), who=Who(seat))
        case Countered(seat, give, want):
            return text(
                gettext_noop("{who} would give {give} for {want}."),
                who=Who(seat),
                give=cards_name(give),
                want=cards_name(want),
            )
        case CounterRejected(seat, rival):
            return text(
                gettext_noop("{who} turned {rival}'s counter-offer down."), who=Who(seat), rival=Who(rival)
            )
        case Traded(seat, rival, give, got):
            return text(
                gettext_noop("{who} gave {rival} {give} for {got}."),
                who=Who(seat),
                rival=Who(rival),
                give=cards_name(give),
                got=cards_name(got),
            )
        case OfferEnded(seat):
            return text(gettext_noop("{who}'s offer is off the table."), who=Who(seat))
    raise TypeError(event)


def _tell_scroll(event: Event) -> Text:
    match event:
        case Launched(seat, scroll):
            return text(gettext_noop("{who} launched {scroll}."), who=Who(seat), scroll=SCROLL_NAMES[scroll])
        case FreeRoads(seat, n):
            return plural(
                gettext_noop("{who} may lay {n} road for free this turn."),
                gettext_noop("{who} may lay {n} roads for free this turn."),
                n=n,
                who=Who(seat),
            )
        case TookPlenty(seat, counts):
            return text(gettext_noop("{who} took {cards}."), who=Who(seat), cards=cards_name(counts))
        case GaveAll(seat, to, material, 0):
            return text(
                gettext_noop("{who} had no {material} to give."),
                who=Who(seat),
                material=MATERIAL_NAMES[material],
            )
        case GaveAll(seat, to, material, n):
            return text(
                gettext_noop("{who} gave {to} {cards}."),
                who=Who(seat),
                to=Who(to),
                cards=cards_of(material, n),
            )
    raise TypeError(event)


def ask(prompt: Prompt[State], seat: Seat) -> Text:
    """The question, to the seat that may answer it."""
    match prompt:
        case PlaceCamp():
            return text(gettext_noop("Found a camp: choose a corner."))
        case PlaceRoad():
            return text(gettext_noop("Lay a road beside your new camp."))
        case RollDice():
            return text(gettext_noop("Your turn: roll the dice."))
        case DiscardHalf():
            return text(gettext_noop("A seven, and your hand is too full: discard half of it."))
        case MoveDragon():
            return text(gettext_noop("Move the dragon to another hex, and rob somebody there if you like."))
        case TakeTurn():
            return text(gettext_noop("Build, trade, launch a scroll, or end your turn."))
        case BuildOutOfTurn():
            return text(gettext_noop("Build or buy something out of turn, or let it be."))
        case OpenOffer() | DirectedOffer():
            return text(gettext_noop("An offer lies on the table."))
        case CounterOffer(rival=rival):
            return text(gettext_noop("{who} would rather trade otherwise."), who=Who(rival))
        case WindowOrder():
            return text(gettext_noop("Building out of turn."))
    raise TypeError(prompt)


def awaits(prompt: Prompt[State], seat: Seat) -> Text:
    """The same question, to everybody else."""
    match prompt:
        case PlaceCamp():
            return text(gettext_noop("{who} is to found a camp."), who=Who(seat))
        case PlaceRoad():
            return text(gettext_noop("{who} is to lay a road."), who=Who(seat))
        case RollDice():
            return text(gettext_noop("{who} is to roll."), who=Who(seat))
        case DiscardHalf():
            return text(gettext_noop("{who} is to discard."), who=Who(seat))
        case MoveDragon():
            return text(gettext_noop("{who} is to move the dragon."), who=Who(seat))
        case TakeTurn():
            return text(gettext_noop("{who} builds and trades."), who=Who(seat))
        case BuildOutOfTurn():
            return text(gettext_noop("{who} may build out of turn."), who=Who(seat))
    raise TypeError(prompt)
