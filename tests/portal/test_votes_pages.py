"""What players ask of each other, on their pages: autopilot, freeing a seat, leaving, closing, taking moves back."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from portal import matches, newcomers
from portal.models import DaysOff, Seat, Table, Vote
from tests.portal.cast import Browser, Cast, Page, at, default_of, drive
from tests.portal.test_budgets import QUERIES, at_most

pytestmark = pytest.mark.django_db


def on_autopilot(table: Table, *numbers: int) -> None:
    """As if these seats had let their time run out again and again."""
    Seat.objects.filter(table=table, number__in=numbers).update(autopilot_since=timezone.now(), timeouts=3)


def asked(page: Page, what: str) -> str:
    """A block of what is asked of the table, in words; "" if it is not there."""
    begins = f'<div class="asked" id="asked-{what}">'
    found = re.search(
        rf"{begins}(.*?)\n    </div>|{begins}(.*?)</div></div>",
        page.text,
        re.DOTALL,
    )
    return " ".join(re.sub(r"<[^>]+>", " ", found[1] or found[2]).split()) if found else ""


def presses(browser: Browser, table: Table, what: str, *, htmx: bool = True) -> Page:
    """Press the button of a form that must be on the page."""
    return browser.send(browser.table(table).form(what), htmx=htmx)


# Autopilot


def test_who_is_on_autopilot_reads_it_and_comes_back_with_a_click(cast: Cast):
    table = cast.start(3)
    on_autopilot(table, 1)
    page = cast.bo.table(table)
    assert "You are on autopilot: your seat plays by itself." in page.text
    assert ">on autopilot</span>" in cast.ana.table(table).text
    answer = presses(cast.bo, table, "awake")
    assert answer.status == 200
    assert 'id="autopilot"' not in answer.text
    assert Seat.objects.get(table=table, number=1).autopilot_since is None
    assert "Bo is back" in re.sub("<[^>]+>", "", cast.ana.table(table).text)


def test_only_the_seat_itself_comes_off_autopilot(cast: Cast):
    table = cast.start(3)
    on_autopilot(table, 1)
    assert 'id="autopilot"' not in cast.ana.table(table).text
    assert cast.watcher.does(table, "awake").status == 403
    assert Seat.objects.get(table=table, number=1).autopilot_since is not None


def test_medallions_tell_how_a_seat_stands(cast: Cast):
    table = cast.start(3, pace="correspondence")
    now = timezone.now()
    DaysOff.objects.create(
        person=cast.bo.person, begins_at=now - timedelta(days=1), ends_at=now + timedelta(days=1)
    )
    DaysOff.objects.create(
        person=cast.cy.person, begins_at=now + timedelta(days=1), ends_at=now + timedelta(days=2)
    )
    text = cast.ana.table(table).text
    assert text.count(">days off</span>") == 1, "Cy's have not begun"
    on_autopilot(table, 1)
    assert ">on autopilot</span>" in cast.ana.table(table).text


def test_a_page_over_days_with_votes_asks_the_database_little(cast: Cast):
    table = drive(cast.start(3, pace="correspondence"), 2)
    on_autopilot(table, 1)
    presses(cast.ana, table, "replace")
    cast.cy.table(table)  # the match is kept now
    for htmx in (False, True):
        with at_most(QUERIES):
            assert cast.cy.table(table, htmx=htmx).status == 200


# Freeing a seat


def test_more_than_half_of_the_others_free_a_seat_that_plays_by_itself(cast: Cast):
    table = cast.start(3)
    assert cast.ana.table(table).read.form("replace") is None, "nobody is on autopilot"
    on_autopilot(table, 1)
    before = cast.ana.table(table)
    assert "Bo is on autopilot" in asked(before, "replace-1")
    answer = presses(cast.ana, table, "replace")
    assert answer.status == 200
    assert "Ana wants to free Bo ’s seat" in asked(answer, "replace-1")
    assert "Agreed: Ana. Not yet: Cy." in asked(answer, "replace-1")
    assert answer.read.form("replace") is None, "once is enough"
    other = cast.cy.table(table)
    assert "The others ask you something" in other.text
    assert 'id="asking"' in other.text
    assert presses(cast.cy, table, "replace", htmx=False).status == 302
    seat = Seat.objects.get(table=table, number=1)
    assert (seat.person, seat.freed_at is not None, seat.notes) == (None, True, "")
    assert "seat free" in cast.ana.table(table).text
    assert at(table) in cast.ana.table(table).text, "the link for somebody new"


def test_one_may_change_ones_mind(cast: Cast):
    table = cast.start(3)
    on_autopilot(table, 1)
    presses(cast.ana, table, "replace")
    presses(cast.ana, table, "withdraw")
    assert not Vote.objects.exists()
    presses(cast.cy, table, "replace")
    assert Seat.objects.get(table=table, number=1).freed_at is None


def test_the_old_holder_of_a_freed_seat_is_out_and_reads_no_notes_afterwards(cast: Cast):
    table = cast.start(2)
    cast.bo.post(at(table, "notes"), {"notes": "my secret plan"}, htmx=True)
    on_autopilot(table, 1)
    assert presses(cast.ana, table, "replace").status == 200
    assert 'id="live"' not in cast.bo.table(table).text
    assert cast.bo.does(table, "awake").status == 403
    assert cast.bo.post(at(table, "chat"), {"text": "hey", "key": "k"}).status == 403
    page = cast.cy.table(table)
    answer = cast.cy.send(page.form("take-over-1"), name="Cy")
    assert (answer.status, answer.response["Location"]) == (302, at(table))
    mine = cast.cy.table(table)
    assert "my secret plan" not in mine.text
    assert 'class="player seat-sky me' in mine.text
    assert cast.bo.send(cast.bo.table(table).form("come-back"), name="Bo").status == 422


def test_a_freed_seat_is_offered_on_the_locked_page_and_to_who_watches(cast: Cast):
    for public in ("", "on"):
        table = cast.start(3, public=public)
        on_autopilot(table, 1)
        for browser in (cast.ana, cast.cy):
            presses(browser, table, "replace")
        page = Browser().table(table)
        assert "Bo" in page.text
        assert page.form("take-over-1").values["seat"] == "1"
        assert Browser().get(at(table, "watch")).read.form("take-over-1") is None, (
            "the watch link is to watch"
        )
        for name, sentence in (
            ("", "Type the name the others will see."),
            ("ana", "Somebody here has that name: choose another."),
        ):
            refused = Browser().send(page.form("take-over-1"), name=name)
            assert refused.status == 409
            assert sentence in refused.errors
        newcomer = Browser()
        assert newcomer.send(page.form("take-over-1"), name="Dee").status == 302
        late = Browser().send(page.form("take-over-1"), name="Eli")
        assert late.status == 409
        assert "That seat is no longer free." in late.errors
        assert "Dee" in cast.ana.table(table).text


@pytest.mark.parametrize("seat", ["", "x", "7", "-1", "9" * 20])
def test_garbage_for_a_seat_is_a_sentence(cast: Cast, seat: str):
    table = cast.start(3)
    for what in ("replace", "take_over"):
        answer = cast.ana.does(table, what, {"seat": seat, "name": "Zoe"})
        assert answer.status == 409
        assert len(answer.errors) == 1


# Leaving


def test_one_leaves_a_match_of_three_and_the_seat_is_free(cast: Cast):
    table = cast.start(3)
    page = cast.bo.table(table)
    assert "You lose it for good." in page.text
    answer = cast.bo.send(page.form("quit"))
    assert answer.status == 302
    assert Seat.objects.get(table=table, number=1).freed_at is not None
    assert 'id="live"' not in cast.bo.table(table).text
    assert "seat free" in cast.cy.table(table).text


def test_two_cannot_leave_each_other_but_give_up(cast: Cast):
    table = cast.start()
    page = cast.bo.table(table)
    assert page.read.form("quit") is None
    assert page.read.form("resign") is not None
    assert cast.bo.does(table, "quit").errors == ["With two players, leaving is giving up."], "said once"


# Closing


def test_all_agree_to_close_and_nobody_wins(cast: Cast):
    table = cast.start(3)
    assert cast.ana.table(table).read.form("agree") is None, "the host closes alone"
    first = presses(cast.bo, table, "agree")
    assert "Bo wants to close the table. Nobody wins then. Agreed: Bo. Not yet: Ana and Cy." in asked(
        first, "close"
    )
    presses(cast.cy, table, "agree")
    assert "Agreed: Bo and Cy. Not yet: Ana." in asked(cast.ana.table(table), "close")
    answer = presses(cast.ana, table, "agree")
    assert "The players agreed to close this table." in answer.text
    assert 'id="asking"' not in answer.text
    table.refresh_from_db()
    assert (table.status, table.closed_because) == ("closed", "agreed")


def test_agreement_can_be_taken_back(cast: Cast):
    table = cast.start(3)
    presses(cast.bo, table, "agree")
    presses(cast.bo, table, "withdraw")
    presses(cast.cy, table, "agree")
    presses(cast.ana, table, "agree")
    table.refresh_from_db()
    assert table.status == "running"


# Taking moves back


def test_further_back_needs_whoever_loses_moves(cast: Cast):
    table = drive(cast.start(3), 2)
    browser = cast.players(3)
    with matches.reading(table) as match:
        mover = next(entry.seat for entry in reversed(match.story) if entry.seat is not None)
        needed = match.consent(match.ply)
    assert needed is not None
    asker = browser[mover]
    answer = presses(asker, table, "ask-back")
    assert answer.status == 200
    assert "asks to take back their last move" in asked(answer, "takeback")
    assert answer.read.form("ask-back") is None
    others = [n for n in sorted(needed) if n != mover]
    for n in others[:-1]:
        presses(browser[n], table, "ask-back")
        table.refresh_from_db()
        assert table.ply == 2
    last = browser[others[-1]]
    assert "The others ask you something" in last.table(table).text
    assert presses(last, table, "ask-back").status == 200
    page = cast.ana.table(table)
    assert "<del>" in page.text, "what was taken back stays in the log, struck out"
    assert 'id="asked-takeback"' not in page.text
    assert cast.ana.get(at(table, "history"), ply="3").status == 200


def test_one_no_is_enough_and_the_asker_may_stop_asking(cast: Cast):
    table = drive(cast.start(3), 2)
    browsers = cast.players(3)
    with matches.reading(table) as match:
        mover = next(entry.seat for entry in reversed(match.story) if entry.seat is not None)
        needed = match.consent(match.ply) or frozenset()
    asker, other = browsers[mover], browsers[next(n for n in needed if n != mover)]
    for who in (other, asker):
        presses(asker, table, "ask-back")
        presses(who, table, "decline")
        assert asked(cast.ana.table(table), "takeback") == ""
        assert not Vote.objects.exists()
    assert cast.ana.table(table).text.count("<del>") == 0


def test_the_question_goes_when_the_match_goes_on(cast: Cast):
    table = drive(cast.start(3), 2)
    with matches.reading(table) as match:
        mover = next(entry.seat for entry in reversed(match.story) if entry.seat is not None)
    presses(cast.players(3)[mover], table, "ask-back")
    table.refresh_from_db()
    assert table.asked, "pages look for votes"
    cast.awaited(table).moves(table, default_of(table))
    assert asked(cast.ana.table(table), "takeback") == ""
    table.refresh_from_db()
    assert not table.asked, "and need look no more"


# Who may


@pytest.mark.parametrize(
    "what", ["awake", "quit", "replace", "agree_to_close", "withdraw", "ask_back", "decline"]
)
def test_strangers_and_those_who_lost_their_seat_vote_for_nothing(cast: Cast, what: str):
    table = drive(cast.start(3, public="on"), 2)
    on_autopilot(table, 1)
    Seat.objects.filter(table=table, number=2).update(person=None)
    for browser in (cast.cy, cast.watcher, Browser()):
        assert cast.ana.table(table).status == 200
        assert browser.does(table, what, {"seat": "1"}).status == 403
        assert browser.get(at(table, what)).status == 302
        assert 'action="' + at(table, what) not in browser.table(table).text
    assert not Vote.objects.exists()


def test_spectators_read_nothing_of_what_is_asked_but_that_a_seat_is_free(cast: Cast):
    table = cast.start(3)
    presses(cast.bo, table, "agree")
    page = cast.watcher.get(at(table, "watch"))
    assert "wants to close" not in page.text
    assert newcomers.free_seats(table, list(table.seat_set.all())) == []
    assert 'id="asking"' not in page.text
