"""Making moves: what is stored, what is refused and how, and that the stored digest is the replayed one."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.utils import translation

from games import GAMES
from games.core import notation
from games.core.checks import digest
from games.core.match import Match
from games.core.model import IllegalMove
from games.core.rng import Rng
from portal import announce, clock, matches, play, say
from portal.models import Move, Table
from portal.refusal import Refused
from tests.patience import PATIENCE
from tests.portal.cast import (
    LANGUAGES,
    Browser,
    Cast,
    at,
    default_of,
    drive,
    match_of,
    stored,
)

pytestmark = pytest.mark.django_db

NOT_UNDERSTOOD = "That move is not understood here: choose one of the moves shown."
MISTAKE = "“{verb}” is not complete or has a mistake: choose one of the moves shown."
INCOMPLETE = "The page was incomplete: load it again."
STALE = "That question is no longer open: look at the table as it is now."
NOT_YOURS = "It is not your decision now."
NO_SEAT = "You don't hold a seat at this table on this device: take yours back by name."
NO_WAY_BACK = "That can't be taken back any more."


# A whole match


def test_a_whole_match_by_the_pages_own_forms(cast: Cast):
    """Default moves, with and without HTMX in turn; the pages agree with the rules at every ply."""
    table = cast.start(clock_live="60")
    match = match_of(table)
    while match.outcome is None:
        ply = match.ply
        mover, htmx = cast.awaited(table), ply % 2 == 0
        answer = mover.moves(table, default_of(table), htmx=htmx)
        assert answer.status == (200 if htmx else 302), answer.errors
        if htmx:
            assert "<html" not in answer.text
            assert f'data-ply="{ply + 1}"' in answer.text
        table.refresh_from_db()
        match = match_of(table)
        assert (table.ply, match.ply) == (ply + 1, ply + 1)
        assert table.digest == digest(match)
    table.refresh_from_db()
    outcome = match.outcome
    assert outcome is not None
    assert table.status == "finished"
    assert table.outcome == {"winners": list(outcome.winners), "reason": outcome.reason}
    assert table.due_at is None
    assert not table.seat_set.exclude(awaited_since=None, due_at=None, paused_left=None).exists()
    for browser in (cast.ana, cast.bo):
        page = browser.table(table)
        assert say.plain(match.game.reasons[outcome.reason]) in page.text
        assert page.read.form("move") is None
        refused = browser.does(table, "move", {"move": "go 0,0", "key": "late"})
        assert (refused.status, refused.text.count("The match is over.") > 0) == (409, True)


@pytest.mark.parametrize("size", [2, 3])
def test_the_stored_digest_is_the_replayed_one_after_every_ply(cast: Cast, size: int):
    table = cast.start(size)
    people = {seat.number: seat.person for seat in table.seat_set.select_related("person")}
    rng = Rng("digests", size)
    for n in range(40):
        match = match_of(table)
        if match.outcome:
            break
        seat = match.waiting[0]
        back = match.undoable(seat)
        take_back = bool(back) and rng.below(3) == 0
        text = f"takeback {back[0]}" if take_back else notation.write(rng.choice(match.legal(seat)))
        person = people[seat]
        assert person is not None
        play.make_move(table.pk, person, text, prompt=None, key=f"key{n}")
        table.refresh_from_db()
        if n % 3 == 0:
            matches.forget(table.pk)
        with matches.reading(table) as kept:
            assert digest(kept) == table.digest == digest(match_of(table))


# Twice, late, and out of turn


@pytest.mark.parametrize("htmx", [False, True])
def test_a_double_click_is_one_move_and_one_answer(cast: Cast, htmx: bool):
    table = cast.start()
    form = cast.ana.table(table, default_of(table)).form("move")
    first = cast.ana.send(form, htmx=htmx)
    before = stored(table)
    second = cast.ana.send(form, htmx=htmx)
    assert first.status == second.status == (200 if htmx else 302)
    assert stored(table) == before
    assert Move.objects.filter(table=table).count() == 1
    if htmx:
        assert 'data-ply="1"' in first.text
        assert 'data-ply="1"' in second.text


def test_the_first_answer_is_given_again_even_after_the_end(cast: Cast):
    table = drive(cast.start())
    last = Move.objects.filter(table=table).last()
    assert last is not None
    person = cast.players()[last.seat or 0].person
    assert play.make_move(table.pk, person, "anything", prompt=None, key=last.key).ply == last.ply


def test_of_two_tabs_the_later_one_is_told_and_shown_the_table_as_it_is(cast: Cast):
    table = cast.start()
    one, two = (cast.ana.table(table, default_of(table)).form("move") for _ in range(2))
    assert one.values["key"] != two.values["key"]
    assert cast.ana.send(one).status == 302
    before = stored(table)
    for htmx in (True, False):
        answer = cast.ana.send(two, htmx=htmx)
        assert (answer.status, answer.errors) == (409, [STALE])
        assert 'data-ply="1"' in answer.text
    assert stored(table) == before


def test_a_seat_moves_for_itself_only(cast: Cast):
    table = cast.start()
    form = cast.ana.table(table, default_of(table)).form("move")
    before = stored(table)
    for browser, status, sentence in (
        (cast.bo, 409, NOT_YOURS),
        (cast.watcher, 403, NO_SEAT),
        (Browser(), 403, NO_SEAT),
    ):
        browser.get("/")
        answer = browser.send(form)
        assert (answer.status, answer.errors) == (status, [sentence])
    cast.watcher.opens()
    assert cast.watcher.send(form).status == 403
    assert stored(table) == before
    assert cast.ana.send(form).status == 302


def test_another_seats_key_is_refused(cast: Cast):
    """A key names one click of one page; from another seat it would hit the database's own check."""
    table = cast.start()
    cast.ana.moves(table, default_of(table), key="thesame")
    before = stored(table)
    answer = cast.bo.moves(table, default_of(table), key="thesame")
    assert (answer.status, answer.errors) == (409, [INCOMPLETE])
    assert stored(table) == before


def test_nothing_is_played_before_the_start_nor_remembered(cast: Cast):
    """A match kept then would be played on in an order that has been drawn anew since."""
    table = cast.gather()
    for drawn in (False, True):
        for what, values in (("move", {"move": "go 0,0"}), ("takeback", {"ply": "1"}), ("resign", {})):
            answer = cast.ana.does(table, what, {"key": "early"} | values)
            assert (answer.status, answer.errors) == (409, ["The match has not started yet."]), what
        if not drawn:
            cast.ana.does(table, "draw")
    table.refresh_from_db()
    order: list[int] = table.order or []
    Table.objects.filter(pk=table.pk).update(order=order[::-1])
    cast.ana.does(table, "start")
    with matches.reading(Table.objects.get(pk=table.pk)) as match:
        assert match.order == tuple(order[::-1])


# Malformed


MALFORMED = {
    "": NOT_UNDERSTOOD,
    " ": NOT_UNDERSTOOD,
    "fly 0,0": NOT_UNDERSTOOD,
    "GO 0,0": NOT_UNDERSTOOD,
    "go" + "o" * 10_238: NOT_UNDERSTOOD,
    "go 0,0 " + "0" * 10_240: NOT_UNDERSTOOD,
    "<script>alert(1)</script>": NOT_UNDERSTOOD,
    "\x00": NOT_UNDERSTOOD,
    "{verb} {0} %s": NOT_UNDERSTOOD,
    "go": MISTAKE,
    "go a,b": MISTAKE,
    "go 1": MISTAKE,
    "go 1,2,3": MISTAKE,
    "go 0,0 0,0": MISTAKE,
    "go 0,0\x00": MISTAKE,
    "go ٣,٣": MISTAKE,
    "go 99999999999,0": MISTAKE,
    "go -99999999999,0": MISTAKE,
    "place 1 0,1": MISTAKE,
    "place -1 0,1 0": "You don't hold that chamber: choose one from your hand.",
    "place 999999999 0,1 0": "You don't hold that chamber: choose one from your hand.",
    "go 999999999,-999999999": None,
    "destroy 0,0": "It is your turn: place a chamber or move your hero.",
    "rob 1": "It is your turn: place a chamber or move your hero.",
    "send -7 0,0": "It is your turn: place a chamber or move your hero.",
    "resign 0": "That is not possible now.",
    "resign 1": "That is not possible now.",
    "resign 99": "That is not possible now.",
    "takeback 1": NO_WAY_BACK,
    "takeback 1 0,1": NO_WAY_BACK,
    "takeback 0 0,1": NO_WAY_BACK,
    "takeback -5": NO_WAY_BACK,
    "takeback 999999999": NO_WAY_BACK,
}
"""Texts of moves, and the sentence that refuses each (None: any)."""


@pytest.fixture(params=LANGUAGES)
def speaking(request: pytest.FixtureRequest, db: None) -> tuple[str, Browser, Table]:
    """A reader's language, and the seat that is to move at a table in its third ply."""
    cast = Cast(Browser("Ana", language=request.param), Browser("Bo", language=request.param))
    table = drive(cast.start(), 2)
    assert match_of(table).waiting == (0,)
    return request.param, cast.ana, table


def test_malformed_moves_get_one_sentence_and_change_nothing(speaking: tuple[str, Browser, Table]):
    language, ana, table = speaking
    number = match_of(table).stack[-1].number
    before = stored(table)
    every = 1 if language == "en" else 3
    for n, (text, sentence) in list(enumerate(MALFORMED.items()))[::every]:
        htmx = n % 2 == 0
        values = {"move": text, "prompt": str(number), "key": f"k{n}"}
        answer = ana.post(at(table, "move"), values, htmx=htmx)
        assert answer.status == 409, text[:40]
        errors = answer.errors
        assert len(errors) == 1, text[:40]
        if sentence:
            with translation.override(language):
                said = translation.gettext(sentence).format(verb=text.split(" ")[0])
            assert errors == [said]
        assert ("<html" in answer.text) is not htmx
        assert "<script>alert" not in answer.text
    assert stored(table) == before


def test_incomplete_pages_get_one_sentence_and_change_nothing(speaking: tuple[str, Browser, Table]):
    language, ana, table = speaking
    form = ana.table(table, default_of(table)).form("move")
    before = stored(table)
    with translation.override(language):
        said = translation.gettext(INCOMPLETE)
    every = 1 if language == "en" else 4
    for key in (None, "", "x" * 41, "x" * 10_240, "\x00", "a\x00b", "a b", "é", "🐉")[::every]:
        answer = ana.send(form, key=key)
        assert (answer.status, answer.errors) == (409, [said]), key
    for prompt in ("-1", "9" * 50, "1e3", "x", "\x00", "²", " ")[::every]:
        answer = ana.send(form, prompt=prompt)
        assert (answer.status, answer.errors) == (409, [said]), prompt
    with translation.override(language):
        stale = translation.gettext(STALE)
    for prompt in ("0", "1", "999999999", str(int(form.values["prompt"] or 0) + 1))[::every]:
        answer = ana.send(form, prompt=prompt)
        assert (answer.status, answer.errors) == (409, [stale]), prompt
    for ply in (None, "", "-1", "x", "\x00", "9" * 99)[::every]:
        answer = ana.post(at(table, "takeback"), {"key": "k"} | ({"ply": ply} if ply is not None else {}))
        assert (answer.status, answer.errors) == (409, [said]), ply
    assert stored(table) == before
    assert ana.send(form).status == 302, "after all that the form still works"


def test_the_sentences_are_translated():
    for language in LANGUAGES[1:]:
        with translation.override(language):
            for sentence in {*MALFORMED.values(), INCOMPLETE, STALE, NOT_YOURS, NO_SEAT} - {None}:
                assert translation.gettext(str(sentence)) != sentence


def test_selections_that_make_no_sense_select_nothing(cast: Cast):
    table = cast.start()
    for pick in ("fly", "go", "go x,y", "place 999 0,0 0", "\x00", "x" * 5000, "{0}", "place", "go 0,0 "):
        for browser in (cast.ana, cast.bo):
            page = browser.table(table, pick)
            assert page.status == 200
            assert page.read.form("move") is None
    assert cast.ana.get(at(table), pick="go", show="99").status == 200
    for show in ("-1", "x", "9" * 30, "²", "\x00", ""):
        assert cast.ana.get(at(table), show=show).status == 200


POSTS = ["sit", "leave", "free", "draw", "start", "close", "move", "takeback", "resign"]


@pytest.mark.parametrize("running", [False, True])
def test_getting_what_is_to_be_posted_changes_nothing_and_leads_to_the_table(cast: Cast, running: bool):
    """A refusal's page has the address of its form: reloading it, or changing the language on it, is a GET."""
    table = cast.start() if running else cast.gather()
    before = stored(table)
    for what in POSTS:
        for browser in (cast.ana, cast.bo, cast.watcher):
            answer = browser.get(
                at(table, what), move=default_of(table) if running else "", key="k", seat="1"
            )
            assert (answer.status, answer.response["Location"]) == (302, at(table)), what
        assert cast.ana.client.put(at(table, what)).status_code == 405
    assert stored(table) == before


def test_without_a_csrf_token_nothing_happens_and_the_page_says_what_to_do(cast: Cast):
    table = cast.start()
    careful = Browser(language="es", checks_csrf=True)
    careful.client.cookies = cast.ana.client.cookies
    before = stored(table)
    for what in POSTS:
        answer = careful.does(table, what, {"move": default_of(table), "key": "k"})
        assert answer.status == 403
        assert "Esta página" in answer.text
    assert stored(table) == before
    form = careful.table(table, default_of(table)).form("move")
    assert careful.send(form, csrfmiddlewaretoken="x" * 64).status == 403
    assert careful.send(form).status == 302


def test_the_token_of_a_part_is_another_each_time_and_good_for_a_post(cast: Cast):
    table = cast.start()
    careful = Browser(checks_csrf=True)
    careful.client.cookies = cast.ana.client.cookies
    careful.table(table)
    secret = careful.client.cookies["csrftoken"].value
    parts = [careful.get(at(table), htmx=True, pick=default_of(table)) for _twice in range(2)]
    tokens = [part.form("move").values["csrfmiddlewaretoken"] for part in parts]
    assert len({*tokens, secret}) == 3
    assert careful.send(parts[0].form("move"), htmx=True, csrfmiddlewaretoken=tokens[0][::-1]).status == 403
    assert careful.send(parts[0].form("move"), htmx=True).status == 200


# Taking back and giving up


def turn_with_a_way_back() -> tuple[str, int]:
    """A seed and a ply at which the random player can take back its last move."""
    for n in range(200):
        seed, game = f"way back {n}", GAMES["drakon"]
        match, rng = Match(game, seed, (0, 1)), Rng(seed, 0)
        while match.outcome is None and match.ply < 120:
            if match.undoable(match.waiting[0]):
                return seed, match.ply
            match.play(match.waiting[0], rng.choice(match.legal(match.waiting[0])))
    raise AssertionError("no match with a way back")


def test_a_move_is_taken_back_and_stays_in_the_log(cast: Cast):
    seed, ply = turn_with_a_way_back()
    table = drive(cast.start(seed=seed), ply, chance=seed)
    mover = cast.awaited(table)
    other = cast.bo if mover is cast.ana else cast.ana
    assert other.table(table).read.form("takeback") is None
    assert other.does(table, "takeback", {"ply": str(ply), "key": "k"}).status == 409
    before = match_of(table)
    form = mover.table(table).form("takeback")
    for htmx in (True, False):
        answer = mover.send(form, htmx=htmx)
        assert answer.status == (200 if htmx else 302)
        if htmx:
            assert '<li id="log-' in answer.text and 'class="undone"' in answer.text
    table.refresh_from_db()
    assert table.ply == ply + 1
    assert [move.text for move in Move.objects.filter(table=table, ply=ply + 1)] == [f"takeback {ply}"]
    after = match_of(table)
    assert digest(after) == table.digest != digest(before)
    with matches.reading(table) as kept:
        assert digest(kept) == table.digest
    assert mover.moves(table, default_of(table)).status == 302


def test_of_two_players_one_may_give_up_and_the_other_wins(cast: Cast):
    table = drive(cast.start(clock_live="60"), 3)
    for stranger in (cast.watcher, Browser()):
        assert stranger.does(table, "resign").status == 403
    assert cast.bo.send(cast.bo.table(table).form("resign")).status == 302
    table.refresh_from_db()
    assert (table.status, table.due_at) == ("finished", None)
    assert table.outcome == {"winners": [0], "reason": "resigned"}
    assert table.digest == digest(match_of(table))
    before = stored(table)
    assert cast.bo.does(table, "resign").status == 409
    assert stored(table) == before
    assert "Ana wins!" in cast.bo.table(table).text


def test_of_three_players_nobody_gives_up(cast: Cast):
    table = cast.start(3)
    before = stored(table)
    assert cast.bo.table(table).read.form("resign") is None
    answer = cast.bo.does(table, "resign")
    assert answer.status == 409
    assert len(answer.errors) == 1
    assert stored(table) == before


# The kept match


def test_a_rollback_after_the_move_was_played_leaves_no_trace(cast: Cast, monkeypatch: pytest.MonkeyPatch):
    table = drive(cast.start(), 4)
    before, text = stored(table), default_of(table)
    page = cast.awaited(table).table(table)
    ply = page.text.index('data-ply="4"')
    assert ply

    def broken(*args: object, **kwargs: object) -> None:
        raise RuntimeError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(clock, "update", broken)
        with pytest.raises(RuntimeError, match="the disk is full"):
            play.make_move(table.pk, cast.awaited(table).person, text, prompt=None, key="lost")
    assert stored(table) == before
    assert 'data-ply="4"' in cast.watcher.get(at(table, "watch")).text
    assert cast.awaited(table).moves(table, text).status == 302
    table.refresh_from_db()
    assert (table.ply, table.digest) == (5, digest(match_of(table)))


def test_a_refusal_keeps_the_match_that_was_kept(cast: Cast):
    table = drive(cast.start(), 4)
    with matches.reading(table) as kept:
        pass
    with pytest.raises(IllegalMove):
        play.make_move(table.pk, cast.awaited(table).person, "go 50,50", prompt=None, key="k")
    with matches.reading(table) as still:
        assert still is kept
        assert digest(still) == table.digest


def test_two_processes_answer_in_turn(cast: Cast, monkeypatch: pytest.MonkeyPatch):
    """Each keeps matches of its own, and catches up with what the other stored, take-backs too."""
    seed, ply = turn_with_a_way_back()
    table = drive(cast.start(seed=seed), ply, chance=seed)
    processes = [type(matches._slots)(), type(matches._slots)()]
    for n in range(8):
        monkeypatch.setattr(matches, "_slots", processes[n % 2])
        mover = cast.awaited(table)
        back = mover.table(table).read.form("takeback") if n == 0 else None
        answer = mover.send(back) if back else mover.moves(table, default_of(table))
        assert answer.status == 302
        assert n > 0 or back
        table.refresh_from_db()
        for slots in reversed(processes):
            monkeypatch.setattr(matches, "_slots", slots)
            assert f'data-ply="{table.ply}"' in cast.watcher.get(at(table, "watch")).text
            with matches.reading(table) as kept:
                assert digest(kept) == table.digest
    assert table.ply == ply + 8


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("commits", [True, False])
def test_a_reader_during_a_write_never_sees_what_may_yet_be_rolled_back(
    monkeypatch: pytest.MonkeyPatch, commits: bool
):
    cast = Cast()
    table = drive(cast.start(), 4)
    person, text = cast.awaited(table).person, default_of(table)
    played, go_on = threading.Event(), threading.Event()
    update = clock.update

    def slow(*args: Any) -> Any:
        played.set()
        assert go_on.wait(PATIENCE)
        if not commits:
            raise RuntimeError("no")
        return update(*args)

    monkeypatch.setattr(clock, "update", slow)

    def write() -> None:
        try:
            play.make_move(table.pk, person, text, prompt=None, key="k")
        except RuntimeError:
            pass
        finally:
            connection.close()

    def read() -> tuple[int, str]:
        try:
            with matches.reading(table) as match:
                return match.ply, digest(match)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        writing = pool.submit(write)
        assert played.wait(PATIENCE)
        reading = pool.submit(read)
        elsewhere = matches.load(Table.objects.get(pk=table.pk))
        assert elsewhere.ply == 4, "another process reads what is committed"
        assert not reading.done()
        go_on.set()
        writing.result(PATIENCE)
        seen = reading.result(PATIENCE)
    now = Table.objects.get(pk=table.pk)
    assert now.ply == (5 if commits else 4)
    assert seen == (now.ply, now.digest)


@pytest.mark.django_db(transaction=True)
def test_of_many_moves_at_once_one_is_stored(monkeypatch: pytest.MonkeyPatch):
    """Six processes, six tabs: the table's row decides."""
    cast = Cast()
    table = cast.start()
    monkeypatch.setattr(matches, "_slot", lambda table_id: matches._Slot())
    person, text = cast.ana.person, default_of(table)
    number = match_of(table).stack[-1].number
    barrier = threading.Barrier(6)

    def move(n: int) -> str:
        try:
            barrier.wait(PATIENCE)
            play.make_move(table.pk, person, text, prompt=number, key=f"tab{n // 2}")
        except (IllegalMove, Refused) as refused:
            return refused.text.msgid
        finally:
            connection.close()
        return "moved"

    with ThreadPoolExecutor(6) as pool:
        answers = sorted(pool.map(move, range(6)))
    assert answers == [STALE] * 4 + ["moved"] * 2, "the same tab's second click gets the first one's answer"
    assert Move.objects.filter(table=table).count() == 1
    table.refresh_from_db()
    assert table.digest == digest(match_of(table))


# Without Redis, and without anybody who announces


def test_pages_and_moves_do_without_redis(cast: Cast, without_redis: None):
    room, table = cast.gather(), cast.start()
    for page in (cast.ana.table(room), cast.watcher.table(room), cast.bo.table(table)):
        assert page.status == 200
    assert cast.watcher.get(at(table, "watch")).status == 200
    assert cast.ana.moves(table, default_of(table), htmx=True).status == 200
    assert Table.objects.get(pk=table.pk).ply == 1


@pytest.mark.django_db(transaction=True)
def test_what_cannot_be_announced_is_stored_and_shown_all_the_same(monkeypatch: pytest.MonkeyPatch):
    cast = Cast()
    table = cast.start()

    def broken(*_args: Any) -> None:
        raise RuntimeError("no layer")

    monkeypatch.setattr(announce, "changed", broken)
    assert cast.ana.moves(table, default_of(table), htmx=True).status == 200
    assert Table.objects.get(pk=table.pk).ply == 1
