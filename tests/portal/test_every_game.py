"""What the pages owe every game on the list: its card, its rules, its form, and the faces of its waiting room."""

import re

import pytest
from django.test import Client

from games import GAMES
from tests.portal.cast import Browser, Cast, at

pytestmark = pytest.mark.django_db


def test_the_front_page_shows_as_many_games_as_it_says(client: Client):
    for language, said in (("en", "Four"), ("es", "Cuatro"), ("pt-br", "Quatro")):
        page = client.get("/", headers={"accept-language": language}).content.decode()
        assert page.count("game-card") - page.count("game-cards") == len(GAMES) == 4
        assert re.search(rf"<h1[^>]*>{said} ", page)


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_has_its_rules_its_form_and_a_way_to_them(client: Client, slug: str):
    front = client.get("/").content.decode()
    for address in (f"/rules/{slug}/", f"/new/{slug}/"):
        assert f'href="{address}"' in front
        for language in ("en", "es", "pt-br"):
            assert client.get(address, headers={"accept-language": language}).status_code == 200


@pytest.mark.parametrize("slug", GAMES)
def test_every_face_of_a_waiting_room_is_drawn(cast: Cast, slug: str):
    seats = GAMES[slug].seats
    table = cast.gather(min(max(3, seats[0]), seats[-1]), game=slug)
    table.seat_set.filter(number=1).delete()
    page = Browser("Dee").get(at(table)).text
    for portrait in GAMES[slug].portraits(table.options):
        assert f'value="{portrait}"' in page
    used = set(re.findall(r'<use href="#([^"]+)"', page))
    assert {symbol for symbol in used if symbol.startswith(f"{slug}-hero-")} or not GAMES[slug].portraits({})
    assert used <= set(re.findall(r'id="([^"]+)"', page))
