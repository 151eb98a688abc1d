"""How the product is, for the staff and for programs that watch it. Strangers have `/health/` (views/site.py)."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.contrib.admin.sites import site
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden, JsonResponse
from django.template.response import TemplateResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from portal import health


def _is_monitor(request: HttpRequest) -> bool:
    """Whether a program asks that knows MONITORING_TOKEN."""
    kind, _space, word = request.headers.get("Authorization", "").partition(" ")
    known = settings.MONITORING_TOKEN
    return bool(known) and kind.lower() == "bearer" and secrets.compare_digest(word.encode(), known.encode())


@never_cache
@require_safe
def status(request: HttpRequest) -> HttpResponse:
    """A page for the staff; JSON for programs (and `?format=json`), with 503 if anything is not well."""
    if _is_monitor(request):
        return _json()
    if request.GET.get("format") == "json" and site.has_permission(request):
        return _json()
    answer: HttpResponse = site.admin_view(_page)(request)
    return answer


def _json() -> JsonResponse:
    found = health.report()
    return JsonResponse(found, status=200 if found["well"] else 503)


def _page(request: HttpRequest) -> HttpResponse:
    found = health.report()
    context = {**site.each_context(request), "title": "Status", **found}
    return TemplateResponse(request, "admin/status.html", context)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The figures of this web process, for Prometheus."""
    if not _is_monitor(request):
        return HttpResponseForbidden("Send the monitoring token.\n", content_type="text/plain")
    # Imported here: it counts from then on, and nobody wants that without METRICS.
    from django_prometheus.exports import ExportToDjangoView

    answer: HttpResponse = ExportToDjangoView(request)
    return answer
