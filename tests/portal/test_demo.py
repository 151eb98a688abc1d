"""`manage.py demo`: a lobby with something in every state."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from games import GAMES
from games.core.checks import digest
from portal import access, matches
from portal.management.commands import demo
from portal.models import Person, Table

pytestmark = pytest.mark.django_db


def fill() -> str:
    out = StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


def test_every_scene_is_there_as_announced_replays_and_shows_its_pages():
    printed = fill()
    for game in GAMES:
        for scene, table in demo.fill(game, "demo"):
            assert (table.status, table.size, table.seat_set.count()) == (
                scene.status,
                scene.size,
                scene.sitting,
            )
            assert f"/t/{table.token}/" in printed
            assert all(seat.name in printed for seat in table.seat_set.all())
            if scene.ends:
                assert table.outcome is not None
                assert scene.ends in (table.outcome["reason"], demo.ANY_END)
            elif table.started_at:
                assert table.ply >= scene.plies
            days = scene.pace == Table.Pace.CORRESPONDENCE
            assert (table.due_at is not None) == (days and scene.status == Table.Status.RUNNING)
            if table.started_at:
                assert digest(matches.load(table)) == table.digest
            look_at_its_pages(table, demo.sitters(game, scene))


def look_at_its_pages(table: Table, people: list[Person]):
    for who in [None, *people]:
        browser = Client()
        if who is not None:
            browser.cookies[access.COOKIE] = access.cookie_for(who)
        assert browser.get(f"/t/{table.token}/").status_code == 200
    if table.started_at:
        assert Client().get(f"/w/{table.watch_token}/").status_code == 200


def test_calling_it_again_makes_only_what_is_missing():
    game = next(iter(GAMES))
    free, _, running, *_ = demo.scenes(game)
    first, waiting = demo.table_of(game, running, "demo"), demo.table_of(game, free, "demo")
    assert demo.table_of(game, running, "demo") == first
    assert demo.table_of(game, free, "demo") == waiting
    demo.play_on(first.pk, demo.sitters(game, running), "another", lambda match: False)
    second = demo.table_of(game, running, "demo")
    assert second != first
    assert second.status == Table.Status.RUNNING


def test_it_stays_out_of_production(settings):
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="development"):
        fill()
    assert not Table.objects.exists()
