"""Why an action is not possible, in a sentence that helps. Depends on public facts and the mover's own hand alone."""

from __future__ import annotations

from typing import NoReturn

from games.core.model import IllegalMove, Move, Seat
from games.core.words import gettext_noop
from games.drako.components import DWARVES, Figure, Part
from games.drako.moves import (
    PLAYS,
    Breathe,
    Draw,
    EndTurn,
    Escape,
    Fly,
    PlayForNothing,
    Rage,
    Shoot,
    Strike,
    StrikeTogether,
    ThrowNet,
    Walk,
)
from games.drako.state import State, has


def refuse_action(state: State, seat: Seat, move: Move) -> NoReturn:
    """Raise what the player of a move that is not among the options should read."""
    match move:
        case Draw():
            raise IllegalMove(gettext_noop("Your deck is empty: play a card."))
        case Escape():
            raise IllegalMove(_why_no_escape(state, seat))
        case Rage():
            raise IllegalMove(_why_no_fury(state, seat))
        case EndTurn():
            raise IllegalMove(gettext_noop("You can't end your turn yet: draw two cards or play one."))
    if move.verb not in PLAYS and not isinstance(move, PlayForNothing):
        raise IllegalMove(gettext_noop("It is your action: draw two cards or play one."))
    card = getattr(move, "card", "")
    if card not in state.hands[seat]:
        raise IllegalMove(gettext_noop("You don't hold that card: choose one from your hand."))
    if move.verb in PLAYS and not any(has(card, kind) for kind in PLAYS[move.verb]):
        raise IllegalMove(gettext_noop("That card has no such symbol: choose one that it shows."))
    raise IllegalMove((_why_not_dragon if seat == state.dragon else _why_not_dwarves)(state, move))


def _why_no_escape(state: State, seat: Seat) -> str:
    if seat != state.dragon or not state.netted:
        return gettext_noop("You are not in the net: draw two cards or play one.")
    return gettext_noop(
        "Escaping takes both actions of a turn, and one is used: act, and escape in your next turn."
    )


def _why_no_fury(state: State, seat: Seat) -> str:
    if seat != state.dwarves or not state.lives(Figure.BRALD):
        return gettext_noop("Only Brald has the Fury: draw two cards or play one.")
    return gettext_noop("Brald's Fury is used up: draw two cards or play one.")


def _why_not_dwarves(state: State, move: Move) -> str:
    match move:
        case Walk(_, figure, _) if figure in DWARVES and figure not in state.figures:
            return gettext_noop("That dwarf is dead: move another one.")
        case Walk(_, figure, _) if figure not in DWARVES:
            return gettext_noop("You lead the dwarves: move one of them.")
        case Walk():
            return gettext_noop("That dwarf can't get there: choose one of the lit hexes.")
        case Strike(_, target) if target is not Figure.DRAGON:
            return gettext_noop("Your attacks are for the dragon.")
        case Strike() | StrikeTogether():
            return gettext_noop("Not enough dwarves stand beside the dragon for that: move first.")
        case Shoot() if not state.lives(Figure.MORIN):
            return gettext_noop("Morin is dead, and nobody else shoots: use the card otherwise.")
        case Shoot():
            return gettext_noop(
                "Morin has no clear line: he needs a straight row of hexes to the dragon, without a dwarf in between."
            )
        case ThrowNet() if not state.lives(Figure.URPEN):
            return gettext_noop("Urpen is dead, and nobody else throws the net: use the card otherwise.")
    return gettext_noop("The net lies on the dragon already: use the card otherwise.")


def _why_not_dragon(state: State, move: Move) -> str:
    match move:
        case Walk(_, figure, _) if figure is not Figure.DRAGON:
            return gettext_noop("You are the dragon: the dwarves move themselves.")
        case Walk() | Fly() if state.netted:
            return gettext_noop("The net holds you: attack, draw, or escape with both actions of a turn.")
        case Walk() if not state.can(Part.MOVEMENT):
            return gettext_noop("Your legs are wounded for good: fly, or use the card otherwise.")
        case Fly() if not state.can(Part.FLIGHT):
            return gettext_noop("Your wings are wounded for good: walk, or use the card otherwise.")
        case Walk() | Fly():
            return gettext_noop("You can't get there: choose one of the lit hexes.")
        case Breathe() if not state.can(Part.FIRE):
            return gettext_noop("Your fire is out for good: use the card otherwise.")
        case Breathe():
            return gettext_noop("No dwarf stands that way: breathe in another direction.")
    return gettext_noop("You can only attack a dwarf beside you: choose one of them, or move first.")
