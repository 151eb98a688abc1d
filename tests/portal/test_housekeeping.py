"""What is deleted once a day, and what is not."""

from __future__ import annotations

import io
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils import timezone

from portal import chat, housekeeping, moderation, tasks
from portal.models import Audit, Ban, DaysOff, Heartbeat, Message, Move, Notice, Person, Report, Seat, Table
from tests.portal.cast import Browser, Cast, at, drive, moderator

pytestmark = pytest.mark.django_db


def purge(**later: float) -> dict[str, int]:
    return dict(housekeeping.purge(timezone.now() + timedelta(**later)))


def close(table: Table, when: datetime) -> None:
    Table.objects.filter(pk=table.pk).update(status="closed", ended_at=when, due_at=None)


def test_a_table_that_never_started_goes_after_a_month_and_one_that_did_stays(cast: Cast):
    unstarted, begun, waiting = cast.gather(), drive(cast.start(), 4), cast.gather()
    for table in (unstarted, begun):
        close(table, timezone.now())
    purge(days=29)
    assert Table.objects.count() == 3
    Report.objects.create(table=unstarted)
    purge(days=31)
    assert Table.objects.count() == 3, "somebody has still to look at it"
    Report.objects.update(status="handled")
    purge(days=31)
    assert set(Table.objects.all()) == {begun, waiting}
    purge(days=5000)
    assert Move.objects.filter(table=begun).count() == 4
    assert Seat.objects.filter(table=begun).count() == 2
    assert cast.ana.table(begun).status == 200


def test_what_was_told_is_forgotten_after_a_month_but_what_waits_stays(cast: Cast):
    table = drive(cast.start(pace="correspondence"), 6)
    waiting = Notice.objects.filter(table=table, status="waiting").first()
    assert waiting
    Notice.objects.exclude(pk=waiting.pk).update(status="sent")
    room = cast.gather()
    Notice.objects.filter(table=room).update(status="sent")
    purge(days=29)
    assert Notice.objects.count() > 2
    purge(days=31)
    assert set(Notice.objects.exclude(table=room)) == {waiting}
    assert Notice.objects.filter(table=room).exists()


def test_chats_go_a_year_after_the_end(cast: Cast):
    ended, running = cast.start(), cast.start()
    for table in (ended, running):
        chat.write(table.pk, 0, cast.ana.person, "hello", key="a")
    close(ended, timezone.now())
    purge(days=364)
    assert Message.objects.count() == 2
    purge(days=366)
    assert Message.objects.get().table == running
    assert cast.ana.get(at(ended, "talk")).status == 200


def test_days_off_bans_and_addresses_go_when_they_count_no_more(cast: Cast):
    now, person = timezone.now(), cast.ana.person
    DaysOff.objects.create(person=person, begins_at=now - timedelta(days=2), ends_at=now)
    Ban.objects.create(kind="browser", person=person, until=now)
    Person.objects.filter(pk=person.pk).update(email="ana@example.org", email_asked_at=now)
    Person.objects.filter(pk=cast.bo.person.pk).update(
        email="bo@example.org", email_asked_at=now, email_confirmed_at=now
    )
    purge(days=29)
    assert DaysOff.objects.exists() and Ban.objects.exists()
    assert Person.objects.exclude(email="").count() == 2
    purge(days=31)
    assert [one.email for one in Person.objects.exclude(email="")] == ["bo@example.org"]
    purge(days=101)
    assert not DaysOff.objects.exists() and Ban.objects.exists()
    purge(days=366)
    assert not Ban.objects.exists()


def test_people_of_whom_nothing_is_left_go(cast: Cast):
    staff = moderator()
    table = cast.start()
    nobody, opener, merged = Browser().person, Browser().person, Browser().person
    Table.objects.filter(pk=table.pk).update(opener=opener)
    Person.objects.filter(pk=merged.pk).update(merged_into=cast.bo.person)
    forgotten, banned = Browser().person, Browser().person
    moderation.people.anonymise(staff, forgotten.pk, "asked for by mail")
    moderation.people.ban_browser(staff, banned.pk, 300, "", "insults")
    moderation.people.anonymise(staff, banned.pk, "asked for by mail")
    purge()
    assert not Person.objects.filter(pk=forgotten.pk).exists()
    assert Person.objects.filter(pk__in=[nobody.pk, opener.pk, merged.pk, banned.pk]).count() == 4
    purge(days=401)
    left = set(Person.objects.values_list("pk", flat=True))
    assert left >= {cast.ana.person.pk, cast.bo.person.pk, opener.pk, merged.pk}
    assert nobody.pk not in left
    assert Audit.objects.count() == 3


def test_beat_purges_once_a_day_and_a_command_does_so_at_any_time(cast: Cast):
    entry: Any = settings.CELERY_BEAT_SCHEDULE["purge"]
    assert entry["task"] == "portal.tasks.purge" and entry["options"]["expires"] <= 24 * 3600
    assert settings.CELERY_TASK_ROUTES[entry["task"]] == {"queue": "delivery"}
    tasks.purge()
    assert Heartbeat.objects.filter(name="housekeeping.purge").exists()
    written = io.StringIO()
    call_command("purge", stdout=written)
    assert "tables that never started: 0" in written.getvalue()
