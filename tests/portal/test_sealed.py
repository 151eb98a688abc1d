"""Questions that several answer at once, sealed: one's own answer stays on one's page and shows on nobody else's."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest

from games.core import notation
from games.core.match import Match
from games.core.rng import Rng
from games.dragonkeeper import GAME
from games.dragonkeeper.state import State
from games.dragonkeeper.tribute import PayTribute
from portal import lobby, play
from portal.models import Seat, Table
from portal.views.forms import NewTableForm
from tests.portal.cast import Cast

pytestmark = pytest.mark.django_db


def at_the_tribute(number: int) -> Match[State] | None:
    """A random match up to the tribute, if it gets there and leaves both seats a choice."""
    match, rng = Match(GAME, f"sealed {number}", [0, 1]), Rng("sealed", number)
    while match.outcome is None and not isinstance(match.stack[-1], PayTribute):
        match.play(match.waiting[0], rng.choice(match.legal(match.waiting[0])))
    return match if match.outcome is None and min(len(match.legal(seat)) for seat in (0, 1)) > 1 else None


@pytest.fixture
def table(cast: Cast) -> Table:
    """Dragonkeeper, Ana and Bo asked for their tribute."""
    match = next(found for number in range(500) if (found := at_the_tribute(number)))
    form = NewTableForm(GAME.slug, {"size": 2, "pace": "live"})
    assert form.is_valid(), form.errors
    opened = lobby.open_table(
        cast.ana.person,
        GAME.slug,
        size=2,
        options=form.options,
        pace=form.cleaned_data["pace"],
        clock_seconds=form.clock_seconds,
        public=False,
    )
    people = [cast.ana.person, cast.bo.person]
    for person, name, colour in zip(people, ("Ana", "Bo"), Seat.COLOURS, strict=False):
        lobby.sit(opened.pk, person, name=name, colour=colour, portrait="")
    Table.objects.filter(pk=opened.pk).update(seed=match.seed, order=[0, 1])
    lobby.start(opened.pk, people[0])
    for entry in match.story[1:]:
        assert entry.move is not None and entry.seat is not None
        text = notation.write(entry.move)
        play.make_move(opened.pk, people[entry.seat], text, prompt=None, key=f"sealed{entry.ply}")
    opened.refresh_from_db()
    return opened


def preview(text: str) -> str:
    """What the page says the selected answer will do."""
    return text.partition('id="preview">')[2].partition("<")[0]


def alternative(text: str) -> str:
    """An answer of the bar that is not selected."""
    picks = re.findall(r'<a class="button" id="bar-tribute[^>]*\?pick=([^"]+)"', text)
    return unquote(picks[0])


def test_an_own_sealed_answer_stays_on_the_page_and_can_be_changed(cast: Cast, table: Table):
    first = cast.ana.table(table)
    offered = preview(first.text)
    assert offered.startswith("For the dragon")
    pick = alternative(first.text)
    chosen = preview(cast.ana.table(table, pick).text)
    assert chosen != offered
    cast.ana.moves(table, pick)
    sealed = cast.ana.table(table).text
    assert preview(sealed) == chosen
    assert 'id="confirm-form"' not in sealed, "there is nothing to confirm again"
    changed = cast.ana.table(table, alternative(sealed)).text
    assert preview(changed) != chosen
    assert 'id="confirm-form"' in changed


def test_a_sealed_answer_changes_nothing_that_others_are_offered(cast: Cast, table: Table):
    before = cast.bo.table(table).text
    cast.ana.moves(table, alternative(cast.ana.table(table).text))
    after = cast.bo.table(table).text
    assert preview(after) == preview(before)
    assert 'id="confirm-form"' in after
    assert after.count("once belonged to") == before.count("once belonged to")
