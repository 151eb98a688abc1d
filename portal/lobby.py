"""Opening a table, sitting down, drawing the order, starting, closing."""

from __future__ import annotations

import random
from collections.abc import Mapping

from django.utils import timezone

from games import GAMES
from games.core.checks import digest
from games.core.match import complete_options
from games.core.words import Who, gettext_noop
from portal import access, clock, matches, notices, opening, play, presence
from portal.models import Notice, Person, Seat, Table
from portal.names import clean_name, name_key
from portal.refusal import Refused


def open_table(
    person: Person,
    game: str,
    *,
    size: int,
    options: Mapping[str, str],
    pace: str,
    clock_seconds: int | None,
    public: bool,
    chat: bool = True,
    pass_and_play: bool = False,
    opened_from: str = "",
) -> Table:
    """A new table in its waiting room; raises Refused for anything the game or the pace does not offer."""
    rules = GAMES.get(game)
    if rules is None:
        raise Refused(gettext_noop("There is no such game here: choose one from the front page."))
    if size not in rules.seats:
        raise Refused(
            gettext_noop("That game is not played by so many: choose another number of players.")
        ).at("size")
    if pace not in Table.Pace.values or clock_seconds not in clock.values(pace):
        raise Refused(gettext_noop("Choose one of the clocks offered.")).at("pace")
    try:
        complete = complete_options(rules, options)
    except ValueError:
        raise Refused(gettext_noop("Choose one of the options offered.")) from None
    if not all(option.offers(complete[option.name]) for option in rules.options):
        raise Refused(gettext_noop("Choose one of the options offered."))
    return Table.objects.create(
        game=game,
        options=complete,
        generation=rules.generation,
        size=size,
        pace=pace,
        clock=clock_seconds,
        public=public,
        chat=chat,
        pass_and_play=pass_and_play,
        opened_from=opened_from,
        opener=person,
    )


def _require_waiting(table: Table) -> None:
    if table.status != Table.Status.WAITING:
        raise Refused(gettext_noop("The match has already started."))


def sit(table_id: int, person: Person, *, name: str, colour: str, portrait: str) -> Seat:
    """Take a free seat; where several are played on one device, one more. Raises Refused, with the field of the form
    where one is to blame."""
    name = clean_name(name)
    with play.changing(table_id) as (table, seats):
        _require_waiting(table)
        access.require_one_seat(table, seats, person)
        if len(seats) >= table.size:
            raise Refused(gettext_noop("Every seat is taken."))
        _check_looks(table, seats, name, colour, portrait)
        taken = {seat.number for seat in seats}
        seat = Seat.objects.create(
            table=table,
            number=next(n for n in range(table.size) if n not in taken),
            name=name,
            name_key=name_key(name),
            colour=colour,
            portrait=portrait,
            person=person,
            host=person.pk == table.opener_id and not any(seat.host for seat in seats),
        )
        if len(seats) + 1 == table.size:
            _tell_that_it_is_full(table, seats, seat)
        return seat


def _tell_that_it_is_full(table: Table, seats: list[Seat], last: Seat) -> None:
    """The host can start now: said once a table, however often somebody leaves and another comes. Who sat down last
    needs no telling."""
    host = [seat for seat in seats if seat.host and seat.person_id != last.person_id]
    notices.post(table, Notice.Kind.FULL, host, 0, timezone.now() + notices.WAIT)


def _check_looks(table: Table, seats: list[Seat], name: str, colour: str, portrait: str) -> None:
    portraits = GAMES[table.game].portraits(table.options)
    if any(seat.name_key == name_key(name) for seat in seats):
        raise Refused(
            gettext_noop("Somebody here has that name: choose another, or take that seat back.")
        ).at("name")
    if colour not in Seat.COLOURS:
        raise Refused(gettext_noop("Choose one of the colours.")).at("colour")
    if any(seat.colour == colour for seat in seats):
        raise Refused(gettext_noop("That colour is taken: choose another.")).at("colour")
    if portrait not in (portraits or [""]):
        raise Refused(gettext_noop("Choose whom you play.")).at("portrait")
    if portrait and any(seat.portrait == portrait for seat in seats):
        raise Refused(gettext_noop("Somebody here plays that already: choose another.")).at("portrait")


def leave(table_id: int, person: Person, number: int | None = None) -> None:
    """Stand up before the start; who holds several seats says from which."""
    with play.changing(table_id) as (table, _seats):
        _require_waiting(table)
        place = access.at_table(table, person)
        if number is None:
            number = place.own_seat().number
        seat = next((held for held in place.held if held.number == number), None)
        if seat is None:
            raise Refused(gettext_noop("That seat is free already."))
        _stand_up(table, seat)


def free(table_id: int, person: Person, number: int) -> None:
    """The host frees a seat whose player is not connected, before the start."""
    with play.changing(table_id) as (table, seats):
        _require_waiting(table)
        access.at_table(table, person).require_host()
        seat = next((seat for seat in seats if seat.number == number), None)
        if seat is None:
            raise Refused(gettext_noop("That seat is free already."))
        if seat.person_id == person.pk or number in presence.connected(table_id):
            raise Refused(
                gettext_noop("{who} is here: only the seat of somebody who left can be freed."),
                who=Who(number),
            )
        _stand_up(table, seat)


def _stand_up(table: Table, seat: Seat) -> None:
    """The host's powers go to another seat of the same person, else back to whoever opened the table; a drawn order no
    longer holds."""
    seat.delete()
    table.order = None
    another = seat.host and table.seat_set.filter(person=seat.person, person__isnull=False).first()
    if another:
        another.host = True
        another.save(update_fields=["host"])


def draw_order(table_id: int, person: Person) -> None:
    """The host draws the turn order; it may be drawn again."""
    with play.changing(table_id) as (table, seats):
        _require_full(table, seats)
        access.at_table(table, person).require_host()
        table.order = _drawn(table, seats)


def _drawn(table: Table, seats: list[Seat]) -> list[int]:
    """By lot, unless the players' portraits are sides that decide it."""
    portraits = {seat.number: seat.portrait for seat in seats}
    decided = GAMES[table.game].roles(table.options, portraits)
    if decided is not None:
        return list(decided)
    order = [seat.number for seat in seats]
    random.SystemRandom().shuffle(order)
    return order


def _require_full(table: Table, seats: list[Seat]) -> None:
    _require_waiting(table)
    if len(seats) < table.size:
        raise Refused(gettext_noop("Some seats are still free: share the link."))


def start(table_id: int, person: Person) -> None:
    """The host starts the match; the order is drawn if nobody did. Now everything is dealt."""
    now = timezone.now()
    with play.changing(table_id) as (table, seats):
        _require_full(table, seats)
        access.at_table(table, person).require_host()
        table.order = table.order or _turned_order(table, seats) or _drawn(table, seats)
        table.status = Table.Status.RUNNING
        table.started_at = now
        match = matches.fresh(table)
        table.digest = digest(match)
        awaited = clock.update(table, seats, match, now).new
        notices.your_turn(table, awaited, match.ply, now, actor_id=person.pk)
        notices.started(table, seats, now, person)


def rematch(table_id: int, person: Person, address: str = "", *, exempt: bool = False) -> Table:
    """The same game once more. Whoever asks first opens it and sits as before, with every seat played on that device;
    the others are asked by the old page.

    There is one a table: asked again, by any of the seats, it is the one that there is. Nobody is seated unasked. A new
    one counts among the tables that whoever asks may have (`opening.allow`).
    """
    with play.changing(table_id) as (table, _seats):
        place = access.at_table(table, person)
        place.require_seat()
        if table.status not in Table.OVER:
            raise Refused(gettext_noop("The match is not over yet."))
        existing = Table.objects.filter(rematch_of=table).first()
        if existing is not None:
            return existing
        origin = opening.allow(person, address, table.pace, exempt=exempt)
        again = Table.objects.create(
            game=table.game,
            options=table.options,
            generation=GAMES[table.game].generation,
            size=table.size,
            pace=table.pace,
            clock=table.clock,
            public=table.public,
            chat=table.chat,
            pass_and_play=table.pass_and_play,
            opened_from=origin,
            opener=person,
            rematch_of=table,
        )
        for number, mine in enumerate(place.held):
            Seat.objects.create(
                table=again,
                number=number,
                name=mine.name,
                name_key=mine.name_key,
                colour=mine.colour,
                portrait=mine.portrait,
                person=person,
                host=number == 0,
            )
        return again


def seat_before(table: Table, person: Person | None) -> Seat | None:
    """The seat that somebody held at the table whose rematch this is."""
    if table.rematch_of_id is None or person is None:
        return None
    return Seat.objects.filter(table_id=table.rematch_of_id, person=person).first()


def _turned_order(table: Table, seats: list[Seat]) -> list[int] | None:
    """A rematch of the same people: whoever came second begins, so that two change sides. None: draw lots."""
    before = table.rematch_of
    if before is None or not before.order:
        return None
    keys = {seat.number: seat.name_key for seat in before.seat_set.all()}
    numbers = {seat.name_key: seat.number for seat in seats}
    if set(keys.values()) != set(numbers):
        return None
    order = [numbers[keys[number]] for number in before.order]
    return [*order[1:], order[0]]


def close(table_id: int, person: Person) -> None:
    """The host closes the table; nobody wins."""
    with play.changing(table_id) as (table, _seats):
        access.at_table(table, person).require_host()
        if table.status not in Table.OPEN:
            raise Refused(gettext_noop("The match is over."))
        play.end(table, timezone.now(), why=Table.Why.HOST)
