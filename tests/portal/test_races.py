"""People and their tables, changed at once: whatever comes first, nothing waits in a ring, and nothing gets lost."""

from __future__ import annotations

import smtplib
from collections.abc import Callable
from concurrent.futures import Future
from datetime import UTC, date, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from portal import delivery, holidays, merging, moderation, notices, play
from portal.models import DaysOff, Notice, Person
from portal.refusal import Refused
from tests.portal.cast import Browser, Cast, default_of, moderator
from tests.portal.races import alongside, until_it_waits
from tests.portal.told import DAY, reachable

pytestmark = pytest.mark.django_db(transaction=True)


def takes_tomorrow_off(person: Person) -> None:
    tomorrow = timezone.now().date() + DAY
    holidays.take(person, tomorrow, tomorrow)


def is_known_by_a_second_browser(person: Person) -> None:
    merging.merge(person, Browser("again").person)


@pytest.mark.parametrize("does", [takes_tomorrow_off, is_known_by_a_second_browser])
def test_a_move_tells_who_takes_days_off_or_is_merged_meanwhile(
    does: Callable[[Person], None], monkeypatch: pytest.MonkeyPatch
):
    """A move holds its table and names whom it tells; they are held first by what changes them, then their tables."""
    cast = Cast()
    table, bo = cast.start(pace="correspondence"), cast.bo.person
    told, begun = notices.your_turn, list[Future[Any]]()

    def meanwhile(*args: Any, **more: Any) -> None:
        begun.append(alongside(lambda: does(bo)))
        until_it_waits(begun[0])
        told(*args, **more)

    monkeypatch.setattr(notices, "your_turn", meanwhile)
    play.make_move(table.pk, cast.ana.person, default_of(table), prompt=None, key="k")
    assert begun[0].result() is None
    assert Notice.objects.filter(table=table, kind="turn", person=bo).count() == 1


def test_of_two_spells_at_once_the_one_too_many_is_refused(monkeypatch: pytest.MonkeyPatch):
    """The other one is asked for as soon as there was found to be room for the first."""
    ana, allowed, begun = Cast().ana.person, holidays._is_too_much, list[Future[Any]]()

    def meanwhile(*args: Any) -> bool:
        too_much = allowed(*args)
        if not begun:
            begun.append(alongside(lambda: holidays.take(ana, date(2026, 3, 12), date(2026, 3, 19))))
            until_it_waits(begun[0])
        return too_much

    monkeypatch.setattr(holidays, "_is_too_much", meanwhile)
    with time_machine.travel(datetime(2026, 3, 2, 12, tzinfo=UTC), tick=False):
        holidays.take(ana, date(2026, 3, 3), date(2026, 3, 10))
        with pytest.raises(Refused):
            begun[0].result()
    assert DaysOff.objects.count() == 1


@pytest.mark.parametrize("how", ["merged", "anonymised"])
def test_whose_address_turns_out_wrong_may_be_merged_or_forgotten_meanwhile(
    how: str, monkeypatch: pytest.MonkeyPatch
):
    """Who mails holds the notice, and then notes what came of it where the address is kept."""
    cast = Cast()
    bo = reachable(cast.bo)
    table, kept, staff = cast.start(pace="correspondence"), cast.watcher.person, moderator()
    play.make_move(table.pk, cast.ana.person, default_of(table), prompt=None, key="k")
    notice = Notice.objects.get(table=table, kind="turn", person=bo)
    acts = {
        "merged": lambda: merging.merge(kept, bo),
        "anonymised": lambda: moderation.people.anonymise(staff, bo.pk, "asked for by mail"),
    }
    begun = list[Future[Any]]()

    def send() -> None:
        begun.append(alongside(acts[how]))
        until_it_waits(begun[0])
        raise smtplib.SMTPRecipientsRefused({bo.email: (550, b"no such person")})

    monkeypatch.setattr(delivery, "notice_mail", lambda *_args: SimpleNamespace(send=send))
    delivery.deliver(notice.pk, timezone.now() + notices.WAIT)
    assert begun[0].result() is None
    if how == "merged":
        assert Notice.objects.get(pk=notice.pk).status == "failed"
        assert Person.objects.get(pk=bo.pk).merged_into == kept
    else:
        assert not Notice.objects.filter(pk=notice.pk).exists()
        assert Person.objects.get(pk=bo.pk).anonymised_at


def test_a_reminder_on_its_way_holds_up_no_days_off(monkeypatch: pytest.MonkeyPatch):
    cast = Cast()
    ana = reachable(cast.ana)
    table = cast.start(pace="correspondence")
    soon = timezone.now() + timedelta(hours=1)
    table.seat_set.filter(number=0).update(due_at=soon)
    notice = Notice.objects.get(table=table, kind="reminder")
    Notice.objects.filter(pk=notice.pk).update(send_at=timezone.now())
    begun = list[Future[Any]]()

    def send() -> None:
        begun.append(alongside(lambda: takes_tomorrow_off(ana)))
        until_it_waits(begun[0])
        raise smtplib.SMTPRecipientsRefused({ana.email: (550, b"no such person")})

    monkeypatch.setattr(delivery, "notice_mail", lambda *_args: SimpleNamespace(send=send))
    delivery.deliver(notice.pk, timezone.now())
    assert begun[0].result() is None
    assert DaysOff.objects.filter(person=ana).count() == 1
