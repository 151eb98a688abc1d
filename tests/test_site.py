"""The first page, the health check and what every answer carries."""

import pytest
from django.db import OperationalError
from django.test import Client, RequestFactory
from django.utils import translation
from psycopg_pool import PoolTimeout

from portal.middleware import Unavailable

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("asked", "language"),
    [("es-AR,es;q=0.9", "es"), ("pt-BR", "pt-br"), ("pt", "pt-br"), ("de", "en"), ("", "en")],
)
def test_a_page_comes_in_the_readers_language(client: Client, asked: str, language: str):
    page = client.get("/", headers={"accept-language": asked})
    assert page.status_code == 200
    assert f'<html lang="{language}"' in page.content.decode()


def test_the_catalogs_are_compiled_and_used():
    with translation.override("es"):
        assert translation.gettext("Brazilian Portuguese") == "portugués de Brasil"
    with translation.override("pt-br"):
        assert translation.gettext("Brazilian Portuguese") == "português do Brasil"


def test_a_chosen_language_is_remembered(client: Client):
    client.post("/i18n/setlang/", {"language": "es", "next": "/"})
    assert '<html lang="es"' in client.get("/", headers={"accept-language": "en"}).content.decode()


def test_every_page_forbids_foreign_and_inline_content(client: Client):
    page = client.get("/")
    policy = page["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert page["X-Content-Type-Options"] == "nosniff"
    assert page["Referrer-Policy"] == "same-origin"


def test_health_asks_database_and_redis(client: Client):
    answer = client.get("/health/")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


def test_health_names_what_is_down(client: Client, settings):
    settings.CACHES = {
        "default": {**settings.CACHES["default"], "LOCATION": "redis://127.0.0.1:1/0"},
    }
    answer = client.get("/health/")
    assert (answer.status_code, answer.content) == (503, b"failed: redis\n")


def test_an_exhausted_pool_is_a_503_and_other_errors_are_not_hidden():
    exhausted = OperationalError("no connection")
    exhausted.__cause__ = PoolTimeout("no connection")
    asked = RequestFactory().get("/")
    middleware = Unavailable(lambda request: pytest.fail("not asked"))
    with translation.override("en"):  # a test before may have read in another language
        answer = middleware.process_exception(asked, exhausted)
    assert answer is not None
    assert answer.status_code == 503
    assert answer["Retry-After"]
    assert "try again in a few seconds" in answer.content.decode()
    assert middleware.process_exception(asked, OperationalError("broken")) is None
