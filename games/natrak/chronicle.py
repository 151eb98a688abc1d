"""How far everybody has come with adventurers: a sheet for all to read, and the players' badges."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.drawing import count, emblem, icon, use
from games.core.model import Seat, Sheet
from games.core.words import Text, Who, gettext_noop, plural, text
from games.natrak.board import NOBODY
from games.natrak.components import DISCIPLINES, MARCH
from games.natrak.desk import Desk
from games.natrak.names import DISCIPLINE_NAMES, PROGRESS_NAMES
from games.natrak.studies import pips
from games.natrak.view import SagaView


def sheet(desk: Desk, saga: SagaView) -> Sheet:
    """The march, every player's disciplines, and what everybody gives to the defence."""
    lines = [
        text(gettext_noop("The goblins have marched {step} of {all} steps."), step=saga.march, all=MARCH),
        text(
            gettext_noop("They come with the strength of all cities, {strength}; the defence is {defence}."),
            strength=sum(desk.view.city),
            defence=sum(saga.contributions),
        ),
        *_open_cards(desk, saga),
    ]
    said = "".join(f"<p>{desk.say(line)}</p>" for line in lines)
    title = desk.pen.say(text(gettext_noop("Disciplines and goblins")))
    return Sheet("saga", title, f"{said}{_disciplines(desk, saga)}{_defence(desk, saga)}")


def _open_cards(desk: Desk, saga: SagaView) -> Iterator[Text]:
    for seat in desk.view.order:
        for card in saga.revealed[seat]:
            yield text(
                gettext_noop("{who} shows {card}, worth a point."), who=Who(seat), card=PROGRESS_NAMES[card]
            )
        fixed = saga.fixed[seat]
        if fixed is not None:
            yield text(
                gettext_noop("{who}'s next roll is set: {red} and {white}."),
                who=Who(seat),
                red=fixed[0],
                white=fixed[1],
            )


def _disciplines(desk: Desk, saga: SagaView) -> str:
    heads = "".join(
        _head(desk, f"natrak-discipline-{one.value}", DISCIPLINE_NAMES[one]) for one in DISCIPLINES
    )
    rows = "".join(
        f'<tr><th scope="row">{_name(desk, seat)}</th>'
        f"{''.join(_level(desk, saga, seat, one.at) for one in DISCIPLINES)}</tr>"
        for seat in desk.view.order
    )
    return _table(desk, text(gettext_noop("Levels of the disciplines")), heads, rows)


def _level(desk: Desk, saga: SagaView, seat: Seat, at: int) -> str:
    """A level, and a tower for who has the metropolis."""
    level = saga.levels[seat][at]
    owns = saga.metropolis[at] == seat
    tower = desk.say(text(gettext_noop("metropolis"))) if owns else ""
    mark = f'{icon(use("natrak-fortress"))}<span class="visually-hidden">{tower}</span>' if owns else ""
    return f'<td class="{desk.colour(seat)}"><b>{level}</b>{mark}{pips(level)}</td>'


COLUMNS = (
    ("natrak-defence", gettext_noop("Defence now")),
    ("natrak-medal", gettext_noop("Defences won")),
    ("natrak-adventurer-1", gettext_noop("Adventurers")),
    ("natrak-wall", gettext_noop("Walls")),
    ("natrak-progress", gettext_noop("Progress cards")),
)


def _head(desk: Desk, symbol: str, words: Text) -> str:
    said = desk.say(words)
    return (
        f'<th scope="col" title="{said}">{icon(use(symbol))}<span class="visually-hidden">{said}</span></th>'
    )


def _defence(desk: Desk, saga: SagaView) -> str:
    heads = "".join(_head(desk, symbol, text(words)) for symbol, words in COLUMNS)
    rows = "".join(
        f'<tr><th scope="row">{_name(desk, seat)}</th>'
        + "".join(
            f"<td>{counts[seat]}</td>"
            for counts in (
                saga.contributions,
                saga.defences,
                saga.adventurer_counts,
                saga.wall_counts,
                saga.progress_counts,
            )
        )
        + "</tr>"
        for seat in desk.view.order
    )
    return _table(desk, text(gettext_noop("Defence and cards")), heads, rows)


def _table(desk: Desk, caption: Text, heads: str, rows: str) -> str:
    return (
        f'<table class="nk-saga"><caption>{desk.say(caption)}</caption>'
        f"<thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _name(desk: Desk, seat: Seat) -> str:
    return desk.say(text(gettext_noop("{who}"), who=Who(seat)))


def badge(desk: Desk, saga: SagaView, seat: Seat) -> Iterator[str]:
    """A player's progress cards, defence and levels, as far as there are any."""
    cards, defence, won = saga.progress_counts[seat], saga.contributions[seat], saga.defences[seat]
    if cards:
        said = plural(gettext_noop("{n} progress card"), gettext_noop("{n} progress cards"), n=cards)
        yield count(use("natrak-progress"), cards, desk.pen.say(said))
    if defence:
        yield count(
            use("natrak-defence"), defence, desk.pen.say(text(gettext_noop("defence now: {n}"), n=defence))
        )
    if won:
        yield count(use("natrak-medal"), won, desk.pen.say(text(gettext_noop("defences won: {n}"), n=won)))
    if any(saga.levels[seat]):
        yield _levels(desk, saga, seat)
    for at, one in enumerate(DISCIPLINES):
        if saga.metropolis[at] == seat != NOBODY:
            said = text(gettext_noop("metropolis of {discipline}"), discipline=DISCIPLINE_NAMES[one])
            yield emblem(icon(use(f"natrak-discipline-{one.value}")), desk.pen.say(said))


def _levels(desk: Desk, saga: SagaView, seat: Seat) -> str:
    """Three columns as high as the levels: Alchemy, the Crown, Religion."""
    said = desk.say(
        text(
            gettext_noop("levels: Alchemy {alchemy}, the Crown {crown}, Religion {religion}"),
            alchemy=saga.levels[seat][0],
            crown=saga.levels[seat][1],
            religion=saga.levels[seat][2],
        )
    )
    bars = "".join(
        f'<rect class="nk-level" x="{4 + 20 * at}" y="{60 - 11 * level}" width="16" height="{11 * level}"/>'
        for at, level in enumerate(saga.levels[seat])
    )
    return (
        f'<span class="count nk-levels" title="{said}">{icon(bars)}'
        f'<b aria-hidden="true">{"·".join(map(str, saga.levels[seat]))}</b>'
        f'<span class="visually-hidden">{said}</span></span>'
    )
