"""A bot that takes no risk that it need not take, and all the gold that is to be had so.

It holds enemies still (R5): where nobody moves, a way on which nobody strikes stays one, and who
fights a single enemy can step back at any moment. It lets them move only to wait for a way to
open.
"""

from attrs import define, field

from cc3k.bots.careful.plans import (
    drink_the_unknown,
    drink_the_way_free,
    drink_what_helps,
    escape,
    fight,
    pass_time,
    rest,
    take_gold,
)
from cc3k.bots.careful.routes import area, has, trail
from cc3k.bots.careful.situation import Outlook
from cc3k.engine.actions import HOLD, Option
from cc3k.engine.dice import Dice
from cc3k.engine.floor import Floor
from cc3k.engine.game import Game
from cc3k.play.travel import gold

PATIENCE = 100
"""Turns to wait on a floor for a way to the stairs, or to gold, on which nobody strikes."""

BRUISE = 50
"""HP that may be lost on a way through danger at once; one more for each turn waited."""

DESPAIR = 1_000
"""Turns waited after which a way is taken on which all HP may be lost."""


@define(eq=False)
class Careful:
    """Plan a way, follow it, and think again at its end or on another floor.

    Plans are made for enemies that are held, so that nothing can happen on the way. Its dice are
    never rolled: it leaves nothing to chance.
    """

    dice: Dice
    _plan: list[Option] = field(factory=list, init=False)
    _depth: int = field(default=0, init=False)
    _waited: int = field(default=0, init=False)

    def choose(self, game: Game) -> Option:
        """Return the next step of the plan."""
        if game.depth != self._depth:
            self._depth, self._waited, self._plan = game.depth, 0, []
        if not self._plan:
            self._plan = self._think(Outlook(game))
        return self._plan.pop(0)

    def _think(self, outlook: Outlook) -> list[Option]:
        """Return what to do with enemies held; with nothing to do, let them move and wait."""
        plan = escape(outlook) if outlook.harm else errand(outlook) or self._leave(outlook)
        still = bool(plan)
        if not plan:
            self._waited += 1
            plan = [pass_time(outlook)]
        return plan if outlook.game.held is still else [HOLD, *plan]

    def _leave(self, outlook: Outlook) -> list[Option]:
        """Return the way to the stairs, or to where it is safe to wait; nothing while waiting."""
        floor = outlook.game.floor
        way = outlook.way_to(area([floor.stairs]))
        if not way and (opening := drink_the_way_free(outlook)):
            return opening
        if self._hopeful(floor) and (not way or gold(floor)) and outlook.sheltered:
            return outlook.way_to(outlook.havens)
        return way or self._dash(outlook)

    def _hopeful(self, floor: Floor) -> bool:
        """Tell whether to wait still: as long as somebody may step aside."""
        return self._waited < PATIENCE and len(floor.enemies) > len(floor.sentries)

    def _dash(self, outlook: Outlook) -> list[Option]:
        """Return the way on which least is lost, if that is little for so long a wait."""
        game, floor = outlook.game, outlook.game.floor
        goals = area([floor.stairs])
        if not has(outlook.havens, floor.hero):
            goals |= outlook.havens
        way = trail(floor, goals, outlook.harms)
        most = game.hero.hp - 1 if self._waited < DESPAIR else DESPAIR
        bearable = min(BRUISE + self._waited, most)
        return way.steps if way is not None and way.harm <= bearable else []


def errand(outlook: Outlook) -> list[Option]:
    """Return a plan for something worth having, in the order of what it costs."""
    return (
        take_gold(outlook)
        or drink_what_helps(outlook)
        or rest(outlook)
        or fight(outlook)
        or drink_the_unknown(outlook)
    )
