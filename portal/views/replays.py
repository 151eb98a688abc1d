"""The page that reads the record of a match back."""

from __future__ import annotations

from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from games.core.words import gettext_noop
from portal import importing, say
from portal.refusal import Refused
from portal.views.history import ALL
from portal.views.limits import limited


class ImportForm(forms.Form):
    """A record, as a file or as text."""

    record = forms.FileField(required=False)
    text = forms.CharField(required=False, strip=False, widget=forms.Textarea(attrs={"rows": 8, "cols": 40}))

    @property
    def source(self) -> str:
        """The record's text; a file counts more than what is typed. Raises Refused."""
        if not self.is_valid():
            raise Refused(importing.NO_RECORD)
        uploaded = self.cleaned_data["record"]
        if uploaded is not None:
            return importing.decoded(uploaded.read(importing.LONGEST + 1))
        text: str = self.cleaned_data["text"]
        if not text.strip():
            raise Refused(gettext_noop("Choose a file, or paste the text of a record."))
        return text


@limited("import", most=20, seconds=3600)
@require_http_methods(["GET", "HEAD", "POST"])
def import_record(request: HttpRequest) -> HttpResponse:
    """Read a record, and step through its match with all cards open."""
    form, error = ImportForm(), ""
    if request.method == "POST":
        form = ImportForm(request.POST, request.FILES)
        try:
            table = importing.table_from(form.source)
        except Refused as refused:
            error = say.plain(refused.text)
        else:
            return redirect(f"{reverse('history', args=[table.token])}?{urlencode({'ply': 0, 'eyes': ALL})}")
    return _page(request, form, error)


def too_much(request: HttpRequest) -> HttpResponse:
    """What was posted to that page is more than is read of any post."""
    return _page(request, ImportForm(), say.plain(importing.too_long().text))


def _page(request: HttpRequest, form: ImportForm, error: str) -> HttpResponse:
    context = {"form": form, "error": error}
    return render(request, "import.html", context, status=422 if error else 200)
