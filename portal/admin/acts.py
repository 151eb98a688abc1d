"""Pages that only look, and the page between a list and an act: it asks for a reason, and what else is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from games.core.model import IllegalMove
from portal import matches, say
from portal.moderation.act import may
from portal.moderation.people import MOST_DAYS
from portal.moderation.tables import MOST_HOURS
from portal.numbers import read_number
from portal.refusal import Refused

AT_ONCE = 100


class ReasonForm(forms.Form):
    """Why; nothing is done without it."""

    reason = forms.CharField(
        label="Why", widget=forms.Textarea({"rows": 2}), max_length=500, help_text="Stays in the audit."
    )


class HoursForm(ReasonForm):
    hours = forms.IntegerField(label="Hours", min_value=1, max_value=MOST_HOURS, initial=12)
    field_order = ("hours", "reason")


class PlyForm(ReasonForm):
    ply = forms.IntegerField(label="The last ply that stays", min_value=0)
    field_order = ("ply", "reason")


class NameForm(ReasonForm):
    name = forms.CharField(label="New name", max_length=100)
    field_order = ("name", "reason")


class BanForm(ReasonForm):
    days = forms.IntegerField(label="Days", min_value=1, max_value=MOST_DAYS, initial=7)
    sentence = forms.CharField(
        label="What the banned are told", max_length=300, required=False, help_text="In a language they read."
    )
    field_order: Iterable[str] | None = ("days", "sentence", "reason")


class NetworkForm(BanForm):
    address = forms.CharField(
        label="Network address", max_length=60, help_text="IPv4 or IPv6; of IPv6, the household."
    )
    field_order = ("address", "days", "sentence", "reason")


Asked = Mapping[str, Any]


@dataclass(frozen=True)
class Act:
    """Something that may be done: to each of the rows chosen, or (`alone`) to none in particular.

    `do` gets who does it, the row's number and what the form says; it may say what came of it.
    """

    name: str
    label: str
    do: Callable[[User, int, Asked], str | None]
    form: type[ReasonForm] = ReasonForm
    warns: str = ""
    slug: str = ""
    alone: bool = False
    one: bool = False
    """Not for many at once."""

    @property
    def word(self) -> str:
        """Its place in an address."""
        return self.slug or self.name.replace("_", "-")


class ReadOnly:
    """No adding, changing or deleting."""

    list_filter: ClassVar[Any] = ()
    lookups: ClassVar[tuple[str, ...]] = ()
    """What an address may ask for beside what the list filters by."""

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: object, request: HttpRequest) -> bool:
        """No others: Django would let an address ask whether a table's seed begins with "a"."""
        own = [*self.lookups, *(getattr(found, "parameter_name", None) for found in self.list_filter)]
        names = [name for name in self.list_filter if isinstance(name, str)]
        return lookup in own or any(lookup == name or lookup.startswith(f"{name}__") for name in names)


class WithActs(ReadOnly, admin.ModelAdmin):
    """A list and pages from which something may be done."""

    acts: ClassVar[tuple[Act, ...]] = ()
    change_form_template = "admin/row_with_acts.html"
    change_list_template = "admin/list_with_acts.html"

    def _url(self, what: str, *args: object) -> str:
        return reverse(f"admin:portal_{self.opts.model_name}_{what}", args=args)

    def get_urls(self) -> list[URLPattern]:
        name = f"portal_{self.opts.model_name}_act"
        act = path("act/<slug:word>/", self.admin_site.admin_view(self.act_view), name=name)
        return [act, *super().get_urls()]

    def _may(self, request: HttpRequest, *, alone: bool) -> list[Act]:
        return [act for act in self.acts if act.alone == alone and may(request.user, act.name)]

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Those that the reader has the right to, for many rows at once."""
        return {
            act.word: (self._chosen(act), act.word, act.label)
            for act in self._may(request, alone=False)
            if not act.one
        }

    def _chosen(self, act: Act) -> Callable[..., HttpResponse]:
        def go(_admin: object, request: HttpRequest, rows: QuerySet[Model]) -> HttpResponse:
            if rows.count() > AT_ONCE:
                messages.warning(request, f"No more than {AT_ONCE} at once: these are the first.")
            numbers = ",".join(str(pk) for pk in rows.values_list("pk", flat=True)[:AT_ONCE])
            return redirect(f"{self._url('act', act.word)}?rows={numbers}")

        return go

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        links = [(act.label, self._url("act", act.word)) for act in self._may(request, alone=True)]
        more = {"acts": links, **(extra_context or {})}
        return super().changelist_view(request, more)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        links = [
            (act.label, f"{self._url('act', act.word)}?rows={object_id}")
            for act in self._may(request, alone=False)
        ]
        also = self.also(request, int(object_id)) if object_id.isdigit() else []
        more = {"acts": links, "also": also, "show_close": False, **(extra_context or {})}
        return super().change_view(request, object_id, form_url, more)

    def also(self, request: HttpRequest, number: int) -> list[tuple[str, str]]:
        """Where else to look, as far as the reader may: words and address."""
        return []

    def act_view(self, request: HttpRequest, word: str) -> HttpResponse:
        """Asks for the reason, then does it, row by row: what one refuses does not hold up the others."""
        act = next((act for act in self.acts if act.word == word), None)
        if act is None:
            raise Http404
        if not may(request.user, act.name):
            raise PermissionDenied
        rows = [] if act.alone else self._rows(request)
        if not (rows or act.alone) or (act.one and len(rows) > 1):
            messages.error(request, "Choose one." if act.one else "Choose at least one.")
            return redirect(self._url("changelist"))
        form = act.form(request.POST or None)
        if request.method == "POST" and form.is_valid() and self._do(request, act, rows, form):
            return redirect(self._url("change", rows[0].pk) if len(rows) == 1 else self._url("changelist"))
        context = {
            **self.admin_site.each_context(request),
            "title": act.label,
            "opts": self.opts,
            "act": act,
            "rows": rows,
            "numbers": ",".join(str(row.pk) for row in rows),
            "form": form,
        }
        return TemplateResponse(request, "admin/act.html", context, status=422 if form.errors else 200)

    def _rows(self, request: HttpRequest) -> list[Any]:
        """The rows chosen, of those that this list shows at all."""
        said = request.POST.get("rows") or request.GET.get("rows", "")
        numbers = [pk for word in said.split(",") if (pk := read_number(word)) is not None]
        return list(self.get_queryset(request).filter(pk__in=numbers[:AT_ONCE]))

    def _do(self, request: HttpRequest, act: Act, rows: list[Any], form: ReasonForm) -> bool:
        """Whether the reader may go on; else the form says what to mend."""
        user = cast(User, request.user)
        for row in rows or [None]:
            number, name = (row.pk, str(row)) if row is not None else (0, act.label)
            try:
                said = act.do(user, number, form.cleaned_data)
            except (Refused, IllegalMove) as refused:
                sentence = say.plain(refused.text)
                field = getattr(refused, "field", None)
                if len(rows) < 2:
                    form.add_error(field if field in form.fields else None, sentence)
                    return False
                messages.error(request, f"{name}: {sentence}")
            except matches.Busy:
                messages.error(request, f"{name}: somebody holds it just now, try again.")
            else:
                messages.success(request, f"{name}: {said or 'done.'}")
        return True
