"""Builds what a table's page shows: one reader's own view, nothing more."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games import GAMES
from games.core import notation
from games.core.choosing import Choices
from games.core.model import Button, Event, Move, Option, Pen, Picture, Prompt, Sitter
from portal import days_off, presence, say
from portal.access import Place
from portal.matches import AnyMatch, reading
from portal.models import Seat, Table
from portal.views.asking import Asking, asking, standing
from portal.views.forms import duration
from portal.views.log import LOG_LINES, Line, log_of, steps_of

AWAY_SOON = timedelta(days=14)
"""How long before they begin somebody's days off are shown at the table."""


@dataclass(frozen=True)
class Player:
    """One medallion of the players' strip."""

    seat: int
    name: str
    colour: str
    emblem: str
    portrait_symbol: str
    me: bool
    host: bool
    awaited: bool
    connected: bool
    badge: SafeString
    winner: bool
    standing: str


@dataclass(frozen=True)
class Away:
    """Somebody's days off; without a beginning they have begun."""

    name: str
    begins: datetime | None
    ends: datetime


@dataclass(frozen=True)
class Result:
    """How the match ended, in words."""

    sentence: str
    reason: str
    winners: tuple[str, ...]


@dataclass(frozen=True)
class TablePage:
    """Everything `table.html` shows."""

    token: str
    url: str
    title: str
    heading: str
    game_slug: str
    role: str
    status: str
    version: int
    players: tuple[Player, ...]
    here: str
    picture: Picture
    question: SafeString
    my_turn: bool
    prompt_number: int | None
    key: str
    picked: str
    confirm: str
    preview: str
    undo: int | None
    since: datetime | None
    due: datetime | None
    log: SafeString
    news: tuple[Line, ...]
    steps: SafeString
    moves: SafeString
    shown: SafeString
    outcome: Result | None
    ply: int
    error: str
    can_resign: bool
    host: bool
    watch_link: str
    rematch: str
    code: str
    asking: Asking
    seat_link: str
    away: tuple[Away, ...]


@lru_cache(maxsize=5000)
def address(name: str, token: str) -> str:
    """Where a page of a table is, by the name of its view: looked up once."""
    return reverse(name, args=[token])


def listed_here(place: Place, connected: Collection[int]) -> str:
    """The other seats that have the table open, as its socket lists them: a page whose list differs asks anew."""
    return ",".join(str(number) for number in sorted({*connected} - {seat.number for seat in place.held}))


def portrait_symbol(table: Table, seat: Seat) -> str:
    """The id of the symbol that shows a seat's portrait in its game's sprite."""
    return f"{table.game}-hero-{seat.portrait}" if seat.portrait else ""


def table_page(place: Place, url: str, picked: str, error: str = "", step: int | None = None) -> TablePage:
    """The page of a running or ended match for whoever stands at this place; `url` is where its links lead.

    `step` is the number of one of the news, to be marked on the board alone.
    """
    table = place.table
    names = {seat.number: seat for seat in place.seats}
    me, away = place.number, _away(place)
    connected = presence.shown(table.pk)
    with reading(table) as match:
        running = match.outcome is None and table.status == Table.Status.RUNNING
        choices = Choices(match.legal(me)) if me is not None and running else Choices()
        seen_ply = place.seat.seen_ply if place.seat else match.ply
        log = log_of(match, me, names, seen_ply)
        news = tuple(line for line in log if line.ply > seen_ply and not line.undone)
        step = step if step is not None and step < len(news) else None
        # While a move is being chosen the marks would be in its way.
        marked = () if picked else news if step is None else news[step : step + 1]
        since = news or [line for line in log if line.ply == match.ply and not line.undone]
        sealed = _sealed(match, me) if running else ""
        picture = match.game.draw(
            match.view(me),
            choices,
            (picked or sealed)[:200],
            pen(place, url, [line.event for line in marked], [line.event for line in since]),
        )
        whole = notation.write(picture.move) if picture.move else ""
        mine = match.prompts_for(me) if me is not None and running else []
        my_turn = me is not None and running and me in match.waiting
        undo = next(iter(match.undoable(me)), None) if me is not None and running else None
        return TablePage(
            token=table.token,
            url=url,
            title=say.plain(match.game.title),
            heading=_heading(place, say.plain(match.game.title)),
            game_slug=table.game,
            role="seat" if place.seat else "cover" if place.covered else "watcher",
            status=table.status,
            version=table.version,
            players=players(place, match, picture, connected, _off(away)),
            here=listed_here(place, connected),
            picture=ready(picture),
            question=_question(match, me, names, table),
            my_turn=my_turn,
            prompt_number=_answered(picture.move, mine),
            key=uuid.uuid4().hex,
            picked=picture.picked or (picked if picked in choices else ""),
            confirm="" if whole == sealed else whole,
            preview=picture.preview,
            undo=undo,
            since=min((s.awaited_since for s in place.seats if s.awaited_since), default=None),
            due=min((s.due_at for s in place.seats if s.due_at), default=None),
            log=drawn("".join([line.item for line in log[-LOG_LINES:]])),
            news=news,
            steps=steps_of(news, url, step),
            moves=_moves(picture, url),
            shown=in_words(picture),
            outcome=_result(match, names),
            ply=match.ply,
            error=error,
            can_resign=place.seat is not None and table.size == 2 and running,
            host=place.host,
            watch_link=settings.SITE_URL + address("watch", table.watch_token),
            code=return_code(place),
            asking=asking(place, match),
            seat_link=settings.SITE_URL + address("table", table.token) if place.seat else "",
            away=away,
            rematch=_rematch(place) if match.outcome is not None else "",
        )


def return_code(place: Place) -> str:
    """The code of one's own seat, where it is of use: at a public table, over days, and where it is asked for.

    Who was let in by a mailed link, which ends some day, is not told what does not.
    """
    seat, table = place.seat, place.table
    if seat is None or place.granted:
        return ""
    useful = table.public or table.pace == Table.Pace.CORRESPONDENCE or seat.code_needed
    return seat.code if useful else ""


def _away(place: Place) -> tuple[Away, ...]:
    """Who has days off, or will have them soon, at a running table over days."""
    if place.table.pace == Table.Pace.LIVE or place.table.status != Table.Status.RUNNING:
        return ()
    spans = days_off.spans_of(seat.person_id for seat in place.seats if seat.person_id is not None)
    now = timezone.now()
    return tuple(
        Away(seat.name, None if begins <= now else begins, ends)
        for seat in place.seats
        for begins, ends in sorted(spans.get(seat.person_id or 0, []))
        if begins <= now + AWAY_SOON
    )


def _off(away: Sequence[Away]) -> set[str]:
    """Whose days off have begun, by name."""
    return {off.name for off in away if off.begins is None}


def _rematch(place: Place) -> str:
    """The address of the rematch, for who sat here; "" while there is none."""
    again = Table.objects.filter(rematch_of=place.table).first() if place.seat else None
    return reverse("table", args=[again.token]) if again else ""


def _answered(move: Move | None, open_: Sequence[Prompt[Any]]) -> int | None:
    """The number of the question that the form's answer belongs to: an offer's own, else that of the first one."""
    offer: int | None = getattr(move, "offer", None)
    return offer if offer is not None else open_[0].number if open_ else None


def _moves(picture: Picture, url: str) -> SafeString:
    """The choices as a list of links. There can be hundreds, so no template draws them."""
    parts: list[str] = []
    for number, group in enumerate(picture.groups, start=1):
        parts.append(f'<h2 id="group-{number}">{escape(group.title)}</h2>')
        parts.append(f'<ul class="moves" aria-labelledby="group-{number}">')
        parts += [_move(button, url) for button in group.buttons]
        parts.append("</ul>")
    return drawn("".join(parts))


def _move(button: Button, url: str) -> str:
    kind, current = ("move chosen", ' aria-current="true"') if button.chosen else ("move", "")
    ident = button.pick.replace(" ", "-").replace(",", "_")
    return (
        f'<li><a class="{kind}" id="list-{ident}" href="{url}?pick={quote(button.pick)}"{current}>'
        f"{escape(button.label)}</a></li>"
    )


def in_words(picture: Picture) -> SafeString:
    """The board for who can't see it: headings and lists."""
    parts: list[str] = []
    for number, part in enumerate(picture.shown, start=1):
        lines = "".join(f"<li>{escape(line)}</li>" for line in part.lines)
        parts.append(f'<h2 id="words-{number}">{escape(part.title)}</h2>')
        parts.append(f'<ul aria-labelledby="words-{number}">{lines}</ul>')
    return drawn("".join(parts))


def _heading(place: Place, game: str) -> str:
    """The game and whom one plays with (for a spectator: who plays)."""
    names = say.listed([seat.name for seat in place.seats if seat != place.seat])
    if place.seat is None:
        return _("{game}: {names}").format(game=game, names=names)
    return _("{game} with {names}").format(game=game, names=names)


def _sealed(match: AnyMatch, me: int | None) -> str:
    """What the reader has answered, while others are still to answer: it stands selected and may be changed."""
    answer = match.stack[-1].answers.get(me) if me is not None else None
    return notation.write(answer) if answer else ""


def drawn(markup: str) -> SafeString:
    """What a game has drawn; it escapes names itself."""
    return mark_safe(markup)  # noqa: S308


def ready(picture: Picture) -> Picture:
    """The picture with its markup declared as such."""
    sheets = tuple(replace(sheet, inside=drawn(sheet.inside)) for sheet in picture.sheets)
    return replace(picture, board=drawn(picture.board), hand=drawn(picture.hand), sheets=sheets)


def pen(place: Place, url: str, news: Sequence[Event], since: Sequence[Event] = ()) -> Pen:
    """What a game needs to draw for this place; links lead to `url`."""

    def link(pick: str) -> str:
        address = escape(f"{url}?pick={quote(pick)}")
        return f'href="{address}" hx-get="{address}" hx-target="#live" hx-swap="outerHTML"'

    sitters = [Sitter(seat.name, seat.colour, seat.portrait) for seat in place.seats]
    return Pen(say.sayer(place.seats), link, sitters, news, since)


def players(
    place: Place, match: AnyMatch, picture: Picture, here: Collection[int], off: Collection[str] = ()
) -> tuple[Player, ...]:
    """The medallions in turn order; `here` are the seats that have the table open, `off` who has days off."""
    names = {seat.number: seat for seat in place.seats}
    return tuple(
        Player(
            seat=number,
            name=(seat := names[number]).name,
            colour=seat.colour,
            emblem=seat.emblem,
            portrait_symbol=picture.faces[number],
            me=number == place.number,
            host=seat.host,
            awaited=number in match.waiting and place.table.status == Table.Status.RUNNING,
            # A page is drawn before its socket opens; and when it is over nobody needs to be there.
            connected=number in here or names[number] in place.held or match.outcome is not None,
            badge=drawn(picture.badges[number]),
            winner=match.outcome is not None and number in match.outcome.winners,
            standing=standing(seat, match.absent, off) if place.table.status == Table.Status.RUNNING else "",
        )
        for number in match.order
    )


def _question(match: AnyMatch, me: int | None, names: say.Names, table: Table) -> SafeString:
    """What is asked of the reader, or who is awaited and for what."""
    if match.outcome is None and table.status == Table.Status.RUNNING:
        prompt = match.stack[-1]
        if me is not None and me in match.waiting:
            return say.html(match.game.ask(prompt, me), names)
        awaited = ((say.html(match.game.awaits(prompt, seat), names),) for seat in match.waiting)
        return format_html_join(" ", "{}", awaited)
    if table.status == Table.Status.CLOSED:
        return SafeString(escape(f"{say.why_closed(table)} {_('Nobody wins.')}"))
    return SafeString(escape(_("The match is over.")))


def _result(match: AnyMatch, names: say.Names) -> Result | None:
    if match.outcome is None:
        return None
    winners = tuple(names[number].name for number in match.outcome.winners)
    return Result(say.who_won(winners), say.plain(match.game.reasons[match.outcome.reason], names), winners)


def facts(table: Table) -> list[tuple[str, str]]:
    """What is played for at a table: label and value."""
    game = GAMES[table.game]
    found = [
        (_("Game"), say.plain(game.title)),
        (_("Players"), str(table.size)),
        (_("Pace"), pace_text(table)),
        (_("Who may watch"), _("everybody") if table.public else _("whoever has the link")),
    ]
    return found + [(say.plain(option.title), _chosen(option, table)) for option in game.options]


def _chosen(option: Option, table: Table) -> str:
    """What was chosen, in words; a number that is not among the ready-made choices speaks for itself."""
    value = table.options.get(option.name, option.default)
    return say.plain(option.labels[value]) if value in option.labels else value


def pace_text(table: Table) -> str:
    """The pace and its clock in a few words."""
    if table.pace == Table.Pace.LIVE:
        return _("live, {clock}").format(clock=duration(table.clock))
    return _("over days, {clock} a decision").format(clock=duration(table.clock))
