"""A table that somebody holds and never lets go: whoever comes for it is sent away, and may come again."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest
from django.db import connection

from portal.models import Move
from tests.portal.cast import Cast, default_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def impatient() -> Iterator[None]:
    """Our connection waits no longer than that for a lock."""
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '50ms'")
    yield
    connection.close()


def test_who_comes_for_a_table_that_is_stuck_is_not_kept_waiting_and_moves_later(impatient: None):
    cast = Cast()
    table = cast.start()
    form = cast.ana.table(table, default_of(table)).form("move")
    with psycopg.connect(**connection.get_connection_params() | {"cursor_factory": psycopg.Cursor}) as stuck:
        stuck.execute("SELECT 1 FROM portal_table WHERE id = %s FOR UPDATE", [table.pk])
        answer = cast.ana.send(form)
        assert (answer.status, answer.response["Retry-After"]) == (503, "5")
        assert not Move.objects.exists()
    assert cast.ana.send(form).status == 302
    assert Move.objects.count() == 1
