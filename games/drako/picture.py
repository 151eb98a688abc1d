"""Draws a view: the valley, the mats, the hand and what can be chosen on them, as ready strings."""

from __future__ import annotations

from games.core.choosing import Choices
from games.core.drawing import arrive, count, emblem, groups, section, step, use
from games.core.model import Button, Pen, Picture, Seat
from games.core.words import gettext_noop, plural, text
from games.drako.components import DWARVES
from games.drako.desk import Desk
from games.drako.hand import hand
from games.drako.labels import GROUPS, deck_size, hand_size, in_words, preview
from games.drako.mats import mats
from games.drako.valley import valley
from games.drako.view import View

FACES = ("drako-figure-dragon", "drako-figure-brald")
"""The faces of the dragon's player and the dwarves'."""


def draw(view: View, choices: Choices, picked: str, pen: Pen) -> Picture:
    """The picture for one reader; `picked` is the selection, as much of it as is still legal."""
    picked = choices.still_legal(picked)
    arrived = arrive(choices, picked, _places)
    # On the other side's turn the standing order is all there is to choose: a button all the same.
    desk = Desk(view, choices, arrived if picked or not arrived.startswith("order") else "", pen)
    move = choices.move(desk.picked)
    title = desk.say(text(gettext_noop("The valley, and both mats")))
    wounds, dwarves = sum(view.wounds.values()), sum(view.wounds[dwarf] for dwarf in DWARVES)
    return Picture(
        board=(
            f'<svg class="board" viewBox="-162 -150 324 412" role="group" aria-label="{title}">'
            f"{valley(desk, move)}{mats(desk, move)}</svg>"
        ),
        hand=hand(desk),
        badges={seat: _badge(desk, seat) for seat in view.order},
        faces=dict(zip(view.order, FACES, strict=True)),
        bar=tuple(_bar(desk)),
        groups=groups(pen, ((GROUPS[step(pick)], desk.button(pick)) for pick in desk.open)),
        move=move,
        preview=pen.say(preview(view, move)) if move else "",
        shown=tuple(section(pen, title, lines) for title, lines in in_words(view)),
        scores=dict(zip(view.order, (wounds - dwarves, dwarves), strict=True)),
        scored=pen.say(text(gettext_noop("Wounds"))),
    )


def _places(pick: str) -> bool:
    """Before the first turn the next dwarf is picked up unasked."""
    return step(pick) == ("place", 2)


def _belongs_in_bar(desk: Desk, pick: str) -> bool:
    """What is neither in the valley nor on a card nor on a mat: answers and what needs no card.

    A card goes for nothing by a button once it has been picked up.
    """
    words = pick.split()
    match words:
        case ["nothing", card]:
            return card == desk.card
        case ["attack2", _, _] | ["place", _]:
            return True
        case ["block" | "wound", *_]:
            return len(words) == _step(desk, words[0])
        case ["order", *_]:
            return len(words) == 2 + desk.picked.startswith("order")
    # With a card picked up, everything else is one "back" away.
    return len(words) == 1 and " " not in desk.picked


def _step(desk: Desk, verb: str) -> int:
    """The length of the picks at the step that is open, or was taken last: strikes and wounds come one by one."""
    return max(len(pick.split()) for pick in desk.open if pick.startswith(f"{verb} "))


def _bar(desk: Desk) -> list[Button]:
    """The buttons beside the question; the standing order last."""
    picks = [pick for pick in desk.open if _belongs_in_bar(desk, pick)]
    if desk.picked and not desk.picked.startswith("order"):
        picks = [pick for pick in picks if not pick.startswith("order")]
    picks.sort(key=lambda pick: pick.startswith(("nothing", "order")))
    return [desk.bar_button(pick) for pick in picks]


def _badge(desk: Desk, seat: Seat) -> str:
    """A player's cards in hand and deck, and the actions left of a turn."""
    view, say = desk.view, desk.pen.say
    side = "dragon" if seat == view.order[0] else "dwarves"
    back = f"drako-back-{side}"
    hand, deck = view.hand_sizes[seat], view.deck_sizes[seat]
    counts = count(_fan(back), hand, say(hand_size(hand))) + count(_pile(back), deck, say(deck_size(deck)))
    if seat == view.acting and view.actions:
        left = plural(gettext_noop("{n} action left"), gettext_noop("{n} actions left"), n=view.actions)
        counts += emblem(f'<span aria-hidden="true">{"●" * view.actions}</span>', say(left))
    return counts


def _fan(back: str) -> str:
    """Cards in hand."""
    return use(back, "rotate(-16 32 80)", size=60, x=2) + use(back, "rotate(16 32 80)", size=60, x=2, y=4)


def _pile(back: str) -> str:
    """Cards in a deck."""
    return "".join(use(back, x=n - 4, y=6 - 4 * n, size=58) for n in (7, 4, 1))
