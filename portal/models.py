"""What is stored: people, tables, seats, moves, notices. Fields and small questions; the flow is in the services."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


def new_token() -> str:
    """A secret for an address: 128 bits."""
    return secrets.token_urlsafe(16)


CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters and digits that nobody takes for each other."""


def new_code() -> str:
    """Six letters to write down; tries are limited, so they are enough for a seat."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(6))


class Person(models.Model):
    """Somebody as a browser remembers them: no account, a signed cookie holds the key."""

    class Mails(models.TextChoices):
        TURNS = "turns", _("when it is my turn")
        NOTHING = "nothing", _("nothing")

    key = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    email = models.EmailField(blank=True)
    email_confirmed_at = models.DateTimeField(null=True, blank=True)
    email_asked_at = models.DateTimeField(null=True, blank=True, help_text="when the address was entered")
    confirm_at = models.DateTimeField(
        null=True, blank=True, help_text="when its confirmation is to be mailed"
    )
    mails = models.CharField(max_length=10, choices=Mails, default=Mails.TURNS)
    language = models.CharField(max_length=10, choices=settings.LANGUAGES, default="en")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "people"

    def __str__(self) -> str:
        return f"person {self.pk}"

    @property
    def wants_mail(self) -> bool:
        """Whether a turn mail may be sent: an address, confirmed, and not silenced."""
        return bool(self.email and self.email_confirmed_at) and self.mails != self.Mails.NOTHING


class Table(models.Model):
    """A place where a match is played: link, seats, options, pace, and where the match stands."""

    class Pace(models.TextChoices):
        LIVE = "live", _("live")
        CORRESPONDENCE = "correspondence", _("over days")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting for players")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CLOSED = "closed", _("closed")

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
    opener = models.ForeignKey(Person, models.SET_NULL, null=True, blank=True, related_name="opened")
    rematch_of = models.OneToOneField("self", models.SET_NULL, null=True, blank=True, related_name="rematch")

    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    version = models.PositiveIntegerField(default=0, help_text="counts every change that a page can show")
    order = models.JSONField(null=True, blank=True, help_text="the drawn turn order, seat numbers")
    ply = models.PositiveIntegerField(default=0)
    digest = models.CharField(max_length=32, blank=True)
    outcome = models.JSONField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True, help_text="the earliest deadline of a seat")
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    active_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [
            models.Index(fields=["due_at"], name="table_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["status", "public", "-active_at"], name="table_lobby"),
        ]
        constraints = [
            models.CheckConstraint(
                name="only_running_tables_have_deadlines",
                condition=Q(due_at__isnull=True) | Q(status="running"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.pk} ({self.status})"


class Seat(models.Model):
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
        max_length=6, default=new_code, editable=False, help_text="reopens the seat at public tables"
    )

    awaited_since = models.DateTimeField(null=True, blank=True)
    awaited_ply = models.PositiveIntegerField(
        null=True, blank=True, help_text="the ply after which it was awaited"
    )
    due_at = models.DateTimeField(null=True, blank=True)
    clock_turn = models.PositiveIntegerField(
        default=0, help_text="the turn of the match that the clock is for"
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


class Move(models.Model):
    """A stored move of a match; with seed, order and options everything a replay needs."""

    class By(models.TextChoices):
        SEAT = "seat", _("the seat")
        CLOCK = "clock", _("the clock")
        SYSTEM = "system", _("the portal")

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
        TURN = "turn", _("your turn")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENT = "sent", _("sent")
        MOOT = "moot", _("no longer true")
        FAILED = "failed", _("failed")

    table = models.ForeignKey(Table, models.CASCADE)
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=20, choices=Kind)
    ply = models.PositiveIntegerField(help_text="the ply after which it became true")
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    send_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["send_at"], name="notice_waiting", condition=Q(status="waiting"))]
        constraints = [
            models.UniqueConstraint(fields=["table", "seat", "kind", "ply"], name="one_notice_a_fact"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} at table {self.table_id} for seat {self.seat}"
