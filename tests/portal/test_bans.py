"""Bans: a browser, a network, a confirmed address; they bite at once, and end by themselves."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.utils import timezone

from portal import bans, merging, moderation, people, play
from portal.models import Ban, Person
from portal.refusal import Refused
from tests.patience import PATIENCE
from tests.portal.cast import Browser, Cast, at, default_of, moderator, stored
from tests.portal.test_sockets import closed, opened, path_of, run, socket
from tests.portal.told import acts, reachable, sweep, to

WHY = "insults at three tables"
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def from_there(browser: Browser, address: str) -> Browser:
    """The browser speaks from this address from now on."""
    browser.client.defaults["REMOTE_ADDR"] = address
    return browser


@pytest.fixture
def mod(db: None) -> Any:
    return moderator()


@pytest.mark.django_db
def test_who_is_banned_reads_why_at_a_table_and_can_post_nothing(cast: Cast, mod: Any):
    table = cast.start()
    form = cast.ana.table(table, default_of(table)).form("move")
    moderation.people.ban_browser(mod, cast.ana.person.pk, 3, "No insults, please.", WHY)
    before = stored(table)
    for answer in (
        cast.ana.table(table),
        cast.ana.get(at(table, "watch")),
        cast.ana.send(form),
        cast.ana.does(table, "chat", {"text": "so there", "key": "abc"}),
        cast.ana.post("/new/drakon/", {"size": "2"}),
        cast.ana.post("/me/", {"mails": "nothing"}),
    ):
        assert answer.status == 403
        assert "No insults, please." in answer.text
        assert answer.response["HX-Refresh"] == "true"
    assert stored(table) == before
    assert cast.bo.table(table).status == 200
    assert cast.ana.get("/").status == 200
    assert cast.ana.get("/rules/drakon/").status == 200
    assert cast.ana.post("/i18n/setlang/", {"language": "es"}).status == 302
    assert "No puedes jugar aquí" in cast.ana.table(table).text
    with time_machine.travel(timezone.now() + timedelta(days=3, minutes=1)):
        assert cast.ana.table(table).status == 200


@pytest.mark.django_db
@pytest.mark.parametrize("mails", ["turns", "digest"])
@pytest.mark.parametrize("way", ["browser", "email"])
def test_who_is_banned_is_mailed_nothing_until_the_ban_ends(cast: Cast, mod: Any, way: str, mails: str):
    """The link would open a page that says no."""
    with time_machine.travel(NOON, tick=False):
        person = reachable(cast.bo, mails=mails)
        reachable(cast.cy, mails=mails)
        for rival in (cast.bo, cast.cy):
            table = cast.start(3, order=[0, 1, 2] if rival is cast.bo else [0, 2, 1], pace="correspondence")
            acts(table, 0)
        ban = moderation.people.ban_browser if way == "browser" else moderation.people.ban_email
        given = ban(mod, person.pk, 1, "", WHY)
    for minutes in (5, 70, 130):
        sent = set(to(sweep(NOON + timedelta(minutes=minutes))))
        assert sent == ({"cy"} if minutes == 5 else set())
    with time_machine.travel(NOON + timedelta(hours=3), tick=False):
        moderation.people.lift(mod, given.pk, "a mistake")
    assert set(to(sweep(NOON + timedelta(hours=4)))) == {"bo"}, "it was put off, not dropped"


@pytest.mark.django_db
def test_when_a_ban_has_ended_the_turn_that_waited_is_mailed(cast: Cast, mod: Any):
    with time_machine.travel(NOON, tick=False):
        person = reachable(cast.bo)
        acts(cast.start(pace="correspondence", clock_correspondence="604800"), 0)
        moderation.people.ban_browser(mod, person.pk, 1, "", WHY)
    assert sweep(NOON + timedelta(hours=23, minutes=30)) == []
    assert to(sweep(NOON + timedelta(hours=24, minutes=1))) == ["bo"]


@pytest.mark.django_db
@pytest.mark.parametrize("mails", ["turns", "digest"])
@pytest.mark.parametrize("ends", ["by itself", "lifted"])
def test_what_came_to_an_end_during_a_long_ban_is_told_once_afterwards(
    cast: Cast, mod: Any, mails: str, ends: str
):
    with time_machine.travel(NOON, tick=False):
        person = reachable(cast.bo, mails=mails)
        given = moderation.people.ban_browser(mod, person.pk, 10 if ends == "by itself" else 90, "", WHY)
        for seen in (False, True):
            table = cast.start(pace="correspondence")
            play.resign(table.pk, cast.ana.person)
            table.seat_set.filter(number=1).update(saw_end=seen)
    for hours in range(1, 239, 7):
        assert sweep(NOON + timedelta(hours=hours)) == []
    with time_machine.travel(NOON + timedelta(days=10), tick=False):
        if ends == "lifted":
            moderation.people.lift(mod, given.pk, "a mistake")
    (sent,) = sweep(NOON + timedelta(days=10, hours=1))
    assert "the match is over" in sent.subject + sent.body
    assert sweep(NOON + timedelta(days=12)) == []


@pytest.mark.django_db
def test_after_a_ban_news_get_old_as_ever(cast: Cast, mod: Any):
    """Who does not wish to hear of them is not told when they change their mind much later."""
    with time_machine.travel(NOON, tick=False):
        person = reachable(cast.bo, mails="reminders")
        moderation.people.ban_browser(mod, person.pk, 10, "", WHY)
        play.resign(cast.start(pace="correspondence").pk, cast.ana.person)
    assert sweep(NOON + timedelta(days=11)) == []
    people.set_mails(cast.bo.person, "turns")
    assert sweep(NOON + timedelta(days=14)) == []


@pytest.mark.django_db
def test_a_ban_on_a_network_is_nobody_s_own(cast: Cast, mod: Any):
    with time_machine.travel(NOON, tick=False):
        reachable(cast.bo, seen_from=bans.network("93.184.216.34"))
        acts(cast.start(pace="correspondence"), 0)
        moderation.people.ban_network(mod, 1, "", WHY, address="93.184.216.34")
    assert to(sweep(NOON + timedelta(minutes=5))) == ["bo"]


@pytest.mark.django_db
def test_a_ban_that_is_lifted_is_over(cast: Cast, mod: Any):
    table = cast.start()
    ban = moderation.people.ban_browser(mod, cast.bo.person.pk, 3, "", WHY)
    assert cast.bo.table(table).status == 403
    moderation.people.lift(mod, ban.pk, "a mistake")
    assert cast.bo.table(table).status == 200
    with pytest.raises(Refused):
        moderation.people.lift(mod, ban.pk, "again")


@pytest.mark.django_db
def test_a_ban_holds_for_every_browser_of_the_same_human(cast: Cast, mod: Any):
    table = cast.start()
    kept, other, third = cast.ana.person, Browser("Ana again"), Browser("Ana's phone")
    for browser in (other, third):
        merging.merge(kept, browser.person)
    for row in Person.objects.filter(merged_into=kept):
        ban = moderation.people.ban_browser(mod, row.pk, 1, "", WHY)
        assert ban.person == kept
        for browser in (cast.ana, other, third):
            assert browser.table(table).status == 403
        Ban.objects.all().delete()
    later = Browser("not merged yet")
    moderation.people.ban_browser(mod, later.person.pk, 1, "", WHY)
    assert cast.ana.table(table).status == 200
    merging.merge(kept, later.person)
    assert cast.ana.table(table).status == 403


@pytest.mark.django_db
def test_an_address_that_is_banned_bars_whoever_confirms_it(cast: Cast, mod: Any):
    table = cast.start()
    with pytest.raises(Refused):
        moderation.people.ban_email(mod, cast.ana.person.pk, 1, "", WHY)
    Person.objects.filter(pk=cast.ana.person.pk).update(
        email="ana@example.org", email_confirmed_at=timezone.now()
    )
    ban = moderation.people.ban_email(mod, cast.ana.person.pk, 1, "", WHY)
    assert ban.value == "ana@example.org"
    people.set_email(cast.bo.person, "Ana@Example.org")
    assert cast.ana.table(table).status == 403
    assert cast.bo.table(table).status == 200, "whoever types somebody's address is not they"
    Person.objects.filter(pk=cast.bo.person.pk).update(
        email="Ana@Example.org", email_confirmed_at=timezone.now()
    )
    assert cast.bo.table(table).status == 403


@pytest.mark.django_db
def test_a_network_that_is_banned_is_known_by_a_digest(cast: Cast, mod: Any):
    table = cast.start()
    stranger = from_there(Browser(), "93.184.216.34")
    from_there(cast.ana, "93.184.216.34").table(table)
    from_there(cast.bo, "2606:2800:220:1:248:1893:25c8:1946").table(table)
    seen = Person.objects.get(pk=cast.ana.person.pk).seen_from
    assert len(seen) == 64
    ban = moderation.people.ban_network(mod, 1, "", WHY, person_id=cast.ana.person.pk)
    assert ban.value == seen == bans.network("93.184.216.34")
    assert stranger.get("/").status == 200
    assert stranger.post("/new/drakon/", {}).status == 403
    assert cast.ana.table(table).status == 403
    assert cast.bo.table(table).status == 200
    moderation.people.ban_network(mod, 1, "", WHY, address="2606:2800:220:1::1")
    assert cast.bo.table(table).status == 403, "a household has 64 bits"
    for everybody in ("127.0.0.1", "10.0.0.7", "::1", "not an address", ""):
        with pytest.raises(Refused):
            moderation.people.ban_network(mod, 1, "", WHY, address=everybody)


@pytest.mark.django_db
def test_the_staff_are_not_locked_out(cast: Cast, mod: Any):
    staff = from_there(Browser(), "93.184.216.34")
    staff.client.force_login(mod)
    moderation.people.ban_network(mod, 1, "", WHY, address="93.184.216.34")
    assert staff.get("/admin/portal/table/").status == 200
    assert staff.post("/admin/portal/table/", {"action": ""}).status in (200, 302)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("way", ["browser", "network", "email"])
def test_open_sockets_of_the_banned_are_dropped_and_no_others(way: str):
    cast, mod = Cast(), moderator()
    table = cast.start(public="on")
    ana = cast.ana.person
    Person.objects.filter(pk=ana.pk).update(
        email="ana@example.org", email_confirmed_at=timezone.now(), seen_from=bans.network("93.184.216.34")
    )
    ban = {
        "browser": lambda: moderation.people.ban_browser(mod, ana.pk, 1, "", WHY),
        "network": lambda: moderation.people.ban_network(mod, 1, "", WHY, person_id=ana.pk),
        "email": lambda: moderation.people.ban_email(mod, ana.pk, 1, "", WHY),
    }[way]

    async def scene() -> None:
        mine, _ = await opened(path_of(table), cast.ana, client="93.184.216.34")
        watching, _ = await opened(path_of(table, watch=True), cast.ana, client="93.184.216.34")
        others, _ = await opened(path_of(table), cast.bo)
        await sync_to_async(ban)()
        assert await closed(mine) == await closed(watching) == 4403
        again, _ = await opened(path_of(table), cast.bo)
        for still in (others, again):
            await still.disconnect()

    run(scene)


@pytest.mark.django_db(transaction=True)
def test_who_is_banned_opens_no_socket():
    cast, mod = Cast(), moderator()
    table = cast.start()
    moderation.people.ban_browser(mod, cast.ana.person.pk, 1, "", WHY)

    async def scene() -> None:
        found = socket(path_of(table), cast.ana)
        connected, _ = await found.connect(timeout=PATIENCE)
        assert connected and await closed(found) == 4403

    run(scene)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("trusted", [True, False])
def test_behind_a_trusted_proxy_a_socket_s_network_is_what_the_proxy_saw(trusted: bool, settings: Any):
    cast, mod = Cast(), moderator()
    table, banned, proxy = cast.start(public="on"), "93.184.216.34", "203.0.114.1"
    settings.TRUSTED_PROXY = trusted

    def ban(address: str) -> None:
        moderation.people.ban_network(mod, 1, "", WHY, address=address)

    async def scene() -> None:
        said = f"8.8.8.8, {banned}" if trusted else "8.8.8.8"
        mine, _ = await opened(path_of(table), cast.ana, client=proxy, forwarded=said)
        others, _ = await opened(path_of(table), cast.bo, client="127.0.0.1", forwarded=f"{banned}, 8.8.4.4")
        await sync_to_async(ban)(banned if trusted else proxy)
        assert await closed(mine) == 4403, "an open one is dropped"
        again = socket(path_of(table), cast.ana, client=proxy, forwarded=said)
        assert (await again.connect(timeout=PATIENCE))[0] and await closed(again) == 4403, "none is opened"
        anew, _ = await opened(path_of(table), cast.bo, client="127.0.0.1", forwarded=f"{banned}, 8.8.4.4")
        for still in (others, anew):
            await still.disconnect()

    run(scene)
