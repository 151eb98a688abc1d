"""What Natrak says to people besides its log: title and options, the questions, and whom a match waits for."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.model import Option, Prompt, Seat
from games.core.words import Text, Who, gettext_noop, text
from games.natrak.alchemy import TakeCards
from games.natrak.components import DEFAULT_GOALS, GOAL, GOALS, Piece, Version
from games.natrak.consolation import Consolation
from games.natrak.crown import BringGifts, Sabotaged, TakeProgress
from games.natrak.dragon import DiscardHalf, MoveBeast, MoveDragon
from games.natrak.foundation import PlaceCamp, PlaceRoad
from games.natrak.goblins import PillageCity
from games.natrak.gold import ChangeGold
from games.natrak.names import VERSION_NAMES
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

REASONS: Mapping[str, Text] = {"goal": text(gettext_noop("The goal is reached."))}


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
