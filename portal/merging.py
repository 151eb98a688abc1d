"""One human, known by two browsers: an address that was confirmed twice, or a link that signs in where somebody is."""

from __future__ import annotations

from django.db.models import Exists, F, OuterRef, Q

from games import GAMES
from games.core.words import gettext_noop
from portal import holidays, people, play
from portal.models import Notice, Person, PushDevice, Seat, Table
from portal.refusal import Refused


def join_earlier(person: Person, browser: Person | None) -> None:
    """Somebody has confirmed an address; if another row had done so before, they are the same human. Raises Refused.

    Only where the link was followed by the browser that had asked for it: else a stranger could enter the address and
    wait for its owner's click.
    """
    earlier = people.known_by(person.email)
    if earlier is not None and earlier != person and browser == person:
        merge(earlier, person)


def sign_in(word: str, browser: Person | None, *, together: bool) -> Person:
    """A browser, which may have been somebody, follows a mailed link to one's tables; who it is now. Raises Refused.

    `together`: what the browser had so far is the same human's. A link that can't be used so stays good.
    """
    person = people.linked(word)
    if together and may_join(browser, person):
        assert browser is not None
        merge(person, browser)
    return people.use_link(word)


def may_join(browser: Person | None, person: Person) -> bool:
    """Whether whom the browser was so far may be the same human: somebody who sits, and has no other address."""
    if browser is None or browser == person:
        return False
    if browser.email_confirmed_at and browser.email.lower() != person.email.lower():
        return False
    return Seat.objects.filter(person=browser).exists() or browser.opened.exists()


def merge(kept: Person, other: Person) -> None:
    """From now on `other` is known as `kept`, who has all that was theirs. Raises Refused while they sit twice at one
    table that is not over: both seats could not be played from one browser there.

    At a table that is over the second seat stays with the old row.
    """
    concerned = _concerning(other)
    with holidays.conserving(sorted([kept.pk, other.pk]), also=concerned) as over_days:
        kept.refresh_from_db()
        other.refresh_from_db()
        if kept == other or kept.merged_into_id is not None or other.merged_into_id is not None:
            return
        twice = _sits_twice(kept, other)
        for seat in twice:
            if seat.table.status in Table.OPEN:
                raise Refused(
                    gettext_noop(
                        "You sit twice at a table of {game}, here as {name}: that match has to be over first."
                    ),
                    game=GAMES[seat.table.game].title,
                    name=seat.name,
                )
        moved = list(Table.objects.filter(concerned))
        seats = Seat.objects.filter(person=other).exclude(pk__in=[seat.pk for seat in twice])
        seats.update(person=kept)
        _follow(kept, other)
        holidays.join(kept, other, over_days)
        for table in moved:
            table.version += 1
            play.tell_on_commit(table)
        Table.objects.bulk_update(moved, ["version"])


def _concerning(other: Person) -> Q:
    """The tables that name somebody: where they sit, or sat until the seat was opened elsewhere, or that are theirs."""
    seats = Seat.objects.filter(Q(person=other) | Q(taken_from=other))
    return Q(pk__in=seats.values("table")) | Q(opener=other)


def _sits_twice(kept: Person, other: Person) -> list[Seat]:
    """The seats of `other` at tables where `kept` sits too, and one browser can't hold both."""
    beside = Seat.objects.filter(person=kept, table=OuterRef("table"))
    seats = Seat.objects.filter(Exists(beside), person=other, table__pass_and_play=False)
    return list(seats.select_related("table"))


def _follow(kept: Person, other: Person) -> None:
    """Everything else that points to the old row, and the row itself."""
    Seat.objects.filter(taken_from=other).update(taken_from=kept)
    Seat.objects.filter(taken_from=kept, person=kept).update(taken_from=None, taken_at=None)
    Table.objects.filter(opener=other).update(opener=kept)
    _hand_on_notices(kept, other)
    PushDevice.objects.filter(person=other).update(person=kept)
    Person.objects.filter(Q(pk=other.pk) | Q(merged_into=other)).update(merged_into=kept)
    Person.objects.filter(pk=other.pk).update(
        email="",
        email_confirmed_at=None,
        confirm_at=None,
        link_at=None,
        protected=False,
        links_used=F("links_used") + 1,
    )
    if other.protected:
        people.protect(kept, True)


def _hand_on_notices(kept: Person, other: Person) -> None:
    """What is being sent right now is not waited for: tables and people are held meanwhile. It finds its reader."""
    free = Notice.objects.filter(person=other).select_for_update(skip_locked=True)
    theirs = Notice.objects.filter(pk__in=list(free.values_list("pk", flat=True)))
    same = Notice.objects.filter(
        table=OuterRef("table"),
        seat=OuterRef("seat"),
        kind=OuterRef("kind"),
        ply=OuterRef("ply"),
        person=kept,
    )
    theirs.filter(Exists(same)).delete()
    theirs.update(person=kept)
