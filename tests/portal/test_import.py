"""Reading a record back: what was exported comes in as it was, anything else gets one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games import GAMES
from portal import importing, lobby
from portal.models import Move, Notice, Seat, Table
from portal.refusal import Refused
from portal.uploads import LARGEST
from tests.portal.cast import Browser, Cast, Page, at, drive

pytestmark = pytest.mark.django_db

RECORDS = sorted(Path("tests/records").glob("*/*.txt"))
SHORTEST = {
    game: min((p for p in RECORDS if p.parent.name == game), key=lambda p: p.stat().st_size) for game in GAMES
}


def brings(browser: Browser, text: str) -> Page:
    """Paste a record into the page."""
    return browser.send(browser.get("/import/").form("import"), text=text)


def uploads(browser: Browser, raw: bytes, address: str = "127.0.0.1") -> Page:
    values = {"record": SimpleUploadedFile("a.txt", raw), "text": ""}
    return Page(browser.client.post("/import/", values, REMOTE_ADDR=address))


def imported(answer: Page) -> Table:
    assert answer.status == 302, answer.errors
    return Table.objects.get(token=answer.response["Location"].split("/")[2])


def finished(cast: Cast, **opening: Any) -> str:
    """The record of a match of Ana and Bo, as its page offers it."""
    table = drive(cast.start(seed="import", **opening), chance="import")
    assert table.status == "finished"
    return cast.bo.get(at(table, "record")).text


def test_export_import_and_export_are_equal(cast: Cast):
    text = finished(cast, option_heroes="on")
    table = imported(brings(cast.cy, text))
    assert cast.cy.get(at(table, "record")).text == text
    again = imported(uploads(cast.cy, text.encode()))
    assert cast.cy.get(at(again, "record")).text == text
    assert list(again.seat_set.values_list("name", flat=True)) == ["Ana", "Bo"]


def test_the_page_leads_to_the_match_with_all_cards_open_step_by_step(cast: Cast):
    answer = brings(cast.cy, finished(cast))
    assert answer.response["Location"].endswith("/history/?ply=0&eyes=all")
    shown = cast.cy.get(answer.response["Location"])
    assert shown.status == 200
    assert "After move 0 of" in shown.text
    table = imported(answer)
    last = cast.bo.get(at(table, "history"), ply=str(table.ply), eyes="1")
    assert last.status == 200, "whoever has the link may look"
    assert cast.bo.get(at(table)).status == 200


@pytest.mark.parametrize("game", list(GAMES))
def test_records_of_each_game_come_in_names_or_not(cast: Cast, game: str):
    text = SHORTEST[game].read_text()
    table = imported(uploads(cast.cy, text.encode()))
    assert (table.game, table.status, table.imported, table.public) == (game, "finished", True, False)
    head = dict(line.split(": ", 1) for line in text.split("\n\n")[0].splitlines())
    assert table.digest == head["digest"]
    for what in ("table", "history"):
        assert cast.cy.get(at(table, what)).status == 200
    text = cast.cy.get(at(table, "record")).text
    assert "player 0: Player 1" in text
    again = imported(uploads(cast.cy, text.encode()))
    assert cast.cy.get(at(again, "record")).text == text


def test_nobody_sits_at_a_replay_and_it_counts_nowhere(cast: Cast):
    table = imported(brings(cast.ana, finished(cast)))
    Table.objects.exclude(pk=table.pk).delete()
    page = cast.ana.table(table)
    assert page.read.form("come-back") is None
    assert page.read.form("rematch") is None
    for what, values in (
        ("return", {"name": "Ana"}),
        ("rematch", {}),
        ("sit", {"name": "Cy", "colour": "sky"}),
    ):
        assert cast.ana.does(table, what, values).status in (403, 409, 422), what
    assert not Seat.objects.filter(table=table, person__isnull=False).exists()
    assert table.token not in cast.ana.get("/").text
    assert table.watch_token not in cast.bo.get("/").text
    assert not Notice.objects.filter(table=table).exists()
    with pytest.raises(Refused):
        lobby.rematch(table.pk, cast.ana.person)


def changed(text: str, **lines: str) -> str:
    """The record with other lines in its head ("-" removes one)."""
    top, rest = text.split("\n\n", 1)
    head = dict(line.split(": ", 1) for line in top.splitlines())
    for key, value in lines.items():
        head[key.replace("_", " ")] = value
    return "\n".join(f"{key}: {value}" for key, value in head.items() if value != "-") + "\n\n" + rest


GARBAGE = {
    "nothing": lambda text: "  ",
    "prose": lambda text: "Once upon a time there was a dragon.",
    "no head": lambda text: text.split("\n\n", 1)[1],
    "no moves": lambda text: text.split("\n\n", 1)[0],
    "another game": lambda text: changed(text, game="chess"),
    "no game": lambda text: changed(text, game="-"),
    "no seed": lambda text: changed(text, seed="-"),
    "a long seed": lambda text: changed(text, seed="s" * 65),
    "no order": lambda text: changed(text, order="-"),
    "a strange order": lambda text: changed(text, order="0 0"),
    "too many seats": lambda text: changed(text, order=" ".join(map(str, range(12)))),
    "an order in words": lambda text: changed(text, order="one two"),
    "an old generation": lambda text: changed(text, generation="0"),
    "a future generation": lambda text: changed(text, generation="99"),
    "a generation in words": lambda text: changed(text, generation="x" * 9),
    "an endless number": lambda text: changed(text, generation="9" * 6000),
    "another option": lambda text: changed(text, option_heroes="perhaps"),
    "an unknown option": lambda text: changed(text, option_wings="on"),
    "an unknown line": lambda text: changed(text, comment="hello"),
    "another digest": lambda text: changed(text, digest="0" * 32),
    "another winner": lambda text: changed(text, winners="7"),
    "another reason": lambda text: changed(text, reason="fire"),
    "another seed": lambda text: changed(text, seed="other"),
    "one name twice": lambda text: changed(text, player_0="bo"),
    "a name without letters": lambda text: changed(text, player_0="..."),
    "a colour twice": lambda text: changed(text, colour_0="sky", colour_1="sky"),
    "no such colour": lambda text: changed(text, colour_0="plaid"),
    "no such portrait": lambda text: changed(text, portrait_0="plumber"),
    "a move less": lambda text: "\n".join(text.splitlines()[:-1]),
    "a move more": lambda text: text + "0 go 0,1\n",
    "a wrong move": lambda text: text.replace("\n\n", "\n\n0 go 70,70\n", 1),
    "half a move": lambda text: text.replace("\n\n", "\n\n0\n", 1),
    "a seat that is not there": lambda text: text.replace("\n\n", "\n\n99999999999 go 0,1\n", 1),
    "no seat": lambda text: text.replace("\n\n", "\n\n- go 0,1\n", 1),
    "the portal's move by a seat": lambda text: text.replace("\n\n", "\n\n0 resign 0\n", 1),
    "the portal's move of nobody": lambda text: text.replace("\n\n", "\n\n*- resign 9\n", 1),
    "a take-back of nothing": lambda text: text.replace("\n\n", "\n\n0 takeback 7\n", 1),
    "a null": lambda text: text.replace("seed: ", "seed: \0", 1),
    "a surrogate's bytes": lambda text: text.replace("seed: ", "seed: \x85", 1),
    "too many moves": lambda text: text.split("\n\n")[0] + "\n\n" + "0 go 0,1\n" * 5001,
    "a very long move": lambda text: text.replace("\n\n", "\n\n0 go " + "0" * 5000 + "\n", 1),
}


def test_anything_else_gets_one_sentence_and_stores_nothing(cast: Cast):
    text = finished(cast)
    tables, moves = Table.objects.count(), Move.objects.count()
    for number, (name, spoil) in enumerate(GARBAGE.items()):
        # One address may not bring so many.
        answer = uploads(cast.cy, spoil(text).encode(), f"198.51.100.{number}")
        assert answer.status == 422, name
        assert len(answer.errors) == 1, (name, answer.errors)
        assert answer.errors[0].endswith("."), name
    assert (Table.objects.count(), Move.objects.count()) == (tables, moves)


@pytest.mark.parametrize(
    "raw",
    [
        b"\xff\xfe\x00",
        b"\x89PNG\r\n",
        b"",
        b"x" * (importing.LONGEST + 1),
        "seed: \ud800".encode("utf-16-le", "surrogatepass"),
    ],
)
def test_a_file_that_is_no_text_gets_a_sentence_too(cast: Cast, raw: bytes):
    answer = uploads(cast.cy, raw)
    assert answer.status == 422
    assert len(answer.errors) == 1


def test_a_text_may_be_as_long_as_a_file(cast: Cast):
    text = SHORTEST["drakon"].read_text()
    longest = text + "\n" * (importing.LONGEST - len(text.encode()))
    imported(uploads(cast.cy, longest.encode()))
    imported(brings(cast.cy, longest.replace("\n", "\r\n", 5000)))  # as a browser sends line ends


@pytest.mark.parametrize("more", [1, 30_000, 700_000])
@pytest.mark.parametrize("bring", [brings, lambda browser, text: uploads(browser, text.encode())])
def test_what_is_longer_gets_a_sentence_that_says_how_long(cast: Cast, more: int, bring: Any):
    answer = bring(cast.cy, "x" * (importing.LONGEST + more))
    assert (answer.status, answer.errors) == (422, ["A record has 256 kB at most, and that is longer."])
    assert answer.form("import")


def test_too_much_posted_elsewhere_gets_a_page_of_ours(cast: Cast):
    assert cast.cy.post("/me/", {"email": "x" * 400_000}).status == 400


@pytest.mark.parametrize(("address", "status"), [("/import/", 422), ("/theme/", 400), ("/me/", 400)])
def test_a_large_file_is_read_nowhere(cast: Cast, address: str, status: int):
    large = SimpleUploadedFile("large.txt", b"x" * (LARGEST + 1))
    assert cast.cy.client.post(address, {"record": large}).status_code == status


def test_take_backs_cannot_keep_the_server_busy(cast: Cast, monkeypatch: pytest.MonkeyPatch):
    text = Path("tests/records/drakon/take_backs_and_the_clock.txt").read_text()
    monkeypatch.setattr(importing, "MOST_PLAYED", 10)
    with pytest.raises(Refused, match="too long"):
        importing.table_from(text)


def test_rules_that_break_on_a_forged_move_are_a_sentence_too(cast: Cast, monkeypatch: pytest.MonkeyPatch):
    from games.core.match import Match

    def breaks(*_args: object, **_more: object) -> None:
        raise IndexError

    text = finished(cast)
    monkeypatch.setattr(Match, "play", breaks)
    answer = brings(cast.cy, text)
    assert answer.errors == ["Move 1 of the record is against the rules."]


def test_importing_is_limited(cast: Cast):
    text = finished(cast)
    assert {brings(cast.cy, "nothing of the kind").status for _ in range(20)} == {422}
    assert brings(cast.cy, text).status == 429
    assert not Table.objects.filter(imported=True).exists()


def test_the_front_page_and_the_history_lead_there(cast: Cast):
    table = drive(cast.start(seed="import"), chance="import")
    assert "/import/" in cast.cy.get("/").read.links
    assert "/import/" in cast.bo.get(at(table, "history")).read.links
