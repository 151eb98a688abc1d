"""Draws a view: the island, the hand and what can be chosen on them, as ready strings."""

from __future__ import annotations

from collections.abc import Iterator

from games.core import notation
from games.core.choosing import Choices
from games.core.drawing import count, groups, section, use
from games.core.model import Button, Pen, Picture, Seat, Sheet
from games.core.words import gettext_noop, plural, text
from games.natrak import chronicle, compose, gains, statistics
from games.natrak.chart import chart
from games.natrak.desk import Desk
from games.natrak.labels import group, label, preview
from games.natrak.moves import (
    Choose,
    EndTurn,
    Exchange,
    Give,
    MakeCounter,
    PlaceMetropolis,
    PlayProgress,
    Publish,
    Roll,
    SkipWindows,
)
from games.natrak.panel import BUILDING, PAID_IN_THE_PANEL, panel
from games.natrak.places import place
from games.natrak.reading import in_words
from games.natrak.shapes import viewbox
from games.natrak.studies import IMPROVEMENTS, target_symbol
from games.natrak.view import View

HEADS = tuple(verb for verb in compose.HEADS if verb != Choose.verb)
"""What is put together card by card and nothing else; a Spy's card is taken by name."""


def draw(view: View, choices: Choices, picked: str, pen: Pen) -> Picture:
    """The picture for one reader; `picked` is the selection, as much of it as is still legal."""
    draft = _draft(view, choices, picked)
    composed = draft is not None or picked.split(" ")[0] in HEADS
    desk = Desk(view, choices, "" if composed else _arrive(choices, choices.still_legal(picked)), draft, pen)
    change = gains.said(desk.gains)
    move = draft.whole(view) if draft else choices.move(desk.picked)
    title = desk.say(text(gettext_noop("The island")))
    return Picture(
        board=(
            f'<svg class="board" viewBox="{viewbox(desk.island)}" role="group" aria-label="{title}">'
            f"{chart(desk, move)}</svg>"
        ),
        hand=panel(desk),
        badges={seat: _badge(desk, seat) for seat in view.order},
        faces={seat: _face(desk, seat) for seat in view.order},
        bar=tuple(_bar(desk)),
        groups=groups(pen, ((group(view, pick.split()[0]), desk.button(pick)) for pick in desk.open)),
        move=move,
        preview=pen.say(preview(view, move)) if move else "",
        shown=tuple(section(pen, title, lines) for title, lines in in_words(view)),
        picked=draft.text() if draft else "",
        scores={seat: view.points[seat] for seat in view.order},
        scored=pen.say(text(gettext_noop("Victory points"))),
        sheets=tuple(_sheets(desk)),
        summary=(pen.say(change),) if change else (),
    )


def _draft(view: View, choices: Choices, picked: str) -> compose.Draft | None:
    """The move being put together, as long as such a move can be made."""
    draft = compose.read(picked, view) if view.seat is not None else None
    if draft is None:
        return None
    possible = compose.fresh(view, choices)
    if possible is None or draft.verb != possible.verb:
        return None
    if draft.verb == MakeCounter.verb and draft.head != possible.head:
        return None  # an answer to an offer that is over
    return draft.held(view)


def _arrive(choices: Choices, picked: str) -> str:
    """The selection with everything added that needs no choosing; a whole move is never added to.

    Where one kind of thing alone can be built, it is chosen: its places are shown at once. So is a metropolis that
    waits for its place, and the roll, which nobody goes round.
    """
    if not picked and Roll.verb in choices:
        return Roll.verb
    if not picked and PlaceMetropolis.verb in choices:
        return PlaceMetropolis.verb
    kinds = [verb for verb in (*BUILDING.values(), *IMPROVEMENTS) if verb in choices]
    if not picked and len(kinds) == 1:
        return kinds[0]
    while not choices.move(picked) and picked and len(further := choices.after(picked)) == 1:
        picked = further[0]
    return picked


def _bar(desk: Desk) -> list[Button]:
    """The buttons beside the question: all that is done neither on the board nor in the panel."""
    if desk.draft:
        return []
    picks = [
        pick for pick in desk.open if not _stands_elsewhere(pick) and not pick == desk.picked == Roll.verb
    ]
    if desk.picked.startswith(Exchange.verb):
        picks = [pick for pick in picks if pick == Exchange.verb]
    picks.sort(key=lambda pick: pick == EndTurn.verb)
    draft = compose.fresh(desk.view, desk.choices) if desk.view.seat is not None else None
    return [*(_offers(desk, draft) if draft and not desk.picked.count(" ") else ()), *map(desk.button, picks)]


def _stands_elsewhere(pick: str) -> bool:
    """Whether a choice has its place on the island, in the panel or in a sheet."""
    verb, *rest = pick.split()
    if verb in (*PAID_IN_THE_PANEL, *IMPROVEMENTS, SkipWindows.verb, Give.verb):
        return True
    if verb == Choose.verb:
        return rest != ["-"]
    if verb == PlayProgress.verb and len(rest) == 1:
        return True
    return place(pick) is not None or target_symbol(pick) is not None


def _offers(desk: Desk, draft: compose.Draft) -> Iterator[Button]:
    """The button that begins an offer or a counter-offer; discards are begun in the panel."""
    if draft.verb == Publish.verb:
        yield Button(draft.text(), desk.pen.say(text(gettext_noop("Offer cards"))))
    elif draft.verb == MakeCounter.verb:
        yield Button(draft.text(), desk.pen.say(text(gettext_noop("Make a counter-offer"))))


def _sheets(desk: Desk) -> Iterator[Sheet]:
    """What can be unfolded beside the board."""
    if desk.view.saga is not None:
        yield chronicle.sheet(desk, desk.view.saga)
    yield statistics.sheet(desk)
    orders = [move for move in desk.choices.moves() if isinstance(move, SkipWindows)]
    for move in orders:
        pick = notation.write(move)
        title = desk.pen.say(text(gettext_noop("Building out of turn")))
        said = desk.say(
            text(gettext_noop("Three turns after your own you may build once more, before the next roll."))
        )
        button = (
            f'<a class="button" id="nk-windows" {desk.pen.link(pick)}>{desk.say(label(desk.view, pick))}</a>'
        )
        yield Sheet("windows", title, f"<p>{said}</p><p>{button}</p>")


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
            use("natrak-card-back"),
            hand,
            desk.pen.say(plural(gettext_noop("{n} card in hand"), gettext_noop("{n} cards in hand"), n=hand)),
        ),
    ]
    if scrolls:
        parts.append(
            count(
                use("natrak-scroll"),
                scrolls,
                desk.pen.say(plural(gettext_noop("{n} scroll"), gettext_noop("{n} scrolls"), n=scrolls)),
            )
        )
    if view.saga is not None:
        parts += chronicle.badge(desk, view.saga, seat)
    if view.sea is not None and (islands := len(view.sea.colonies[seat])):
        settled = plural(
            gettext_noop("{n} lesser island settled"), gettext_noop("{n} lesser islands settled"), n=islands
        )
        parts.append(count(use("natrak-isle"), islands, desk.pen.say(settled)))
    if view.route == seat:
        far = text(gettext_noop("caravan route: {n}"), n=view.lengths[seat])
        parts.append(count(use("natrak-route"), view.lengths[seat], desk.pen.say(far)))
    if view.company == seat:
        large = text(gettext_noop("largest company: {n}"), n=view.mercenaries[seat])
        parts.append(count(use("natrak-company"), view.mercenaries[seat], desk.pen.say(large)))
    return "".join(parts)
