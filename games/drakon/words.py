"""What Drakon says to people: the log, the questions, names and help. Facts in, marked messages out."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.model import ON_OFF, Event, Option, Prompt, Seat
from games.core.words import Text, Who, gettext_noop, plural, text
from games.drakon.chambers import (
    DestroyChamber,
    MindControl,
    RobHand,
    RotateChamber,
    ShiftChamber,
    TakeStartCoin,
)
from games.drakon.components import CHAMBERS, Hero, Kind
from games.drakon.deeds import KeepCoin
from games.drakon.events import (
    Buried,
    Cause,
    Destroyed,
    Drew,
    Found,
    HoardEmpty,
    LeftStartCoin,
    Loss,
    Lost,
    Moved,
    NoEffect,
    NothingFitted,
    PileEmptied,
    Placed,
    Refused,
    Robbed,
    Rotated,
    Shifted,
    Skipped,
    Spent,
    Stole,
    TookStartCoin,
    Warned,
)
from games.drakon.state import State
from games.drakon.turn import FinishTurn, TakeTurn

TITLE = text(gettext_noop("Drakon"))
TAGLINE = text(
    gettext_noop("Build the dragon's maze, twist it under your rivals, and be the first to grab five coins.")
)
LENGTH = text(gettext_noop("30–45 min"))

CHAMBER_NAMES: Mapping[Kind, Text] = {
    Kind.BLANK: text(gettext_noop("Empty Chamber")),
    Kind.SHIFT: text(gettext_noop("Magic Shift")),
    Kind.DESTROY: text(gettext_noop("Destroy a Chamber")),
    Kind.DUE: text(gettext_noop("Drakon's Due")),
    Kind.MAP: text(gettext_noop("Map Chamber")),
    Kind.GOLD: text(gettext_noop("Find Gold")),
    Kind.GALE: text(gettext_noop("Heavy Gale")),
    Kind.WIND: text(gettext_noop("Strong Wind")),
    Kind.KEY: text(gettext_noop("Master Key")),
    Kind.ORB: text(gettext_noop("Mind Control Orb")),
    Kind.ROTATE: text(gettext_noop("Rotate a Chamber")),
    Kind.START: text(gettext_noop("Start")),
    Kind.STEAL_LEFT: text(gettext_noop("Steal a Coin (left)")),
    Kind.STEAL_RIGHT: text(gettext_noop("Steal a Coin (right)")),
    Kind.VORTEX: text(gettext_noop("Magic Vortex")),
    Kind.WELL: text(gettext_noop("Wishing Well")),
}

CHAMBER_HELP: Mapping[Kind, Text] = {
    Kind.BLANK: text(gettext_noop("Only arrows. Nothing happens here.")),
    Kind.SHIFT: text(
        gettext_noop(
            "Swap a chamber without heroes, never the start, for one from your hand. The old one becomes yours."
        )
    ),
    Kind.DESTROY: text(
        gettext_noop(
            "Take a chamber without heroes, never the start, off the map. It goes under the draw pile."
        )
    ),
    Kind.DUE: text(gettext_noop("Pay the dragon: one of your coins goes onto the start chamber.")),
    Kind.MAP: text(gettext_noop("Take a chamber at random from an opponent's hand and keep it.")),
    Kind.GOLD: text(gettext_noop("Take a coin from the dragon's hoard.")),
    Kind.GALE: text(
        gettext_noop(
            "When you leave, you fly exactly three chambers along the arrows; only the last one acts."
        )
    ),
    Kind.WIND: text(
        gettext_noop("When you leave, you fly exactly two chambers along the arrows; only the last one acts.")
    ),
    Kind.KEY: text(gettext_noop("Leave through any side, even against an arrow.")),
    Kind.ORB: text(
        gettext_noop("Move an opponent's hero as you like along legal ways. Its owner lives with the result.")
    ),
    Kind.ROTATE: text(
        gettext_noop("Turn any chamber in play. No two arrows may face each other afterwards.")
    ),
    Kind.START: text(
        gettext_noop("You may take one of the coins lying here. It can be turned, never removed.")
    ),
    Kind.STEAL_LEFT: text(gettext_noop("Take a coin from the player on your left, who plays after you.")),
    Kind.STEAL_RIGHT: text(gettext_noop("Take a coin from the player on your right, who plays before you.")),
    Kind.VORTEX: text(gettext_noop("When you leave, you may reappear in any other chamber of the map.")),
    Kind.WELL: text(gettext_noop("Wish well: one of your coins goes back to the dragon's hoard.")),
}

HERO_NAMES: Mapping[Hero, Text] = {
    Hero.WIZARD: text(gettext_noop("Wizard")),
    Hero.BARBARIAN: text(gettext_noop("Barbarian")),
    Hero.THIEF: text(gettext_noop("Thief")),
    Hero.DWARF: text(gettext_noop("Dwarf")),
    Hero.KNIGHT: text(gettext_noop("Knight")),
    Hero.AMAZON: text(gettext_noop("Amazon")),
}

HERO_HELP: Mapping[Hero, Text] = {
    Hero.WIZARD: text(gettext_noop("Instead of a normal move, leave through a side without an arrow.")),
    Hero.BARBARIAN: text(
        gettext_noop(
            "Push an opponent out of your chamber along an arrow, then take a random chamber of theirs."
        )
    ),
    Hero.THIEF: text(gettext_noop("Take a coin from an opponent in your chamber.")),
    Hero.DWARF: text(gettext_noop("Put two of your chambers under the draw pile and draw two.")),
    Hero.KNIGHT: text(
        gettext_noop("Keep a coin you are about to lose, on anybody's turn. You will be asked.")
    ),
    Hero.AMAZON: text(gettext_noop("Move once more, before or after your action.")),
}

OPTIONS: tuple[Option, ...] = (
    Option(
        name="heroes",
        choices=("off", "on"),
        default="off",
        title=text(gettext_noop("Heroes!")),
        help=text(gettext_noop("Everybody is dealt a hero with a power to use once.")),
        labels=ON_OFF,
    ),
    Option(
        name="escape",
        choices=("off", "on"),
        default="off",
        title=text(gettext_noop("Escape from the lair")),
        help=text(gettext_noop("Five coins don't win: enter a key or vortex chamber with four.")),
        labels=ON_OFF,
    ),
)

REASONS: Mapping[str, Text] = {
    "coins": text(gettext_noop("Five coins in hand: the cage door opens.")),
    "escape": text(gettext_noop("Out of the lair with the dragon's gold!")),
    "dead_end": text(gettext_noop("Nobody could move or place any more, so the coins were counted.")),
    "stalemate": text(gettext_noop("Nothing new had happened for too long, so the coins were counted.")),
    "resigned": text(gettext_noop("The other side gave up.")),
}


def name(chamber: int) -> Text:
    """The name of a chamber by its number."""
    return CHAMBER_NAMES[CHAMBERS[chamber].kind]


def tell(event: Event) -> Text:
    """The log's sentence for what happened."""
    match event:
        case Placed(seat, chamber):
            return text(gettext_noop("{who} placed {chamber}."), who=Who(seat), chamber=name(chamber))
        case Drew(seat, None):
            return text(gettext_noop("{who} drew a chamber."), who=Who(seat))
        case Drew(seat, int(chamber)):
            return text(gettext_noop("{who} drew {chamber}."), who=Who(seat), chamber=name(chamber))
        case PileEmptied():
            return text(gettext_noop("The draw pile is empty."))
        case Moved(seat, mover, _, chamber, Cause.ORB):
            return text(
                gettext_noop("{mover} moved {who} into {chamber} with the orb."),
                mover=Who(mover),
                who=Who(seat),
                chamber=name(chamber),
            )
        case Moved(seat, mover, _, chamber, Cause.PUSH):
            return text(
                gettext_noop("{mover} pushed {who} into {chamber}."),
                mover=Who(mover),
                who=Who(seat),
                chamber=name(chamber),
            )
        case Moved(seat, _, _, chamber, Cause.WALK):
            return text(
                gettext_noop("{who} walked through the wall into {chamber}."),
                who=Who(seat),
                chamber=name(chamber),
            )
        case Moved(seat, _, _, chamber):
            return text(gettext_noop("{who} entered {chamber}."), who=Who(seat), chamber=name(chamber))
        case Found(seat):
            return text(gettext_noop("{who} found a coin."), who=Who(seat))
        case HoardEmpty(seat):
            return text(gettext_noop("{who} found the hoard empty."), who=Who(seat))
        case Stole(seat, victim):
            return text(gettext_noop("{who} stole a coin from {victim}."), who=Who(seat), victim=Who(victim))
        case Lost(seat, Loss.START):
            return text(
                gettext_noop("{who} paid a coin, which lies on the start chamber now."), who=Who(seat)
            )
        case Lost(seat):
            return text(gettext_noop("{who} wished a coin away into the hoard."), who=Who(seat))
        case TookStartCoin(seat):
            return text(gettext_noop("{who} took a coin from the start chamber."), who=Who(seat))
        case LeftStartCoin(seat):
            return text(gettext_noop("{who} left the coins on the start chamber."), who=Who(seat))
        case Shifted(seat, _, old, new):
            return text(
                gettext_noop("{who} swapped {old} for {new}."), who=Who(seat), old=name(old), new=name(new)
            )
        case NothingFitted(seat):
            return text(gettext_noop("{who} had no chamber that fits anywhere."), who=Who(seat))
        case Destroyed(seat, _, chamber):
            return text(gettext_noop("{who} destroyed {chamber}."), who=Who(seat), chamber=name(chamber))
        case Rotated(seat, _, chamber):
            return text(gettext_noop("{who} turned {chamber}."), who=Who(seat), chamber=name(chamber))
        case Robbed(seat, victim, None):
            return text(
                gettext_noop("{who} took a chamber from {victim}."), who=Who(seat), victim=Who(victim)
            )
        case Robbed(seat, victim, int(chamber)):
            return text(
                gettext_noop("{who} took {chamber} from {victim}."),
                who=Who(seat),
                victim=Who(victim),
                chamber=name(chamber),
            )
        case NoEffect(seat, chamber):
            return text(
                gettext_noop("{chamber} had no effect on {who}."), who=Who(seat), chamber=name(chamber)
            )
        case Spent(seat, hero):
            return text(
                gettext_noop("{who} used the power of the {hero}."), who=Who(seat), hero=HERO_NAMES[hero]
            )
        case Refused(seat):
            return text(gettext_noop("{who} kept the coin."), who=Who(seat))
        case Buried(seat, None):
            return text(gettext_noop("{who} put two chambers under the draw pile."), who=Who(seat))
        case Buried(seat, (int(first), int(second))):
            return text(
                gettext_noop("{who} put {first} and {second} under the draw pile."),
                who=Who(seat),
                first=name(first),
                second=name(second),
            )
        case Skipped(seat):
            return text(gettext_noop("{who} could neither place nor move and was skipped."), who=Who(seat))
        case Warned(rounds, True):
            return plural(
                gettext_noop("Nothing new for a long while: {n} more round like this ends the match."),
                gettext_noop("Nothing new for a long while: {n} more rounds like this end the match."),
                n=rounds,
            )
        case Warned(rounds):
            return plural(
                gettext_noop("It is late: the match ends in {n} round."),
                gettext_noop("It is late: the match ends in {n} rounds."),
                n=rounds,
            )
    raise TypeError(event)


def ask(prompt: Prompt[State], seat: Seat) -> Text:
    """The question, to the seat that owes the answer."""
    match prompt:
        case TakeTurn():
            return text(gettext_noop("Your turn: place a chamber or move your hero."))
        case FinishTurn():
            return text(gettext_noop("Use your hero's power, or end your turn."))
        case KeepCoin():
            return text(gettext_noop("You are about to lose a coin. Use the Knight's power to keep it?"))
        case TakeStartCoin():
            return text(gettext_noop("There are coins at the start. Take one?"))
        case ShiftChamber():
            return text(gettext_noop("Magic Shift: choose a chamber to replace, then one from your hand."))
        case DestroyChamber():
            return text(gettext_noop("Choose a chamber to destroy."))
        case RobHand():
            return text(gettext_noop("Whose hand do you reach into?"))
        case MindControl():
            return text(gettext_noop("The orb is yours: choose whose hero moves, and where."))
        case RotateChamber():
            return text(gettext_noop("Choose a chamber to turn."))
    raise TypeError(prompt)


def awaits(prompt: Prompt[State], seat: Seat) -> Text:
    """The same question, to everybody else."""
    match prompt:
        case TakeTurn():
            return text(gettext_noop("{who} is to place a chamber or move."), who=Who(seat))
        case FinishTurn():
            return text(gettext_noop("{who} may use a hero's power."), who=Who(seat))
        case KeepCoin():
            return text(gettext_noop("{who} is to let a coin go or keep it."), who=Who(seat))
        case TakeStartCoin():
            return text(gettext_noop("{who} may take a coin from the start chamber."), who=Who(seat))
        case ShiftChamber():
            return text(gettext_noop("{who} is to swap a chamber."), who=Who(seat))
        case DestroyChamber():
            return text(gettext_noop("{who} is to destroy a chamber."), who=Who(seat))
        case RobHand():
            return text(gettext_noop("{who} is to take a chamber from somebody's hand."), who=Who(seat))
        case MindControl():
            return text(gettext_noop("{who} is to move somebody's hero with the orb."), who=Who(seat))
        case RotateChamber():
            return text(gettext_noop("{who} is to turn a chamber."), who=Who(seat))
    raise TypeError(prompt)
