"""Draws a view: the island, the hand and what can be chosen on them, as ready strings."""

from __future__ import annotations

from games.core.choosing import Choices
from games.core.drawing import count
from games.core.model import Button, Group, Pen, Picture, Seat
from games.core.words import gettext_noop, plural, text
from games.natrak import compose
from games.natrak.chart import EDGE_VERBS, VERTEX_VERBS, chart, viewbox
from games.natrak.desk import Desk
from games.natrak.labels import group, in_words, preview
from games.natrak.moves import AtRandom, Discard, MakeCounter
from games.natrak.panel import panel
from games.natrak.view import View

ON_THE_BOARD = (*EDGE_VERBS, *VERTEX_VERBS)


def draw(view: View, choices: Choices, picked: str, pen: Pen) -> Picture:
    """The picture for one reader; `picked` is the selection, as much of it as is still legal."""
    draft = _draft(view, choices, picked)
    composed = picked.split(" ")[0] in compose.HEADS
    desk = Desk(view, choices, "" if composed else _arrive(choices, choices.still_legal(picked)), draft, pen)
    move = draft.whole(view) if draft else choices.move(desk.picked)
    title = desk.say(text(gettext_noop("The island")))
    return Picture(
        board=(
            f'<svg class="board" viewBox="{viewbox(len(view.order))}" role="group" aria-label="{title}">'
            f"{chart(desk, move)}</svg>"
        ),
        hand=panel(desk),
        badges={seat: _badge(desk, seat) for seat in view.order},
        faces={seat: _face(desk, seat) for seat in view.order},
        bar=tuple(_bar(desk)),
        groups=tuple(_groups(desk)),
        move=move,
        preview=pen.say(preview(view, move)) if move else "",
        shown=tuple(pen.say(line) for line in in_words(view)),
    )


def _draft(view: View, choices: Choices, picked: str) -> compose.Draft | None:
    """The move being put together, as long as such a move can be made."""
    draft = compose.read(picked) if view.seat is not None else None
    if draft is None:
        return None
    if draft.verb == Discard.verb:
        return draft if AtRandom.verb in choices else None
    possible = draft.verb in choices
    if draft.verb == MakeCounter.verb:
        possible = possible and view.offer is not None and draft.head[1] == str(view.offer.number)
    return draft if possible else None


def _arrive(choices: Choices, picked: str) -> str:
    """The selection with everything added that needs no choosing; a whole move is never added to."""
    while not choices.move(picked) and picked and len(further := choices.after(picked)) == 1:
        picked = further[0]
    return picked


def _bar(desk: Desk) -> list[Button]:
    """The buttons beside the question: all that is not done on the board, the standing order last."""
    picks = [
        pick
        for pick in desk.open
        if pick.split()[0] not in ON_THE_BOARD
        and not (pick.startswith("moverDragon") and pick.count(" ") == 1)
    ]
    if desk.draft:
        return [Button("", desk.pen.say(text(gettext_noop("Start again"))))]
    picks.sort(key=lambda pick: (pick.startswith("saltarVentanas"), pick == "terminarTurno"))
    return [desk.button(pick) for pick in picks]


def _groups(desk: Desk) -> list[Group]:
    """The text form of all choices."""
    found: dict[str, list[Button]] = {}
    for pick in desk.open:
        found.setdefault(desk.pen.say(group(pick.split()[0])), []).append(desk.button(pick))
    return [Group(title, tuple(buttons)) for title, buttons in found.items()]


def _face(desk: Desk, seat: Seat) -> str:
    portrait = desk.pen.sitters[seat].portrait
    return f"natrak-hero-{portrait}" if portrait else ""


def _badge(desk: Desk, seat: Seat) -> str:
    """A player's points, cards and scrolls, and the two awards."""
    view = desk.view
    hand, scrolls = view.hand_sizes[seat], view.scroll_counts[seat]
    said = desk.say(
        plural(gettext_noop("{n} victory point"), gettext_noop("{n} victory points"), n=view.points[seat])
    )
    parts = [
        f'<span class="count nk-points" title="{said}"><b aria-hidden="true">★{view.points[seat]}</b>'
        f'<span class="visually-hidden">{said}</span></span>',
        count(
            "natrak-card-back",
            hand,
            desk.pen.say(plural(gettext_noop("{n} card in hand"), gettext_noop("{n} cards in hand"), n=hand)),
        ),
    ]
    if scrolls:
        parts.append(
            count(
                "natrak-scroll",
                scrolls,
                desk.pen.say(plural(gettext_noop("{n} scroll"), gettext_noop("{n} scrolls"), n=scrolls)),
            )
        )
    if view.route == seat:
        parts.append(
            count("natrak-route", view.lengths[seat], desk.pen.say(text(gettext_noop("caravan route"))))
        )
    if view.company == seat:
        parts.append(
            count(
                "natrak-company", view.mercenaries[seat], desk.pen.say(text(gettext_noop("largest company")))
            )
        )
    return "".join(parts)
