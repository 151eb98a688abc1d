"""What Dragonkeeper says to people: the log, the questions, names and help. Facts in, marked messages out."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.grids import Cell
from games.core.model import ON_OFF, Event, Option, Prompt, Seat
from games.core.words import Text, Who, gettext_noop, plural, text
from games.dragonkeeper.components import TILES, Action, Colour
from games.dragonkeeper.events import (
    Counted,
    Declined,
    Eliminated,
    Exchanged,
    Freed,
    Gained,
    Gave,
    LevelBegan,
    LevelEnded,
    Paid,
    Revealed,
    Scored,
    Start,
    StockEmpty,
    Took,
    Trapped,
    Tributed,
    Weighed,
)
from games.dragonkeeper.state import State
from games.dragonkeeper.tribute import PayTribute
from games.dragonkeeper.turn import GiveTile, TakeTile, UseExchange, UsePassage, UseTrap

TITLE = text(gettext_noop("Dragonkeeper"))
TAGLINE = text(
    gettext_noop(
        "Guard the dragon's crypt, hand the worst prisoners to your neighbour, and keep your old guild a secret."
    )
)
LENGTH = text(gettext_noop("30 min"))

GUILD_NAMES: Mapping[Colour, Text] = {
    Colour.BLUE: text(gettext_noop("Warriors")),
    Colour.YELLOW: text(gettext_noop("Sorcerers")),
    Colour.GREEN: text(gettext_noop("Rangers")),
    Colour.PURPLE: text(gettext_noop("Thieves")),
    Colour.RED: text(gettext_noop("Amazons")),
}

TILE_NAMES: Mapping[Colour, str] = {
    Colour.BLUE: gettext_noop("Warrior {value}"),
    Colour.YELLOW: gettext_noop("Sorcerer {value}"),
    Colour.GREEN: gettext_noop("Ranger {value}"),
    Colour.PURPLE: gettext_noop("Thief {value}"),
    Colour.RED: gettext_noop("Amazon {value}"),
}

ACTION_NAMES: Mapping[Action, Text] = {
    Action.STAIRS: text(gettext_noop("stairs")),
    Action.PASSAGE: text(gettext_noop("secret passage")),
    Action.RELEASE: text(gettext_noop("release")),
    Action.EXCHANGE: text(gettext_noop("prisoner exchange")),
    Action.TRAP: text(gettext_noop("remote trap")),
}

ACTION_HELP: Mapping[Action, Text] = {
    Action.STAIRS: text(gettext_noop("Whoever holds it when the level ends begins the next level.")),
    Action.PASSAGE: text(
        gettext_noop("If you take it: after your gift, discard it to move along the row and take once more.")
    ),
    Action.RELEASE: text(
        gettext_noop("After the tribute at the end, discard it to be rid of another tile of your own guild.")
    ),
    Action.EXCHANGE: text(
        gettext_noop("If you take it: you may swap it for the top tile of an opponent's stack.")
    ),
    Action.TRAP: text(
        gettext_noop(
            "If you take it: you may discard it for any tile of the level, while the dragon stays where it is."
        )
    ),
}

OPTIONS: tuple[Option, ...] = (
    Option(
        name="treasure_bonus",
        choices=("off", "on"),
        default="off",
        title=text(gettext_noop("Treasure counts")),
        help=text(gettext_noop("Everybody with the most treasure gets 2 points at the end.")),
        labels=ON_OFF,
    ),
)

REASONS: Mapping[str, Text] = {
    "scores": text(gettext_noop("After tribute and releases, the tiles were counted.")),
    "sole_survivor": text(gettext_noop("Nobody else could pay the dragon.")),
    "all_eliminated": text(gettext_noop("Nobody could pay, so the dragon keeps everything, and everybody.")),
    "resigned": text(gettext_noop("The other side gave up.")),
}


def tile_name(tile: int) -> Text:
    """A tile in words: whose, its value, and its action."""
    face = TILES[tile]
    plain = text(TILE_NAMES[face.colour], value=face.value)
    if face.action is None:
        return plain
    return text(gettext_noop("{tile} ({action})"), tile=plain, action=ACTION_NAMES[face.action])


def cell_name(cell: Cell) -> Text:
    """Where a cell lies, rows counted from above, columns from the left."""
    return text(gettext_noop("row {row}, column {column}"), row=cell[1] + 1, column=cell[0] + 1)


def tell(event: Event) -> Text:
    """The log's sentence for what happened."""
    match event:
        case Took() | Gave() | Gained() | StockEmpty() | Exchanged() | Trapped() | Declined():
            return _tell_turn(event)
        case LevelBegan() | LevelEnded() | Counted() | Paid() | Eliminated() | Weighed():
            return _tell_level(event)
        case Revealed() | Tributed() | Freed() | Scored():
            return _tell_end(event)
    raise TypeError(event)


def _tell_turn(event: Event) -> Text:
    match event:
        case Took(seat, tile, _, False):
            return text(gettext_noop("{who} took {tile}."), who=Who(seat), tile=tile_name(tile))
        case Took(seat, tile):
            return text(
                gettext_noop("{who} slipped through the secret passage and took {tile}."),
                who=Who(seat),
                tile=tile_name(tile),
            )
        case Gave(seat, to, tile):
            return text(
                gettext_noop("{who} gave {tile} to {to}."), who=Who(seat), tile=tile_name(tile), to=Who(to)
            )
        case Gained(seat):
            return text(gettext_noop("{who} got a treasure for it."), who=Who(seat))
        case StockEmpty(seat):
            return text(gettext_noop("No treasure was left for {who}."), who=Who(seat))
        case Exchanged(seat, victim, tile, got):
            return text(
                gettext_noop("{who} swapped {tile} for {victim}'s {got}."),
                who=Who(seat),
                victim=Who(victim),
                tile=tile_name(tile),
                got=tile_name(got),
            )
        case Trapped(seat, _, tile):
            return text(
                gettext_noop("{who} sprang the remote trap and took {tile}."),
                who=Who(seat),
                tile=tile_name(tile),
            )
        case Declined(seat, action):
            return text(
                gettext_noop("{who} left the {action} unused."), who=Who(seat), action=ACTION_NAMES[action]
            )
    raise TypeError(event)


STARTS: Mapping[Start, str] = {
    Start.DRAWN: gettext_noop("Level {level} lies open. {who} was drawn to begin."),
    Start.STAIRS: gettext_noop("Level {level} lies open. {who} holds the stairs and begins."),
    Start.LAST_TAKE: gettext_noop(
        "Level {level} lies open. Nobody has the stairs: {who} took last and begins."
    ),
    Start.NEXT: gettext_noop("Level {level} lies open. {who}, next in turn, begins."),
}


def _tell_level(event: Event) -> Text:
    match event:
        case LevelBegan(level, seat, why):
            return text(STARTS[why], level=level, who=Who(seat))
        case LevelEnded(level, seat, True):
            return text(
                gettext_noop("Level {level} is over: nothing was left for {who} to give."),
                level=level,
                who=Who(seat),
            )
        case LevelEnded(level, seat):
            return text(
                gettext_noop("Level {level} is over: nothing was left for {who} to take."),
                level=level,
                who=Who(seat),
            )
        case Counted(0):
            return text(gettext_noop("The level is empty, so only the last take costs a treasure."))
        case Counted(left, fee):
            return plural(
                gettext_noop("{n} tile is left: everybody pays {fee}, the last taker one more."),
                gettext_noop("{n} tiles are left: everybody pays {fee}, the last taker one more."),
                n=left,
                fee=fee,
            )
        case Paid(seat, amount, True, left):
            return text(
                gettext_noop("{who} took last and paid {amount}. Treasure left: {left}."),
                who=Who(seat),
                amount=amount,
                left=left,
            )
        case Paid(seat, amount, _, left):
            return text(
                gettext_noop("{who} paid {amount}. Treasure left: {left}."),
                who=Who(seat),
                amount=amount,
                left=left,
            )
        case Eliminated(seat, owed, had):
            return text(
                gettext_noop("{who} owed {owed} with {had} at hand and is eliminated."),
                who=Who(seat),
                owed=owed,
                had=had,
            )
        case Weighed(_, worth):
            return plural(
                gettext_noop("For your eyes only: your tiles are worth {n} point to you so far."),
                gettext_noop("For your eyes only: your tiles are worth {n} points to you so far."),
                n=worth,
            )
    raise TypeError(event)


def _tell_end(event: Event) -> Text:
    match event:
        case Revealed(seat, guild):
            return text(
                gettext_noop("{who} once belonged to the {guild}."), who=Who(seat), guild=GUILD_NAMES[guild]
            )
        case Tributed(seat, colour, tiles):
            return plural(
                gettext_noop("{who} gave the dragon the {guild}: {n} tile."),
                gettext_noop("{who} gave the dragon the {guild}: {n} tiles."),
                n=tiles,
                who=Who(seat),
                guild=GUILD_NAMES[colour],
            )
        case Freed(seat, release, tile):
            return text(
                gettext_noop("{who} used {release} and let {tile} go."),
                who=Who(seat),
                release=tile_name(release),
                tile=tile_name(tile),
            )
        case Scored(seat, others, own, 0, total):
            return text(
                gettext_noop("{who}: {others} for prisoners, −{own} for the own guild. Total: {total}."),
                who=Who(seat),
                others=others,
                own=own,
                total=total,
            )
        case Scored(seat, others, own, bonus, total):
            return text(
                gettext_noop(
                    "{who}: {others} for prisoners, −{own} for the own guild, {bonus} for treasure. Total: {total}."
                ),
                who=Who(seat),
                others=others,
                own=own,
                bonus=bonus,
                total=total,
            )
    raise TypeError(event)


def ask(prompt: Prompt[State], seat: Seat) -> Text:
    """The question, to the seat that owes the answer."""
    match prompt:
        case TakeTile():
            return text(gettext_noop("Your turn: take a tile from the dragon's row."))
        case GiveTile():
            return text(gettext_noop("Now give a tile from the dragon's column to your neighbour."))
        case UseExchange():
            return text(gettext_noop("Swap the prisoner exchange for the top of an opponent's stack?"))
        case UseTrap():
            return text(gettext_noop("Spring the remote trap and take any tile of the level?"))
        case UsePassage():
            return text(gettext_noop("Slip through the secret passage and take once more?"))
        case PayTribute():
            return text(gettext_noop("The dragon wants its tribute: your highest stack. Choose in secret."))
    raise TypeError(prompt)


def awaits(prompt: Prompt[State], seat: Seat) -> Text:
    """The same question, to everybody else."""
    match prompt:
        case TakeTile():
            return text(gettext_noop("{who} is to take a tile."), who=Who(seat))
        case GiveTile():
            return text(gettext_noop("{who} is to give a tile away."), who=Who(seat))
        case UseExchange():
            return text(gettext_noop("{who} may exchange a prisoner."), who=Who(seat))
        case UseTrap():
            return text(gettext_noop("{who} may spring a remote trap."), who=Who(seat))
        case UsePassage():
            return text(gettext_noop("{who} may use a secret passage."), who=Who(seat))
        case PayTribute():
            return text(gettext_noop("{who} is choosing a tribute in secret."), who=Who(seat))
    raise TypeError(prompt)
