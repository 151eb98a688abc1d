"""Opening a table, sitting down, drawing, starting, coming back."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from games import GAMES
from games.core.checks import digest
from portal import lobby, matches, people
from portal.models import Person, Seat, Table
from portal.refusal import Refused
from tests.patience import PATIENCE
from tests.portal.cast import Browser, Cast, at, looks

pytestmark = pytest.mark.django_db

OPENING = {"size": "2", "pace": "live", "clock_live": "60", "clock_correspondence": "172800"}


# Opening


def test_one_click_opens_a_table(cast: Cast):
    table = cast.ana.opens()
    assert (table.game, table.size, table.pace, table.clock) == ("drakon", 2, "live", None)
    assert (table.status, table.public, table.ply, table.order) == ("waiting", False, 0, None)
    assert table.opener == cast.ana.person
    assert table.options == {option.name: option.default for option in GAMES["drakon"].options}


def test_a_table_over_days_gives_two_days_unless_said_otherwise(cast: Cast):
    assert cast.ana.opens(pace="correspondence").clock == 48 * 3600


@pytest.mark.parametrize(
    ("pace", "field", "choices"),
    [
        ("live", "clock_live", ["", "20", "30", "45", "60", "90", "120"]),
        ("correspondence", "clock_correspondence", ["43200", "86400", "172800", "259200", "604800"]),
    ],
)
def test_each_clock_that_is_offered_can_be_chosen(cast: Cast, pace: str, field: str, choices: list[str]):
    assert cast.ana.get("/new/drakon/").form("").choices[field] == choices
    for seconds in choices:
        assert cast.ana.opens(pace=pace, **{field: seconds}).clock == (int(seconds) if seconds else None)


def test_each_option_of_the_game_can_be_chosen(cast: Cast):
    for option in GAMES["drakon"].options:
        for choice in option.choices:
            assert cast.ana.opens(**{f"option_{option.name}": choice}).options[option.name] == choice


def test_what_is_not_played_is_not_found(cast: Cast):
    assert cast.ana.get("/new/ludo/").status == 404
    assert cast.ana.post("/new/ludo/", OPENING).status == 404


WRONG = ["", "0", "-1", "1", "7", "99", "9" * 400, "two", "2.5", "\x00", "２２", "é", "<b>"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("size", value) for value in WRONG),
        *(("pace", value) for value in ["", "fast", "LIVE", "\x00", "x" * 5000]),
        *(("clock_live", value) for value in ["0", "-20", "21", "43200", "soon", "9" * 400, "\x00"]),
        *(("option_heroes", value) for value in ["maybe", "ON", "\x00", "x" * 5000]),
    ],
)
def test_what_is_not_offered_is_refused_with_a_sentence(cast: Cast, field: str, value: str):
    known = {f"option_{option.name}" for option in GAMES["drakon"].options}
    if field.startswith("option_") and field not in known:
        pytest.skip("the game has no such option")
    answer = cast.ana.post("/new/drakon/", OPENING | {field: value})
    assert answer.status == 422
    assert answer.errors and answer.errors[0].endswith(".")
    assert not Table.objects.exists()


def test_the_service_checks_again(cast: Cast):
    person = people.arrive("en")
    good = {
        "game": "drakon", "size": 2, "options": {}, "pace": "live", "clock_seconds": None, "public": False,
    }  # fmt: skip
    for wrong in (
        {"game": "ludo"},
        {"size": 1},
        {"size": 7},
        {"pace": "fast"},
        {"clock_seconds": 21},
        {"pace": "correspondence"},
        {"pace": "correspondence", "clock_seconds": 60},
        {"options": {"nonsense": "on"}},
        {"game": "natrak", "size": 4, "options": {"goal": "4"}},
    ):
        with pytest.raises(Refused):
            lobby.open_table(person, **(good | wrong))  # type: ignore[arg-type]
    assert not Table.objects.exists()


# Sitting down


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ana", "Ana"),
        ("  Ana \t María  ", "Ana María"),
        ("Ａｎａ", "Ana"),
        ("A\u200bn\u200da\ufeff", "Ana"),
        ("\u202eana", "ana"),
        ("Jose\u0301", "José"),
        ("x" * 24, "x" * 24),
        ("é" * 24, "é" * 24),
        ("e\u0301" * 24, "é" * 24),
        ("ليلى", "ليلى"),
        ("小龍", "小龍"),
        ("🐉 Z", "🐉 Z"),
        ("7", "7"),
        ("<b>x</b>", "<b>x</b>"),
        ("O'Neill", "O'Neill"),
        ("{name}%s{{x}}", "{name}%s{{x}}"),
    ],
)
def test_names_that_are_names(cast: Cast, typed: str, shown: str):
    table = cast.ana.opens()
    assert cast.ana.sits(table, typed).name == shown
    page = cast.ana.table(table)
    assert "<b>x</b>" not in page.text
    assert page.status == 200


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " \t ",
        "\u200b",
        "\u0301\u0302",
        "🐉",
        "!?",
        "x" * 25,
        "é" * 25,
        "x" * 10_000,
        "A\x00na",
        "\u3164",  # a filler: a letter by its class, and nothing to see
        "\u115f\u1160",
        "\u2800",
        "\u034f",
    ],
)
def test_names_that_are_none(cast: Cast, typed: str):
    table = cast.ana.opens()
    answer = cast.ana.send(cast.ana.table(table).form("sit"), name=typed)
    assert answer.status == 422
    assert answer.errors and answer.errors[0].endswith((".", ")."))
    assert not Seat.objects.exists()


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ana", "ana"),
        ("Ana", " ANA "),
        ("Ana", "Ａｎａ"),
        ("Ana", "A\u200bna"),
        ("Ana", "Ana\u034f"),
        ("Ana", "Ana\ufe0f"),
        ("Ana", "An\u3164a"),
        ("Straße", "STRASSE"),
        ("José", "JOSE\u0301"),
        ("Ana B", "ana   b"),
        ("ΣΊΣΥΦΟΣ", "σίσυφος"),
    ],
)
def test_names_that_look_the_same_are_the_same(cast: Cast, first: str, second: str):
    table = cast.ana.opens()
    cast.ana.sits(table, first)
    answer = cast.bo.send(cast.bo.table(table).form("sit"), name=second)
    assert answer.status == 422
    assert answer.errors == ["Somebody here has that name: choose another, or take that seat back."]
    assert Seat.objects.count() == 1


def test_colours_and_heroes_are_taken_once_and_shown_as_taken(cast: Cast):
    table = cast.ana.opens(size=3)
    ana = cast.ana.sits(table)
    form = cast.bo.table(table).form("sit")
    assert ana.colour not in form.choices["colour"]
    assert ana.portrait not in form.choices["portrait"]
    for field, taken, sentence in (
        ("colour", ana.colour, "That colour is taken: choose another."),
        ("portrait", ana.portrait, "Somebody here plays that already: choose another."),
    ):
        answer = cast.bo.send(form, {field: taken}, name="Bo")
        assert (answer.status, answer.errors) == (422, [sentence])
    for field, value in (("colour", "mauve"), ("colour", ""), ("portrait", "queen"), ("portrait", "")):
        answer = cast.bo.send(form, {field: value}, name="Bo")
        assert answer.status == 422
        assert len(answer.errors) == 1
    for field in ("name", "colour", "portrait"):
        assert cast.bo.send(form, {"name": "Bo", field: None}).status == 422
    assert Seat.objects.count() == 1


def test_where_no_portraits_are_offered_none_is_taken(cast: Cast):
    """Its name goes into the drawings, where games take it for one of their own."""
    table = cast.ana.opens(option_heroes="on")
    looks = {"name": "Bo", "colour": "sky", "portrait": '"/><script>'}
    answer = cast.bo.does(table, "sit", looks)
    assert answer.status == 422
    assert not Seat.objects.filter(table=table).exists()
    assert cast.bo.does(table, "sit", looks | {"portrait": ""}).status == 302


def test_nobody_sits_twice_or_at_a_full_table(cast: Cast):
    table = cast.gather()
    for browser in (cast.ana, cast.cy):
        free = {"name": "Zed", "colour": "slate", "portrait": "amazon"}
        answer = browser.does(table, "sit", free)
        assert answer.status == 422
        assert table.seat_set.count() == 2
    assert cast.cy.table(table).read.form("sit") is None


def test_a_wrong_address_keeps_nobody_from_the_seat_and_no_seat_from_anybody(cast: Cast):
    table = cast.ana.opens()
    form = cast.bo.table(table).form("sit")
    answer = cast.bo.send(form, name="Bo", email="bo at home")
    assert answer.status == 422
    assert len(answer.errors) == 1
    assert not table.seat_set.exists(), "the seat is taken and its browser does not know"
    assert cast.bo.send(answer.form("sit"), email="bo@example.org").status == 302
    assert cast.bo.person.email == "bo@example.org"
    assert "Bo" in cast.bo.table(table).text


def test_whoever_sits_is_told_at_a_table_that_has_started(cast: Cast):
    table = cast.start()
    answer = cast.cy.does(table, "sit", {"name": "Cy", "colour": "slate", "portrait": "amazon"})
    assert answer.status == 422
    assert "The match has already started." in answer.text


@pytest.mark.django_db(transaction=True)
def test_many_join_at_once_and_no_seat_is_given_twice():
    """Eight browsers with connections of their own, three seats."""
    table = Browser("Ana").opens(size=3)
    colours, heroes = list(Seat.COLOURS), list(GAMES["drakon"].portraits(table.options))
    joining = [(people.arrive("en"), f"P{n}", colours[n], heroes[n % 6]) for n in range(8)]
    barrier = threading.Barrier(len(joining))

    def join(person: Person, name: str, colour: str, portrait: str) -> str:
        try:
            barrier.wait(PATIENCE)
            lobby.sit(table.pk, person, name=name, colour=colour, portrait=portrait)
        except Refused as refused:
            return refused.text.msgid
        finally:
            connection.close()
        return "sat"

    with ThreadPoolExecutor(len(joining)) as pool:
        answers = list(pool.map(lambda one: join(*one), joining))
    assert answers.count("sat") == 3
    assert set(answers) <= {
        "sat",
        "Every seat is taken.",
        "Somebody here plays that already: choose another.",
    }
    assert sorted(table.seat_set.values_list("number", flat=True)) == [0, 1, 2]


# Standing up


def test_leaving_frees_name_colour_and_number(cast: Cast):
    table = cast.gather(3)
    bo = table.seat_set.get(number=1)
    assert cast.bo.does(table, "leave").status == 302
    assert table.seat_set.count() == 2
    dee = Browser("Dee").sits(table, "Bo")
    assert (dee.number, dee.colour, dee.portrait) == (1, bo.colour, bo.portrait)


def test_only_who_sits_can_leave_and_not_after_the_start(cast: Cast):
    table = cast.gather()
    assert cast.cy.does(table, "leave").status == 403
    assert cast.ana.does(table, "start").status == 302
    assert cast.bo.does(table, "leave").status == 409
    assert table.seat_set.count() == 2


def test_the_host_frees_the_seat_of_who_is_gone(cast: Cast):
    table = cast.gather(3)
    looks(table, 1)
    refused = cast.ana.does(table, "free", {"seat": "1"})
    assert refused.status == 409
    assert refused.errors == ["Bo is here: only the seat of somebody who left can be freed."]
    for other in (cast.bo, cast.cy, cast.watcher):
        assert other.does(table, "free", {"seat": "2"}).status == 403
    for wrong in ("0", "5", "", "-1", "x", "9" * 50, "²", "\x00"):
        assert cast.ana.does(table, "free", {"seat": wrong}).status == 409
    assert table.seat_set.count() == 3
    form = next(f for f in cast.ana.table(table).read.forms if f.action == at(table, "free"))
    assert form.values["seat"] == "2"
    assert cast.ana.send(form).status == 302
    assert list(table.seat_set.values_list("number", flat=True)) == [0, 1]


# Drawing and starting


def test_the_order_can_be_drawn_again_and_is_void_when_somebody_leaves(cast: Cast):
    table = cast.gather(3)
    drawn = set()
    for _ in range(40):
        assert cast.ana.does(table, "draw").status == 302
        table.refresh_from_db()
        order: list[int] = table.order or []
        assert sorted(order) == [0, 1, 2]
        drawn.add(tuple(order))
    assert len(drawn) > 1
    cast.cy.does(table, "leave")
    table.refresh_from_db()
    assert table.order is None
    assert cast.ana.does(table, "draw").status == 409


@pytest.mark.parametrize("what", ["draw", "start"])
def test_only_the_host_of_a_full_table_draws_and_starts(cast: Cast, what: str):
    table = cast.gather(3)
    for other in (cast.bo, cast.cy, cast.watcher):
        answer = other.does(table, what)
        assert answer.status == 403
        assert answer.errors
    cast.cy.does(table, "leave")
    answer = cast.ana.does(table, what)
    assert (answer.status, answer.errors) == (409, ["Some seats are still free: share the link."])
    table.refresh_from_db()
    assert (table.status, table.order, table.started_at) == ("waiting", None, None)


def test_the_match_is_played_in_the_order_that_was_drawn(cast: Cast):
    table = cast.gather(3)
    cast.ana.does(table, "draw")
    table.refresh_from_db()
    drawn: list[int] = table.order or []
    cast.ana.does(table, "start")
    table.refresh_from_db()
    assert table.order == drawn
    assert table.seat_set.get(awaited_since__isnull=False).number == drawn[0]


def test_nothing_is_dealt_before_the_start(cast: Cast):
    table = cast.gather()
    cast.ana.does(table, "draw")
    table.refresh_from_db()
    for browser in (cast.ana, cast.bo, cast.watcher):
        text = browser.table(table).text
        assert table.seed not in text
        assert "pick=" not in text
        assert "dk-hand" not in text
    assert (table.digest, table.started_at) == ("", None)


def test_starting_twice_is_refused_and_deals_once(cast: Cast):
    table = cast.start()
    digest = table.digest
    assert digest
    assert cast.ana.does(table, "start").status == 409
    assert cast.ana.does(table, "draw").status == 409
    table.refresh_from_db()
    assert table.digest == digest


# Closing


def test_only_the_host_closes_and_nobody_wins(cast: Cast):
    table = cast.start(clock_live="60")
    assert cast.bo.does(table, "close").status == 403
    assert cast.ana.does(table, "close").status == 302
    table.refresh_from_db()
    assert (table.status, table.outcome, table.due_at) == ("closed", None, None)
    assert cast.ana.does(table, "close").status == 409
    for browser in (cast.ana, cast.bo):
        page = browser.table(table)
        assert "The host closed this table. Nobody wins." in page.text
        assert page.read.form("move") is None
        assert page.read.form("resign") is None
        assert page.read.picks == []
        assert "data-my-turn" not in page.text


def test_a_closed_waiting_room_takes_nobody(cast: Cast):
    table = cast.ana.opens()
    assert cast.ana.does(table, "close").status == 302
    assert cast.bo.table(table).read.form("sit") is None
    answer = cast.bo.does(table, "sit", {"name": "Bo", "colour": "sky", "portrait": "thief"})
    assert answer.status == 422
    assert not table.seat_set.exists()


# Coming back


def test_the_name_gives_the_seat_back_to_a_new_browser_and_the_old_one_loses_it(cast: Cast):
    table = cast.start()
    phone = Browser("Bo")
    locked = phone.table(table)
    assert "pick=" not in locked.text
    answer = phone.send(locked.form("return"), name=" BO ")
    assert answer.status == 302
    assert table.seat_set.get(number=1).person == phone.person
    assert "dk-hand" in phone.table(table).text
    assert "dk-hand" not in cast.bo.table(table).text
    assert cast.bo.does(table, "move", {"move": "go 0,0", "key": "k"}).status == 403
    assert cast.bo.send(cast.bo.table(table).form("return"), name="Bo").status == 302
    assert "dk-hand" not in phone.table(table).text


def test_a_screen_that_is_open_is_asked_about_first(cast: Cast):
    table = cast.start()
    looks(table, 1)
    phone = Browser()
    asked = phone.send(phone.table(table).form("return"), name="bo")
    assert asked.status == 422
    assert asked.errors == ["Bo has this table open on another screen. Is that you?"]
    assert table.seat_set.get(number=1).person == cast.bo.person
    assert phone.send(asked.form("return")).status == 302
    assert table.seat_set.get(number=1).person == phone.person


def test_the_hosts_seat_is_not_handed_over_while_connected(cast: Cast):
    table = cast.start()
    looks(table, 0)
    phone = Browser()
    for more in ({}, {"bring_here": "on"}):
        answer = phone.does(table, "return", {"name": "Ana", **more})
        assert answer.status == 422
        assert answer.errors == ["Ana has this table open: the host's seat can't be taken over meanwhile."]
    assert table.seat_set.get(number=0).person == cast.ana.person


def test_the_hosts_seat_comes_back_with_its_powers(cast: Cast):
    table = cast.gather()
    laptop = Browser()
    assert laptop.does(table, "return", {"name": "ana"}).status == 302
    assert cast.ana.does(table, "draw").status == 403
    assert laptop.does(table, "draw").status == 302


@pytest.mark.parametrize("name", ["", "Zed", "\x00", "x" * 300, "🐉"])
def test_a_name_that_nobody_has_gives_nothing(cast: Cast, name: str):
    table = cast.start()
    answer = Browser().does(table, "return", {"name": name})
    assert answer.status == 422
    assert len(answer.errors) == 1


def test_who_sits_takes_no_second_seat_by_name(cast: Cast):
    table = cast.gather()
    answer = cast.bo.does(table, "return", {"name": "Ana"})
    assert answer.status == 422
    assert "You already sit here as Bo." in answer.text
    assert table.seat_set.get(number=0).person == cast.ana.person
    assert cast.bo.does(table, "return", {"name": "Bo"}).status == 302


def test_coming_back_works_at_a_public_table_too(cast: Cast):
    """Strangers see the match there; whoever sits must find the way to the seat all the same."""
    table = cast.start(public="on")
    phone = Browser()
    page = phone.get(at(table, "return"))
    code = table.seat_set.get(name="Bo").code
    answer = phone.send(page.form("return"), name="Zed", code=code)
    assert (answer.status, len(answer.errors)) == (422, 1)
    assert phone.send(answer.form("return"), name="Bo", code=code.lower() + " ").status == 302
    assert "dk-hand" in phone.table(table).text


@pytest.mark.parametrize("code", ["", "ABCDEF", "é", "\x00", "A" * 20])
def test_at_a_public_table_the_name_alone_opens_no_seat(cast: Cast, code: str):
    """The front page shows everybody its names."""
    table = cast.start(public="on")
    thief = Browser()
    answer = thief.does(table, "return", {"name": "Bo", "code": code})
    assert answer.status == 422
    assert table.seat_set.get(name="Bo").person == cast.bo.person
    assert "dk-hand" not in thief.table(table).text


def test_only_who_sits_there_reads_a_seats_code(cast: Cast):
    table = cast.start(public="on")
    codes = {seat.name: seat.code for seat in table.seat_set.all()}
    assert codes["Ana"] != codes["Bo"]
    pages = {browser.name: browser.table(table).text for browser in (cast.ana, cast.bo, cast.watcher)}
    assert {name: [code in page for code in codes.values()] for name, page in pages.items()} == {
        "Ana": [True, False],
        "Bo": [False, True],
        "Watcher": [False, False],
    }
    private = cast.start()
    assert private.seat_set.get(name="Ana").code not in cast.ana.table(private).text, "it is not needed there"


def test_the_same_browser_needs_no_code(cast: Cast):
    table = cast.start(public="on")
    assert cast.bo.does(table, "return", {"name": "Bo"}).status == 302


# Links


def test_links_and_cookies_are_unrelated_secrets(cast: Cast):
    table = cast.start()
    secrets = [table.token, table.watch_token, table.seed, cast.ana.person.key, cast.bo.person.key]
    table = cast.ana.opens()
    assert len(table.token) * 6 >= 96 and len(table.watch_token) * 6 >= 96
    for one in secrets:
        assert sum(one in other or other in one for other in secrets) == 1


def test_a_watch_link_shows_public_facts_and_leads_to_no_seat(cast: Cast):
    table = cast.start()
    page = cast.watcher.get(at(table, "watch"))
    assert page.status == 200
    assert table.token not in page.text
    assert "dk-hand" not in page.text
    assert page.read.picks == []
    assert [form for form in page.read.forms if "/t/" in form.action] == []
    seated = cast.ana.get(at(table, "watch"))
    assert "dk-hand" not in seated.text, "the watch page is the same for everybody"


def test_a_watch_link_leads_nowhere_before_the_start(cast: Cast):
    table = cast.gather()
    page = cast.watcher.get(at(table, "watch"))
    assert page.status == 404
    assert table.token not in page.text


def test_who_has_the_seat_link_of_a_running_private_table_sees_nothing(cast: Cast):
    table = cast.start()
    page = cast.cy.table(table)
    assert page.status == 200
    assert "dk-board" not in page.text
    assert table.watch_token not in page.text
    assert cast.cy.get(at(table), pick="go 0,0", htmx=True).text.count("dk-board") == 0


def test_a_public_table_is_in_the_lobby_and_a_private_one_is_not(cast: Cast):
    private = cast.ana.opens()
    public = cast.ana.opens(public="on")
    page = cast.bo.get("/").text
    assert public.token in page
    assert private.token not in page
    assert private.token in cast.ana.get("/").text
    running = cast.start(public="on")
    page = cast.watcher.get("/").text
    assert at(running, "watch") in page
    assert running.token not in page
    assert "dk-board" in cast.watcher.table(running).text


@pytest.mark.parametrize("token", ["x", "\x00", "%00", "a" * 5000, "é"])
def test_addresses_that_lead_nowhere(cast: Cast, token: str):
    for url in (f"/t/{token}/", f"/w/{token}/", f"/t/{token}/return/"):
        assert cast.ana.get(url).status == 404
    assert cast.ana.post(f"/t/{token}/move/", {"move": "x", "key": "k"}).status == 404


def test_everybody_reads_in_the_log_that_a_seat_moved_to_another_screen(cast: Cast):
    table = cast.start()
    cast.cy.does(table, "return", {"name": "Bo"})
    table.refresh_from_db()
    assert [move.text for move in table.move_set.all()] == ["report 1 moved"]
    assert "seat moved to another screen." in cast.ana.get(at(table)).text
    assert digest(matches.load(table)) == table.digest


def test_the_same_browser_coming_back_leaves_no_line_in_the_log(cast: Cast):
    table = cast.start()
    cast.bo.does(table, "return", {"name": "Bo"})
    assert not table.move_set.exists()


def test_the_host_can_close_a_running_table_from_its_page(cast: Cast):
    table = cast.start()
    assert at(table, "close") in cast.ana.get(at(table)).text
    assert at(table, "close") not in cast.bo.get(at(table)).text


def test_who_watches_a_public_table_by_its_own_link_can_take_a_seat_back_there(cast: Cast):
    table = cast.start(public=True)
    assert at(table, "return") in cast.cy.get(at(table)).text
