"""What pictures are taken of: the product on throw-away servers, with tables in every state, and who looks at them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tools import serving
from tools.throwaway import Throwaway

if TYPE_CHECKING:
    from django.core.mail import EmailMessage

    from portal.management.commands.demo import Scene
    from portal.models import Person, Seat, Table


@dataclass(frozen=True)
class Shot:
    """A page to look at: its name, its address, the cookie of whoever looks (empty: a stranger), and its answer."""

    name: str
    path: str
    cookie: str = ""
    status: int = 200


@dataclass(frozen=True)
class Mail:
    """A mail to look at, as HTML."""

    name: str
    html: str


@contextmanager
def product() -> Iterator[tuple[str, list[Shot], list[Mail]]]:
    """Daphne over throw-away servers and the demo's tables: its address and what to look at."""
    servers, port = Throwaway(), serving.free_port()
    url = f"http://localhost:{port}"
    try:
        servers.start()
        os.environ.update(
            servers.environment() | {"SITE_URL": url, "CSRF_TRUSTED_ORIGINS": url, "LOG_LEVEL": "WARNING"}
        )
        shots, mails = _scenes()
        with serving.web(port):
            yield url, shots, mails
    finally:
        servers.stop()


def _scenes() -> tuple[list[Shot], list[Mail]]:
    """Everything that needs Django, before Playwright's event loop occupies this thread."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connections

    from games import GAMES
    from portal import access
    from portal.management.commands import demo

    call_command("migrate", verbosity=0)
    regular = demo.person("regular", "en")
    back = access.cookie_for(regular)
    shots = [
        Shot("lobby", "/"),
        Shot("lobby-back", "/", back),
        Shot("own-tables", "/me/tables/", back),
        Shot("me", "/me/"),
        Shot("import", "/import/"),
        Shot("lost", "/nowhere/", status=404),
    ]
    mails: list[Mail] = []
    finished: list[Seat] = []
    for game in GAMES:
        tables = {scene.name: (scene, table) for scene, table in demo.fill(game, "demo")}
        shots += _pages(game, tables, _begun(game, regular))
        _, table = tables["running over days"]
        mails.append(_notice(f"{game}-mail-turn", table, _awaited(table), "turn"))
        _, over = next(pair for name, pair in tables.items() if name.startswith("over"))
        finished.append(over.seat_set.get(number=0))
    seat = finished[0]
    mails += [_notice("mail-result", seat.table, 0, "result"), *_other_mails(regular, finished)]
    connections.close_all()
    return shots, mails


def _begun(game: str, regular: Person) -> tuple[Table, list[Person]]:
    """A match that has just begun, with somebody at its first seat who sits at such a table of every game."""
    from games import GAMES
    from portal.management.commands import demo
    from portal.models import Table

    seats = GAMES[game].seats
    size = min(max(3, seats[0]), seats[-1])
    scene = demo.Scene("just begun", Table.Status.RUNNING, size, size, pace=Table.Pace.CORRESPONDENCE)
    others = [demo.person(f"{game} begun {name}", language) for name, language in demo.CAST[1:size]]
    people = [regular, *others]
    return demo.open_for(game, scene, people, "demo"), people


def _awaited(table: Table) -> int:
    from portal import matches

    with matches.reading(table) as match:
        return match.waiting[0]


def _sitter(table: Table, number: int) -> tuple[Seat, Person]:
    seat = table.seat_set.get(number=number)
    assert seat.person is not None
    return seat, seat.person


def _pages(
    game: str, tables: dict[str, tuple[Scene, Table]], begun: tuple[Table, list[Person]]
) -> list[Shot]:
    """A game's pages: from the form that opens a table to the end of a match, step by step."""
    from django.urls import reverse

    from portal import access

    def look(name: str, scene: str, seat: int | None, more: str = "") -> Shot:
        table = tables[scene][1]
        cookie = "" if seat is None else access.cookie_for(_sitter(table, seat)[1])
        return Shot(f"{game}-{name}", f"/t/{table.token}/{more}", cookie)

    fresh, people = begun
    mine = _awaited(tables["running over days"][1])
    order = range(tables["running over days"][1].size)
    first = access.cookie_for(people[_awaited(fresh)])
    return [
        Shot(f"{game}-rules", reverse("rules", args=[game])),
        Shot(f"{game}-new", reverse("new", args=[game])),
        look("sit", "one seat free", None),
        look("waiting", "one seat free", 0),
        look("full", "waiting for its host to start", 0),
        Shot(f"{game}-begun", f"/t/{fresh.token}/", first),
        look("my-turn", "running over days", mine),
        *(
            look(f"picked-{verb}", "running over days", mine, f"?pick={pick}")
            for verb, pick in _picks(tables["running over days"][1], mine).items()
        ),
        look("not-my-turn", "running over days", next(seat for seat in order if seat != mine)),
        look("history", "running over days", mine, "history/"),
        look("watching", "running, live", None),
        *(look(name.replace(", ", "-"), name, 0) for name in tables if name.startswith("over")),
        look("closed", "closed by its host", 0),
    ]


def _picks(table: Table, seat: int) -> dict[str, str]:
    """A whole move of every kind that could be made now, by its verb; of cards to be placed also the card alone."""
    from games.core import notation
    from portal import matches

    with matches.reading(table) as match:
        picks = {move.verb: notation.write(move) for move in match.legal(seat)}
    if (place := picks.get("place", "")).count(" ") > 1:
        picks["card"] = " ".join(place.split()[:2])
    return picks


# Mails


def _notice(name: str, table: Table, number: int, kind: str) -> Mail:
    from portal import delivery
    from portal.models import Notice

    seat, person = _sitter(table, number)
    notice = Notice(table=table, seat=number, kind=kind, ply=table.ply)
    return _html(name, delivery.notice_mail(notice, seat, person))


def _other_mails(person: Person, finished: list[Seat]) -> list[Mail]:
    """The digest of somebody awaited at several tables, and what an address is asked, caught on their way."""
    from django.conf import settings
    from django.core import mail

    from portal import delivery, notices
    from portal.models import Notice

    news = [
        (Notice(table=seat.table, seat=seat.number, kind=Notice.Kind.RESULT, ply=seat.table.ply), seat)
        for seat in finished
    ]
    digest = delivery.digest_mail(person, notices.awaited_seats(person), news)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    person.email = "somebody@example.org"
    delivery.send_confirmation(person, "word")
    delivery.send_link(person, "word")
    confirmation, link = mail.outbox
    return [_html("mail-digest", digest), _html("mail-confirm", confirmation), _html("mail-link", link)]


def _html(name: str, mail: EmailMessage) -> Mail:
    from django.core.mail import EmailMultiAlternatives

    assert isinstance(mail, EmailMultiAlternatives)
    return Mail(name, str(mail.alternatives[0][0]))
