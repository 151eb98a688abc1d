"""Options that take any whole number of a range: how they are asked, refused and shown."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from portal.models import Table
from tests.portal.cast import Browser, Cast, Page, at

pytestmark = pytest.mark.django_db

RANGE = "Choose a whole number from 5 to 500."


def sends(browser: Browser, **changes: Any) -> Page:
    """Open a table of Natrak by its form as it stands, but for `changes`."""
    url = reverse("new", args=["natrak"])
    return browser.post(url, browser.get(url).form("").values | changes)


def goal_of(page: Page) -> str:
    assert page.status == 302, page.errors
    goal: str = Table.objects.get(token=page.response["Location"].split("/")[2]).options["goal"]
    return goal


def test_the_form_as_it_stands_opens_a_table_to_ten(cast: Cast):
    form = cast.ana.get("/new/natrak/").form("")
    assert form.choices["option_goal"] == ["", "8", "10", "12", "13", "15", "18", "21"]
    assert "as usual: 10 / 13" in cast.ana.get("/new/natrak/").text
    assert form.values["option_goal_number"] == ""
    assert goal_of(sends(cast.ana)) == "10"


@pytest.mark.parametrize("goal", ["8", "21", "5", "500", "37"])
def test_a_choice_and_any_number_of_the_range_can_be_chosen(cast: Cast, goal: str):
    assert goal_of(sends(cast.ana, option_goal=goal)) == goal
    assert goal_of(sends(cast.ana, option_goal_number=f" {goal} ")) == goal


def test_the_number_that_was_typed_counts(cast: Cast):
    assert goal_of(sends(cast.ana, option_goal="21", option_goal_number="7")) == "7"


WRONG = ["4", "501", "0", "-5", "+7", "07", "7.5", "7,5", "1e3", "1 2", "nan", "seven", "<b>", "\x00"]
SCRIPTS = ["١٢", "７", "²"]


@pytest.mark.parametrize("name", ["option_goal", "option_goal_number"])
@pytest.mark.parametrize("value", [*WRONG, *SCRIPTS, str(10**30), "9" * 5000])
def test_any_other_input_gets_a_sentence_with_the_range(cast: Cast, name: str, value: str):
    answer = sends(cast.ana, **{name: value})
    assert (answer.status, answer.errors) == (422, [RANGE])
    assert not Table.objects.exists()


def test_what_was_typed_stands_there_again_beside_the_sentence(cast: Cast):
    answer = sends(cast.ana, option_goal="21", option_goal_number="501")
    assert answer.form("").values["option_goal_number"] == "501"
    assert 'aria-describedby="id_option_goal_error"' in answer.text


def test_the_sentence_is_said_in_the_readers_language(cast: Cast):
    assert sends(Browser(language="es"), option_goal_number="4").errors == [
        "Elige un número entero del 5 al 500."
    ]
    assert sends(Browser(language="pt-br"), option_goal_number="4").errors == [
        "Escolha um número inteiro de 5 a 500."
    ]


@pytest.mark.parametrize("goal", ["10", "37"])
def test_the_waiting_room_says_what_is_played_for(cast: Cast, goal: str):
    answer = sends(cast.ana, option_goal_number=goal)
    table = Table.objects.get(token=answer.response["Location"].split("/")[2])
    assert f"<dt>Victory points</dt><dd>{goal}</dd>" in cast.ana.get(at(table)).text


def test_the_usual_goal_follows_the_version(cast: Cast):
    assert goal_of(sends(cast.ana, option_version="aventureros")) == "13"
    assert goal_of(sends(cast.ana, option_version="aventureros", option_goal="8")) == "8"
    assert goal_of(sends(cast.ana, option_version="basico")) == "10"


def test_each_default_is_marked_with_the_version_it_belongs_to(cast: Cast):
    page = cast.ana.get("/new/natrak/").text
    assert 'data-by="option_version"' in page
    assert re.findall(r'data-with="([\w ]+)"><input type="radio" name="option_goal" value="(\d+)"', page) == [
        ("basico", "10"),
        ("aventureros completo", "13"),
    ]
