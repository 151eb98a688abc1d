"""Questions that are built once are answered as Django answers them."""

from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import F, Value
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

    update([other], ["absent"])

    found = Table.objects.get(pk=table.pk)
    assert (found.absent, found.version) == ([1], 70)
    Table.objects.filter(pk=table.pk).delete()
    with pytest.raises(DatabaseError), transaction.atomic():
        update([other], ["absent"])


def test_annotations_are_attributes_of_the_object():
    table = Cast().start()
    seats = Prepared(
        lambda table: Seat.objects.filter(table=table).annotate(next=F("number") + 1, whole=Value("x"))
    )

    assert [(seat.number, vars(seat)["next"], vars(seat)["whole"]) for seat in seats.all(table.pk)] == [
        (0, 1, "x"),
        (1, 2, "x"),
    ]


def test_rows_that_changed_are_written_back_at_once_and_no_others(django_assert_num_queries: Any):
    table = Cast().start(3)
    first, second, third = table.seat_set.all()
    now = timezone.now()
    first.notes, first.awaited_since, first.due_at = "it's 100 %", None, now
    second.paused_left = 1.5

    with django_assert_num_queries(1):
        Seat.save_all_changes([first, second, third])
    with django_assert_num_queries(0):
        Seat.save_all_changes([first, second, third])

    stored = list(table.seat_set.all())
    assert (stored[0].notes, stored[0].awaited_since, stored[0].due_at) == ("it's 100 %", None, now)
    assert (stored[1].notes, stored[1].paused_left, stored[2].paused_left) == ("", 1.5, None)


def test_too_long_a_text_is_refused_and_not_cut():
    table = Cast().start()
    seat = table.seat_set.all()[0]
    seat.name = "x" * 1000

    with pytest.raises(DatabaseError), transaction.atomic():
        Seat.save_all_changes([seat])

    assert len(table.seat_set.all()[0].name) < 1000


def test_all_or_none_of_several_rows_are_written_back():
    table = Cast().start()
    seats = list(table.seat_set.all())
    Seat.objects.filter(pk=seats[1].pk).delete()
    for seat in seats:
        seat.notes = "new"

    with pytest.raises(DatabaseError), transaction.atomic():
        Seat.save_all_changes(seats)

    assert [seat.notes for seat in table.seat_set.all()] == [""]
