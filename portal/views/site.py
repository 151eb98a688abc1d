"""Small addresses that belong to no page (the health check, what an installed copy is called), and pages for errors."""

from django.core.cache import cache
from django.core.exceptions import RequestDataTooBig
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import RedisError

from portal.views import replays


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Where a browser looks that has not read a page of ours."""
    return HttpResponsePermanentRedirect(static("site/art/favicon.svg"))


@never_cache
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """`ok`, or 503 and the name of what does not answer: `database`, `redis`."""
    failed = []
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        failed.append("database")
    try:
        cache.get("health")
    except (RedisError, OSError):
        failed.append("redis")
    if failed:
        return HttpResponse(f"failed: {' '.join(failed)}\n", content_type="text/plain", status=503)
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """What a device needs to keep the portal like a program of its own, in the reader's language."""
    picture = {"src": static("site/art/icon.svg"), "type": "image/svg+xml", "sizes": "any"}
    icons = [picture, _icon("icon-192.png", 192), _icon("icon-512.png", 512)]
    said = {
        "id": "/",
        "name": _("Dragon tables"),
        "short_name": _("Dragons"),
        "description": _("Four dragon games to play with your friends, live or over days."),
        "lang": translation.get_language(),
        "dir": "ltr",
        "start_url": reverse("lobby"),
        "scope": "/",
        "display": "standalone",
        "theme_color": "#eadbb9",
        "background_color": "#f6efe0",
        "categories": ["games"],
        "icons": [*icons, _icon("icon-maskable-512.png", 512) | {"purpose": "maskable"}],
        "shortcuts": [
            {"name": _("All my tables"), "url": reverse("own"), "icons": icons[1:2]},
            {"name": _("Next table"), "url": reverse("next"), "icons": icons[1:2]},
        ],
    }
    response = JsonResponse(said, content_type="application/manifest+json")
    response["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ["Cookie"])
    return response


def _icon(name: str, size: int) -> dict[str, str]:
    return {"src": static(f"site/art/{name}"), "type": "image/png", "sizes": f"{size}x{size}"}


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400. Whatever it was may have come before the middleware, so that the language is read here."""
    with translation.override(translation.get_language_from_request(request)):
        if isinstance(exception, RequestDataTooBig) and request.path_info == reverse("import"):
            return replays.too_much(request)
        return HttpResponse(render_to_string("400.html", request=request), status=400)


def server_error(request: HttpRequest) -> HttpResponse:
    """500, without database, session or context processors: any of them may be what is broken."""
    with translation.override(translation.get_language_from_request(request)):
        return HttpResponse(render_to_string("500.html", {"request": request}), status=500)
