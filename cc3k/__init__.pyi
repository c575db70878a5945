# What type checkers see of the package: all that `cc3k.api` offers.

from cc3k.api import (
    DIRECTIONS as DIRECTIONS,
)
from cc3k.api import (
    EAST as EAST,
)
from cc3k.api import (
    NORTH as NORTH,
)
from cc3k.api import (
    NORTHEAST as NORTHEAST,
)
from cc3k.api import (
    NORTHWEST as NORTHWEST,
)
from cc3k.api import (
    SOUTH as SOUTH,
)
from cc3k.api import (
    SOUTHEAST as SOUTHEAST,
)
from cc3k.api import (
    SOUTHWEST as SOUTHWEST,
)
from cc3k.api import (
    WEST as WEST,
)
from cc3k.api import (
    Attack as Attack,
)
from cc3k.api import (
    Direction as Direction,
)
from cc3k.api import (
    Drink as Drink,
)
from cc3k.api import (
    Event as Event,
)
from cc3k.api import (
    Game as Game,
)
from cc3k.api import (
    Hold as Hold,
)
from cc3k.api import (
    Impossible as Impossible,
)
from cc3k.api import (
    LayoutError as LayoutError,
)
from cc3k.api import (
    Move as Move,
)
from cc3k.api import (
    Observation as Observation,
)
from cc3k.api import (
    Option as Option,
)
from cc3k.api import (
    Outcome as Outcome,
)
from cc3k.api import (
    SeenEnemy as SeenEnemy,
)
from cc3k.api import (
    events as events,
)
from cc3k.api import (
    tell as tell,
)

__version__: str
__all__ = [
    "DIRECTIONS",
    "EAST",
    "NORTH",
    "NORTHEAST",
    "NORTHWEST",
    "SOUTH",
    "SOUTHEAST",
    "SOUTHWEST",
    "WEST",
    "Attack",
    "Direction",
    "Drink",
    "Event",
    "Game",
    "Hold",
    "Impossible",
    "LayoutError",
    "Move",
    "Observation",
    "Option",
    "Outcome",
    "SeenEnemy",
    "events",
    "tell",
]
