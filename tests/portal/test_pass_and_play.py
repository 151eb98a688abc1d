"""Several seats on one device: the page covers what is secret, asks who is looking, and follows whoever says so."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from games import GAMES
from games.core import notation
from games.core.match import Match
from games.core.rng import Rng
from portal import access, lobby, play, presence, tasks
from portal.models import Move, Notice, Person, Seat, Table
from portal.views.forms import NewTableForm
from tests.portal.cast import Browser, Cast, Page, at, default_of, match_of
from tests.portal.test_secrets import Scan, looking_back, page, turn_mail

pytestmark = pytest.mark.django_db

NAMES = ("Ana", "Bo", "Cy", "Dee")


def gathered(
    cast: Cast, game: str = "drakon", size: int = 2, own: int | None = None, **opening: str
) -> Table:
    """A table on Ana's device; she sits on the first `own` of its chairs (all, if not said), Bo on the rest."""
    form = NewTableForm(game, {"size": size, "pace": "live", "chat": "on", "pass_and_play": "on", **opening})
    assert form.is_valid(), form.errors
    table = lobby.open_table(
        cast.ana.person,
        game,
        size=size,
        options=form.options,
        pace=form.cleaned_data["pace"],
        clock_seconds=form.clock_seconds,
        public=False,
        pass_and_play=form.cleaned_data["pass_and_play"],
    )
    portraits = list(GAMES[game].portraits(table.options)) or [""] * size
    for number, (name, colour, portrait) in enumerate(
        zip(NAMES[:size], Seat.COLOURS, portraits, strict=False)
    ):
        browser = cast.ana if own is None or number < own else cast.bo
        lobby.sit(table.pk, browser.person, name=name, colour=colour, portrait=portrait)
    return table


def started(cast: Cast, game: str = "drakon", size: int = 2, own: int | None = None, **opening: str) -> Table:
    """The match begun; where the seats' sides do not decide it they play in the order of sitting."""
    table = gathered(cast, game, size, own, **opening)
    Table.objects.filter(pk=table.pk).update(seed="one device")
    if GAMES[game].roles(table.options, {s.number: s.portrait for s in table.seat_set.all()}) is None:
        Table.objects.filter(pk=table.pk).update(order=list(range(size)))
    lobby.start(table.pk, cast.ana.person)
    table.refresh_from_db()
    return table


def looks(browser: Browser, table: Table, number: int) -> Page:
    """Press the button "I am …", after covering somebody else's cards."""
    cover = browser.table(table).read.form("pass-on-form")
    if cover is not None:
        browser.send(cover)
    form = next(f for f in browser.table(table).read.forms if f.values.get("seat") == str(number))
    assert form.action == at(table, "look")
    assert browser.send(form).status == 302
    return browser.table(table)


def is_covered(answer: Page) -> bool:
    return 'id="cover"' in answer.text


def hand_of(answer: Page) -> bool:
    return 'class="hand-area"' in answer.text


def asked(answer: Page) -> list[str]:
    """The seats that the cover offers to be."""
    return [
        form.values["seat"]
        for form in answer.read.forms
        if form.action.endswith("/look/") and "seat" in form.values
    ]


# Sitting


def test_one_browser_sits_on_every_chair_and_frees_one_of_them_again(cast: Cast):
    table = cast.ana.opens(pass_and_play="on", size="3")
    for name in ("Ana", "Bo", "Cy"):
        answer = cast.ana.send(cast.ana.table(table).form("sit"), name=name)
        assert answer.status == 302, answer.errors
    assert list(table.seat_set.values_list("number", "name", "host")) == [
        (0, "Ana", True),
        (1, "Bo", False),
        (2, "Cy", False),
    ]
    full = cast.ana.table(table)
    assert full.read.form("sit") is None
    leave = next(
        form for form in full.read.forms if form.action.endswith("/leave/") and form.values["seat"] == "0"
    )
    assert cast.ana.send(leave).status == 302
    assert list(table.seat_set.values_list("name", "host")) == [("Bo", True), ("Cy", False)], (
        "the star stays here"
    )
    assert Notice.objects.filter(table=table).count() == 0, "nobody has to be told of oneself"


def test_elsewhere_one_browser_has_one_chair(cast: Cast):
    table = cast.ana.opens()
    cast.ana.sits(table)
    assert cast.ana.table(table).read.form("sit") is None
    answer = cast.ana.does(table, "sit", {"name": "Bo", "colour": "sky", "portrait": "elf"})
    assert answer.status == 422
    assert table.seat_set.count() == 1


def test_a_stranger_takes_a_chair_of_such_a_table_on_a_device_of_their_own(cast: Cast):
    table = cast.ana.opens(pass_and_play="on", size="3")
    cast.ana.sits(table)
    cast.ana.send(cast.ana.table(table).form("sit"), name="Bo")
    cast.bo.sits(table, "Cy")
    cast.ana.does(table, "start")
    assert not is_covered(cast.bo.table(table)), "one seat, nobody to hide it from"
    assert is_covered(cast.ana.table(table))


# Covering


def test_the_page_is_covered_until_somebody_says_that_it_is_they(cast: Cast):
    table = started(cast)
    covered = cast.ana.table(table)
    assert is_covered(covered)
    assert not hand_of(covered)
    assert covered.read.picks == []
    assert asked(covered) == ["0", "1"], "who is awaited first"
    assert "Pass the device to <bdi>Ana</bdi>." in covered.text
    shown = looks(cast.ana, table, 0)
    assert not is_covered(shown)
    assert hand_of(shown)
    assert shown.read.picks


def test_when_another_of_its_seats_is_awaited_the_page_covers_again(cast: Cast):
    table = started(cast)
    looks(cast.ana, table, 0)
    assert cast.ana.moves(table, default_of(table)).status == 302
    covered = cast.ana.table(table)
    assert is_covered(covered)
    assert "Pass the device to <bdi>Bo</bdi>." in covered.text
    shown = looks(cast.ana, table, 1)
    assert cast.ana.send(shown.form("pass-on-form")).status == 302
    assert is_covered(cast.ana.table(table)), "who likes covers by hand"


def test_the_cover_takes_the_eyes_away_until_somebody_says_so_anew(cast: Cast):
    """Bo has the device when the clock plays for him, and Ana is asked again: he must not see her cards."""
    table = started(cast)
    looks(cast.ana, table, 0)
    cast.ana.moves(table, default_of(table))
    assert is_covered(cast.ana.table(table))
    play.make_move(table.pk, cast.ana.person, default_of(table), prompt=None, key="clock", looking=1)
    again = cast.ana.table(table)
    assert asked(again)[0] == "0"
    assert is_covered(again)


def test_while_somebody_elsewhere_is_awaited_whoever_looked_goes_on_looking(cast: Cast):
    table = started(cast, size=3, own=2)
    looks(cast.ana, table, 0)
    cast.ana.moves(table, default_of(table))
    looks(cast.ana, table, 1)
    cast.ana.moves(table, default_of(table))
    assert not is_covered(cast.ana.table(table)), "Cy is awaited, on Bo's device"
    cast.bo.moves(table, default_of(table))
    covered = cast.ana.table(table)
    assert is_covered(covered)
    assert "Pass the device to <bdi>Ana</bdi>." in covered.text


def test_who_is_not_awaited_may_look_until_the_next_move(cast: Cast):
    table = started(cast, size=3, own=2)
    shown = looks(cast.ana, table, 1)
    assert hand_of(shown)
    assert shown.read.form("move") is None
    assert not is_covered(cast.ana.table(table))
    play.make_move(table.pk, cast.ana.person, default_of(table), prompt=None, key="m1", looking=0)
    assert not is_covered(cast.ana.table(table)), "now it is this seat that is awaited"
    play.make_move(table.pk, cast.ana.person, default_of(table), prompt=None, key="m2", looking=1)
    cast.bo.moves(table, default_of(table))
    assert is_covered(cast.ana.table(table))


def test_the_eyes_are_of_one_table_one_browser_and_signed(cast: Cast):
    table, other = started(cast), started(cast)
    looks(cast.ana, table, 0)
    word = cast.ana.client.cookies[access.look_cookie(table.token)].value
    cast.ana.client.cookies[access.look_cookie(other.token)] = word
    assert is_covered(cast.ana.table(other))
    for forged in (word[:-1], "", "x:y:z", word.replace(":", ".")):
        cast.ana.client.cookies[access.look_cookie(table.token)] = forged
        assert is_covered(cast.ana.table(table))
    assert access.look_of(word, table.token, cast.bo.person) is None


@pytest.mark.parametrize("seat", ["2", "9", "-1", "x", "0" * 30])
def test_nobody_looks_with_the_eyes_of_a_seat_that_is_not_theirs(cast: Cast, seat: str):
    table = started(cast, size=3, own=2)
    answer = cast.ana.does(table, "look", {"seat": seat})
    assert answer.status in (403, 409)
    assert answer.errors
    assert is_covered(cast.ana.table(table))
    assert cast.cy.does(table, "look", {"seat": "0"}).status == 403


# Playing


def test_a_move_is_taken_for_the_seat_that_looks_only(cast: Cast):
    table = started(cast)
    text = default_of(table)
    refused = cast.ana.does(table, "move", {"move": text, "key": "covered"})
    assert refused.status == 403
    assert refused.errors == ["Say first who is looking: press your name."]
    looks(cast.ana, table, 1)
    refused = cast.ana.does(table, "move", {"move": text, "key": "other"})
    assert refused.status == 409, "it is not Bo's move"
    assert not Move.objects.filter(table=table).exists()
    looks(cast.ana, table, 0)
    assert cast.ana.does(table, "move", {"move": text, "key": "own"}).status == 302
    assert list(Move.objects.filter(table=table).values_list("seat", "text")) == [(0, text)]


def test_a_move_sent_by_a_script_gets_the_cover_as_its_answer(cast: Cast):
    table = started(cast)
    looks(cast.ana, table, 0)
    answer = cast.ana.moves(table, default_of(table), htmx=True)
    assert answer.status == 200
    assert is_covered(answer)
    assert is_covered(cast.ana.table(table, htmx=True))


def test_taking_back_and_giving_up_are_the_looking_seat_s(cast: Cast):
    table = started(cast)
    assert cast.ana.does(table, "resign").status == 403
    assert cast.ana.does(table, "takeback", {"ply": "1", "key": "k"}).status == 403
    looks(cast.ana, table, 1)
    assert cast.ana.does(table, "resign").status == 302
    table.refresh_from_db()
    assert table.outcome is not None
    assert table.outcome["winners"] == [0]
    over = cast.ana.table(table)
    assert not is_covered(over), "after the end nothing is secret"


def test_the_host_s_powers_need_no_eyes(cast: Cast):
    table = started(cast)
    assert cast.ana.table(table).read.form("close") is not None
    assert cast.ana.does(table, "close").status == 302
    assert Table.objects.get(pk=table.pk).status == "closed"


@pytest.mark.parametrize("game", list(GAMES))
def test_each_game_is_played_on_one_device_through_its_pages(cast: Cast, game: str):
    """Random moves, each after the name that the cover asks for; sealed questions ask one seat after the other."""
    table = started(cast, game, GAMES[game].seats[0])
    rng = Rng(f"{game} on one device", 0)
    match = match_of(table)
    while match.outcome is None and match.ply < 24:
        covered = cast.ana.table(table)
        if is_covered(covered):
            offered = {int(number) for number in asked(covered)}
            assert set(match.waiting) <= offered
            number = match.waiting[0]
            looks(cast.ana, table, number)
        else:
            number = next(s.number for s in table.seat_set.all() if s.number in match.waiting)
            here = access.at_table(
                table,
                cast.ana.person,
                look=access.look_of(eyes(cast.ana, table), table.token, cast.ana.person),
            )
            assert here.number in match.waiting
            number = here.own_seat().number
        move = rng.choice([move for move in match.legal(number) if not hasattr(move, "offer")])
        answer = cast.ana.does(table, "move", {"move": notation.write(move), "key": f"m{match.ply}"})
        assert answer.status == 302, answer.errors
        table.refresh_from_db()
        match = match_of(table)
    assert match.ply == 24 or match.outcome


def eyes(browser: Browser, table: Table) -> str:
    return browser.client.cookies[access.look_cookie(table.token)].value


def sealed(seats: int = 2) -> Match[Any]:
    """A random match of Dragonkeeper at a question that all answer at once."""
    for number in range(500):
        match, rng = Match(GAMES["dragonkeeper"], f"sealed {number}", range(seats)), Rng("sealed", number)
        while match.outcome is None and len(match.waiting) < 2:
            match.play(match.waiting[0], rng.choice(match.legal(match.waiting[0])))
        if match.outcome is None and min(len(match.legal(seat)) for seat in match.waiting) > 1:
            return match
    raise AssertionError("no such match")


def test_a_sealed_question_is_put_to_one_after_the_other_and_tells_the_second_nothing(cast: Cast):
    wanted = sealed()
    table = gathered(cast, "dragonkeeper")
    Table.objects.filter(pk=table.pk).update(seed=wanted.seed, order=[0, 1])
    lobby.start(table.pk, cast.ana.person)
    for entry in wanted.story[1:]:
        assert entry.move is not None
        play.make_move(
            table.pk,
            cast.ana.person,
            notation.write(entry.move),
            prompt=None,
            key=f"k{entry.ply}",
            looking=entry.seat,
        )
    table.refresh_from_db()
    first, second = wanted.waiting[:2]
    covered = cast.ana.table(table)
    assert "Who is looking?" in covered.text
    assert asked(covered)[:2] == [str(first), str(second)]
    before = bare(looks(cast.ana, table, second))
    looks(cast.ana, table, first)
    text = notation.write(wanted.legal(first)[-1])
    assert cast.ana.does(table, "move", {"move": text, "key": "sealed"}).status == 302
    covered = cast.ana.table(table)
    assert f"Pass the device to <bdi>{NAMES[second]}</bdi>." in covered.text
    assert text not in covered.text
    after = bare(looks(cast.ana, table, second))
    assert after == before
    answer = cast.ana.does(table, "move", {"move": default_of(table), "key": "sealed2"})
    assert answer.status == 302
    assert match_of(table).ply > wanted.ply


def bare(answer: Page) -> list[str]:
    """What a page offers to choose."""
    return answer.read.picks


# Secrets


def covered_fetches(browser: Browser, table: Table) -> list[Callable[[], str]]:
    def refused() -> str:
        answer = browser.does(table, "move", {"move": "go 70,70", "key": "scan"})
        assert answer.status == 403
        return answer.text

    return [
        page(browser, at(table)),
        page(browser, at(table), htmx=True),
        page(browser, at(table), pick="place 1"),
        page(browser, at(table), show="0"),
        *looking_back(browser, table),
        page(browser, "/"),
        page(browser, at(table, "watch")),
        refused,
    ]


def test_the_covered_page_depends_on_no_secret_of_any_seat(cast: Cast):
    table = started(cast, size=3, own=2)
    rng = Rng("covered", 0)
    for ply in range(24):
        match = match_of(table)
        if ply % 6 == 5:
            cast.ana.does(table, "look")
            scan = Scan(table)
            assert list(scan.differences(None, covered_fetches(cast.ana, table))) == []
        seat = match.waiting[0]
        browser = table.seat_set.get(number=seat).person
        assert browser
        text = notation.write(rng.choice(match.legal(seat)))
        play.make_move(table.pk, browser, text, prompt=None, key=f"c{ply}", looking=seat)
        table.refresh_from_db()


def test_who_looks_sees_their_own_secrets_and_nobody_else_s(cast: Cast):
    table = started(cast)
    for ply in range(6):
        match = match_of(table)
        seat = match.waiting[0]
        looks(cast.ana, table, seat)
        scan = Scan(table)
        own = [
            page(cast.ana, at(table)),
            page(cast.ana, at(table), show="0"),
            page(cast.ana, at(table, "history")),
        ]
        assert list(scan.differences(seat, own)) == []
        assert list(scan.differences(1 - seat, own[:1])), "the scan would find a leak"
        play.make_move(
            table.pk,
            cast.ana.person,
            notation.write(match.default(seat)),
            prompt=None,
            key=f"w{ply}",
            looking=seat,
        )


def test_log_and_news_follow_the_eyes(cast: Cast):
    table = started(cast)
    for ply in range(8):
        match = match_of(table)
        play.make_move(
            table.pk,
            cast.ana.person,
            notation.write(match.default(match.waiting[0])),
            prompt=None,
            key=f"n{ply}",
            looking=match.waiting[0],
        )
    awaited = match_of(table).waiting[0]
    assert 'id="since"' not in cast.ana.table(table).text
    shown = looks(cast.ana, table, awaited)
    assert 'id="since"' in shown.text
    assert 'class="hand-area"' in cast.ana.get(at(table, "history")).text
    cast.ana.does(table, "look")
    assert 'class="hand-area"' not in cast.ana.get(at(table, "history")).text


# Presence, notices, rematch


def with_mail(person: Person) -> None:
    Person.objects.filter(pk=person.pk).update(email="ana@example.org", email_confirmed_at=timezone.now())


def test_a_table_that_is_all_on_one_device_sends_no_mails(cast: Cast):
    with_mail(cast.ana.person)
    table = started(cast, size=2)
    for ply in range(6):
        match = match_of(table)
        play.make_move(
            table.pk,
            cast.ana.person,
            notation.write(match.default(match.waiting[0])),
            prompt=None,
            key=f"m{ply}",
            looking=match.waiting[0],
        )
    looks(cast.ana, table, match_of(table).waiting[0])
    cast.ana.does(table, "resign")
    Notice.objects.update(send_at=timezone.now() - timedelta(minutes=1))
    tasks.sweep_notices()
    assert mail.outbox == []


def test_a_rematch_stays_on_the_device(cast: Cast):
    table = started(cast, size=2, chat="")
    looks(cast.ana, table, 0)
    cast.ana.does(table, "resign")
    answer = cast.ana.send(cast.ana.table(table).form("rematch"))
    assert answer.status == 302
    again = Table.objects.get(rematch_of=table)
    assert again.pass_and_play
    assert list(again.seat_set.values_list("name", "host")) == [("Ana", True), ("Bo", False)]
    assert {seat.person_id for seat in again.seat_set.all()} == {cast.ana.person.pk}
    assert cast.ana.does(again, "start").status == 302
    assert is_covered(cast.ana.table(again))


def test_one_s_own_list_says_that_a_seat_of_the_device_is_to_move(cast: Cast):
    table = started(cast, size=2)
    assert "Your move" in cast.ana.get("/").text
    play.make_move(table.pk, cast.ana.person, default_of(table), prompt=None, key="m", looking=0)
    assert "Your move" in cast.ana.get("/").text, "Bo's, now"


def test_presence_counts_each_seat(cast: Cast):
    table = started(cast, size=3, own=2)
    presence.here(table.pk, 2, "bo's page")
    text = looks(cast.ana, table, 0).text
    assert text.count('class="player') == 3
    assert " away" not in text.split('class="board-area"')[0], (
        "both of Ana's seats are here, and Bo's browser"
    )


def test_mails_to_a_device_of_several_tell_what_a_spectator_may_know(cast: Cast):
    table = started(cast, size=3, own=2)
    rng = Rng("mails", 0)
    while match_of(table).ply < 12 or match_of(table).waiting[0] == 2:
        match = match_of(table)
        seat = match.waiting[0]
        holder = table.seat_set.get(number=seat).person
        assert holder
        text = notation.write(rng.choice(match.legal(seat)))
        play.make_move(table.pk, holder, text, prompt=None, key=f"l{match.ply}", looking=seat)
    seat = match_of(table).waiting[0]
    table.refresh_from_db()
    table.seat_set.update(seen_ply=0)
    assert list(Scan(table).differences(None, [turn_mail(table, seat)])) == []
    theirs = [turn_mail(table, 2)]
    assert list(Scan(table).differences(2, theirs)) == []
    assert list(Scan(table).differences(None, theirs)), "who has one seat reads what it may know"
