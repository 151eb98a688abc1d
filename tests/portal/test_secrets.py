"""Nothing that anybody can fetch depends on what they may not know.

Every page, fragment, refusal and mail is fetched twice: from the match as it is, and from a twin in which all that
the reader cannot know has been dealt anew and the hidden parts of the log say something else. Both must be equal to the
letter. Two controls make sure that the scan can fail: Ana's own page, and renderings that leak.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import fields, replace
from enum import Enum
from typing import Any
from unittest.mock import patch

import pytest
from django.utils import translation

from games import GAMES
from games.core.match import Match
from games.core.model import Event, Picture
from games.core.rng import Rng
from portal import delivery, matches
from portal.models import Notice, Table
from tests.games.twins import redealt
from tests.portal.cast import Browser, Cast, at, drive, match_of, moderator

pytestmark = pytest.mark.django_db

Fetch = Callable[[], str]

ONE_TIME = re.compile(r'value="([0-9a-f]{32}|[A-Za-z0-9]{64})"|/(me/silence|go)/[^/]+/')
"""The one-time key and the token of a form, and a signature with its time: new on every page."""


def twin_of(match: Match[Any], seat: int | None) -> Match[Any]:
    """The match as it could be just as well, for all that this seat (None: a spectator) knows."""
    twin = deepcopy(match)
    twin.state = redealt(match, seat, Rng("twin", match.ply))
    for entry in twin.story:
        entry.events = [_otherwise(event, seat) for event in entry.events]
    return twin


def _otherwise(event: Any, seat: int | None) -> Event:
    """The event with other values where this seat sees none."""
    seen: Event | None = event.seen_by(seat)
    if seen is None or seen == event:
        whole: Event = event
        return whole
    hidden = {f.name: getattr(event, f.name) for f in fields(event) if getattr(seen, f.name) is None}
    other: Event = replace(event, **{name: _another(value) for name, value in hidden.items()})
    return other


def _another(value: Any) -> Any:
    """Another value of the same kind: for a tuple another value at each place, of words the next in their list."""
    match value:
        case None:
            return None
        case tuple():
            return tuple(map(_another, value))
        case Enum():
            kinds = list(type(value))
            return kinds[(kinds.index(value) + 1) % len(kinds)]
        case _:
            return value % 63 + 1


class Scan:
    """Fetches from the match and from its twin, and compares. So it is with the match `before`, half as old: whoever
    looks back sees that one."""

    def __init__(self, table: Table) -> None:
        self.table = Table.objects.get(pk=table.pk)
        self.match = match_of(table)
        self.before = matches.replayed(self.table, half(self.table))

    def texts(self, match: Match[Any], fetches: list[Fetch], before: Match[Any] | None = None) -> list[str]:
        slot, known = matches._slot(self.table.pk), {one.ply: one for one in (before or self.before, match)}
        slot.match = deepcopy(match)
        try:
            with patch.object(matches, "replayed", lambda _table, ply: deepcopy(known[ply])):
                return [ONE_TIME.sub("", fetch()) for fetch in fetches]
        finally:
            slot.match = None

    def differences(
        self, seat: int | None, fetches: list[Fetch], twin: Match[Any] | None = None
    ) -> Iterator[str]:
        """What a reader could tell the two apart by: the first line that differs on each page."""
        twin = twin or twin_of(self.match, seat)
        here, there = self.texts(self.match, fetches), self.texts(twin, fetches, twin_of(self.before, seat))
        for one, other in zip(here, there, strict=True):
            assert self.table.seed not in one
            if one != other:
                for line, instead in zip(one.splitlines(), other.splitlines(), strict=False):
                    if line != instead:
                        yield f"{line.strip()[:300]} | {instead.strip()[:300]}"
                        break


def half(table: Table) -> int:
    """The ply at which a scan looks back."""
    return table.ply // 2


def looking_back(browser: Browser, table: Table, what: str = "history") -> list[Fetch]:
    """The match as it is and as it was, with one's own eyes and with those that one asks for."""
    then, eyes = f"ply={half(table)}", ("", "eyes=all", "eyes=0", "eyes=1")
    return [page(browser, f"{at(table, what)}?{ply}&{whose}") for ply in ("", then) for whose in eyes]


def page(browser: Browser, url: str, *, htmx: bool = False, **query: str) -> Fetch:
    def fetch() -> str:
        answer = browser.get(url, htmx=htmx, **query)
        assert answer.status < 500
        return answer.text

    return fetch


def refusal(browser: Browser, table: Table, text: str) -> Fetch:
    def fetch() -> str:
        answer = browser.does(table, "move", {"move": text, "key": "scan"})
        assert answer.status in (403, 409), text
        return answer.text

    return fetch


def turn_mail(table: Table, number: int) -> Fetch:
    def fetch() -> str:
        seat = table.seat_set.select_related("person").get(number=number)
        assert seat.person is not None
        with translation.override("es"):
            notice = Notice(table=table, seat=number, kind=Notice.Kind.TURN, ply=table.ply)
            mail = delivery.notice_mail(notice, seat, seat.person)
        return str(mail.subject) + str(mail.body) + str(mail.alternatives)

    return fetch


def seat_fetches(cast: Cast, table: Table, seat: int, picks: int) -> list[Fetch]:
    """Everything the browser of a seat can fetch, with as many of its selections as said."""
    browser = cast.players(table.size)[seat]
    shown = browser.table(table).read.picks
    chosen = shown[:: max(1, len(shown) // picks)] if picks else []
    foreign = [n for hand in match_of(table).state.hands[:1] for n in hand] if seat else []
    found = [
        page(browser, at(table)),
        page(browser, at(table, "watch")),
        *looking_back(browser, table),
        page(browser, "/"),
        turn_mail(table, seat),
        refusal(browser, table, "go 70,70"),
        refusal(browser, table, "resign 0"),
        *(refusal(browser, table, f"place {n} 70,70 0") for n in foreign[:1]),
        *(page(browser, at(table), htmx=True, pick=pick) for pick in chosen),
    ]
    return [*found, page(browser, at(table), show="0")]


def public_fetches(cast: Cast, table: Table, staff: Browser) -> list[Fetch]:
    """Everything that can be fetched without a seat."""
    stranger = Browser()
    return [
        page(cast.watcher, at(table, "watch")),
        page(cast.watcher, at(table, "watch"), htmx=True, pick="go 0,0"),
        *looking_back(cast.watcher, table, "watched_history"),
        page(stranger, at(table, "history")),
        page(stranger, at(table)),
        page(stranger, "/"),
        refusal(stranger, table, "go 0,0"),
        page(staff, f"/admin/portal/table/{table.pk}/change/"),
        page(staff, "/admin/portal/table/"),
        page(staff, "/admin/portal/move/"),
    ]


@pytest.fixture
def staff(db: None) -> Browser:
    """A moderator."""
    browser = Browser()
    browser.client.force_login(moderator())
    return browser


@pytest.mark.parametrize(
    "plies",
    [pytest.param((0, 3, 11, 28), marks=pytest.mark.long), (3, 28)],
    ids=["at many moments", "at two"],
)
@pytest.mark.parametrize(
    ("size", "opening"), [(2, {}), (3, {"public": "on"}), (2, {"option_heroes": "on", "option_escape": "on"})]
)
def test_nothing_anybody_fetches_depends_on_what_they_may_not_know(
    cast: Cast, staff: Browser, size: int, opening: dict[str, Any], plies: tuple[int, ...]
):
    table = cast.start(size, seed=f"secrets {size}", **opening)
    differing = 0
    for ply in plies:
        drive(table, ply, chance=f"secrets {size} {ply}")
        if table.ply < ply or table.status != "running":
            break
        scan = Scan(table)
        for seat in range(1, size):
            assert list(scan.differences(seat, seat_fetches(cast, table, seat, 3))) == []
        assert list(scan.differences(None, public_fetches(cast, table, staff))) == []
        differing += bool(list(scan.differences(1, [page(cast.ana, at(table))])))
    assert differing >= 2, "Ana's own page must show her hand: the twin for Bo has dealt her another one"


def test_cards_scrolls_and_discards_of_natrak_are_told_to_nobody_else(cast: Cast, staff: Browser):
    seed = "secrets 476"
    table = drive(cast.start(3, game="natrak", seed=seed), 38, chance=seed)
    scan = Scan(table)
    kinds = {type(event).__name__ for event in scan.match.events if event.seen_by(None) != event}
    assert kinds == {"ScrollBought", "Stole", "Discarded"}
    for seat in (1, 2):
        assert list(scan.differences(seat, seat_fetches(cast, table, seat, 2))) == []
    assert list(scan.differences(None, public_fetches(cast, table, staff))) == []
    assert list(scan.differences(1, [page(cast.ana, at(table))])) != []


def test_the_numbers_in_natrak_s_fog_are_told_to_nobody(cast: Cast, staff: Browser):
    seed = "secrets at sea"
    table = drive(cast.start(3, game="natrak", seed=seed, option_version="completo"), 30, chance=seed)
    scan = Scan(table)
    assert any(scan.match.state.board.sea.fog)
    for seat in range(3):
        twin = twin_of(scan.match, seat)
        assert twin.state.board.token != scan.match.state.board.token
        assert list(scan.differences(seat, seat_fetches(cast, table, seat, 3), twin)) == []
    assert list(scan.differences(None, public_fetches(cast, table, staff))) == []
    twin = deepcopy(scan.match)
    for cell in range(len(twin.state.board.token)):
        twin.state.board.sea.fog[cell] = False
    assert list(scan.differences(None, [page(cast.watcher, at(table, "watch"))], twin)) != []


def hidden_kinds() -> set[type[Event]]:
    """The kinds of events that not everybody sees whole."""
    return {
        kind for kind in Event.__subclasses__() if "drakon" in kind.__module__ and "seen_by" in vars(kind)
    }


def right_after(wanted: set[type[Event]]) -> dict[type[Event], tuple[str, int]]:
    """For each kind of event, the seed and the ply of a random match of three in which it has just happened."""
    found: dict[type[Event], tuple[str, int]] = {}
    for n in range(80):
        seed = f"right after {n}"
        match = Match(GAMES["drakon"], seed, (0, 1, 2), {"heroes": "on"})
        rng = Rng(seed, 0)
        while match.outcome is None and match.ply < 80:
            match.play(match.waiting[0], rng.choice(match.legal(match.waiting[0])))
            for event in match.story[-1].events:
                if type(event) in wanted and match.outcome is None:
                    found.setdefault(type(event), (seed, match.ply))
            if len(found) == len(wanted):
                return found
    raise AssertionError(f"none of 80 matches has {wanted - set(found)}")


def test_each_kind_of_secret_event_is_told_to_nobody_else(cast: Cast, staff: Browser):
    kinds = hidden_kinds()
    assert len(kinds) >= 2
    for kind, (seed, ply) in right_after(kinds).items():
        table = drive(cast.start(3, seed=seed, option_heroes="on"), ply, chance=seed)
        scan = Scan(table)
        (event, *_) = [event for event in scan.match.story[-1].events if type(event) is kind]
        assert list(scan.differences(None, public_fetches(cast, table, staff))) == []
        others = [seat for seat in range(3) if event.seen_by(seat) != event]
        assert others
        for seat in others:
            fetches = [page(cast.players(3)[seat], at(table)), turn_mail(table, seat)]
            assert list(scan.differences(seat, fetches)) == []


def test_every_selection_of_a_turn_is_as_tight(cast: Cast):
    table = drive(cast.start(order=[1, 0], seed="picks"), 6, chance="picks")
    while match_of(table).waiting != (1,):
        drive(table, table.ply + 1)
    picks = cast.bo.table(table).read.picks
    assert len(picks) > 4
    wider = [pick for one in picks for pick in cast.bo.table(table, one, htmx=True).read.picks]
    fetches = [
        page(cast.bo, at(table), htmx=True, pick=pick) for pick in dict.fromkeys([*picks, *wider[:80:4]])
    ]
    assert list(Scan(table).differences(1, fetches)) == []


def test_a_taken_back_move_tells_nothing_more(cast: Cast):
    from tests.portal.test_moves import turn_with_a_way_back

    seed, ply = turn_with_a_way_back()
    table = drive(cast.start(seed=seed), ply, chance=seed)
    mover = match_of(table).waiting[0]
    browser = cast.players()[mover]
    assert browser.send(browser.table(table).form("takeback")).status == 302
    table.refresh_from_db()
    other = 1 - mover
    assert list(Scan(table).differences(other, seat_fetches(cast, table, other, 2))) == []


def leaky_log(monkeypatch: pytest.MonkeyPatch) -> None:
    from games.drakon.events import Drew

    monkeypatch.setattr(Drew, "seen_by", lambda self, seat: self)


def leaky_view(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = GAMES["drakon"]
    view = game.view

    def leaks(state: Any, seat: int | None) -> object:
        return replace(view(state, seat), hand=tuple(state.hands[0]))

    monkeypatch.setattr(game, "view", leaks)


def leaky_pile(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = GAMES["drakon"]
    draw, view = game.draw, game.view
    top: list[int] = []

    def remembers(state: Any, seat: int | None) -> object:
        top[:] = state.pile[-1:]
        return view(state, seat)

    def leaks(*args: Any) -> Picture:
        picture: Picture = draw(*args)
        return replace(picture, board=f"{picture.board}<!-- {top} -->")

    monkeypatch.setattr(game, "view", remembers)
    monkeypatch.setattr(game, "draw", leaks)


def leaky_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    from games.core.model import IllegalMove

    play = Match.play

    def leaks(self: Match[Any], *args: Any, **kwargs: Any) -> None:
        try:
            play(self, *args, **kwargs)
        except IllegalMove as refused:
            raise IllegalMove("{top}", top=self.state.pile[-1]) from refused

    monkeypatch.setattr(Match, "play", leaks)


def leaky_history(monkeypatch: pytest.MonkeyPatch) -> None:
    from portal.views import history

    step = history._step
    monkeypatch.setattr(history, "_step", lambda place, ply, eyes, here: step(place, ply, history.ALL, here))


def leaky_past(monkeypatch: pytest.MonkeyPatch) -> None:
    from portal.views import history

    step = history._step

    def leaks(place: Any, ply: int, eyes: Any, here: str) -> Any:
        return step(place, ply, eyes if ply == place.table.ply else history.ALL, here)

    monkeypatch.setattr(history, "_step", leaks)


@pytest.mark.parametrize("leak", [leaky_history, leaky_past])
def test_the_scan_finds_a_leak_in_what_was(
    cast: Cast, staff: Browser, monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None]
):
    scan = Scan(table := drive(cast.start(seed="leaks"), 4, chance="leaks"))
    assert list(scan.differences(1, seat_fetches(cast, table, 1, 0))) == []
    assert list(scan.differences(None, public_fetches(cast, table, staff))) == []
    leak(monkeypatch)
    assert list(scan.differences(1, seat_fetches(cast, table, 1, 0)))
    assert list(scan.differences(None, public_fetches(cast, table, staff)))


@pytest.mark.parametrize("leak", [leaky_log, leaky_view, leaky_pile, leaky_refusal])
def test_the_scan_finds_a_leak(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None]
):
    table = cast.start(order=[1, 0], seed="leaks")
    while not any(event.seen_by(1) != event for event in match_of(table).events):
        drive(table, table.ply + 1, chance=f"leaks {table.ply}")
    scan = Scan(table)
    twin = twin_of(scan.match, 1)
    assert list(scan.differences(1, seat_fetches(cast, table, 1, 0), twin)) == []
    leak(monkeypatch)
    assert list(scan.differences(1, seat_fetches(cast, table, 1, 0), twin))


def test_before_the_start_there_is_nothing_to_tell(cast: Cast, staff: Browser):
    table = cast.gather()
    cast.ana.does(table, "draw")
    for fetch in (
        page(cast.ana, at(table)),
        page(cast.bo, at(table)),
        page(cast.watcher, at(table)),
        page(staff, f"/admin/portal/table/{table.pk}/change/"),
    ):
        assert table.seed not in fetch()
