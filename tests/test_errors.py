"""Pages for what goes wrong: one sentence and a way on, in the reader's language, whatever else is broken."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import translation

from portal.views import site

LOST = {
    "en": "This page is not in the book",
    "es": "Esta página no está en el libro",
    "pt-br": "Esta página não está no livro",
}


@pytest.mark.django_db
@pytest.mark.parametrize("language", LOST)
def test_what_is_not_there_is_said_in_the_reader_s_language_which_can_be_changed(
    client: Client, language: str
):
    page = client.get("/nowhere/", headers={"accept-language": language})
    assert page.status_code == 404
    assert LOST[language] in page.content.decode()
    assert 'name="next" value="/nowhere/"' in page.content.decode()


@pytest.mark.django_db
def test_an_old_form_leads_back_to_its_page_and_only_there(settings):
    client = Client(enforce_csrf_checks=True)
    ours = {"referer": "http://testserver/me/?a=1&b=2", "sec-fetch-site": "same-origin"}
    page = client.post("/me/", {"mails": "each"}, headers=ours)
    assert page.status_code == 403
    assert 'href="http://testserver/me/?a=1&amp;b=2"' in page.content.decode()
    assert 'name="next" value="http://testserver/me/?a=1&amp;b=2"' in page.content.decode()
    foreign = {"referer": "https://elsewhere.example/", "sec-fetch-site": "cross-site"}
    page = client.post("/me/", {"mails": "each"}, headers=foreign)
    assert page.status_code == 403
    assert "elsewhere" not in page.content.decode()


def _bad(request: HttpRequest) -> HttpResponse:
    return site.bad_request(request, ValueError("a secret"))


@pytest.mark.parametrize(
    ("make", "status", "words"), [(_bad, 400, "estaba roto"), (site.server_error, 500, "a salvo")]
)
def test_neither_database_nor_middleware_is_needed(
    make: Callable[[HttpRequest], HttpResponse], status: int, words: str
):
    with translation.override("en"):
        answer = make(RequestFactory().get("/", headers={"accept-language": "es"}))
        assert translation.get_language() == "en"
    page = answer.content.decode()
    assert answer.status_code == status
    assert '<html lang="es"' in page
    assert words in page
    assert "secret" not in page
    assert ('name="language"' in page) == (status < 500), "nothing can be switched while the server is broken"


@pytest.mark.django_db
def test_an_error_of_ours_gets_a_page_of_ours_in_the_chosen_light(client: Client, monkeypatch):
    def breaks(request: HttpRequest) -> HttpResponse:
        raise RuntimeError("broken")

    monkeypatch.setattr("portal.views.site.cache.get", breaks)
    client.raise_request_exception = False
    client.cookies["theme"] = "dark"
    page = client.get("/health/", headers={"accept-language": "pt-br"})
    assert page.status_code == 500
    assert 'lang="pt-br" data-theme="dark"' in page.content.decode()


@pytest.mark.django_db
def test_a_host_that_is_not_ours_gets_a_page_of_ours(client: Client):
    page = client.get("/", headers={"host": "elsewhere.example"})
    assert page.status_code == 400
    assert "lone-art" in page.content.decode()
