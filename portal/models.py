"""What is stored: people, tables, seats, moves, notices. Fields and small questions; the flow is in the services."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from portal import prepared


def new_token() -> str:
    """A secret for an address: 128 bits."""
    return secrets.token_urlsafe(16)


CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters and digits that nobody takes for each other."""


def new_code() -> str:
    """Six letters to write down; tries are limited, so they are enough for a seat."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(6))


class Remembered(models.Model):
    """A row that knows how it was read, and writes back what has changed since: most of a row stays as it is.

    Lists and dictionaries are replaced, never changed in place.
    """

    _read: Mapping[str, object] = MappingProxyType({})

    class Meta:
        abstract = True

    @classmethod
    def from_db(
        cls, db: str | None, field_names: Collection[str], values: Collection[Any], **more: Any
    ) -> Self:
        found = super().from_db(db, field_names, values, **more)
        found._read = dict(vars(found))
        return found

    def refresh_from_db(self, *args: Any, **kwargs: Any) -> None:
        super().refresh_from_db(*args, **kwargs)
        self._read = MappingProxyType({})

    def save_changes(self) -> None:
        """Store what is different from what was read; everything, if that is not known."""
        self.save_all_changes([self])

    @classmethod
    def save_all_changes(cls, rows: Iterable[Self]) -> None:
        """The same for several rows, in one statement."""
        differ: list[Self] = []
        names: dict[str, None] = {}
        for row in rows:
            known, now = row._read, vars(row)
            if not known:
                row.save()
            else:
                changed = [name for name in cls._columns() if now.get(name) != known.get(name)]
                names |= dict.fromkeys(changed)
                differ += [row] if changed else []
            row._read = {name: now.get(name) for name in cls._columns()}
        if differ:
            prepared.update(differ, names)

    @classmethod
    @cache
    def _columns(cls) -> tuple[str, ...]:
        return tuple(field.attname for field in cls._meta.concrete_fields)


MOST_MERGES = 10
"""Rows that are followed from one to the next; merging keeps it at one."""


class Person(models.Model):
    """Somebody as a browser remembers them: no account, a signed cookie holds the key."""

    class Mails(models.TextChoices):
        TURNS = "turns", _("each time it is my turn")
        DIGEST = "digest", _("once a day, one mail with all the tables that wait for me")
        REMINDERS = "reminders", _("only when my time is nearly up")
        NOTHING = "nothing", _("nothing")

    key = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    email = models.EmailField(blank=True)
    email_confirmed_at = models.DateTimeField(null=True, blank=True)
    email_asked_at = models.DateTimeField(null=True, blank=True, help_text="when the address was entered")
    confirm_at = models.DateTimeField(
        null=True, blank=True, help_text="when its confirmation is to be mailed"
    )
    address_failed_at = models.DateTimeField(
        null=True, blank=True, help_text="when a mail server refused the address for good"
    )
    mails = models.CharField(max_length=10, choices=Mails, default=Mails.TURNS)
    mails_while_open = models.BooleanField(
        default=False, help_text="mail also while the table is open on a screen"
    )
    digest_at = models.DateTimeField(null=True, blank=True, help_text="when the last digest was sent")
    digest_retry_at = models.DateTimeField(
        null=True, blank=True, help_text="when a digest that failed is tried again"
    )
    digest_tries = models.PositiveSmallIntegerField(
        default=0, help_text="how often today's digest has failed"
    )
    mail_error = models.TextField(blank=True, help_text="why the last mail to the address could not be sent")
    protected = models.BooleanField(
        default=False, help_text="seats are reopened by a mailed link, not by name"
    )
    link_at = models.DateTimeField(null=True, blank=True, help_text="when a link to sign in is to be mailed")
    link_planned_at = models.DateTimeField(
        null=True, blank=True, help_text="when the last link to sign in was to be mailed at first"
    )
    links_used = models.PositiveIntegerField(default=0, help_text="counts, so that each link works once")
    merged_into = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, help_text="the same human, known by another browser"
    )
    seen_from = models.CharField(
        max_length=64, blank=True, editable=False, help_text="digest of the network last seen in"
    )
    anonymised_at = models.DateTimeField(
        null=True, blank=True, help_text="since when nothing is known of them any more"
    )
    language = models.CharField(max_length=10, choices=settings.LANGUAGES, default="en")
    zone = models.CharField(max_length=64, blank=True, help_text="IANA name of the time zone last seen")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "people"
        permissions = [("anonymise_person", "Can anonymise a person")]

    def __str__(self) -> str:
        return f"person {self.pk}"

    @property
    def survivor(self) -> Person:
        """Who this human is known as by now: itself, unless it was merged into another row."""
        found = self
        for _step in range(MOST_MERGES):
            if found.merged_into is None:
                break
            found = found.merged_into
        return found

    @property
    def reachable(self) -> bool:
        """Whether mail gets there: an address, confirmed, and not refused for good."""
        return bool(self.email and self.email_confirmed_at) and self.address_failed_at is None


class DaysOff(models.Model):
    """Days on which the clocks of somebody's decisions stand still, at tables over days."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="days_off")
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["begins_at"]
        verbose_name_plural = "days off"
        constraints = [
            models.CheckConstraint(
                name="days_off_end_after_they_begin", condition=Q(ends_at__gt=models.F("begins_at"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.begins_at:%Y-%m-%d} to {self.ends_at:%Y-%m-%d}"


class Table(Remembered):
    """A place where a match is played: link, seats, options, pace, and where the match stands."""

    class Pace(models.TextChoices):
        LIVE = "live", _("live")
        CORRESPONDENCE = "correspondence", _("over days")

    class Status(models.TextChoices):
        WAITING = "waiting", "waiting for players"
        RUNNING = "running", "running"
        FINISHED = "finished", "finished"
        CLOSED = "closed", "closed"

    OPEN = (Status.WAITING, Status.RUNNING)
    OVER = (Status.FINISHED, Status.CLOSED)

    class Why(models.TextChoices):
        HOST = "host", "closed by the host"
        AGREED = "agreed", "closed by agreement"
        IDLE = "idle", "closed after a long time without anybody"
        EXPIRED = "expired", "never started"
        ABANDONED = "abandoned", "abandoned by everybody"
        STAFF = "staff", "closed by the moderators"

    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    watch_token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    game = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    generation = models.PositiveIntegerField()
    seed = models.CharField(max_length=64, default=new_token, editable=False)
    size = models.PositiveSmallIntegerField(help_text="number of seats")
    pace = models.CharField(max_length=20, choices=Pace)
    clock = models.PositiveIntegerField(
        null=True, blank=True, help_text="seconds a decision; empty: no clock"
    )
    public = models.BooleanField(default=False)
    chat = models.BooleanField(default=True)
    pass_and_play = models.BooleanField(default=False, help_text="several seats are played on one browser")
    imported = models.BooleanField(default=False, help_text="a replay made from a record; nobody sits")
    opened_from = models.CharField(
        max_length=64, blank=True, editable=False, help_text="digest of the address that opened a live table"
    )
    opener = models.ForeignKey(Person, models.SET_NULL, null=True, blank=True, related_name="opened")
    rematch_of = models.OneToOneField("self", models.SET_NULL, null=True, blank=True, related_name="rematch")

    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    version = models.PositiveIntegerField(default=0, help_text="counts every change that a page can show")
    order = models.JSONField(null=True, blank=True, help_text="the drawn turn order, seat numbers")
    ply = models.PositiveIntegerField(default=0)
    digest = models.CharField(max_length=32, blank=True)
    outcome = models.JSONField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True, help_text="the earliest deadline of a seat")
    still_since = models.DateTimeField(
        null=True, blank=True, help_text="since when nobody has the live table open: its clocks stand still"
    )
    asked = models.BooleanField(
        default=False, help_text="its players may have votes open: who knows of none need not look"
    )
    absent = models.JSONField(default=list, help_text="the seats that the match says are away")
    closed_because = models.CharField(max_length=10, choices=Why, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    active_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [
            models.Index(fields=["due_at"], name="table_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["status", "public", "-active_at"], name="table_lobby"),
            models.Index(fields=["opened_from"], name="table_opened_from", condition=~Q(opened_from="")),
        ]
        constraints = [
            models.CheckConstraint(
                name="only_running_tables_have_deadlines",
                condition=Q(due_at__isnull=True) | Q(status="running"),
            ),
        ]
        permissions = [
            ("close_table", "Can close a table"),
            ("reopen_table", "Can reopen a closed table"),
            ("default_table", "Can play the default now"),
            ("extend_table", "Can add hours"),
            ("rewind_table", "Can take a match back"),
            ("replay_table", "Can replay a match and compare"),
            ("free_seat", "Can free a seat"),
            ("rename_seat", "Can rename a seat"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.pk} ({self.status})"


class Seat(Remembered):
    """A place at a table and who holds it. `number` counts by sitting, from 0."""

    COLOURS = {
        "orange": ("sun", _("orange")),
        "sky": ("wave", _("sky blue")),
        "green": ("leaf", _("green")),
        "yellow": ("star", _("yellow")),
        "blue": ("diamond", _("blue")),
        "vermilion": ("flame", _("vermilion")),
        "pink": ("ring", _("pink")),
        "slate": ("moon", _("slate")),
    }
    """Machine name: the emblem that goes with the colour, and the colour's name."""

    table = models.ForeignKey(Table, models.CASCADE)
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=24)
    name_key = models.CharField(max_length=80, editable=False)
    colour = models.CharField(max_length=10, choices=[(name, label) for name, (_e, label) in COLOURS.items()])
    portrait = models.CharField(max_length=20, blank=True)
    person = models.ForeignKey(Person, models.SET_NULL, null=True, blank=True)
    host = models.BooleanField(default=False)
    code = models.CharField(
        max_length=6, default=new_code, editable=False, help_text="reopens the seat on another device"
    )
    code_needed = models.BooleanField(
        default=False, help_text="the name alone does not reopen it: somebody else once did"
    )
    taken_from = models.ForeignKey(
        Person,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="who held it before it was reopened by name, and may take it back with a click",
    )
    taken_at = models.DateTimeField(null=True, blank=True, help_text="when it was taken from them")
    freed_at = models.DateTimeField(
        null=True, blank=True, help_text="since when somebody new may take over, in a running match"
    )
    timeouts = models.PositiveSmallIntegerField(default=0, help_text="times in a row that the clock answered")
    autopilot_since = models.DateTimeField(
        null=True, blank=True, help_text="since when the defaults are played at once"
    )
    notes = models.TextField(blank=True, help_text="for this seat's eyes only")
    read_to = models.PositiveBigIntegerField(default=0, help_text="the last message read")
    saw_end = models.BooleanField(default=False, help_text="has looked at the result")

    awaited_since = models.DateTimeField(null=True, blank=True)
    awaited_ply = models.PositiveIntegerField(
        null=True, blank=True, help_text="the ply after which it was awaited"
    )
    due_at = models.DateTimeField(null=True, blank=True)
    clock_turn = models.PositiveIntegerField(
        default=0, help_text="the turn of the match that the clock is for"
    )
    clock_window = models.PositiveIntegerField(
        default=0, help_text="the number of the question that has a time of its own; 0: the turn's time runs"
    )
    paused_left = models.FloatField(
        null=True, blank=True, help_text="seconds left while another seat interrupts"
    )
    seen_ply = models.PositiveIntegerField(default=0, help_text="the last own move: what came later is news")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_seat_a_number"),
            models.UniqueConstraint(fields=["table", "name_key"], name="one_seat_a_name"),
            models.UniqueConstraint(fields=["table", "colour"], name="one_seat_a_colour"),
            models.UniqueConstraint(
                fields=["table", "portrait"], name="one_seat_a_portrait", condition=~Q(portrait="")
            ),
            models.UniqueConstraint(fields=["table"], name="one_host", condition=Q(host=True)),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def emblem(self) -> str:
        """The emblem that goes with the colour."""
        return self.COLOURS[self.colour][0]

    def unread(self) -> models.QuerySet[Message]:
        """The lines of the table's chat that it has not read."""
        unread = Message.not_read(self.read_to, self.number, self.name)
        return Message.objects.filter(unread, table=self.table_id)


class Move(models.Model):
    """A stored move of a match; with seed, order and options everything a replay needs."""

    class By(models.TextChoices):
        SEAT = "seat", "the seat"
        CLOCK = "clock", "the clock"
        SYSTEM = "system", "the portal"
        STAFF = "staff", "the moderators"

    table = models.ForeignKey(Table, models.CASCADE)
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    by = models.CharField(max_length=10, choices=By)
    text = models.CharField(max_length=200)
    key = models.CharField(max_length=40, blank=True, help_text="one-time key of the form, if a form sent it")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["ply"]
        constraints = [
            models.UniqueConstraint(fields=["table", "ply"], name="one_move_a_ply"),
            models.UniqueConstraint(fields=["table", "key"], name="one_move_a_key", condition=~Q(key="")),
        ]

    def __str__(self) -> str:
        return f"{self.ply}. {self.text}"


class Notice(models.Model):
    """Something a person is to be told outside the page. Delivery decides from the row whether it is still true."""

    class Kind(models.TextChoices):
        TURN = "turn", "your turn"
        REMINDER = "reminder", "your time is nearly up"
        FULL = "full", "your table is full"
        STARTED = "started", "the match has begun"
        RESULT = "result", "the result"
        AUTOPILOT = "autopilot", "a seat went on autopilot"
        REPLACED = "replaced", "somebody new took a seat over"
        TAKEN = "taken", "your seat was opened elsewhere"
        LINK = "link", "the link to a protected seat"
        TAKEBACK = "takeback", "somebody asks to take moves back"
        CLOSING = "closing", "your table is about to close"
        CHAT = "chat", "somebody wrote to the table"
        DAYS_OFF = "days_off", "somebody takes days off"

    class Status(models.TextChoices):
        WAITING = "waiting", "waiting"
        SENT = "sent", "sent"
        MOOT = "moot", "no longer true"
        FAILED = "failed", "failed"

    table = models.ForeignKey(Table, models.CASCADE)
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=20, choices=Kind)
    ply = models.PositiveIntegerField(help_text="the ply after which it became true")
    person = models.ForeignKey(
        Person, models.CASCADE, null=True, blank=True, help_text="who is told; empty: who holds the seat"
    )
    subject = models.PositiveSmallIntegerField(null=True, blank=True, help_text="the seat that it is about")
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    send_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    push_at = models.DateTimeField(
        null=True, blank=True, help_text="when it is to be pushed; empty: not any more, or to no device"
    )
    push_tries = models.PositiveSmallIntegerField(default=0)
    pushed_at = models.DateTimeField(null=True, blank=True, help_text="when it went out as a push")

    class Meta:
        indexes = [
            models.Index(fields=["send_at"], name="notice_waiting", condition=Q(status="waiting")),
            models.Index(fields=["push_at"], name="notice_to_push", condition=Q(push_at__isnull=False)),
        ]
        constraints = [
            # At the same ply two seats may go on autopilot, and a seat may change hands.
            models.UniqueConstraint(
                "table", "seat", "kind", "ply", Coalesce("subject", -1), Coalesce("person", 0),
                name="one_notice_a_fact",
            ),
        ]  # fmt: skip
        permissions = [("resend_notice", "Can resend a notice")]

    def __str__(self) -> str:
        return f"{self.kind} at table {self.table_id} for seat {self.seat}"


class PushDevice(models.Model):
    """A browser that lets us push (RFC 8030): its address there, and the keys that encrypt for it (RFC 8291)."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="devices")
    endpoint = models.URLField(max_length=500, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=60)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"device {self.pk} of person {self.person_id}"


class Vote(models.Model):
    """What a seat wants that others must agree to. `subject` is a seat, or the ply to go back to."""

    class Kind(models.TextChoices):
        REPLACE = "replace", "free a seat for somebody new"
        CLOSE = "close", "close the table"
        TAKEBACK = "takeback", "take moves back"

    table = models.ForeignKey(Table, models.CASCADE)
    kind = models.CharField(max_length=10, choices=Kind)
    subject = models.PositiveIntegerField(default=0)
    voter = models.PositiveSmallIntegerField(help_text="the number of the seat")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "kind", "subject", "voter"], name="one_vote_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject} by seat {self.voter}"


class Message(models.Model):
    """A line of a table's chat."""

    table = models.ForeignKey(Table, models.CASCADE)
    seat = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=24, help_text="as the seat was called then: seats change hands")
    text = models.CharField(max_length=500)
    key = models.CharField(max_length=40, blank=True, help_text="one-time key of the form")
    hidden_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["table", "key"], name="one_message_a_key", condition=~Q(key="")),
        ]
        permissions = [("hide_message", "Can hide a message")]

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"

    @staticmethod
    def not_read(read_to: object, number: object, name: object) -> Q:
        """Others' lines after the last one that a seat has read. Who sat in the same place before was somebody else."""
        return Q(pk__gt=read_to, hidden_at=None) & ~Q(seat=number, name=name)


class Report(models.Model):
    """Somebody asks the moderators to look at a table, or at a line of its chat."""

    class Status(models.TextChoices):
        OPEN = "open", "open"
        HANDLED = "handled", "handled"

    table = models.ForeignKey(Table, models.CASCADE)
    message = models.ForeignKey(Message, models.CASCADE, null=True, blank=True)
    reporter = models.ForeignKey(Person, models.SET_NULL, null=True, blank=True)
    seat = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="the reporter's; empty: a spectator"
    )
    text = models.CharField(max_length=300, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    created_at = models.DateTimeField(auto_now_add=True)
    handled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        default_permissions = ("view",)
        permissions = [("handle_report", "Can handle a report")]
        indexes = [models.Index(fields=["table"], name="report_open", condition=Q(status="open"))]
        constraints = [
            models.UniqueConstraint(
                "table", "reporter", Coalesce("message", 0),
                name="one_open_report_a_person", condition=Q(status="open"),
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        what = "table" if self.message_id is None else "message"
        return f"report {self.pk} of a {what} at table {self.table_id}"

    @classmethod
    def open(cls) -> models.QuerySet[Report]:
        """Those that nobody has handled yet."""
        return cls.objects.filter(status=cls.Status.OPEN)


class Ban(models.Model):
    """Who may not play here for some days: a browser with all it was merged with, a network, or a confirmed address."""

    class Kind(models.TextChoices):
        BROWSER = "browser", "browser"
        NETWORK = "network", "network address"
        EMAIL = "email", "e-mail address"

    kind = models.CharField(max_length=10, choices=Kind)
    person = models.ForeignKey(Person, models.CASCADE, null=True, blank=True, related_name="bans")
    value = models.CharField(
        max_length=254, blank=True, help_text="the e-mail address, or a keyed digest of the network"
    )
    until = models.DateTimeField()
    sentence = models.CharField(max_length=300, blank=True, help_text="what the banned are told")
    lifted_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ("view",)
        permissions = [("ban", "Can ban and lift bans")]
        indexes = [models.Index(fields=["until"], name="ban_in_force", condition=Q(lifted_at=None))]

    def __str__(self) -> str:
        return f"ban {self.pk} of a {self.get_kind_display()}"


class _Appended(models.QuerySet["Audit"]):
    """Rows that nobody changes. The database refuses it too, whoever asks (migration 0009)."""

    def update(self, **kwargs: object) -> int:
        raise TypeError("The audit is append-only.")

    def delete(self) -> tuple[int, dict[str, int]]:
        raise TypeError("The audit is append-only.")


class Audit(models.Model):
    """What one of the staff did, to what, and why; appended, never changed.

    Tables and people are named by number: their rows may go, the entry stays.
    """

    action = models.CharField(max_length=30)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT)
    table_number = models.PositiveBigIntegerField(null=True, blank=True, db_index=True)
    subject = models.CharField(max_length=120, help_text="to what it was done")
    reason = models.TextField()
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = _Appended.as_manager()

    class Meta:
        verbose_name_plural = "audit"
        default_permissions = ("view",)
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.action}: {self.subject}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Once. Raises TypeError for an entry that is there already."""
        if not self._state.adding:
            raise TypeError("The audit is append-only.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Never. Raises TypeError."""
        raise TypeError("The audit is append-only.")


class Heartbeat(models.Model):
    """When a sweep last came to its end."""

    name = models.CharField(max_length=60, primary_key=True)
    beat_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.name
