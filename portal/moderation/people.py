"""Who may not play here for some days, and who is forgotten."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.core.model import SeatNews
from portal import announce, bans, counting, lobby, matches, play
from portal.models import Ban, DaysOff, Notice, Person, PushDevice, Seat, Table
from portal.moderation.act import Entry, when
from portal.moderation.seats import set_name
from portal.names import name_key
from portal.refusal import Refused

MOST_DAYS = 366
"""How long a ban may hold."""


def ban_browser(user: User, person_id: int, days: int, sentence: str, reason: str) -> Ban:
    """A browser, with all that it was or will be merged with, may not play for some days."""
    entry = Entry("ban_browser", user, reason)
    person = Person.objects.select_related("merged_into").get(pk=person_id).survivor
    keys = bans.same_human(person).values_list("key", flat=True)
    return _ban(
        entry, Ban(kind=Ban.Kind.BROWSER, person=person), days, sentence, lambda: bans.groups(keys, ())
    )


def ban_email(user: User, person_id: int, days: int, sentence: str, reason: str) -> Ban:
    """Whoever confirms the address that this person has confirmed may not play for some days."""
    entry = Entry("ban_email", user, reason)
    person = Person.objects.select_related("merged_into").get(pk=person_id).survivor
    if not person.email or person.email_confirmed_at is None:
        raise Refused("They have not confirmed any address: ban the browser.")
    address = person.email.lower()
    holders = Person.objects.filter(email__iexact=address, email_confirmed_at__isnull=False)
    keys = Person.objects.filter(Q(pk__in=holders) | Q(merged_into__in=holders)).values_list("key", flat=True)
    return _ban(entry, Ban(kind=Ban.Kind.EMAIL, value=address), days, sentence, lambda: bans.groups(keys, ()))


def ban_network(
    user: User, days: int, sentence: str, reason: str, *, address: str = "", person_id: int | None = None
) -> Ban:
    """Whoever comes from a network address, or from where somebody was last seen, may not play for some days."""
    entry = Entry("ban_network", user, reason)
    if person_id is not None:
        found = Person.objects.select_related("merged_into").get(pk=person_id).survivor.seen_from
        if not found:
            raise Refused("It is not known where they come from, or everybody seems to come from there.")
    else:
        found = bans.network(address)
        if not found:
            raise Refused(
                "That is no address of the public internet: banning it could ban everybody behind a proxy."
            ).at("address")
    return _ban(
        entry, Ban(kind=Ban.Kind.NETWORK, value=found), days, sentence, lambda: bans.groups((), [found])
    )


def _ban(entry: Entry, ban: Ban, days: int, sentence: str, groups: Callable[[], list[str]]) -> Ban:
    """Store it; open sockets of the banned look again on commit, and are dropped."""
    if not 1 <= days <= MOST_DAYS:
        raise Refused(f"Choose 1 to {MOST_DAYS} days.").at("days")
    ban.until = timezone.now() + timedelta(days=days)
    ban.sentence = " ".join(sentence.split())[:300]
    with transaction.atomic():
        ban.save()
        whom = f", person {ban.person_id}" if ban.person_id else ""
        entry.subject = f"ban {ban.pk}{whom}"
        entry.after = {"kind": ban.kind, "until": when(ban.until), "sentence": ban.sentence}
        entry.write()
        hear = groups()
        transaction.on_commit(lambda: announce.look_again(hear), robust=True)
    return ban


def lift(user: User, ban_id: int, reason: str) -> None:
    """End a ban now."""
    entry = Entry("lift", user, reason)
    with transaction.atomic():
        ban = Ban.objects.select_for_update().get(pk=ban_id)
        if ban.lifted_at is not None or ban.until <= timezone.now():
            raise Refused("That ban is over already.")
        entry.subject = f"ban {ban.pk}"
        entry.before = {"until": when(ban.until), "lifted": False}
        ban.lifted_at = timezone.now()
        ban.save(update_fields=["lifted_at"])
        entry.after = {"until": when(ban.until), "lifted": True}
        entry.write()


def anonymise(user: User, person_id: int, reason: str) -> None:
    """Forget somebody: address, devices, days off, names at tables. Nobody else's match ends for it.

    Before the start their seats become empty; in running matches they are free for somebody new, and play by
    themselves meanwhile. Their seats everywhere get a neutral name; what they wrote in chats stays, under it. The row
    itself is kept, empty and known to no browser any more, until nothing points to it (portal.housekeeping).
    """
    entry, now = Entry("anonymise", user, reason), timezone.now()
    person = Person.objects.select_related("merged_into").get(pk=person_id).survivor
    if person.anonymised_at is not None:
        raise Refused("Nothing is known of them any more.")
    human = list(bans.same_human(person).values_list("pk", flat=True))
    held = Seat.objects.filter(person__in=human).select_related("table", "person")
    entry.before = {"seats": held.count(), "address": bool(person.email)}
    # Table by table, so that none waits for another; done again after a failure, the rest is done.
    for seat in held.order_by("table", "number"):
        _part(seat, now)
    lost = Seat.objects.filter(taken_from__in=human)
    for table_id in lost.order_by("table").values_list("table", flat=True).distinct():
        with transaction.atomic():
            table = Table.objects.select_for_update().get(pk=table_id)
            lost.filter(table=table).update(taken_from=None, taken_at=None)
            play.save_and_tell(table)
    with transaction.atomic():
        # First what may be on its way, then its readers: as whoever sends it holds them.
        for gone in (DaysOff, PushDevice, Notice):
            gone.objects.filter(person__in=human).delete()
        for row in Person.objects.select_for_update().filter(pk__in=human).order_by("pk"):
            _empty(row, now)
        entry.subject, entry.after = f"person {person.pk}", {"seats": 0, "address": False}
        entry.write()


def _part(seat: Seat, now: datetime) -> None:
    """Somebody and their seat part, as it fits the table's state."""
    assert seat.person is not None
    match Table.Status(seat.table.status):
        case Table.Status.WAITING:
            lobby.leave(seat.table_id, seat.person, seat.number)
        case Table.Status.RUNNING:
            with matches.writing(seat.table_id) as (table, match):
                seats = list(table.seat_set.all())
                mine = next(other for other in seats if other.pk == seat.pk)
                set_name(mine, _neutral(mine, seats))
                play.make_free(table, seats, match, mine, SeatNews.LEFT, now)
                counting.settle(table, seats, match, now=now)
        case _:
            with transaction.atomic():
                table = Table.objects.select_for_update().get(pk=seat.table_id)
                set_name(seat, _neutral(seat, list(table.seat_set.all())))
                Seat.objects.filter(pk=seat.pk).update(person=None, notes="")
                play.save_and_tell(table)


def _neutral(seat: Seat, seats: Sequence[Seat]) -> str:
    """A name that says nothing, in any language; unlike the others of the table."""
    taken = {other.name_key for other in seats if other != seat}
    names = (f"N. N. {number}" for number in range(seat.number + 1, 1000))
    return next(name for name in names if name_key(name) not in taken)


def _empty(row: Person, now: datetime) -> None:
    fresh = Person(pk=row.pk, language=row.language, merged_into_id=row.merged_into_id)
    fresh.created_at, fresh.anonymised_at, fresh.mails = row.created_at, now, Person.Mails.NOTHING
    fresh.links_used = row.links_used + 1
    fresh.save(force_update=True)
