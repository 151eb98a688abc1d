"""Pieces of pages that are made once: for each language, for what they depend on, and with each reader's own token."""

from __future__ import annotations

from django.template import Context, Template
from django.utils import translation


def test_a_kept_piece_is_made_once_for_what_it_depends_on() -> None:
    template = Template("{% load site %}{% kept table %}{{ table }} {{ turn }}{% endkept %}")
    assert template.render(Context({"table": "one", "turn": 1})) == "one 1"
    assert template.render(Context({"table": "one", "turn": 2})) == "one 1"
    assert template.render(Context({"table": "two", "turn": 2})) == "two 2"


def test_a_kept_piece_is_made_in_each_language() -> None:
    template = Template("{% load i18n site %}{% kept %}{% translate 'Players' %}{% endkept %}")
    read = {}
    for language in ("en", "es", "en"):
        with translation.override(language):
            read[language] = template.render(Context())
    assert read["en"] == "Players"
    assert read["es"] == "Jugadores"


def test_forms_in_a_kept_piece_have_each_readers_own_token() -> None:
    template = Template("{% load site %}{% kept %}<form>{% csrf_token %}</form>{% endkept %}")
    for token in ("first", "second"):
        form = template.render(Context({"csrf_token": token}))
        assert form == f'<form><input type="hidden" name="csrfmiddlewaretoken" value="{token}"></form>'


def test_what_people_write_is_escaped_in_a_kept_piece() -> None:
    template = Template("{% load site %}{% kept name %}{{ name }}{% endkept %}")
    assert template.render(Context({"name": "<b>"})) == "&lt;b&gt;"
    assert template.render(Context({"name": "<b>"})) == "&lt;b&gt;"


def test_a_sentence_of_a_template_is_looked_up_in_each_language_and_only_where_it_is_plain() -> None:
    template = Template(
        "{% load i18n site %}{% translate 'Players' %} {% translate word %} {% translate 'Players' as p %}{{ p }}"
        " {% translate 'Players'|upper %} {% translate 'Players' noop %}"
    )
    read = {}
    for language in ("en", "es", "en"):
        with translation.override(language):
            read[language] = template.render(Context({"word": "Board"}))
    assert read["en"] == "Players Board Players PLAYERS Players"
    assert read["es"].startswith("Jugadores Tablero Jugadores ")


def test_a_sentence_follows_the_language_of_the_part_it_stands_in() -> None:
    template = Template(
        "{% load i18n site %}{% for code in codes %}"
        "{% language code %}{% translate 'Players' %}{% endlanguage %} {% endfor %}"
    )
    assert template.render(Context({"codes": ["en", "es", "en"]})) == "Players Jugadores Players "
