"""People, as far as they have left anything, and who may not play for some days."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from portal import bans
from portal.admin.acts import Act, BanForm, NetworkForm, WithActs
from portal.admin.tables import links
from portal.models import Ban, Person, Seat
from portal.moderation import people

MOST_LINKS = 20


def _ban_network(user: Any, number: int, asked: Any) -> None:
    people.ban_network(user, asked["days"], asked["sentence"], asked["reason"], person_id=number)


def _ban_address(user: Any, number: int, asked: Any) -> None:
    people.ban_network(user, asked["days"], asked["sentence"], asked["reason"], address=asked["address"])


def _ban_browser(user: Any, number: int, asked: Any) -> None:
    people.ban_browser(user, number, asked["days"], asked["sentence"], asked["reason"])


def _ban_email(user: Any, number: int, asked: Any) -> None:
    people.ban_email(user, number, asked["days"], asked["sentence"], asked["reason"])


@admin.register(Person)
class PersonAdmin(WithActs):
    acts = (
        Act(
            "ban_browser", "Ban the browser", _ban_browser, BanForm,
            warns="With every browser that is known to be the same human.",
        ),
        Act(
            "ban_network", "Ban the network", _ban_network, BanForm,
            warns="Everybody who comes from where they were last seen: a household, a school perhaps.",
        ),
        Act("ban_email", "Ban the e-mail address", _ban_email, BanForm, warns="Whoever has confirmed it."),
        Act(
            "anonymise", "Forget them (anonymise)", lambda u, n, a: people.anonymise(u, n, a["reason"]),
            warns="Address, devices, days off and names go for good; their seats in running matches become free."
            " Everybody else plays on.",
        ),
    )  # fmt: skip
    list_display = [
        "id",
        "email",
        "email_confirmed_at",
        "mails",
        "language",
        "merged_into",
        "created_at",
        "anonymised_at",
    ]
    list_filter: ClassVar[Any] = ["mails", "language", ("anonymised_at", admin.EmptyFieldListFilter)]
    lookups = ("anonymised_at__isempty",)
    list_select_related = ["merged_into"]
    show_full_result_count = False
    search_fields = ["email", "seat__name"]
    ordering = ["-pk"]
    fields = [
        "email", "email_confirmed_at", "address_failed_at", "mail_error", "mails", "protected", "language", "zone",
        "merged_into", "created_at", "anonymised_at", "banned", "seats", "alike",
    ]  # fmt: skip
    readonly_fields = ["banned", "seats", "alike"]

    @admin.display(description="banned")
    def banned(self, person: Person) -> str:
        ban = bans.on(person.key, "")
        return f"until {ban.until:%Y-%m-%d %H:%M} UTC (ban {ban.pk})" if ban else ""

    @admin.display(description="sits at")
    def seats(self, person: Person) -> str:
        held = Seat.objects.filter(person=person).select_related("table").order_by("-pk")[:MOST_LINKS]
        return links(
            [
                (f"{seat.name}, {seat.table}", reverse("admin:portal_seat_change", args=[seat.pk]))
                for seat in held
            ]
        )

    @admin.display(description="others from the same network")
    def alike(self, person: Person) -> str:
        if not person.seen_from:
            return ""
        others = (
            Person.objects.filter(seen_from=person.seen_from)
            .exclude(pk=person.pk)
            .order_by("-pk")[:MOST_LINKS]
        )
        return links(
            [(str(other), reverse("admin:portal_person_change", args=[other.pk])) for other in others]
        )


class InForce(admin.SimpleListFilter):
    title = "in force"
    parameter_name = "in_force"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("yes", "yes")]

    def queryset(self, request: HttpRequest, rows: QuerySet[Ban]) -> QuerySet[Ban]:
        return rows.filter(lifted_at=None, until__gt=timezone.now()) if self.value() == "yes" else rows


@admin.register(Ban)
class BanAdmin(WithActs):
    acts = (
        Act("lift", "Lift", lambda u, n, a: people.lift(u, n, a["reason"])),
        Act(
            "ban_network", "Ban a network address", _ban_address, NetworkForm, slug="ban-address", alone=True
        ),
    )
    list_display = ["id", "kind", "person", "email", "until", "lifted_at", "sentence", "created_at"]
    list_filter: ClassVar[Any] = [InForce, "kind"]
    list_select_related = ["person"]
    show_full_result_count = False
    ordering = ["-pk"]
    fields = ["kind", "person", "email", "until", "lifted_at", "sentence", "created_at"]
    readonly_fields = ["email"]

    @admin.display(description="e-mail address")
    def email(self, ban: Ban) -> str:
        return ban.value if ban.kind == Ban.Kind.EMAIL else ""
