"""What Drako says to people: the log, the questions, names and help. Facts in, marked messages out."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.drawing import listed
from games.core.hexes import Direction
from games.core.model import ON_OFF, Event, Option, Prompt, Seat
from games.core.words import Text, Who, gettext_noop, plural, text
from games.drako.components import CARDS, Area, Figure, Kind, Part, Symbol
from games.drako.defence import Defend, PlaceWounds
from games.drako.events import (
    Attacked,
    Blocked,
    DeckEmptied,
    Died,
    Discarded,
    Drew,
    Escaped,
    Exchanged,
    Flew,
    Kept,
    Lost,
    Moved,
    Netted,
    Passed,
    Placed,
    Played,
    Raged,
    Wounded,
)
from games.drako.opening import ExchangeHand, PlaceDwarves
from games.drako.state import State
from games.drako.turn import DiscardDown, MoveSecond, RageOrEnd, TakeAction

TITLE = text(gettext_noop("Drako"))
TAGLINE = text(
    gettext_noop("Three dwarves hunt a young dragon in a walled valley, card by card, wound by wound.")
)
LENGTH = text(gettext_noop("30–45 min"))

SIDE_NAMES: Mapping[str, Text] = {
    "dragon": text(gettext_noop("The dragon")),
    "dwarves": text(gettext_noop("The dwarves")),
}

FIGURE_NAMES: Mapping[Figure, Text] = {
    Figure.DRAGON: text(gettext_noop("the dragon")),
    Figure.BRALD: text(gettext_noop("Brald")),
    Figure.URPEN: text(gettext_noop("Urpen")),
    Figure.MORIN: text(gettext_noop("Morin")),
}

PART_NAMES: Mapping[Part, Text] = {
    Part.ARMOUR: text(gettext_noop("armour")),
    Part.FLIGHT: text(gettext_noop("flight")),
    Part.MOVEMENT: text(gettext_noop("movement")),
    Part.FIRE: text(gettext_noop("fire")),
}

AREA_HELP: Mapping[Area, Text] = {
    Figure.BRALD: text(gettext_noop("Fury: once in the match, a wound on Brald buys one action more.")),
    Figure.URPEN: text(gettext_noop("Net: while Urpen lives, net cards pin the dragon down.")),
    Figure.MORIN: text(
        gettext_noop("Crossbow: while Morin lives, crossbow cards shoot along a straight row.")
    ),
    Part.ARMOUR: text(gettext_noop("Armour: takes the first four wounds.")),
    Part.FLIGHT: text(gettext_noop("Flight: full of wounds, the dragon can't fly any more.")),
    Part.MOVEMENT: text(gettext_noop("Movement: full of wounds, the dragon can't walk any more.")),
    Part.FIRE: text(gettext_noop("Fire: full of wounds, the dragon can't breathe fire any more.")),
}

DIRECTION_NAMES: Mapping[Direction, Text] = {
    Direction.EAST: text(gettext_noop("to the east")),
    Direction.NORTH_EAST: text(gettext_noop("to the north-east")),
    Direction.NORTH_WEST: text(gettext_noop("to the north-west")),
    Direction.WEST: text(gettext_noop("to the west")),
    Direction.SOUTH_WEST: text(gettext_noop("to the south-west")),
    Direction.SOUTH_EAST: text(gettext_noop("to the south-east")),
}

OPTIONS: tuple[Option, ...] = (
    Option(
        name="sides",
        choices=("drawn", "chosen"),
        default="drawn",
        title=text(gettext_noop("Sides")),
        help=text(gettext_noop("Who is the dragon: by lot, or as the players choose when they sit down.")),
        labels={"drawn": text(gettext_noop("drawn")), "chosen": text(gettext_noop("chosen"))},
    ),
    Option(
        name="exchange",
        choices=("off", "on"),
        default="off",
        title=text(gettext_noop("Exchange of the opening hand")),
        help=text(gettext_noop("Each side may swap its four opening cards once, all of them.")),
        labels=ON_OFF,
    ),
    Option(
        name="places",
        choices=("fixed", "free"),
        default="fixed",
        title=text(gettext_noop("Places of the dwarves")),
        help=text(gettext_noop("Where they begin: as in a first game, or where their player likes.")),
        labels={
            "fixed": text(gettext_noop("as in a first game")),
            "free": text(gettext_noop("free to choose")),
        },
    ),
)

REASONS: Mapping[str, Text] = {
    "dragon_dead": text(gettext_noop("The dragon is dead, and the valley belongs to the dwarves.")),
    "dwarves_dead": text(gettext_noop("All three dwarves have fallen to the dragon.")),
    "dwarves_out_of_cards": text(gettext_noop("The dwarves have no cards left: the dragon slips away.")),
    "resigned": text(gettext_noop("The other side gave up.")),
}


def symbol_name(symbol: Symbol) -> Text:
    """What a symbol of a card is called."""
    n = symbol.value
    match symbol.kind:
        case Kind.ATTACK:
            return text(gettext_noop("attack {n}"), n=n)
        case Kind.ATTACK2:
            return text(gettext_noop("two-dwarf attack {n}"), n=n)
        case Kind.MOVE:
            return text(gettext_noop("move {n}"), n=n)
        case Kind.MOVE2:
            return text(gettext_noop("two-dwarf move {n}"), n=n)
        case Kind.CROSSBOW:
            return text(gettext_noop("crossbow {n}"), n=n)
        case Kind.FIRE:
            return text(gettext_noop("fire {n}"), n=n)
        case Kind.NET:
            return text(gettext_noop("net"))
        case Kind.FLIGHT:
            return text(gettext_noop("flight"))
        case Kind.DEFENCE:
            return text(gettext_noop("defence"))


def card_name(card: str) -> Text:
    """A card by its symbols: "attack 2 / move 1"."""
    first, *more = (symbol_name(symbol) for symbol in CARDS[card].symbols)
    if not more:
        return first
    return text(gettext_noop("{one} / {other}"), one=first, other=more[0])


def wounds_name(wounds: int) -> Text:
    """So many wounds."""
    return plural(gettext_noop("{n} wound"), gettext_noop("{n} wounds"), n=wounds)


def tell(event: Event) -> Text:
    """The log's sentence for what happened."""
    match event:
        case Played() | Drew() | Discarded() | DeckEmptied() | Exchanged() | Kept() | Passed():
            return _tell_cards(event)
        case Attacked(symbol, targets):
            return _tell_attack(symbol, targets)
        case Blocked() | Wounded() | Lost() | Died():
            return _tell_harm(event)
        case Placed(seat, dwarf):
            return text(gettext_noop("{who} placed {figure}."), who=Who(seat), figure=FIGURE_NAMES[dwarf])
        case Moved(Figure.DRAGON, way):
            return plural(
                gettext_noop("The dragon moved {n} hex."),
                gettext_noop("The dragon moved {n} hexes."),
                n=len(way) - 1,
            )
        case Moved(dwarf, way):
            return plural(
                gettext_noop("{figure} moved {n} hex."),
                gettext_noop("{figure} moved {n} hexes."),
                n=len(way) - 1,
                figure=FIGURE_NAMES[dwarf],
            )
        case Flew():
            return text(gettext_noop("The dragon flew."))
        case Netted():
            return text(gettext_noop("Urpen threw the net over the dragon."))
        case Escaped():
            return text(gettext_noop("The dragon tore itself out of the net."))
        case Raged(seat):
            return text(gettext_noop("{who} let Brald fly into a fury: one action more."), who=Who(seat))
    raise TypeError(event)


def _tell_cards(event: Event) -> Text:
    match event:
        case Played(seat, card, None):
            return text(
                gettext_noop("{who} played a card for nothing: {card}."), who=Who(seat), card=card_name(card)
            )
        case Played(seat, _, Symbol() as symbol):
            return text(gettext_noop("{who} played {symbol}."), who=Who(seat), symbol=symbol_name(symbol))
        case Drew(seat, None):
            return text(gettext_noop("{who} drew two cards."), who=Who(seat))
        case Drew(seat, (one, other)):
            return text(
                gettext_noop("{who} drew two cards: {one} and {other}."),
                who=Who(seat),
                one=card_name(one),
                other=card_name(other),
            )
        case Discarded(seat, cards):
            return text(
                gettext_noop("{who} had too many cards and discarded {cards}."),
                who=Who(seat),
                cards=listed([card_name(card) for card in cards]),
            )
        case DeckEmptied(seat):
            return text(gettext_noop("{who} has no deck any more."), who=Who(seat))
        case Exchanged(seat):
            return text(gettext_noop("{who} exchanged the opening hand."), who=Who(seat))
        case Kept(seat):
            return text(gettext_noop("{who} kept the opening hand."), who=Who(seat))
        case Passed(seat):
            return text(gettext_noop("{who} has no cards left and passed."), who=Who(seat))
    raise TypeError(event)


def _tell_attack(symbol: Symbol, targets: tuple[Figure, ...]) -> Text:
    n = symbol.value
    match symbol.kind:
        case Kind.CROSSBOW:
            return text(gettext_noop("Morin shot at the dragon with strength {n}."), n=n)
        case Kind.ATTACK2 if len(targets) == 2:
            return text(gettext_noop("Two dwarves struck at the dragon with strength {n} each."), n=n)
        case Kind.FIRE:
            return text(
                gettext_noop("The dragon breathed fire of strength {n} at {targets}."),
                n=n,
                targets=listed([FIGURE_NAMES[target] for target in targets]),
            )
    if targets == (Figure.DRAGON,):
        return text(gettext_noop("A dwarf struck at the dragon with strength {n}."), n=n)
    return text(
        gettext_noop("The dragon struck at {target} with strength {n}."), target=FIGURE_NAMES[targets[0]], n=n
    )


def _tell_harm(event: Event) -> Text:
    match event:
        case Blocked(seat, card, Figure.DRAGON):
            return text(
                gettext_noop("{who} blocked the blow with {card}."), who=Who(seat), card=card_name(card)
            )
        case Blocked(seat, card, target):
            return text(
                gettext_noop("{who} shielded {figure} with {card}."),
                who=Who(seat),
                figure=FIGURE_NAMES[target],
                card=card_name(card),
            )
        case Wounded(Part() as part, wounds):
            return plural(
                gettext_noop("{n} wound for the dragon: {part}."),
                gettext_noop("{n} wounds for the dragon: {part}."),
                n=wounds,
                part=PART_NAMES[part],
            )
        case Wounded(Figure() as dwarf, wounds):
            return plural(
                gettext_noop("{n} wound for {figure}."),
                gettext_noop("{n} wounds for {figure}."),
                n=wounds,
                figure=FIGURE_NAMES[dwarf],
            )
        case Lost(Part.FLIGHT):
            return text(gettext_noop("The dragon's wings are in tatters: it can't fly any more."))
        case Lost(Part.MOVEMENT):
            return text(gettext_noop("The dragon's legs give way: it can't walk any more."))
        case Lost():
            return text(gettext_noop("The dragon's fire is out: it can't breathe it any more."))
        case Died(Figure.DRAGON):
            return text(gettext_noop("The dragon is dead."))
        case Died(dwarf):
            return text(gettext_noop("{figure} is dead."), figure=FIGURE_NAMES[dwarf])
    raise TypeError(event)


def ask(prompt: Prompt[State], seat: Seat) -> Text:
    """The question, to the seat that owes the answer."""
    match prompt:
        case TakeAction():
            return text(gettext_noop("Your action: draw two cards, or play one."))
        case Defend():
            return text(gettext_noop("You are attacked! Block with a shield, or let it come?"))
        case PlaceWounds():
            return plural(
                gettext_noop("The dragon is hit. Where does the wound go?"),
                gettext_noop("The dragon is hit. Where do the {n} wounds go?"),
                n=prompt.wounds,
            )
        case MoveSecond():
            return text(gettext_noop("Does a second dwarf move, too?"))
        case DiscardDown():
            return text(gettext_noop("Six cards are the most you can hold. What do you discard?"))
        case RageOrEnd():
            return text(gettext_noop("End your turn, or use Brald's Fury for one more action?"))
        case ExchangeHand():
            return text(gettext_noop("Your opening hand: keep it, or exchange all four cards?"))
        case PlaceDwarves():
            return text(gettext_noop("Place your dwarves, away from the dragon."))
    raise TypeError(prompt)


def awaits(prompt: Prompt[State], seat: Seat) -> Text:
    """The same question, to everybody else."""
    match prompt:
        case TakeAction():
            return text(gettext_noop("{who} is to draw two cards or play one."), who=Who(seat))
        case Defend():
            return text(gettext_noop("{who} is to block the attack or let it come."), who=Who(seat))
        case PlaceWounds():
            return text(gettext_noop("{who} is to place the dragon's wounds."), who=Who(seat))
        case MoveSecond():
            return text(gettext_noop("{who} may move a second dwarf."), who=Who(seat))
        case DiscardDown():
            return text(gettext_noop("{who} is to discard down to six cards."), who=Who(seat))
        case RageOrEnd():
            return text(gettext_noop("{who} is to end the turn or use Fury."), who=Who(seat))
        case ExchangeHand():
            return text(gettext_noop("{who} may exchange the opening hand."), who=Who(seat))
        case PlaceDwarves():
            return text(gettext_noop("{who} is to place the dwarves."), who=Who(seat))
    raise TypeError(prompt)
