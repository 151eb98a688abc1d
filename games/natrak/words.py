"""What Natrak says to people: the log, the questions, names and help. Facts in, marked messages out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.core.drawing import listed
from games.core.model import Event, Option, Prompt, Seat
from games.core.words import Text, Who, gettext_noop, plural, text
from games.natrak.alchemy import TakeCards
from games.natrak.components import (
    DEFAULT_GOALS,
    GOAL,
    GOALS,
    KINDS,
    Discipline,
    Material,
    Piece,
    Progress,
    Scroll,
    Terrain,
    Version,
)
from games.natrak.consolation import Consolation
from games.natrak.crown import BringGifts, Sabotaged, TakeProgress
from games.natrak.dragon import DiscardHalf, MoveBeast, MoveDragon
from games.natrak.events import (
    Activated,
    AdventurerLost,
    Built,
    Colonised,
    CompanyAwarded,
    ConsolationOwed,
    Consoled,
    Countered,
    CounterRejected,
    Declined,
    Defended,
    DiceSet,
    Discarded,
    Discovered,
    Displaced,
    DragonMoved,
    Exchanged,
    Expelled,
    FleetSails,
    FogLifted,
    FortressesHeld,
    FreeRoads,
    GateOpened,
    Gave,
    GaveAll,
    GoblinsAttacked,
    GoblinsMarched,
    HandRaised,
    HarbourTraded,
    KrakenMoved,
    Launched,
    Left,
    LookedInto,
    MerchantMoved,
    MetropolisClaimed,
    MetropolisPlaced,
    NoBooty,
    NothingToSteal,
    Offered,
    OfferEnded,
    Pillaged,
    Planted,
    Produced,
    ProgressDrawn,
    ProgressPlayed,
    ProgressRevealed,
    ProgressStolen,
    Promoted,
    Raised,
    Redeemed,
    Returned,
    RoadRemoved,
    Rolled,
    RouteAwarded,
    Sailed,
    ScrollBought,
    SevenSpared,
    Started,
    Stole,
    TokensSwapped,
    TookPlenty,
    Traded,
    TurnBegan,
    TurnSkipped,
    Walked,
    Walled,
    WindowOpened,
)
from games.natrak.foundation import PlaceCamp, PlaceRoad
from games.natrak.goblins import PillageCity
from games.natrak.gold import ChangeGold
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
    Material.HERBS: text(gettext_noop("herbs")),
    Material.TRIBUTE: text(gettext_noop("tribute")),
    Material.COIN: text(gettext_noop("coin")),
    Material.GOLD: text(gettext_noop("gold")),
}

TERRAIN_NAMES: Mapping[Terrain, Text] = {
    Terrain.FOREST: text(gettext_noop("forest")),
    Terrain.MEADOW: text(gettext_noop("meadow")),
    Terrain.FIELD: text(gettext_noop("farmland")),
    Terrain.QUARRY: text(gettext_noop("clay pit")),
    Terrain.MINE: text(gettext_noop("mine")),
    Terrain.MOOR: text(gettext_noop("moor")),
    Terrain.GOLD: text(gettext_noop("gold field")),
    Terrain.SEA: text(gettext_noop("sea")),
}

PIECE_NAMES: Mapping[Piece, Text] = {
    Piece.ROAD: text(gettext_noop("road")),
    Piece.CAMP: text(gettext_noop("camp")),
    Piece.CITY: text(gettext_noop("city")),
    Piece.SHIP: text(gettext_noop("drakkar")),
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

DISCIPLINE_NAMES: Mapping[Discipline, Text] = {
    Discipline.ALCHEMY: text(gettext_noop("Alchemy")),
    Discipline.CROWN: text(gettext_noop("the Crown")),
    Discipline.RELIGION: text(gettext_noop("Religion")),
}

PROGRESS_NAMES: Mapping[Progress, Text] = {
    Progress.MERCHANT: text(gettext_noop("Merchant")),
    Progress.FLEET: text(gettext_noop("Merchant Fleet")),
    Progress.HARBOUR: text(gettext_noop("Commercial Harbour")),
    Progress.MASTER: text(gettext_noop("Master Merchant")),
    Progress.RESOURCE_MONOPOLY: text(gettext_noop("Resource Monopoly")),
    Progress.GOODS_MONOPOLY: text(gettext_noop("Goods Monopoly")),
    Progress.BISHOP: text(gettext_noop("Bishop")),
    Progress.CONSTITUTION: text(gettext_noop("Constitution")),
    Progress.DESERTER: text(gettext_noop("Deserter")),
    Progress.DIPLOMAT: text(gettext_noop("Diplomat")),
    Progress.SPY: text(gettext_noop("Spy")),
    Progress.INTRIGUE: text(gettext_noop("Intrigue")),
    Progress.SABOTEUR: text(gettext_noop("Saboteur")),
    Progress.WARLORD: text(gettext_noop("Warlord")),
    Progress.WEDDING: text(gettext_noop("Wedding")),
    Progress.ALCHEMIST: text(gettext_noop("Alchemist")),
    Progress.CRANE: text(gettext_noop("Crane")),
    Progress.SMITH: text(gettext_noop("Smith")),
    Progress.PRINTER: text(gettext_noop("Printing Press")),
    Progress.ENGINEERING: text(gettext_noop("Engineering")),
    Progress.ROAD_ENGINEERING: text(gettext_noop("Road Engineering")),
    Progress.INVENTOR: text(gettext_noop("Inventor")),
    Progress.IRRIGATION: text(gettext_noop("Irrigation")),
    Progress.MEDICINE: text(gettext_noop("Medicine")),
    Progress.MINING: text(gettext_noop("Mining")),
    Progress.FAIR: text(gettext_noop("Fair")),
    Progress.CONTRABAND: text(gettext_noop("Contraband")),
    Progress.EMISSARY: text(gettext_noop("Emissary of the Dragon")),
    Progress.LEVY: text(gettext_noop("Levy")),
    Progress.SCHOLAR: text(gettext_noop("Scholar")),
}

PROGRESS_HELP: Mapping[Progress, Text] = {
    Progress.MERCHANT: text(
        gettext_noop(
            "Put the Merchant on a hex of yours: its resource trades 2:1, and it is worth a point while you keep it."
        )
    ),
    Progress.FLEET: text(gettext_noop("Name a material: the guild takes it 2:1 this turn.")),
    Progress.HARBOUR: text(
        gettext_noop("Name a resource: every rival with goods gives you a random one for a card of it.")
    ),
    Progress.MASTER: text(
        gettext_noop("Look at the hand of a rival with more points, and take two cards of your choice.")
    ),
    Progress.RESOURCE_MONOPOLY: text(gettext_noop("Name a basic resource: every rival gives you up to two.")),
    Progress.GOODS_MONOPOLY: text(gettext_noop("Name a good: every rival gives you one.")),
    Progress.BISHOP: text(
        gettext_noop("Move the dragon and take a random card from every rival with a building there.")
    ),
    Progress.CONSTITUTION: text(gettext_noop("A point, open on the table from the moment it is drawn.")),
    Progress.DESERTER: text(
        gettext_noop("A rival loses an adventurer of its lowest level, and you plant one of that level.")
    ),
    Progress.DIPLOMAT: text(gettext_noop("Take a rival's road with a loose end off the board.")),
    Progress.SPY: text(gettext_noop("Look at a rival's progress cards and take one.")),
    Progress.INTRIGUE: text(
        gettext_noop("Take a rival's adventurer that stands at a road of yours off the board.")
    ),
    Progress.SABOTEUR: text(
        gettext_noop("Every rival with as many points as you, or more, discards half of its hand.")
    ),
    Progress.WARLORD: text(gettext_noop("Activate all your resting adventurers for nothing.")),
    Progress.WEDDING: text(
        gettext_noop("Every rival with more points than you gives you two cards of its choice.")
    ),
    Progress.ALCHEMIST: text(
        gettext_noop("Set both dice of your next roll, for all to know; the event die stays with chance.")
    ),
    Progress.CRANE: text(gettext_noop("Your next level in a discipline this turn costs one less.")),
    Progress.SMITH: text(gettext_noop("Promote two adventurers for nothing this turn.")),
    Progress.PRINTER: text(gettext_noop("A point, open on the table from the moment it is drawn.")),
    Progress.ENGINEERING: text(gettext_noop("Build a wall for nothing this turn.")),
    Progress.ROAD_ENGINEERING: text(gettext_noop("Build two roads for nothing this turn.")),
    Progress.INVENTOR: text(
        gettext_noop("Two number tokens change places; 2, 6, 8 and 12 stay where they are.")
    ),
    Progress.IRRIGATION: text(gettext_noop("Two wheat for every farmland that a building of yours touches.")),
    Progress.MEDICINE: text(gettext_noop("A city this turn costs one wheat and one stone less.")),
    Progress.MINING: text(gettext_noop("Two stone for every mine that a building of yours touches.")),
    Progress.FAIR: text(gettext_noop("Take two cards of your choice.")),
    Progress.CONTRABAND: text(gettext_noop("Take a random card from a rival.")),
    Progress.EMISSARY: text(gettext_noop("Move the dragon and rob somebody there.")),
    Progress.LEVY: text(gettext_noop("Activate a resting adventurer for nothing.")),
    Progress.SCHOLAR: text(gettext_noop("A point as long as you hold it. It is never played.")),
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

VERSION_NAMES: Mapping[Version, Text] = {
    Version.BASICO: text(gettext_noop("Basic: the island, roads, camps, cities, trade")),
    Version.AVENTUREROS: text(
        gettext_noop("With adventurers: goblins, adventurers, disciplines and progress cards besides")
    ),
    Version.COMPLETO: text(
        gettext_noop("Complete: the sea as well, with lesser islands, fog, drakkars, gold and a kraken")
    ),
}

OPTIONS: tuple[Option, ...] = (
    Option(
        name="version",
        choices=tuple(version.value for version in Version),
        default=Version.BASICO.value,
        title=text(gettext_noop("Version")),
        help=text(gettext_noop("How much of the game you play.")),
        labels={version.value: name for version, name in VERSION_NAMES.items()},
    ),
    Option(
        name="goal",
        choices=GOALS,
        default=DEFAULT_GOALS[Version.BASICO],
        title=text(gettext_noop("Victory points")),
        help=text(gettext_noop("Whoever reaches that many first wins, on anybody's turn.")),
        labels={goal: text(goal) for goal in GOALS},
        whole=GOAL,
        by="version",
        defaults={version.value: goal for version, goal in DEFAULT_GOALS.items()},
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
        case Material.HERBS:
            return plural(gettext_noop("{n} herb"), gettext_noop("{n} herbs"), n=n)
        case Material.TRIBUTE:
            return plural(gettext_noop("{n} tribute"), gettext_noop("{n} tributes"), n=n)
        case Material.COIN:
            return plural(gettext_noop("{n} coin"), gettext_noop("{n} coins"), n=n)
        case Material.GOLD:
            return plural(gettext_noop("{n} gold"), gettext_noop("{n} golds"), n=n)


def cards_name(counts: Sequence[int]) -> Text:
    """So many of each material, in words."""
    parts = [cards_of(KINDS[at], n) for at, n in enumerate(counts) if n]
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
        case GoblinsMarched() | GoblinsAttacked() | Defended() | Pillaged() | FortressesHeld() | NoBooty():
            return _tell_goblins(event)
        case (
            Walled()
            | Planted()
            | Activated()
            | Promoted()
            | Walked()
            | Displaced()
            | Expelled()
            | AdventurerLost()
        ):
            return _tell_adventurers(event)
        case Raised() | MetropolisClaimed() | MetropolisPlaced() | ConsolationOwed() | Consoled():
            return _tell_discipline(event)
        case GateOpened() | ProgressDrawn() | ProgressRevealed() | ProgressPlayed() | ProgressStolen():
            return _tell_progress(event)
        case (
            MerchantMoved()
            | FleetSails()
            | HarbourTraded()
            | LookedInto()
            | Gave()
            | RoadRemoved()
            | DiceSet()
            | TokensSwapped()
        ):
            return _tell_deed(event)
        case Sailed() | FogLifted() | Discovered() | Colonised() | KrakenMoved() | Redeemed():
            return _tell_sea(event)
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
    (Piece.CITY, False): gettext_noop("{who} founded a city."),
    (Piece.SHIP, True): gettext_noop("{who} launched a drakkar."),
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


def _tell_sea(event: Event) -> Text:
    match event:
        case Sailed(seat, _, _):
            return text(gettext_noop("{who} moved a drakkar."), who=Who(seat))
        case FogLifted(_, token):
            return text(gettext_noop("The fog lifts: number {token}."), token=token)
        case Discovered(seat, _, material):
            return text(gettext_noop("{who} discovered {cards}."), who=Who(seat), cards=cards_of(material, 1))
        case Colonised(seat, _):
            return text(
                gettext_noop("{who} is new on a lesser island, which is worth a point more."), who=Who(seat)
            )
        case KrakenMoved(seat, _, None):
            return text(gettext_noop("{who} moved the kraken."), who=Who(seat))
        case KrakenMoved(seat, _, int(victim)):
            return text(gettext_noop("{who} set the kraken on {victim}."), who=Who(seat), victim=Who(victim))
        case Redeemed(seat, material):
            return text(
                gettext_noop("{who} changed gold for {cards}."), who=Who(seat), cards=cards_of(material, 1)
            )
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


def _tell_goblins(event: Event) -> Text:
    match event:
        case GoblinsMarched(step):
            return text(gettext_noop("The goblins march: step {step}."), step=step)
        case GoblinsAttacked(strength, defence):
            return text(
                gettext_noop("The goblins attack with strength {strength}; the defence is {defence}."),
                strength=strength,
                defence=defence,
            )
        case Defended(seat, level):
            return text(
                gettext_noop("{who} gave most to the defence, {level}, and gains a point."),
                who=Who(seat),
                level=level,
            )
        case Pillaged(seat, _, True):
            return text(
                gettext_noop("The goblins pillage a city of {who}, and its wall is gone."), who=Who(seat)
            )
        case Pillaged(seat, _, False):
            return text(gettext_noop("The goblins pillage a city of {who}."), who=Who(seat))
        case FortressesHeld(seat):
            return text(gettext_noop("{who}'s fortresses hold: nothing is lost."), who=Who(seat))
        case NoBooty():
            return text(gettext_noop("There is no city, and the goblins leave without booty."))
    raise TypeError(event)


def _tell_adventurers(event: Event) -> Text:
    match event:
        case Walled(seat, _, True):
            return text(gettext_noop("{who} built a wall."), who=Who(seat))
        case Walled(seat, _, False):
            return text(gettext_noop("{who} built a wall for free."), who=Who(seat))
        case Planted(seat, _, level, _):
            return text(
                gettext_noop("{who} planted an adventurer of level {level}."), who=Who(seat), level=level
            )
        case Activated(seat, _, _):
            return text(gettext_noop("{who} activated an adventurer."), who=Who(seat))
        case Promoted(seat, _, level, _):
            return text(
                gettext_noop("{who} promoted an adventurer to level {level}."), who=Who(seat), level=level
            )
        case Walked(seat, _, _):
            return text(gettext_noop("{who} moved an adventurer."), who=Who(seat))
        case Displaced(seat, _, None):
            return text(gettext_noop("{who}'s adventurer had nowhere to go and left."), who=Who(seat))
        case Displaced(seat, _, int()):
            return text(gettext_noop("{who}'s adventurer had to make way."), who=Who(seat))
        case Expelled(seat, _, True):
            return text(
                gettext_noop("An adventurer of {who} blows the horn: the dragon or the kraken moves on."),
                who=Who(seat),
            )
        case Expelled(seat, _, False):
            return text(gettext_noop("An adventurer of {who} drove the dragon off."), who=Who(seat))
        case AdventurerLost(seat, _, level):
            return text(
                gettext_noop("{who} lost an adventurer of level {level}."), who=Who(seat), level=level
            )
    raise TypeError(event)


def _tell_discipline(event: Event) -> Text:
    match event:
        case Raised(seat, discipline, level, _):
            return text(
                gettext_noop("{who} rose to level {level} of {discipline}."),
                who=Who(seat),
                level=level,
                discipline=DISCIPLINE_NAMES[discipline],
            )
        case MetropolisClaimed(seat, discipline, None):
            return text(
                gettext_noop("The metropolis of {discipline} is {who}'s."),
                who=Who(seat),
                discipline=DISCIPLINE_NAMES[discipline],
            )
        case MetropolisClaimed(seat, discipline, int(loser)):
            return text(
                gettext_noop("{who} took the metropolis of {discipline} from {loser}."),
                who=Who(seat),
                loser=Who(loser),
                discipline=DISCIPLINE_NAMES[discipline],
            )
        case MetropolisPlaced(seat, discipline, _):
            return text(
                gettext_noop("{who} placed the metropolis of {discipline}: the city is a fortress."),
                who=Who(seat),
                discipline=DISCIPLINE_NAMES[discipline],
            )
        case ConsolationOwed(seat):
            return text(
                gettext_noop("The roll brought {who} nothing: Religion consoles with a card."), who=Who(seat)
            )
        case Consoled(seat, material):
            return text(
                gettext_noop("{who} took {cards} for consolation."),
                who=Who(seat),
                cards=cards_of(material, 1),
            )
    raise TypeError(event)


def _tell_progress(event: Event) -> Text:
    match event:
        case GateOpened(discipline):
            return text(
                gettext_noop("The gate of {discipline} opens."), discipline=DISCIPLINE_NAMES[discipline]
            )
        case ProgressDrawn(seat, discipline, None):
            return text(
                gettext_noop("{who} drew a card of {discipline}."),
                who=Who(seat),
                discipline=DISCIPLINE_NAMES[discipline],
            )
        case ProgressDrawn(seat, discipline, Progress() as card):
            return text(
                gettext_noop("{who} drew a card of {discipline}: {card}."),
                who=Who(seat),
                discipline=DISCIPLINE_NAMES[discipline],
                card=PROGRESS_NAMES[card],
            )
        case ProgressRevealed(seat, card):
            return text(
                gettext_noop("{who} drew {card}, worth a point."), who=Who(seat), card=PROGRESS_NAMES[card]
            )
        case ProgressPlayed(seat, card):
            return text(gettext_noop("{who} played {card}."), who=Who(seat), card=PROGRESS_NAMES[card])
        case ProgressStolen(seat, victim, None):
            return text(
                gettext_noop("{who} took a progress card from {victim}."), who=Who(seat), victim=Who(victim)
            )
        case ProgressStolen(seat, victim, Progress() as card):
            return text(
                gettext_noop("{who} took a progress card from {victim}: {card}."),
                who=Who(seat),
                victim=Who(victim),
                card=PROGRESS_NAMES[card],
            )
    raise TypeError(event)


def _tell_deed(event: Event) -> Text:
    match event:
        case MerchantMoved(seat, _):
            return text(gettext_noop("The Merchant trades for {who} now."), who=Who(seat))
        case FleetSails(seat, material):
            return text(
                gettext_noop("{who}'s fleet trades {material} 2:1 this turn."),
                who=Who(seat),
                material=MATERIAL_NAMES[material],
            )
        case HarbourTraded(seat, rival, material, None):
            return text(
                gettext_noop("{rival} gave {who} a good for {material}."),
                who=Who(seat),
                rival=Who(rival),
                material=MATERIAL_NAMES[material],
            )
        case HarbourTraded(seat, rival, material, Material() as good):
            return text(
                gettext_noop("{rival} gave {who} {good} for {material}."),
                who=Who(seat),
                rival=Who(rival),
                good=MATERIAL_NAMES[good],
                material=MATERIAL_NAMES[material],
            )
        case LookedInto(seat, rival, True):
            return text(
                gettext_noop("{who} looks at {rival}'s progress cards."), who=Who(seat), rival=Who(rival)
            )
        case LookedInto(seat, rival, False):
            return text(gettext_noop("{who} looks at {rival}'s hand."), who=Who(seat), rival=Who(rival))
        case Gave(seat, to, count, None):
            return plural(
                gettext_noop("{who} gave {to} {n} card."),
                gettext_noop("{who} gave {to} {n} cards."),
                n=count,
                who=Who(seat),
                to=Who(to),
            )
        case Gave(seat, to, _, tuple(counts)):
            return text(
                gettext_noop("{who} gave {to} {cards}."),
                who=Who(seat),
                to=Who(to),
                cards=cards_name(counts),
            )
        case RoadRemoved(seat, rival, _):
            return text(
                gettext_noop("{who}'s Diplomat took a road of {rival} off the board."),
                who=Who(seat),
                rival=Who(rival),
            )
        case DiceSet(seat, red, white):
            return text(
                gettext_noop("{who}'s next roll is set: {red} and {white}."),
                who=Who(seat),
                red=red,
                white=white,
            )
        case TokensSwapped(seat, _, _):
            return text(gettext_noop("{who} swapped two number tokens."), who=Who(seat))
    raise TypeError(event)


def ask(prompt: Prompt[State], seat: Seat) -> Text:
    """The question, to the seat that may answer it."""
    match prompt:
        case PlaceCamp(piece=Piece.CITY):
            return text(gettext_noop("Found a city: choose a corner."))
        case PlaceCamp():
            return text(gettext_noop("Found a camp: choose a corner."))
        case PlaceRoad():
            return text(gettext_noop("Lay a road beside your new piece."))
        case RollDice():
            return text(gettext_noop("Your turn: roll the dice."))
        case DiscardHalf():
            return text(gettext_noop("A seven, and your hand is too full: discard half of it."))
        case MoveBeast():
            return text(
                gettext_noop("Move the dragon, or the kraken at sea, and rob somebody there if you like.")
            )
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
        case ChangeGold():
            return text(gettext_noop("You hold gold: change it for what you need, when you like."))
        case Consolation():
            return text(gettext_noop("The roll brought you nothing: choose a resource for consolation."))
    return _ask_saga(prompt)


def _ask_saga(prompt: Prompt[State]) -> Text:
    match prompt:
        case PillageCity():
            return text(gettext_noop("The goblins have won: choose the city that they pillage."))
        case Sabotaged():
            return text(gettext_noop("A Saboteur: discard half of your hand."))
        case BringGifts(to=to):
            return text(gettext_noop("{who} weds: choose the cards that you give."), who=Who(to))
        case TakeProgress(rival=rival):
            return text(gettext_noop("Take one of {who}'s progress cards."), who=Who(rival))
        case TakeCards(rival=rival):
            return text(gettext_noop("Take cards from {who}'s hand."), who=Who(rival))
    raise TypeError(prompt)


def awaits(prompt: Prompt[State], seat: Seat) -> Text:
    """The same question, to everybody else."""
    match prompt:
        case PlaceCamp(piece=Piece.CITY):
            return text(gettext_noop("{who} is to found a city."), who=Who(seat))
        case PlaceCamp():
            return text(gettext_noop("{who} is to found a camp."), who=Who(seat))
        case PlaceRoad():
            return text(gettext_noop("{who} is to lay a road."), who=Who(seat))
        case RollDice():
            return text(gettext_noop("{who} is to roll."), who=Who(seat))
        case DiscardHalf() | Sabotaged():
            return text(gettext_noop("{who} is to discard."), who=Who(seat))
        case PillageCity():
            return text(gettext_noop("{who} is to choose the city that the goblins pillage."), who=Who(seat))
        case BringGifts():
            return text(gettext_noop("{who} is to choose a wedding gift."), who=Who(seat))
        case TakeProgress() | TakeCards():
            return text(gettext_noop("{who} is to take cards."), who=Who(seat))
        case MoveBeast():
            return text(gettext_noop("{who} is to move the dragon or the kraken."), who=Who(seat))
        case MoveDragon():
            return text(gettext_noop("{who} is to move the dragon."), who=Who(seat))
        case TakeTurn():
            return text(gettext_noop("{who} builds and trades."), who=Who(seat))
        case BuildOutOfTurn():
            return text(gettext_noop("{who} may build out of turn."), who=Who(seat))
    raise TypeError(prompt)
