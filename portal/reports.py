"""Players, and whoever watches, ask the moderators to look at a table or at a line of its chat."""

from __future__ import annotations

from django.db import transaction

from games.core.words import gettext_noop
from portal import chat
from portal.access import Place
from portal.models import Message, Person, Report, Table
from portal.refusal import Forbidden, Refused

LONGEST = 300
MOST_UNNAMED = 5
"""Open reports of a table by browsers that have done nothing here yet: they can't be told from one another."""


def line_of(place: Place, number: int | None) -> Message | None:
    """The line of the chat that is reported; None for the table itself. Raises Forbidden for who can't read it."""
    if number is None:
        return None
    found = Message.objects.filter(table=place.table, pk=number).first() if place.held else None
    if found is None:
        raise Forbidden(gettext_noop("There is no such line here: report the table instead."))
    return found


def report(place: Place, person: Person | None, text: str, *, line: int | None = None) -> Report:
    """One open report a person, table and line: again, it is the same one, with the newer sentence. Raises Refused."""
    said = chat.clean(text) if text.strip() else ""
    if len(said) > LONGEST:
        raise Refused(
            gettext_noop("That is too long for one line: {most} letters at most."), most=LONGEST
        ).at("text")
    if not place.sees and place.table.started_at is not None:
        raise Forbidden(gettext_noop("Only people who play or watch here can report the table."))
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=place.table.pk)
        message = line_of(place, line)
        mine = Report.objects.filter(table=table, reporter=person, status=Report.Status.OPEN)
        if person is not None:
            mine = mine.filter(message=message)
        before = mine.order_by("pk").last()
        if before is not None and (person is not None or mine.count() >= MOST_UNNAMED):
            if said:
                before.text = said
                before.save(update_fields=["text"])
            return before
        number = place.seat.number if place.seat else next((seat.number for seat in place.held), None)
        return Report.objects.create(table=table, message=message, reporter=person, seat=number, text=said)
