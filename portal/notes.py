"""What somebody writes down for themselves at a table. Nobody else ever reads it."""

from __future__ import annotations

import unicodedata

from games.core.words import gettext_noop
from portal.models import Person, Seat
from portal.refusal import NoSeat, Refused

LONGEST = 4000


def clean(raw: str) -> str:
    """Notes as they are stored: NFC, no control characters but new lines. Raises Refused."""
    composed = unicodedata.normalize("NFC", raw.replace("\r\n", "\n").replace("\r", "\n"))
    text = "".join(c for c in composed if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cs")).rstrip()
    if len(text) > LONGEST:
        raise Refused(
            gettext_noop("Your notes are too long: {most} letters at most. Shorten them, then keep them."),
            most=LONGEST,
        ).at("text")
    return text


def keep(table_id: int, number: int, person: Person, text: str) -> None:
    """Write the notes of a seat, if this person still holds it. Raises Refused."""
    if not Seat.objects.filter(table=table_id, number=number, person=person).update(notes=clean(text)):
        raise NoSeat
