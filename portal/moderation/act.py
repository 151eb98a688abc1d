"""What every act of the staff has: a right, a reason, an entry in the audit, and a match that is held meanwhile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser, User

from portal import matches
from portal.matches import AnyMatch
from portal.models import Audit, Seat, Table
from portal.refusal import Forbidden, Refused

SHORTEST_REASON = 3
RIGHTS = {
    "close": "close_table",
    "reopen": "reopen_table",
    "play_default": "default_table",
    "extend": "extend_table",
    "rewind": "rewind_table",
    "replay": "replay_table",
    "free": "free_seat",
    "rename": "rename_seat",
    "resend": "resend_notice",
    "hide": "hide_message",
    "show": "hide_message",
    "handle": "handle_report",
    "ban_browser": "ban",
    "ban_network": "ban",
    "ban_email": "ban",
    "lift": "ban",
    "anonymise": "anonymise_person",
}
"""The permission that each act asks for."""
Facts = Mapping[str, Any]


def may(user: User | AnonymousUser, act: str) -> bool:
    """Whether somebody has the right to do that."""
    return user.is_active and user.has_perm(f"portal.{RIGHTS[act]}")


@dataclass
class Entry:
    """One thing done by one of the staff; written down when it is done."""

    name: str
    user: User
    reason: str
    subject: str = ""
    table: int | None = None
    before: Facts = field(default_factory=dict)
    after: Facts = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raises Forbidden without the right, Refused without a reason."""
        if not may(self.user, self.name):
            raise Forbidden("You don't have the right to do that.")
        self.reason = " ".join(self.reason.split())
        if len(self.reason) < SHORTEST_REASON:
            raise Refused("Say why: the reason stays in the audit.").at("reason")

    def write(self) -> None:
        """Into the audit; of what was before and after, what differs."""
        keys = [key for key in {**self.before, **self.after} if self.before.get(key) != self.after.get(key)]
        Audit.objects.create(
            action=self.name,
            user=self.user,
            table_number=self.table,
            subject=self.subject[:120],
            reason=self.reason,
            before={key: self.before[key] for key in keys if key in self.before},
            after={key: self.after[key] for key in keys if key in self.after},
        )


def facts(table: Table, seats: Iterable[Seat]) -> dict[str, Any]:
    """How a table stands, without anything that players may not know."""
    found: dict[str, Any] = {
        "status": table.status,
        "closed because": table.closed_because,
        "ply": table.ply,
        "due": when(table.due_at),
    }
    for seat in seats:
        found[f"seat {seat.number} name"] = seat.name
        found[f"seat {seat.number} person"] = seat.person_id
        found[f"seat {seat.number} due"] = when(seat.due_at)
        found[f"seat {seat.number} autopilot"] = seat.autopilot_since is not None
    return found


def when(moment: datetime | None) -> str | None:
    """A point of time as the audit keeps it."""
    return moment.isoformat(timespec="seconds") if moment else None


@contextmanager
def at_match(entry: Entry, table_id: int) -> Iterator[tuple[Table, list[Seat], AnyMatch]]:
    """A running match, held; the act is written down at the end, in the same transaction."""
    with matches.writing(table_id) as (table, match):
        seats = list(table.seat_set.all())
        require(table, Table.Status.RUNNING)
        entry.table, entry.before = table.pk, facts(table, seats)
        entry.subject = entry.subject or f"table {table.pk}"
        yield table, seats, match
        entry.after = facts(table, list(table.seat_set.all()))
        entry.write()


def require(table: Table, *statuses: Table.Status) -> None:
    """Raises Refused, and says how the table stands, unless it stands so."""
    if table.status in statuses:
        return
    match Table.Status(table.status):
        case Table.Status.FINISHED:
            raise Refused("The match has ended by its rules: there is nothing to do here any more.")
        case Table.Status.CLOSED:
            raise Refused("The table is closed: reopen it first.")
        case Table.Status.WAITING:
            raise Refused("The match has not started yet.")
        case _:
            raise Refused("The table is open.")
