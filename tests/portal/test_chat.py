"""The chat of a table: who writes and reads it, what becomes of what is written, and who is told of it when."""

from __future__ import annotations

import re
import uuid
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from portal import chat, lobby
from portal.models import Message, Notice, Seat, Table
from tests.portal.cast import Browser, Cast, Page, at, drive

pytestmark = pytest.mark.django_db


def says(browser: Browser, table: Table, text: str, *, key: str = "", htmx: bool = True) -> Page:
    """Write a line by the form of the table's page, or post it where there is none."""
    values = {"text": text, "key": key or uuid.uuid4().hex}
    return browser.post(at(table, "chat"), values, htmx=htmx)


def lines(browser: Browser, table: Table, **query: str) -> Page:
    """The lines as the page fetches them."""
    return browser.get(at(table, "talk"), htmx=True, **query)


def unread(browser: Browser, table: Table) -> int:
    """The number beside the chat, as the page is drawn."""
    found = re.search(r'<div [^>]*id="lines"[^>]*data-unread="(\d+)"', browser.table(table).text)
    assert found is not None
    return int(found[1])


def texts(page: Page) -> list[str]:
    return re.findall(r'<p dir="auto">(.*?)</p>', page.text)


# Who


def test_who_sits_reads_and_writes_in_the_waiting_room_in_the_match_and_after_it(cast: Cast):
    table = cast.gather()
    for stage in range(3):
        answer = says(cast.ana, table, f"hello {stage}")
        assert answer.status == 200
        assert texts(lines(cast.bo, table))[-1] == f"hello {stage}"
        if stage == 0:
            lobby.start(table.pk, cast.ana.person)
        elif stage == 1:
            assert drive(table).status == "finished"


@pytest.mark.parametrize("public", ["", "on"])
def test_who_does_not_sit_neither_reads_nor_writes(cast: Cast, public: str):
    table = cast.start(public=public)
    says(cast.ana, table, "a word among us")
    Seat.objects.filter(table=table, name="Bo").update(person=cast.cy.person)  # somebody new sits there
    stranger = Browser()
    for browser in (cast.bo, cast.watcher, stranger):
        for htmx in (False, True):
            assert browser.get(at(table, "talk"), htmx=htmx).status == 404
            assert says(browser, table, "let me in", htmx=htmx).status == 403
            for what in ("table", "watch", "history"):
                assert "a word among us" not in browser.get(at(table, what), htmx=htmx).text
        assert browser.post(at(table, "read"), {"to": "1"}).status == 204
        assert browser.post(at(table, "notes"), {"notes": "mine"}).status == 403
        assert 'id="say"' not in browser.get(at(table, "watch")).text
    assert Message.objects.get().text == "a word among us"
    assert "a word among us" in lines(cast.cy, table).text, "who sits there now sees what the seat sees"
    assert says(cast.cy, table, "thanks for the seat").status == 200


def test_a_table_without_a_chat_has_none(cast: Cast):
    table = cast.start()
    Table.objects.filter(pk=table.pk).update(chat=False)
    assert 'id="say"' not in cast.ana.table(table).text
    assert lines(cast.ana, table).status == 404
    assert says(cast.ana, table, "hello?").status == 403
    refused = says(cast.ana, table, "hello?", htmx=False)
    assert refused.status == 403
    assert refused.errors == ["There is no chat at this table."]
    assert not Message.objects.exists()


def test_without_a_script_chat_and_notes_have_a_page_of_their_own(cast: Cast):
    table = cast.start()
    assert at(table, "talk") in cast.ana.table(table).read.links
    form = cast.ana.get(at(table, "talk")).form("say")
    answer = cast.ana.send(form, text="by hand")
    assert (answer.status, answer.response["Location"]) == (302, at(table, "talk"))
    assert texts(cast.ana.get(at(table, "talk"))) == ["by hand"]
    assert cast.ana.get(at(table, "chat")).status == 302, "reloading a refusal leads back"


# What is written


def test_a_line_is_composed_and_loses_what_controls_its_reading(cast: Cast):
    table = cast.start()
    says(cast.ana, table, "  cafe\u0301\x00\x1b[31m \u202eevil\u202c\r\nnext 👩\u200d🚀 ")
    assert Message.objects.get().text == "café[31m evil next 👩\u200d🚀"


@pytest.mark.parametrize("text", ["", "   ", "\r\n\t", "\u200b\u200d", "\x00", "\u3164"])
def test_an_empty_line_is_refused_with_a_sentence(cast: Cast, text: str):
    table = cast.start()
    answer = says(cast.ana, table, text)
    assert answer.status == 409
    assert answer.errors == ["Write something first."]
    assert not Message.objects.exists()


def test_a_line_has_five_hundred_letters_at_most(cast: Cast):
    table = cast.start()
    assert says(cast.ana, table, "é" * 500).status == 200
    refused = says(cast.ana, table, "é" * 501, htmx=False)
    assert refused.errors == ["That is too long for one line: 500 letters at most."]
    assert refused.form("say").values["text"] == "é" * 501, "nobody types it again"
    assert Message.objects.count() == 1


def test_a_double_click_writes_one_line(cast: Cast):
    table = cast.start()
    form = cast.ana.get(at(table, "talk")).form("say")
    first, second = (cast.ana.send(form, text="once", htmx=True) for _ in range(2))
    assert (first.status, second.status) == (200, 200)
    assert texts(second) == ["once"]
    fresh = re.search(r'name="key" id="say-key" value="(\w+)" hx-swap-oob', first.text)
    assert fresh is not None
    assert fresh[1] != form.values["key"], "the next line is another one"


@pytest.mark.parametrize("key", ["", "x y", "é", "k" * 41])
def test_a_form_without_a_key_is_incomplete(cast: Cast, key: str):
    table = cast.start()
    answer = cast.ana.post(at(table, "chat"), {"text": "hi", "key": key}, htmx=True)
    assert answer.status == 409
    assert not Message.objects.exists()


def test_anothers_key_is_no_line_of_mine(cast: Cast):
    table = cast.start()
    says(cast.ana, table, "hello", key="samekey")
    assert says(cast.bo, table, "hello", key="samekey").status == 200
    assert list(Message.objects.values_list("seat", "text")) == [(0, "hello"), (1, "hello")]


def test_a_line_written_anew_because_nobody_heard_that_it_arrived_is_another_one(cast: Cast):
    table = cast.start()
    for text in ("hello", "hello, on Sunday?", "hello, on Sunday?"):
        says(cast.ana, table, text, key="samekey")
    assert list(Message.objects.values_list("text", flat=True)) == ["hello", "hello, on Sunday?"]


def test_everything_is_escaped(cast: Cast):
    evil = "<script>alert(1)</script>"
    table = cast.gather()
    Seat.objects.filter(table=table, number=0).update(name="<b>A</b>")
    says(cast.ana, table, evil)
    for page in (lines(cast.bo, table), cast.bo.get(at(table, "talk")), cast.bo.table(table)):
        assert evil not in page.text
        assert "<b>A</b>" not in page.text
    assert texts(lines(cast.bo, table)) == ["&lt;script&gt;alert(1)&lt;/script&gt;"]


def test_a_seat_writes_ten_lines_in_half_a_minute_at_most(cast: Cast):
    table = cast.start()
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for n in range(chat.MOST):
            assert says(cast.ana, table, f"line {n}").status == 200
        refused = says(cast.ana, table, "one more")
        assert refused.status == 429
        assert refused.errors == ["The others can't read so fast: wait half a minute."]
        assert says(cast.bo, table, "I am another seat").status == 200
        clock.shift(chat.WITHIN)
        assert says(cast.ana, table, "rested").status == 200


def test_a_hidden_line_says_so_to_everybody(cast: Cast):
    table = cast.start()
    says(cast.ana, table, "something foul")
    says(cast.ana, table, "something fair")
    Message.objects.filter(text="something foul").update(hidden_at=timezone.now())
    for browser in (cast.ana, cast.bo):
        page = lines(browser, table)
        assert "something foul" not in page.text
        assert "hidden by the moderators" in page.text
    assert unread(cast.bo, table) == 1


def test_old_lines_come_page_by_page(cast: Cast):
    table = cast.start()
    Message.objects.bulk_create(
        Message(table=table, seat=0, name="Ana", text=f"line {n}", key=f"k{n}") for n in range(120)
    )
    latest = lines(cast.bo, table)
    assert texts(latest) == [f"line {n}" for n in range(70, 120)]
    (older,) = [link for link in latest.read.links if "before=" in link]
    before = cast.bo.get(older, htmx=True)
    assert texts(before) == [f"line {n}" for n in range(20, 70)]
    assert "/talk/" in cast.bo.get(older).read.links[-2], "without a script there is a way to the latest"
    first = re.search(r'id="line-(\d+)"', before.text)
    assert first is not None
    assert len(texts(lines(cast.bo, table, since=first[1]))) == 100, (
        "what was fetched stays when a line comes"
    )
    for garbage in ("", "x", "-1", "9" * 30, "²"):
        assert len(texts(lines(cast.bo, table, before=garbage, since=garbage))) == chat.SHOWN


# Who has read what


def test_others_lines_are_unread_until_the_chat_is_seen_and_ones_own_never(cast: Cast):
    table = cast.start()
    says(cast.ana, table, "one")
    says(cast.ana, table, "two")
    assert (unread(cast.ana, table), unread(cast.bo, table)) == (0, 2)
    assert "<title>(2) " in cast.bo.table(table).text.replace("● ", "")
    page = lines(cast.bo, table)
    assert unread(cast.bo, table) == 2, "fetched is not read: the chat may be closed"
    last = re.search(r'data-last="(\d+)"', page.text)
    assert last is not None
    assert cast.bo.post(at(table, "read"), {"to": last[1]}).status == 204
    assert unread(cast.bo, table) == 0
    says(cast.ana, table, "three")
    assert unread(cast.bo, table) == 1
    for garbage in ("", "x", "9" * 30, "-5"):
        assert cast.bo.post(at(table, "read"), {"to": garbage}).status == 204
    assert unread(cast.bo, table) == 1
    cast.bo.post(at(table, "read"), {"to": "9" * 18})
    assert unread(cast.bo, table) == 0
    says(cast.ana, table, "four")
    assert unread(cast.bo, table) == 1, "what will be said is not read yet"


def test_a_new_line_raises_the_version_and_needs_no_new_board(cast: Cast):
    table = cast.start()
    page = cast.bo.table(table).text
    found = re.search(r'data-version="(\d+)".*?data-said="([\d.]+)"', page)
    assert found is not None
    version, stamp = found.groups()

    def asks(*, htmx: bool = True, said: str = stamp) -> Page:
        return cast.bo.get(at(table), htmx=htmx, have=version, said=said)

    assert asks().status == 204, "nothing is new"
    says(cast.ana, table, "one")
    says(cast.bo, table, "two")
    answer = asks()
    assert answer.status == 204
    assert int(answer.response["X-Version"]) == int(version) + 2 == Table.objects.get(pk=table.pk).version
    assert answer.response["X-Said"] == f"{Message.objects.order_by('pk').last().pk}.0"  # type: ignore[union-attr]
    drive(table, 1)
    says(cast.ana, table, "three")
    assert 'id="live"' in asks().text, "a move is new as well"
    for garbage in ("", "x", ".", "1.x", "9" * 50, "-1.0"):
        assert asks(said=garbage).status == 200
    assert asks(htmx=False).status == 200


def chat_notices(table: Table) -> list[tuple[int, int]]:
    found = Notice.objects.filter(table=table, kind=Notice.Kind.CHAT).order_by("pk")
    return list(found.values_list("seat", "ply"))


def test_the_others_are_told_once_until_they_read_again(cast: Cast):
    table = cast.start(3)
    first = says(cast.ana, table, "one")
    assert first.status == 200
    says(cast.ana, table, "two")
    one = Message.objects.get(text="one").pk
    assert chat_notices(table) == [(1, one), (2, one)], "not the author, and once"
    says(cast.bo, table, "three")
    three = Message.objects.get(text="three").pk
    assert chat_notices(table) == [(1, one), (2, one), (0, three)], "who writes has read"
    says(cast.cy, table, "four")
    four = Message.objects.get(text="four").pk
    assert chat_notices(table)[3:] == [(1, four)], "Ana has not read Bo's line yet"
    told = Notice.objects.filter(table=table, kind=Notice.Kind.CHAT).first()
    assert told is not None
    assert told.send_at - told.created_at >= chat.TOLD_AFTER - timedelta(seconds=5)


# Several on one device


def test_on_one_device_who_looks_writes_and_a_covered_page_shows_nothing(cast: Cast):
    table = cast.start()
    Table.objects.filter(pk=table.pk).update(pass_and_play=True)
    Seat.objects.filter(table=table).update(person=cast.ana.person, notes="whose are these?")
    covered = cast.ana.table(table)
    assert 'id="talk"' not in covered.text
    assert "whose are these?" not in covered.text
    assert says(cast.ana, table, "who am I?").status == 403
    assert cast.ana.post(at(table, "notes"), {"notes": "x"}, htmx=True).status == 403
    for number, name in enumerate(("Ana", "Bo")):
        cast.ana.post(at(table, "look"), {"seat": str(number)})
        assert f'data-seat="{number}"' in cast.ana.table(table).text
        assert says(cast.ana, table, f"I am {name}").status == 200
    assert list(Message.objects.values_list("name", "text")) == [("Ana", "I am Ana"), ("Bo", "I am Bo")]
