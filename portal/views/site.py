"""Small addresses that belong to no page: the health check, the icon that browsers ask for unasked."""

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.templatetags.static import static
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import RedisError


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
