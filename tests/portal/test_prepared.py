"""Questions that are built once are answered as Django answers them."""

import pytest

from portal.models import Seat, Table
from portal.prepared import Prepared
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
