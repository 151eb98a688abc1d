"""The games. `GAMES` is the only line a new game adds."""

from typing import Any

from games.core.model import Game
from games.dragonkeeper import GAME as DRAGONKEEPER
from games.drako import GAME as DRAKO
from games.drakon import GAME as DRAKON
from games.natrak import GAME as NATRAK

# Each game has a state type of its own, and only the game itself looks into it: hence Any.
GAMES: dict[str, Game[Any]] = {game.slug: game for game in (DRAKON, NATRAK, DRAKO, DRAGONKEEPER)}
