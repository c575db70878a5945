"""Moon: an expansion for CC3k, as a package of its own: a race, an enemy, a potion, rules, words.

`howl` takes the courage of all enemies beside the PC; a moonstone gives another howl. `moon` tells
how the moon stands. At full moon the PC regains some HP.
"""

# ruff: noqa: INP001 - it is installed as a package of its own
from collections.abc import Iterable, Sequence

from attrs import define, evolve, frozen

from cc3k.content.abilities import Heal
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import EnemyKind
from cc3k.engine.events import Event, ExpansionEvent, TookTrinket
from cc3k.engine.expansion import (
    Commands,
    Expansion,
    Figure,
    FloorHooks,
    KeyBinding,
    NumberSetting,
    Rows,
    TextHooks,
    TurnHooks,
)
from cc3k.engine.game import GameState
from cc3k.engine.hero import Race
from cc3k.engine.items import Potion, Trinket
from cc3k.engine.refusals import ExpansionRefusal, Impossible
from cc3k.engine.running_game import ExpansionAction, part_of
from cc3k.engine.stats import BaseStats, StatModifier

FEAR = 5
"""Points of Atk that a howl takes."""

MOONLIGHT_HP = 3
"""HP that a full moon gives."""

MOST_HOWLS = 99
NO_HOWL = ExpansionRefusal("PC has no howl left.", "You have no howl left.")

WEREWOLF = Race(
    "Werewolf", "w", 130, BaseStats(20, 20), max_hp=130, trait="howls", good_at="howling"
)
MOONCALF = EnemyKind("mooncalf", "Y", 60, BaseStats(15, 5), spawn_weight=4, trait="slow of wit")
MOONLIGHT = Potion("ML", None, "m", Heal(20), full_name="Moonlight")
MOONSTONE = Trinket("moonstone", "*", "gives another howl")


@define
class Moon:
    """The howls that are left."""

    howls: int = 1

    def copy(self) -> "Moon":
        """Return an independent copy."""
        return Moon(self.howls)

    def digest_parts(self) -> object:
        """Return the howls that are left."""
        return self.howls


@frozen
class Howl(ExpansionAction):
    """Take the courage of all enemies beside the PC."""

    def require(self, game: GameState) -> Moon:
        """Return the moon, for which there is a howl left."""
        moon = part_of(game, Moon)
        if not moon.howls:
            raise Impossible(NO_HOWL)
        return moon

    def perform(self, game: GameState) -> Iterable[Event]:
        moon, floor = self.require(game), game.floor
        moon.howls -= 1
        for cell in sorted(floor.board.neighbourhood[floor.hero_cell] & floor.enemies.keys()):
            enemy = floor.enemies[cell]
            enemy.stats = StatModifier(enemy.stats, attack_shift=-FEAR)
        yield ExpansionEvent("moon.howled", "PC howls.", "You howl.")


@frozen
class AskMoon(ExpansionAction):
    """Ask how the moon stands; it takes no turn."""

    days: int
    takes_turn = False

    def perform(self, game: GameState) -> Iterable[Event]:
        """Tell how many days are left."""
        text = f"The moon is full in {self.days - game.turns % self.days} days."
        yield ExpansionEvent("moon.told", text)


def lay_moonstone(game: GameState, dice: Dice) -> None:
    """Put a moonstone on a random free floor tile."""
    floor = game.floor
    free = [cell for chamber in floor.board.chambers for cell in chamber if floor.is_free(cell)]
    if game.is_furnished and free:
        floor.place_item(dice.pick(sorted(free)), MOONSTONE)


def take_moonstone(game: GameState, events: Sequence[Event]) -> Iterable[Event]:
    """Add a howl for a moonstone that was picked up."""
    taken = sum(isinstance(e, TookTrinket) and e.trinket == MOONSTONE.name for e in events)
    moon = part_of(game, Moon)
    moon.howls = min(MOST_HOWLS, moon.howls + taken)
    return ()


def with_days(expansion: Expansion, days: int) -> Expansion:
    """Return the expansion with a full moon every so many days."""

    def shine(game: GameState) -> Iterable[Event]:
        if game.turns % days == 0 and game.hero.heal(MOONLIGHT_HP):
            yield ExpansionEvent(
                "moon.shone", "The full moon heals PC.", "The full moon heals you."
            )

    answers = (("moon", AskMoon(days)),)
    turns = evolve(expansion.turns, after_turn=shine)
    return evolve(expansion, turns=turns, commands=evolve(expansion.commands, answers=answers))


MOON = Expansion(
    name="moon",
    sentence="Werewolves howl, mooncalves roam, and the full moon heals.",
    setting=NumberSetting("moon-days", "days from one full moon to the next", 1, 99, 28),
    configure=with_days,
    new_part=Moon,
    rows=Rows(
        races=(WEREWOLF,), enemy_kinds=(MOONCALF,), potions=(MOONLIGHT,), trinkets=(MOONSTONE,)
    ),
    floors=FloorHooks(on_floor=lay_moonstone),
    turns=TurnHooks(after_action=take_moonstone),
    commands=Commands(
        actions=(("howl", Howl()),),
        key_bindings=(KeyBinding("vi", "W", "howl", "howl"),),
        help_rows=(
            ("howl", "frighten all enemies beside you"),
            ("moon", "tell how the moon stands"),
        ),
    ),
    texts=TextHooks(
        status_rows=lambda game: [f"Moon: {part_of(game, Moon).howls} howls"],
        figures=(Figure("howls", 0, MOST_HOWLS, lambda game: part_of(game, Moon).howls),),
    ),
)
