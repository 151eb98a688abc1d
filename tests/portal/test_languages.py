"""The whole way in every language: names that are hard to print, mails, times, and the switch on every page."""

from __future__ import annotations

import email
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import default as modern
from html.parser import HTMLParser
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.utils import timezone, translation
from django.utils.html import escape

from games import GAMES
from portal import letters, lobby, notices, people, say, tasks
from portal.models import Ban, Notice, Person, Seat, Table
from tests.portal.cast import LANGUAGES, Browser, Cast, Page, at, default_of, drive, match_of
from tests.portal.told import acts, sweep

pytestmark = pytest.mark.django_db

NAMES = ["Ana ñ 🐉", "O'Neill", "<b>x</b>", "مريم"]
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SUBJECTS = {
    "en": {
        "confirm": "Is this your address?",
        "turn": "Drakon with {}: your move",
        "link": "The link to your tables",
        "digest": "1 table waits for you",
    },
    "es": {
        "confirm": "¿Es esta tu dirección?",
        "turn": "Drakon con {}: te toca",
        "link": "El enlace de tus mesas",
        "digest": "1 mesa te espera",
    },
    "pt-br": {
        "confirm": "Este é o seu endereço?",
        "turn": "Drakon com {}: sua vez",
        "link": "O link das suas mesas",
        "digest": "1 mesa espera por você",
    },
}
HELLO = {"en": "Hello {}!", "es": "¡Hola, {}!", "pt-br": "Olá, {}!"}


ENGLISH = re.compile(r"\b(the|your|and|with|is|are|this|of|to|it)\b", re.IGNORECASE)
"""Words that neither Spanish nor Portuguese has, and every page in English."""


class Text(HTMLParser):
    """What a reader sees of a page or a mail, and which elements it has."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.isolated: list[str] = []
        self._open: list[bool] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        classes = (dict(attrs).get("class") or "").split()
        if tag in ("b", "bdi", "span"):
            self._open.append(tag == "bdi" or not {"name", "who"}.isdisjoint(classes))

    def handle_endtag(self, tag: str) -> None:
        if tag in ("b", "bdi", "span"):
            self._open.pop()

    def handle_data(self, data: str) -> None:
        self.parts.append(data)
        if any(self._open):
            self.isolated.append(data.strip())

    @property
    def words(self) -> str:
        return " ".join("".join(self.parts).split())


def shows(page: Page, name: str) -> Page:
    """The name stands on the page, as text and nothing else."""
    assert page.status == 200
    assert name in Text(page.text).words
    if name != escape(name):
        assert name not in page.text
    return page


def the_mail() -> tuple[EmailMessage, str, str]:
    """The one mail that went out, as it goes over the wire: parsed anew, its plain text and its HTML."""
    (message,) = mail.outbox
    mail.outbox = []
    wire = message.message().as_bytes()
    assert wire.partition(b"\n\n")[0].isascii(), "headers are encoded"
    parsed = email.message_from_bytes(wire, policy=modern)
    assert isinstance(parsed, EmailMessage)
    plain, html = parsed.get_body(("plain",)), parsed.get_body(("html",))
    assert plain is not None and html is not None
    for header in ("Subject", "To", "From"):
        assert len(parsed.get_all(header, [])) == 1
    assert "Bcc" not in parsed
    return parsed, plain.get_content(), html.get_content()


def link_in(plain: str, what: str) -> str:
    """The path of the link of a kind in a mail."""
    found = re.search(rf"http://localhost(/{what}/\S+)", plain)
    assert found, plain
    return found[1]


def confirms(browser: Browser, address: str) -> None:
    """Enter an address, get the mail in one's language, follow its link."""
    assert browser.send(browser.get("/me/").form("address"), email=address).status == 302
    tasks.sweep_notices()
    headers, plain, html = the_mail()
    assert headers["Subject"] == SUBJECTS[browser.language]["confirm"]
    assert f'<html lang="{browser.language}"' in html
    browser.post(link_in(plain, "me/confirm"))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_with_any_name_from_the_first_page_to_the_mails(language: str, name: str):
    hard, bo = Browser(name, language=language), Browser("Bo", language=language)
    words, shown = SUBJECTS[language], say.isolated(name)

    table = hard.opens(pace="correspondence", size=2)
    hard.sits(table)
    shows(hard.table(table), name)
    shows(bo.table(table), name)
    bo.sits(table)
    for browser, address in ((hard, "hard@example.org"), (bo, "bo@example.org")):
        confirms(browser, address)
    Table.objects.filter(pk=table.pk).update(order=[1, 0])
    assert hard.send(hard.table(table).form("start")).status == 302
    mail.outbox = []
    Notice.objects.filter(table=table).delete()

    assert bo.moves(table, default_of(table)).status == 302
    sweep()
    headers, plain, html = the_mail()
    assert (headers["To"], headers["Subject"]) == ("hard@example.org", words["turn"].format("Bo"))
    assert HELLO[language].format(shown) in plain
    assert HELLO[language].format(shown) in Text(html).words
    assert f'lang="{language}"' in html
    assert hard.get(link_in(plain, "go")).response["Location"] == at(table)

    assert hard.moves(table, default_of(table)).status == 302
    sweep()
    headers, plain, html = the_mail()
    assert (headers["To"], headers["Subject"]) == ("bo@example.org", words["turn"].format(shown))
    assert shown in plain and shown in Text(html).words
    if name != escape(name):
        assert name not in html
    for page in (bo.table(table), bo.get("/"), bo.get(at(table, "history")), bo.get(at(table, "talk"))):
        assert page.status == 200
        assert name == escape(name) or name not in page.text
    assert name in Text(bo.table(table).text).isolated
    assert name in Text(bo.get("/").text).isolated
    assert f'lang="{language}"' in bo.table(table).text

    phone = Browser(language=language)
    phone.send(phone.get("/me/").form("sign-in"), address="hard@example.org")
    tasks.sweep_notices()
    headers, plain, html = the_mail()
    assert (headers["To"], headers["Subject"]) == ("hard@example.org", words["link"])
    phone.send(phone.get(link_in(plain, "me/link")).form("sign-in"))
    shows(phone.table(table), name)
    assert at(table) in phone.get("/me/tables/").text

    Person.objects.filter(email="bo@example.org").update(mails="digest")
    sweep(timezone.now() + timedelta(days=1))
    headers, plain, html = the_mail()
    assert (headers["To"], headers["Subject"]) == ("bo@example.org", words["digest"])
    title = words["turn"].format(shown).rpartition(":")[0]
    assert title in plain and title in Text(html).words


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_hard_names_are_text_in_every_game(game: str, language: str):
    cast = Cast(*(Browser(name, language=language) for name in (NAMES[2], NAMES[1], NAMES[3])))
    size = min(3, max(GAMES[game].seats))
    table = cast.start(size, game=game)
    for _move in range(14):
        acts(table, match_of(table).waiting[0])
    pages = [browser.get(at(table, what)) for browser in cast.players(size) for what in ("table", "history")]
    pages.append(Browser(language=language).get(at(table, "watch")))
    for page in pages:
        words = Text(page.text).words
        assert page.status == 200
        assert NAMES[2] in words and NAMES[2] not in page.text
        assert NAMES[1] in words
        assert size < 3 or NAMES[3] in Text(page.text).isolated
        assert bool(ENGLISH.search(words)) is (language == "en")


# Joining names


@pytest.mark.parametrize(
    ("language", "names", "joined"),
    [
        ("en", ["Ana", "Bo", "Inés"], "Ana, Bo and Inés"),
        ("es", ["Ana", "Bo", "Cy"], "Ana, Bo y Cy"),
        ("es", ["Ana", "Inés"], "Ana e Inés"),
        ("es", ["Ana", "Íñigo"], "Ana e Íñigo"),
        ("es", ["Ana", "Hilda"], "Ana e Hilda"),
        ("es", ["Ana", "Iago"], "Ana y Iago"),
        ("es", ["Inés", "Ana"], "Inés y Ana"),
        ("pt-br", ["Ana", "Inês"], "Ana e Inês"),
        ("es", ["Ana"], "Ana"),
        ("es", [], ""),
    ],
)
def test_names_are_joined_as_they_are_spoken(language: str, names: list[str], joined: str):
    with translation.override(language):
        assert say.listed(names) == joined


def test_a_name_written_from_right_to_left_is_isolated_once():
    once = say.isolated("مريم")
    assert once == "\u2068مريم\u2069"
    assert say.isolated(once) == once
    assert say.isolated("Ana ñ 🐉") == "Ana ñ 🐉"
    with translation.override("en"):
        assert say.listed(["Ana", once]) == f"Ana and {once}"


# Times


@pytest.mark.parametrize(
    ("language", "on_a_page", "in_a_mail"),
    [
        ("en", "03/03/2026 9 a.m. UTC-03", "You have until March 3, 2026, 9 a.m. (America/Sao Paulo)."),
        (
            "es",
            "03/03/2026 09:00 UTC-03",
            "Tienes hasta el 3 de marzo de 2026 a las 09:00 (America/Sao Paulo).",
        ),
        ("pt-br", "03/03/2026 09:00 UTC-03", "Você tem até 3 de março de 2026 às 09:00 (America/Sao Paulo)."),
    ],
)
def test_times_are_written_in_the_readers_language_and_zone(language: str, on_a_page: str, in_a_mail: str):
    cast = Cast(bo=Browser("Bo", language=language))
    with time_machine.travel(NOON, tick=False):
        table = cast.start(pace="correspondence")
        cast.bo.client.cookies["zone"] = "America/Sao_Paulo"
        person = cast.bo.person
        people.set_email(person, "bo@example.org")
        people.confirm_email(people.confirm_word(person))
        cast.ana.moves(table, default_of(table))
        assert on_a_page in cast.bo.table(table).text
        sweep(NOON + 2 * notices.WAIT)
        _headers, plain, html = the_mail()
    assert in_a_mail in plain
    assert in_a_mail in Text(html).words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_month_is_written_as_the_language_writes_it(language: str):
    with translation.override(language):
        for month in range(1, 13):
            words = letters.moment(datetime(2026, month, 7, 12, tzinfo=UTC))
            name = re.sub(r"[\W\d]|\bde\b", " ", words).split()[0]
            assert name[0].isupper() == (language == "en"), words


# The language, on every page


def _table(cast: Cast, what: str = "table", **opening: Any) -> str:
    return at(cast.start(**opening), what)


def _banned(cast: Cast) -> str:
    table = cast.start()
    until = timezone.now() + timedelta(days=1)
    Ban.objects.create(kind=Ban.Kind.BROWSER, person=cast.ana.person, until=until)
    return at(table)


def _over(cast: Cast) -> str:
    return at(drive(cast.start()), "history")


def _seat_link(cast: Cast) -> str:
    table, person = cast.gather(), cast.bo.person
    lobby.leave(table.pk, cast.ana.person)
    return f"/go/{people.seat_word(person, Seat.objects.get(table=table, person=person))}/"


def _silence(cast: Cast) -> str:
    return f"/me/silence/{people.silence_word(cast.ana.person)}/"


PAGES: dict[str, Callable[[Cast], str]] = {
    "front": lambda cast: "/",
    "new table": lambda cast: "/new/natrak/",
    "rules of Drakon": lambda cast: "/rules/drakon/",
    "rules of Natrak": lambda cast: "/rules/natrak/",
    "rules of Drako": lambda cast: "/rules/drako/",
    "rules of Dragonkeeper": lambda cast: "/rules/dragonkeeper/",
    "replay": lambda cast: "/import/",
    "your page": lambda cast: "/me/",
    "all my tables": lambda cast: "/me/tables/",
    "waiting room": lambda cast: at(cast.gather()),
    "table": _table,
    "table of a watcher": lambda cast: _table(cast, "watch"),
    "history": _over,
    "chat and notes": lambda cast: _table(cast, "talk"),
    "report": lambda cast: _table(cast, "report"),
    "link to a seat": _seat_link,
    "no more mails": _silence,
    "not found": lambda cast: "/t/nowhere/",
    "banned": _banned,
}


def switches(browser: Browser, path: str) -> None:
    """The browser changes the language on this page, and comes back to it."""
    for language in LANGUAGES:
        page = browser.get(path)
        assert f'name="language" value="{language}"' in page.text
        switch = next(form for form in page.read.forms if form.action == "/i18n/setlang/")
        answer = browser.send(switch, language=language)
        assert (answer.status, answer.response["Location"]) == (302, switch.values["next"])
        spoken = browser.get(path)
        assert f'<html lang="{language}"' in spoken.text
        assert bool(ENGLISH.search(Text(spoken.text).words)) is (language == "en")


@pytest.mark.parametrize("kind", PAGES)
def test_the_language_can_be_changed_on_every_page(cast: Cast, kind: str):
    switches(cast.ana, PAGES[kind](cast))


def test_the_language_can_be_changed_where_one_does_not_sit(cast: Cast):
    table = cast.start()
    people.set_email(cast.ana.person, "ana@example.org")
    links = (
        at(table),
        at(cast.gather()),
        f"/me/confirm/{people.confirm_word(cast.ana.person)}/",
        f"/me/link/{people.link_word(cast.ana.person)}/",
        _seat_link(cast),
        at(table, "talk"),
    )
    for path in links:
        switches(cast.watcher, path)


def test_the_language_can_be_changed_where_several_play_on_one_device(cast: Cast):
    table = cast.ana.opens(pass_and_play="on", size=2)
    for name in ("مريم", "Bo"):
        assert cast.ana.send(cast.ana.table(table).form("sit"), name=name).status == 302
    switches(cast.ana, at(table))
    Table.objects.filter(pk=table.pk).update(order=[0, 1])
    assert cast.ana.send(cast.ana.table(table).form("start")).status == 302
    covered = cast.ana.table(table)
    assert covered.read.form("look") is not None
    assert Text(covered.text).isolated.count("مريم") >= 2, "in the question, and on the button"
    switches(cast.ana, at(table))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_is_said_in_the_language_and_can_be_read_in_another(language: str):
    cast = Cast(bo=Browser("Bo", language=language))
    answer = cast.bo.does(cast.gather(), "start")
    assert answer.status == 403
    with translation.override(language):
        assert escape(translation.gettext("Only the host of the table can do that.")) in answer.text
    assert 'name="language"' in answer.text
