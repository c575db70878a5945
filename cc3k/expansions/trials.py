"""Trials: each seed has two conditions, a quest and a factor of its own (X116-X118).

They are drawn from the dice of the game alone, so they are known before a race is chosen, and are
the same for every race. Quests and feats, one for each race, raise the factor of the score.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial

from attrs import asdict, define, evolve, frozen

from cc3k.content.abilities import Heal, StatPotion, with_amount
from cc3k.engine.actions import TOGGLE_FREEZE, ToggleFreeze
from cc3k.engine.arrivals import FloorStage, spawn_enemy
from cc3k.engine.board import Cell
from cc3k.engine.combat import Blow, BlowRule, BlowStage
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy, EnemyKind
from cc3k.engine.events import Descended, Drank, Effect, Escaped, Event, ExpansionEvent
from cc3k.engine.expansion import (
    Deed,
    Expansion,
    ExpansionHint,
    FightHooks,
    Figure,
    FloorHooks,
    ItemHooks,
    NumberSetting,
    TextHooks,
    TurnHooks,
)
from cc3k.engine.game import LAST_WAS_FREE, GameState
from cc3k.engine.hero import Hero
from cc3k.engine.items import Potion
from cc3k.engine.refusals import ExpansionRefusal
from cc3k.engine.running_game import part_of
from cc3k.engine.states import NEWCOMER
from cc3k.engine.stats import modifier_layers, raise_base

NAME = "trials"

STEADY, GLASS, FAMINE, COLD = "Steady", "Glass", "Famine", "Cold"
CROWD, HEAVY_PURSE, GLOWING = "Crowd", "Heavy purse", "Glowing"

MUTATORS: Mapping[str, tuple[int, str]] = {
    STEADY: (0, "enemies never miss; their blows do half"),
    GLASS: (20, "all blows do half more, yours too"),
    FAMINE: (20, "every second potion of a floor is missing"),
    COLD: (30, "enemies cannot be frozen"),
    CROWD: (30, "five more enemies on every floor"),
    HEAVY_PURSE: (20, "each 20 gold you hold take 1 from Atk and Def"),
    GLOWING: (10, "you know all potions; good ones do half"),
}
"""The mutators, each with the percent that it adds to the factor, and what it does."""

MUTATORS_DRAWN = 2
FURTHER_MUTATORS_AT = (2, 4)
"""Steps of a trial that have one mutator more."""

QUEST_PERCENT, FEAT_PERCENT, STEP_PERCENT = 30, 20, 20
"""Percent that a quest, a feat, and each step of a trial add to the factor."""

STRENGTH_PER_STEP = 5
"""Percent of HP and attack that enemies gain with each step."""

SWIFT, TROLL = "Swift", "Troll"
SWIFT_TURNS, TROLL_TURNS = 150, 200
"""Turns that a floor may take for the quest Swift, and for the feat of trolls."""

MORE_ENEMIES = 5
GOLD_PER_POINT = 20
"""With Heavy purse, this much gold takes one point of attack and defence."""

DRAGONS = ("dragon", "elder dragon")

IS_STEADY, IS_GLASS = "trial steady", "trial glass"
"""Facts of the hero of such a trial, which the rules for blows look at."""

STEPS = NumberSetting(
    "trial", "how hard the trial is", lowest=0, highest=5, default=0, is_earned=True
)

NO_FREEZE = "There is no freeze in this trial."


@define(eq=False)
class Trial:
    """The conditions of a game, drawn when they are first needed, and how far quest and feat are.

    `floor_began` is the turn on which the PC came to this floor, and `slowest_floor` the most turns
    that one took. `purse` are the points of attack and defence that the purse takes now.
    """

    step: int = 0
    mutators: tuple[str, ...] = ()
    quest: str = ""
    quest_done: bool = False
    feat_done: bool = False
    floor_began: int = 0
    swift_floors: int = 0
    slowest_floor: int = 0
    drinks: int = 0
    kinds_drunk: tuple[str, ...] = ()
    kills: int = 0
    dragons: int = 0
    purse: tuple[int, int] = (0, 0)

    def copy(self) -> "Trial":
        return evolve(self)

    def digest_parts(self) -> object:
        return [*asdict(self, recurse=False).values()]

    @property
    def factor(self) -> int:
        """The percentage by which the score is multiplied."""
        earned = QUEST_PERCENT * self.quest_done + FEAT_PERCENT * self.feat_done
        drawn = sum([MUTATORS[name][0] for name in self.mutators])
        return 100 + drawn + STEP_PERCENT * self.step + earned

    @property
    def line(self) -> str:
        mutators = ", ".join(self.mutators)
        return f"Trial: {mutators}. Quest: {self.quest}. Factor {self.factor} %."


def draw_trial(step: int, game_dice: Dice) -> Trial:
    """Return the trial of the game with those dice: neither race nor expansions matter."""
    dice = game_dice.fork(NAME)
    mutators, left = list[str](), list(MUTATORS)
    count = MUTATORS_DRAWN + sum([step >= further for further in FURTHER_MUTATORS_AT])
    for number in range(count):
        mutators.append(dice.fork(f"mutator {number}").pick(left))
        left.remove(mutators[-1])
    return Trial(step, tuple(mutators), dice.fork("quest").pick([*QUESTS]))


def trial_of(game: GameState) -> Trial:
    trial = part_of(game, Trial)
    if not trial.quest:
        drawn = draw_trial(trial.step, game.dice)
        trial.mutators, trial.quest = drawn.mutators, drawn.quest
    return trial


def has_mutator(game: GameState, name: str) -> bool:
    return name in trial_of(game).mutators


# Quests and feats (X116, X117).


@frozen
class Goal:
    """What a quest or a feat asks for: so much of a count, or at most so much of it.

    Those `at_end` are judged at the victory, the others as soon as they are reached. `broken_by` is
    the deed by which one that asks for at most so much fails, and what it is called. The `unit` is
    what it counts, where its name does not say so.
    """

    meaning: str
    needed: int
    count: Callable[[GameState, Trial], int]
    at_end: bool = False
    at_most: bool = False
    broken_by: tuple[Deed, str] | None = None
    unit: str = ""

    def is_reached(self, game: GameState, trial: Trial) -> bool:
        if self.at_end and (game.outcome is None or not game.outcome.won):
            return False  # as in nearly all turns
        count = self.count(game, trial)
        return count <= self.needed if self.at_most else count >= self.needed

    def progress(
        self, game: GameState, trial: Trial, *, is_done: bool, has_unit: bool = True
    ) -> str:
        """Return how far it is: `1 of 3`, `done`, `failed`, or `holds` if it only has to last."""
        count, unit = self.count(game, trial), self.unit * has_unit
        if is_done:
            return "done"
        if self._is_broken(count):
            return f"failed: {count}{unit}" if unit else "failed"
        return "holds" if self._only_has_to_last(count) else f"{count} of {self.needed}{unit}"

    def ending(self, game: GameState, trial: Trial, *, is_done: bool) -> str:
        """Return `done` or `failed` of a game that is over, with how far it came if it counts."""
        count = self.count(game, trial)
        if is_done:
            return "done"
        if self._is_broken(count) or self._only_has_to_last(count):
            return "failed"
        return f"failed ({self.progress(game, trial, is_done=False)})"

    def _is_broken(self, count: int) -> bool:
        return self.at_most and count > self.needed

    def _only_has_to_last(self, count: int) -> bool:
        return not self.needed or (self.at_end and not self.at_most and count >= self.needed)


def turns_here(game: GameState, trial: Trial) -> int:
    return game.turns - trial.floor_began


QUESTS: Mapping[str, Goal] = {
    SWIFT: Goal(
        f"leave three floors within {SWIFT_TURNS} turns each",
        3,
        lambda _, trial: trial.swift_floors,
    ),
    "Dry": Goal(
        "drink nothing",
        0,
        lambda _, trial: trial.drinks,
        at_end=True,
        at_most=True,
        broken_by=(Deed.DRINK, "a drink"),
    ),
    "Rich": Goal("hold 60 gold", 60, lambda game, _: game.hero.gold),
    "Bold": Goal("slay two dragons", 2, lambda _, trial: trial.dragons),
    "Gentle": Goal(
        "win and slay at most eight",
        8,
        lambda _, trial: trial.kills,
        at_end=True,
        at_most=True,
        broken_by=(Deed.SLAY, "one more kill"),
    ),
}

FEATS: Mapping[str, Goal] = {
    "Shade": Goal("win with 80 gold", 80, lambda game, _: game.hero.gold, at_end=True),
    "Drow": Goal("drink six kinds of potion", 6, lambda _, trial: len(trial.kinds_drunk)),
    "Vampire": Goal("have 150 HP", 150, lambda game, _: game.hero.hp),
    TROLL: Goal(
        f"win within {TROLL_TURNS} turns a floor",
        TROLL_TURNS,
        lambda game, trial: max(turns_here(game, trial), trial.slowest_floor),
        at_end=True,
        at_most=True,
        unit=" turns on a floor",
    ),
    "Goblin": Goal("slay 40", 40, lambda _, trial: trial.kills),
}
"""The feats by the names of the races; another race has none."""


def judge(game: GameState, trial: Trial) -> list[Event]:
    """Tell of the quest and the feat in the turn in which they are done."""
    told: list[Event] = []
    if not trial.quest_done and QUESTS[trial.quest].is_reached(game, trial):
        trial.quest_done, text = True, f"Quest done: {trial.quest}."
        told.append(ExpansionEvent("trials.quest", text, effect=Effect.GAIN))
    feat = FEATS.get(game.race.name)
    if feat is not None and not trial.feat_done and feat.is_reached(game, trial):
        trial.feat_done, text = True, f"Feat done: {feat.meaning}."
        told.append(ExpansionEvent("trials.feat", text, effect=Effect.GAIN))
    return told


def count_kill(game: GameState, _cell: Cell, enemy: Enemy) -> Iterable[Event]:
    """Count a kill by the PC; newcomers count for no quest or feat (Y8)."""
    trial = trial_of(game)
    if NEWCOMER not in enemy.facts:
        trial.kills += 1
        trial.dragons += enemy.kind.breed in DRAGONS
    return ()


def follow_turn(game: GameState, events: Sequence[Event] = ()) -> Iterable[Event]:
    """Count what the turn has done for quest and feat, and weigh the purse."""
    trial = trial_of(game)
    for event in events:
        match event:
            case Drank(potion):
                trial.drinks += 1
                trial.kinds_drunk = tuple(sorted({*trial.kinds_drunk, potion}))
            case Descended() | Escaped():
                leave_floor(game, trial)
    if HEAVY_PURSE in trial.mutators:
        weigh_purse(game)
    return judge(game, trial)


def leave_floor(game: GameState, trial: Trial) -> None:
    """Note the turns that the floor took; the step onto the stairs is the last, unless free."""
    last = int(LAST_WAS_FREE not in game.hero.facts)
    turns = turns_here(game, trial) + last
    trial.swift_floors += turns <= SWIFT_TURNS
    trial.slowest_floor = max(trial.slowest_floor, turns)
    trial.floor_began = game.turns + last


# Mutators, and the steps of a trial (X116, X118).


@lru_cache(maxsize=4096)
def kind_in_trial(kind: EnemyKind, step: int) -> EnemyKind:
    """Return a kind with more HP and attack for each step, rounded down (X118, Y15)."""
    return kind.stronger_by(STRENGTH_PER_STEP * step, defence=False)


@lru_cache(maxsize=64)
def half_as_strong(potion: Potion) -> Potion:
    """Return a potion that helps half as much, rounded up; any other as it is (Y42)."""
    match potion.effect:
        case Heal():
            return with_amount(potion, _half)
        case StatPotion(attack, defence) if attack + defence > 0:
            return with_amount(potion, _half)
    return potion


def _half(amount: int) -> int:
    return -(-amount // 2)


def furnish(game: GameState, dice: Dice) -> None:
    """Let the mutators change a floor; what is drawn stays as it is drawn (Y41)."""
    if has_mutator(game, GLOWING):
        game.known_names.update([potion.name for potion in game.rules.potions])
    game.hero.set_fact(IS_STEADY, int(has_mutator(game, STEADY)))
    game.hero.set_fact(IS_GLASS, int(has_mutator(game, GLASS)))
    if not game.is_furnished:
        return
    if has_mutator(game, FAMINE):
        items = game.floor.items
        for cell in [at for at in sorted(items) if isinstance(items[at], Potion)][1::2]:
            game.floor.remove_item(cell)
    if has_mutator(game, CROWD):
        for _ in range(MORE_ENEMIES):
            spawn_enemy(game, dice.pick(game.rules.enemy_spawn_table), dice)


def weigh_purse(game: GameState) -> Iterable[Event]:
    """Let the gold held weigh on attack and defence; neither falls below 0."""
    trial, hero = trial_of(game), game.hero
    if HEAVY_PURSE not in trial.mutators:
        return ()
    attack, defence = trial.purse
    *_, (base_attack, base_defence) = modifier_layers(hero.stats)
    points = hero.gold // GOLD_PER_POINT
    due = (min(points, base_attack + attack), min(points, base_defence + defence))
    if due != trial.purse:
        hero.stats = raise_base(hero.stats, attack - due[0], defence - due[1])
        trial.purse = due
    return ()


def soften(blow: Blow) -> int:
    """Halve the blows of enemies, rounded up, in a steady trial."""
    is_enemys = blow.attacker is not None and blow.hero.facts.get(IS_STEADY, 0)
    return _half(blow.damage) if is_enemys else blow.damage


def shatter(blow: Blow) -> int:
    """Let every blow take half as much more, rounded up, in a trial of glass."""
    return blow.damage + _half(blow.damage) if blow.hero.facts.get(IS_GLASS, 0) else blow.damage


def is_sure(hero: Hero, attacker: Enemy | None, _defender: Enemy | None) -> bool:
    """Tell whether an attack cannot miss: those of enemies in a steady trial."""
    return attacker is not None and bool(hero.facts.get(IS_STEADY, 0))


def refuse_freeze(game: GameState, action: object) -> ExpansionRefusal | None:
    if isinstance(action, ToggleFreeze) and has_mutator(game, COLD):
        return ExpansionRefusal(NO_FREEZE)
    return None


# What is told.


def _goals(game: GameState) -> list[tuple[str, Goal, bool]]:
    """Return quest and feat, each with what it is called, and whether it is done."""
    trial, feat = trial_of(game), FEATS.get(game.race.name)
    goals = [(trial.quest, QUESTS[trial.quest], trial.quest_done)]
    return [*goals, ("feat", feat, trial.feat_done)] if feat else goals


def tell_end(game: GameState) -> Iterator[tuple[str, str]]:
    trial = trial_of(game)
    yield "Trial", trial.line.removeprefix("Trial: ")
    for label, (_, goal, is_done) in zip(("Quest", "Feat"), _goals(game), strict=False):
        yield label, f"{goal.meaning}: {goal.ending(game, trial, is_done=is_done)}."


def trial_rows(game: GameState, *, is_short: bool = False) -> list[str]:
    trial = trial_of(game)
    told = [
        f"{name} {goal.progress(game, trial, is_done=is_done, has_unit=not is_short)}"
        for name, goal, is_done in _goals(game)
    ]
    return [f"Trial: {'; '.join(told)}"]


def short_trial_rows(game: GameState) -> list[str]:
    return [
        row.replace("Trial: ", "Trial ").replace(" of ", "/").replace(";", "")
        for row in trial_rows(game, is_short=True)
    ]


def tell_quest(game: GameState) -> str:
    """Return what the quest asks, how far it is, and what it brings, until it is done or failed."""
    trial = trial_of(game)
    goal, is_done = QUESTS[trial.quest], trial.quest_done
    progress = goal.progress(game, trial, is_done=is_done)
    if is_done or progress == "failed":
        return ""
    return f"Quest {trial.quest}: {goal.meaning} ({progress}), for {QUEST_PERCENT} % more score."


def tell_trial(game: GameState) -> str:
    """Return what the conditions are, and the quest, for a look at the PC."""
    conditions = [f"{name}: {MUTATORS[name][1]}." for name in trial_of(game).mutators]
    return " ".join(filter(None, (*conditions, tell_quest(game))))


def tell_line(game: GameState) -> Iterator[ExpansionEvent]:
    """Name the conditions as a game begins: whoever gave the race beforehand read them nowhere."""
    if game.depth == 1:
        yield ExpansionEvent("trials.begins", "", trial_of(game).line)


def warn_of(game: GameState, deed: Deed) -> str:
    """Return that a deed fails the quest, if it is still to be had; a trifle only counts for it."""
    trial = trial_of(game)
    quest = QUESTS[trial.quest]
    is_trifle = deed is Deed.SLAY_TRIFLE
    if quest.broken_by is None or quest.broken_by[0] is not (Deed.SLAY if is_trifle else deed):
        return ""
    count = quest.count(game, trial)
    is_due = count <= quest.needed if is_trifle else count == quest.needed
    return f"{quest.broken_by[1]} fails the quest {trial.quest}" if is_due else ""


def deadlines(game: GameState) -> Iterator[tuple[int, str]]:
    """Yield the turns left for the quest Swift, and for the feat of a troll, while it is possible.

    The step onto the stairs is the last of them.
    """
    trial = trial_of(game)
    turns, left = turns_here(game, trial), game.rules.floor_count - game.depth + 1
    may_be_done = not trial.quest_done and trial.swift_floors + left >= QUESTS[SWIFT].needed
    if trial.quest == SWIFT and may_be_done and turns < SWIFT_TURNS:
        yield SWIFT_TURNS - turns, f"this floor is too slow for the quest {SWIFT}"
    is_troll = game.race.name == TROLL
    if is_troll and max(turns, trial.slowest_floor - 1) < TROLL_TURNS:
        yield TROLL_TURNS - turns, "the feat fails"


def feats_done(game: GameState) -> list[str]:
    """Return the feat of the race and the quest, as far as they are done."""
    trial, feat = trial_of(game), FEATS.get(game.race.name)
    feats = [feat.meaning] if feat and trial.feat_done else []
    return [*feats, *[f"quest {trial.quest}"] * trial.quest_done]


def _feat_count(game: GameState) -> int:
    feat = FEATS.get(game.race.name)
    return 0 if feat is None else feat.count(game, trial_of(game))


def _quest_count(game: GameState) -> int:
    trial = trial_of(game)
    return QUESTS[trial.quest].count(game, trial)


MOST_COUNTED = 1_000_000
"""Upper bound of the counts for programs."""


def _mutator_figure(name: str) -> Figure:
    return Figure(f"trial {name.lower()}", 0, 1, lambda game: int(has_mutator(game, name)))


FIGURES = (
    *map(_mutator_figure, MUTATORS),
    Figure("trial quest", 0, len(QUESTS) - 1, lambda game: [*QUESTS].index(trial_of(game).quest)),
    Figure("trial quest count", 0, MOST_COUNTED, _quest_count),
    Figure("trial quest done", 0, 1, lambda game: int(trial_of(game).quest_done)),
    Figure("trial feat count", 0, MOST_COUNTED, _feat_count),
    Figure("trial feat done", 0, 1, lambda game: int(trial_of(game).feat_done)),
    Figure("trial factor", 0, MOST_COUNTED, lambda game: trial_of(game).factor),
)


def with_step(expansion: Expansion, step: int) -> Expansion:
    texts = evolve(expansion.texts, before_game=lambda dice: [draw_trial(step, dice).line])
    return evolve(expansion, new_part=partial(Trial, step), texts=texts)


TRIALS = Expansion(
    name=NAME,
    version=2,
    sentence="Each seed has conditions, a quest and a factor for the score.",
    setting=STEPS,
    configure=with_step,
    new_part=Trial,
    floors=FloorHooks(
        kind_here=lambda game, kind: kind_in_trial(kind, part_of(game, Trial).step),
        on_floor=furnish,
        stage=FloorStage.CONTENTS,
        fair_arrival=True,
        arrival_events=tell_line,
    ),
    turns=TurnHooks(
        refuses=refuse_freeze,
        all_refused=lambda game: [TOGGLE_FREEZE] * has_mutator(game, COLD),
        after_action=follow_turn,
        after_hit=weigh_purse,
        after_turn=follow_turn,
        on_kill=count_kill,
        score_factor=lambda game: trial_of(game).factor,
        factor_reason="for the trial",
    ),
    fights=FightHooks(
        blows=(BlowRule(BlowStage.ENEMIES, soften), BlowRule(BlowStage.ALL, shatter)),
        sure_hits=is_sure,
    ),
    items=ItemHooks(
        potion_here=lambda game, each: half_as_strong(each) if has_mutator(game, GLOWING) else each
    ),
    texts=TextHooks(
        before_game=lambda dice: [draw_trial(0, dice).line],
        feats=feats_done,
        end_rows=tell_end,
        status_rows=trial_rows,
        short_rows=short_trial_rows,
        widest_rows=("Trial: Swift 1 of 3; feat 180 of 200", "Trial Swift 1/3 feat 180/200"),
        ahead=tell_trial,
        warns=warn_of,
        deadlines=deadlines,
        figures=FIGURES,
        hints=(
            ExpansionHint(
                NAME,
                "This seed has conditions of its own. Trial tells how far you are with its quest, "
                "and with the feat of your race: each raises the factor of your score.",
                lambda game: game.turns > 0,
            ),
        ),
        help_notes=(
            *[f"{name}: {meaning}." for name, (_, meaning) in MUTATORS.items()],
            "`Trial: Swift 1 of 3; feat 24 of 40`: the quest Swift, and the feat of your race.",
            *[f"Quest {name}: {goal.meaning}." for name, goal in QUESTS.items()],
            *[f"Feat of a {name.lower()}: {goal.meaning}." for name, goal in FEATS.items()],
            "The troll's turns are counted for each floor singly: one that takes more fails it.",
        ),
    ),
)
