"""Opening a table, sitting down, coming back, drawing the order, starting, closing."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games import GAMES
from games.core.checks import digest
from games.core.match import complete_options
from games.core.words import Who, gettext_noop
from portal import access, clock, matches, notices, play, presence
from portal.models import Notice, Person, Seat, Table, new_code
from portal.names import clean_name, name_key
from portal.refusal import Refused

DISPUTED_FOR = timedelta(days=1)
"""How long a seat that was reopened elsewhere counts as its earlier holder's, should it be taken on from there."""
LINK_EVERY = timedelta(minutes=10)
"""How long before the link to a protected seat is mailed again."""


class StillConnected(Refused):
    """The seat's earlier screen is still open; asking again with `bring_here` moves the game."""


class Protected(Refused):
    """The seat's holder wants it reopened by a mailed link only; `number` is the seat's."""

    def __init__(self, number: int) -> None:
        super().__init__(
            gettext_noop("{who} has protected this seat: a link to it is on its way by mail."),
            who=Who(number),
        )
        self.number = number
        self.at("name")


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


@contextmanager
def _changing(table_id: int) -> Iterator[tuple[Table, list[Seat]]]:
    """One transaction that holds the table's row; its pages are told on commit."""
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table_id)
        yield table, list(table.seat_set.select_related("person"))
        table.active_at = timezone.now()
        play.save_and_tell(table)


def _require_waiting(table: Table) -> None:
    if table.status != Table.Status.WAITING:
        raise Refused(gettext_noop("The match has already started."))


def sit(table_id: int, person: Person, *, name: str, colour: str, portrait: str) -> Seat:
    """Take a free seat; where several are played on one device, one more. Raises Refused, with the field of the form
    where one is to blame."""
    name = clean_name(name)
    with _changing(table_id) as (table, seats):
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


def come_back(table_id: int, person: Person, *, name: str, bring_here: bool, code: str = "") -> Seat:
    """Give a seat back to whoever knows its name, on any device; at a public table, and once it was disputed, its code
    too.

    With the code nothing more is asked. Otherwise raises StillConnected when its earlier screen is open and
    `bring_here` was not said, Protected when its holder wants a mailed link instead, and Refused always for a host who
    is connected: that seat is never handed over.
    """
    try:
        with _changing(table_id) as (table, seats):
            seat = _named(table, seats, name, person)
            moves = seat.person_id != person.pk
            if moves:
                _check_return(table, seat, person, code, bring_here=bring_here)
                _give(table, seat, person)
    except Protected as refused:
        _mail_link(table_id, refused.number)
        raise
    if moves and table.status == Table.Status.RUNNING:
        play.hand_over(table_id, seat.number)
    return seat


def _named(table: Table, seats: list[Seat], name: str, person: Person) -> Seat:
    """The seat with this name, if the person may hold it besides what they hold."""
    key = name_key(clean_name(name))
    seat = next((seat for seat in seats if seat.name_key == key), None)
    if seat is None or table.imported:
        raise Refused(gettext_noop("Nobody at this table has that name.")).at("name")
    access.require_one_seat(table, seats, person, seat)
    if seat.freed_at is not None:
        raise Refused(
            gettext_noop("{who} gave this seat up: whoever comes takes it over as somebody new."),
            who=Who(seat.number),
        ).at("name")
    return seat


def _check_return(table: Table, seat: Seat, person: Person, code: str, *, bring_here: bool) -> None:
    """Raises Refused unless this person may have the seat that somebody else holds."""
    proven = seat.taken_from_id == person.pk or _is_code(seat, code)
    if not proven:
        _check_name_is_enough(table, seat, code)
    if seat.person_id is None or seat.number not in presence.connected(table.pk):
        return
    if seat.host:
        raise Refused(
            gettext_noop("{who} has this table open: the host's seat can't be taken over meanwhile."),
            who=Who(seat.number),
        ).at("name")
    if not (bring_here or proven):
        raise StillConnected(
            gettext_noop("{who} has this table open on another screen. Is that you?"), who=Who(seat.number)
        ).at("name")


def _is_code(seat: Seat, code: str) -> bool:
    return secrets.compare_digest(code.strip().upper().encode(), seat.code.encode())


def _check_name_is_enough(table: Table, seat: Seat, code: str) -> None:
    """Everybody reads the names of a public table, and a name that somebody else used once proves nothing."""
    if code.strip():
        raise Refused(
            gettext_noop("That is not the return code of that seat: where it is open, its page shows it.")
        ).at("code")
    if table.public:
        raise Refused(
            gettext_noop("At a public table the name is not enough: type the return code of the seat too.")
        ).at("code")
    if seat.code_needed:
        raise Refused(
            gettext_noop("Somebody else once came back by this name: type the return code of the seat too.")
        ).at("code")
    if seat.person is not None and seat.person.protected:
        raise Protected(seat.number)


def _give(table: Table, seat: Seat, person: Person) -> None:
    """The seat goes to another browser. Who held it is told, and may reverse that; who takes it on from there within a
    day takes it from the same one, so that nobody hides behind a second browser. Who had it before just has it back."""
    now = timezone.now()
    if seat.taken_from_id == person.pk:
        seat.taken_from = seat.taken_at = None
    else:
        notices.post(table, Notice.Kind.TAKEN, [seat], table.ply, now)
        disputed = seat.taken_from_id is not None and seat.taken_at and now - seat.taken_at < DISPUTED_FOR
        if not disputed:
            seat.taken_from, seat.taken_at = seat.person, now
    seat.person = person
    seat.save(update_fields=["person", "taken_from", "taken_at"])


def _mail_link(table_id: int, number: int) -> None:
    """Mail a protected seat's link to who holds it, once in ten minutes: their number stands in place of a ply."""
    seat, now = Seat.objects.select_related("table").get(table_id=table_id, number=number), timezone.now()
    notices.post(
        seat.table, Notice.Kind.LINK, [seat], int(now.timestamp() // LINK_EVERY.total_seconds()), now
    )


def reclaim(table_id: int, person: Person) -> Seat:
    """Whoever held a seat before it was reopened elsewhere says that it was not they, and has it back at once.

    From now on the seat needs its code to be reopened, and it is a new one: the old one was read by whoever had it.
    """
    with _changing(table_id) as (table, seats):
        seat = next((seat for seat in seats if seat.taken_from_id == person.pk), None)
        if seat is None:
            raise Refused(gettext_noop("There is nothing to take back here: type the name of your seat."))
        access.require_one_seat(table, seats, person)
        seat.person, seat.taken_from, seat.taken_at = person, None, None
        seat.code, seat.code_needed = new_code(), True
        seat.save(update_fields=["person", "taken_from", "taken_at", "code", "code_needed"])
    if table.status == Table.Status.RUNNING:
        play.hand_over(table_id, seat.number)
    return seat


def leave(table_id: int, person: Person, number: int | None = None) -> None:
    """Stand up before the start; who holds several seats says from which."""
    with _changing(table_id) as (table, _seats):
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
    with _changing(table_id) as (table, seats):
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
    with _changing(table_id) as (table, seats):
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
    with _changing(table_id) as (table, seats):
        _require_full(table, seats)
        access.at_table(table, person).require_host()
        table.order = table.order or _turned_order(table, seats) or _drawn(table, seats)
        table.status = Table.Status.RUNNING
        table.started_at = now
        match = matches.fresh(table)
        table.digest = digest(match)
        awaited = clock.update(table, seats, match, now)
        notices.your_turn(table, awaited, match.ply, now, actor_id=person.pk)
        notices.started(table, seats, now, person)


def rematch(table_id: int, person: Person) -> Table:
    """The same game once more. Whoever asks first opens it and sits as before, with every seat played on that device;
    the others are asked by the old page.

    There is one a table: asked again, by any of the seats, it is the one that there is. Nobody is seated unasked.
    """
    with _changing(table_id) as (table, _seats):
        place = access.at_table(table, person)
        place.require_seat()
        if table.status not in Table.OVER:
            raise Refused(gettext_noop("The match is not over yet."))
        existing = Table.objects.filter(rematch_of=table).first()
        if existing is not None:
            return existing
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
    with _changing(table_id) as (table, _seats):
        access.at_table(table, person).require_host()
        if table.status not in Table.OPEN:
            raise Refused(gettext_noop("The match is over."))
        play.end(table, timezone.now(), why=Table.Why.HOST)
