"""Questions that are built once are answered as Django answers them."""

import pytest
from django.db import DatabaseError, IntegrityError, transaction
from django.utils import timezone

from portal.models import Notice, Seat, Table
from portal.prepared import Prepared, insert, update
from tests.portal.cast import Cast

pytestmark = pytest.mark.django_db


def test_an_object_is_whole_and_its_fields_are_what_django_reads():
    table = Cast().start()
    asked = Prepared(lambda token, status: Table.objects.filter(status=status, token=token))

    found = asked.first(table.token, "running")

    assert found is not None
    plain = Table.objects.get(pk=table.pk)
    fields = [field.attname for field in Table._meta.concrete_fields]
    assert [getattr(found, name) for name in fields] == [getattr(plain, name) for name in fields]
    assert found.order is not None and not found._state.adding
    assert asked.first(table.token, "waiting") is None


def test_each_asking_has_its_own_values():
    one, other = Cast().start(), Cast().start()
    seats = Prepared(lambda table: Seat.objects.filter(table=table))
    names = Prepared(
        lambda table, after: Seat.objects.filter(table=table, number__gt=after).values_list("name")
    )

    assert seats.all(one.pk) == list(one.seat_set.all())
    assert seats.all(other.pk) == list(other.seat_set.all())
    assert names.rows(one.pk, 0) == [(seat.name,) for seat in one.seat_set.all()][1:]
    assert names.rows(one.pk, 10) == []


def test_a_row_is_inserted_as_django_would_and_only_once_where_that_is_asked():
    table = Cast().start()
    now = timezone.now()

    def row() -> Notice:
        return Notice(table=table, seat=1, kind=Notice.Kind.CHAT, ply=3, send_at=now)

    insert(row())
    insert(row(), once=True)

    (found,) = Notice.objects.filter(table=table, kind=Notice.Kind.CHAT)
    assert (found.seat, found.ply, found.send_at) == (1, 3, now)
    assert (found.status, found.tries, found.push_at) == (Notice.Status.WAITING, 0, None)
    assert found.created_at >= now
    with pytest.raises(IntegrityError), transaction.atomic():
        insert(row())


def test_only_the_columns_named_are_written_back():
    table = Cast().start()
    other = Table.objects.get(pk=table.pk)
    Table.objects.filter(pk=table.pk).update(version=70)
    other.absent, other.version = [1], 80

    update(other, ["absent"])

    found = Table.objects.get(pk=table.pk)
    assert (found.absent, found.version) == ([1], 70)
    Table.objects.filter(pk=table.pk).delete()
    with pytest.raises(DatabaseError), transaction.atomic():
        update(other, ["absent"])
