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
from portal.models import Table

pytestmark = pytest.mark.django_db


def fill() -> str:
    out = StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


def test_every_scene_is_there_as_announced():
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
                assert table.outcome["reason"] == scene.ends
            elif table.started_at:
                assert table.ply >= scene.plies
            days = scene.pace == Table.Pace.CORRESPONDENCE
            assert (table.due_at is not None) == (days and scene.status == Table.Status.RUNNING)


def test_calling_it_again_makes_nothing_new():
    first = fill()
    tables = set(Table.objects.values_list("token", "ply"))
    assert fill() == first
    assert set(Table.objects.values_list("token", "ply")) == tables


def test_a_scene_that_has_moved_on_is_made_anew():
    game = next(iter(GAMES))
    scene, table = demo.fill(game, "demo")[2]
    people = demo.sitters(game, scene)
    demo.play_on(table.pk, people, "another", lambda match: False)
    table.refresh_from_db()
    assert table.status == Table.Status.FINISHED
    _, new = demo.fill(game, "demo")[2]
    assert new.pk != table.pk
    assert new.status == Table.Status.RUNNING


def test_its_tables_replay_to_what_is_stored_and_show_their_pages():
    for game in GAMES:
        for scene, table in demo.fill(game, "demo"):
            if table.started_at:
                assert digest(matches.load(table)) == table.digest
                assert Client().get(f"/w/{table.watch_token}/").status_code == 200
            for who in [None, *demo.sitters(game, scene)]:
                browser = Client()
                if who is not None:
                    browser.cookies[access.COOKIE] = access.cookie_for(who)
                assert browser.get(f"/t/{table.token}/").status_code == 200


def test_it_stays_out_of_production(settings):
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="development"):
        fill()
    assert not Table.objects.exists()
