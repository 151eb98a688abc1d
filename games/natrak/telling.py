"""Natrak's log: a sentence for everything that happens."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.model import Event
from games.core.words import Text, Who, gettext_noop, plural, text
from games.natrak.components import Material, Piece, Progress, Scroll
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
from games.natrak.names import (
    DISCIPLINE_NAMES,
    MATERIAL_NAMES,
    PROGRESS_NAMES,
    SCROLL_NAMES,
    cards_name,
    cards_of,
)


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
