"""Looking back and playing again: history, record, rematch."""

from __future__ import annotations

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.urls import reverse

from games import GAMES
from games.core.checks import compare, digest, read_record, replay
from games.core.match import Match
from games.drakon.words import name
from portal import lobby, matches, say
from portal.models import Seat, Table
from tests.patience import PATIENCE
from tests.portal.cast import Cast, at, drive

pytestmark = pytest.mark.django_db


def finished(cast: Cast, size: int = 2) -> Table:
    table = drive(cast.start(size))
    assert table.status == "finished"
    return table


def shown(text: str) -> str:
    """What the page shows, without its forms' secrets."""
    return text[text.index("<main") : text.index("</main>")]


def hand_at_start(cast: Cast, table: Table, eyes: str) -> list[str]:
    """The names on the cards that a seat held before the first move, as Bo reads them afterwards."""
    page = shown(cast.bo.get(at(table, "history"), ply="0", eyes=eyes).text)
    hand = page[page.index("dk-hand") :]
    return re.findall(r"</svg><span>(.*?)</span>", hand[: hand.index("</ul>")])


# History


def test_one_steps_through_a_running_match_with_ones_own_eyes(cast: Cast):
    table = drive(cast.start(), 6)
    first = cast.ana.get(at(table, "history"), ply="0")
    assert first.status == 200
    assert "After move 0 of 6" in first.text
    page = cast.ana.get(at(table, "history"), ply="3")
    assert "ply=2" in page.text
    assert "ply=4" in page.text


def test_the_board_of_an_earlier_ply_is_the_board_of_then(cast: Cast):
    table = drive(cast.start(), 8)
    start = cast.ana.get(at(table, "history"), ply="0").text
    now = cast.ana.get(at(table, "history"), ply="8").text
    assert start.count('class="dk-chamber"') == 1
    assert now.count('class="dk-chamber"') > 1


def test_before_the_end_nobody_looks_through_anothers_eyes(cast: Cast):
    table = drive(cast.start(), 6)
    own = shown(cast.ana.get(at(table, "history"), ply="6").text)
    tried = shown(cast.ana.get(at(table, "history"), ply="6", eyes="1").text)
    assert tried == own
    assert 'id="eyes"' not in own


def test_after_the_end_all_hands_are_open(cast: Cast):
    table = finished(cast)
    page = cast.bo.get(at(table, "history"), ply="0", eyes="0")
    assert 'id="eyes"' in page.text
    hands = {eyes: hand_at_start(cast, table, eyes) for eyes in "01"}
    match = matches.replayed(table, 0)
    for eyes, names in hands.items():
        assert names == [say.plain(name(chamber)) for chamber in match.state.hands[int(eyes)]]


def test_after_the_end_all_cards_lie_open_at_once(cast: Cast):
    table = finished(cast, 3)
    for browser, what in ((cast.bo, "history"), (cast.watcher, "watched_history")):
        address = reverse(what, args=[table.watch_token if browser is cast.watcher else table.token])
        page = shown(browser.get(address, ply="0", eyes="all").text)
        hands = page[page.index('id="hands"') :]
        dealt = matches.replayed(table, 0).state.hands
        for number, seat_name in enumerate(("Ana", "Bo", "Cy")):
            mine = hands[hands.index(f">{seat_name}</b></h2>") :]
            mine = mine[: mine.index("</section>")]
            held = re.findall(r"</svg><span>(.*?)</span>", mine)
            assert held == [say.plain(name(chamber)) for chamber in dealt[number]]
        assert "eyes=all" in page[page.index('id="one-on"') :][:200], "stepping on keeps them open"


def test_before_the_end_no_cards_lie_open(cast: Cast):
    table = drive(cast.start(), 6)
    for browser, address in (
        (cast.ana, at(table, "history")),
        (cast.watcher, reverse("watched_history", args=[table.watch_token])),
    ):
        assert shown(browser.get(address, ply="6", eyes="all").text) == shown(
            browser.get(address, ply="6").text
        )


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every move that any match plays from now on."""
    moves: list[str] = []
    play = Match.play

    def counted(self: Match[Any], seat: int | None, said: str, **more: Any) -> Any:
        moves.append(said)
        return play(self, seat, said, **more)

    monkeypatch.setattr(Match, "play", counted)
    return moves


def test_stepping_plays_on_from_copies_and_comes_to_the_same(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, played: list[str]
):
    table = drive(finished(cast, 3))
    monkeypatch.setattr(matches, "APART", 7)
    fresh = [digest(matches.replayed(table, ply)) for ply in range(table.ply + 1)]
    played.clear()
    again = [digest(matches.replayed(table, ply)) for ply in range(table.ply, -1, -1)]
    assert again[::-1] == fresh
    assert len(played) == sum(ply % 7 for ply in range(table.ply + 1)), "each from the copy before it"
    played.clear()
    matches.forget(table.pk)
    matches.replayed(table, table.ply)
    assert len(played) == table.ply, "without copies from the beginning"


def test_copies_are_kept_of_a_few_tables(cast: Cast, monkeypatch: pytest.MonkeyPatch, played: list[str]):
    monkeypatch.setattr(matches, "WALKED", 2)
    monkeypatch.setattr(matches, "APART", 1)
    first, second, third = (drive(cast.start(), 2) for _ in range(3))
    for table in (first, second, third):
        matches.replayed(table, 2)
    for table, moves in ((second, 0), (third, 0), (first, 2)):
        played.clear()
        matches.replayed(table, 2)
        assert len(played) == moves


def test_strangers_see_the_history_by_the_watch_link_alone(cast: Cast):
    table = drive(cast.start(), 4)
    assert cast.cy.get(at(table, "history")).status == 404
    watched = cast.cy.get(reverse("watched_history", args=[table.watch_token]), ply="2")
    assert watched.status == 200
    assert "dk-hand" not in watched.text


@pytest.mark.parametrize("ply", ["", "-1", "x", "9" * 30, "²"])
def test_garbage_for_a_ply_shows_the_present(cast: Cast, ply: str):
    table = drive(cast.start(), 2)
    assert "After move 2 of 2" in cast.ana.get(at(table, "history"), ply=ply).text


# Record


def test_the_record_of_a_finished_match_replays_to_its_end(cast: Cast):
    table = finished(cast)
    answer = cast.bo.get(at(table, "record"))
    assert answer.response["Content-Type"].startswith("text/plain")
    read = read_record(answer.text)
    assert read.head["player 0"] == "Ana"
    assert compare(replay(read, GAMES), read.head) == []


def test_there_is_no_record_before_the_end_or_for_strangers(cast: Cast):
    table = drive(cast.start(), 4)
    assert cast.ana.get(at(table, "record")).status == 404
    table = drive(table)
    assert cast.cy.get(at(table, "record")).status == 404


# Rematch


def test_a_rematch_seats_who_asks_and_invites_the_others_as_they_were(cast: Cast):
    table = finished(cast, 3)
    answer = cast.bo.does(table, "rematch")
    assert answer.status == 302
    again = Table.objects.get(rematch_of=table)
    assert (again.status, again.size, again.options) == ("waiting", 3, table.options)
    assert [(seat.name, seat.host) for seat in again.seat_set.all()] == [("Bo", True)]
    assert again.seed != table.seed
    assert at(again) in cast.ana.get(at(table)).text, "the others find the way from the old table"
    ana = table.seat_set.get(name="Ana")
    form = cast.ana.table(again).form("sit")
    assert (form.values["name"], form.values["colour"], form.values["portrait"]) == (
        "Ana",
        ana.colour,
        ana.portrait,
    )


def test_nobody_is_seated_at_a_rematch_unasked(cast: Cast):
    table = finished(cast)
    cast.ana.does(table, "rematch")
    again = Table.objects.get(rematch_of=table)
    assert cast.ana.does(again, "start").status == 409
    assert cast.bo.table(again).read.form("sit") is not None


def test_who_came_second_begins_the_rematch_of_the_same_people(cast: Cast):
    table = finished(cast, 3)
    cast.bo.does(table, "rematch")
    again = Table.objects.get(rematch_of=table)
    cast.cy.sits(again)
    cast.ana.sits(again)
    cast.bo.does(again, "start")
    again.refresh_from_db()
    names = {seat.number: seat.name for seat in again.seat_set.all()}
    assert [names[number] for number in again.order or ()] == ["Bo", "Cy", "Ana"]


def test_there_is_one_rematch_whoever_asks(cast: Cast):
    table = finished(cast)
    first, second = cast.ana.does(table, "rematch"), cast.bo.does(table, "rematch")
    assert first.response["Location"] == second.response["Location"]
    assert Table.objects.filter(rematch_of=table).count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_who_ask_at_once_get_the_same_table(cast: Cast):
    table = finished(cast)
    people = [cast.ana.person, cast.bo.person]
    gate = threading.Barrier(2)

    def ask(person):
        gate.wait(PATIENCE)
        try:
            return lobby.rematch(table.pk, person).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(ask, people)
    assert first == second
    assert Seat.objects.filter(table_id=first).count() == 1


def test_no_rematch_before_the_end_nor_for_strangers(cast: Cast):
    table = drive(cast.start(), 4)
    assert cast.ana.does(table, "rematch").status == 409
    table = drive(table)
    assert cast.cy.does(table, "rematch").status == 403
    assert not Table.objects.filter(rematch_of=table).exists()
