"""Targets: the target of a verb without a direction, and the enemies worth fighting."""

from collections.abc import Mapping, Sequence

from attrs import frozen

from cc3k.engine.actions import Attack
from cc3k.engine.board import DIRECTIONS, Cell, Direction
from cc3k.engine.enemies import Enemy
from cc3k.engine.game import GameState
from cc3k.engine.running_game import ExpansionAction
from cc3k.engine.view import GameView
from cc3k.play.commands import DIRECTED_VERBS, command_table
from cc3k.play.group_odds import Joiner, best_to_begin_with, compute_group_odds
from cc3k.play.interruptions import HpLimit, enemies_close, worst_hp_after
from cc3k.play.messages import full_potion_with_article
from cc3k.play.odds import MAX_STEPS, ROUGH_HP, FightOdds, OddsCalculator, OddsError, hits_to_slay
from cc3k.play.paths import cells_along, count_steps, find_steps, steps_to_cells
from cc3k.play.travel import cells_beside, is_harmful

LEAST_STEPS = MAX_STEPS // 4
"""Steps below which no odds of a further enemy are worth having: they would be too coarse."""

PEACEFUL = "peaceful"
"""The sort of enemies that no command of many turns attacks."""

CROWD = 3
"""Enemies whose odds together take a while; one fewer do for a PC with many HP."""

LEAST_WIN_CHANCE = 0.9
"""The chance to win below which the odds of a fight are bad."""


def target_directions(view: GameView, verb: str) -> list[Direction]:
    """Return the directions in which there is an enemy for `a`, or a potion for `u`."""
    things = view.enemies if DIRECTED_VERBS[verb] is Attack else view.potions
    return [way for way in DIRECTIONS if view.hero_cell + way.offset(view.board.stride) in things]


def only_target(view: GameView, verb: str) -> Direction | None:
    ways = target_directions(view, verb)
    return ways[0] if len(ways) == 1 else None


def verb_prompt(view: GameView, verb: str, keys: str) -> str:
    """Return the question for a verb's direction; `keys` choose the only target."""
    attacks = DIRECTED_VERBS[verb] is Attack
    question = "Attack which way?" if attacks else "Use which way?"
    ways, way = target_directions(view, verb), only_target(view, verb)
    if way is None:
        return question if ways else f"{question} {'No enemy' if attacks else 'No potion'} is near."
    cell = view.hero_cell + way.offset(view.board.stride)
    if attacks:
        name = view.enemies[cell].kind.name
        return f"{question} {keys}: the {name} to the {way.name}."
    potion = view.potions[cell]
    name = full_potion_with_article(None if potion is None else potion.full_name)
    harm = "" if potion is None or not is_harmful(view.hero, potion) else "; it does harm"
    return f"{question} {keys}: {name} to the {way.name}{harm}."


def way_question(game: GameState, words: str) -> str:
    actions = command_table(game.rules).actions
    found = [(way, actions.get(f"{words} {way.command_word}")) for way in DIRECTIONS]
    suited = [
        way.name
        for way, action in found
        if isinstance(action, ExpansionAction)
        and action.is_legal(game)
        and not action.question(game)
    ]
    told = f" {', '.join(suited)}." if 0 < len(suited) < len(found) else ""
    return f"{words}: which way?{told}"


def next_word_question(words: str, choices: Sequence[str]) -> str:
    spans = list[list[str]]()
    for each in choices:
        if spans and len(each) == 1 and spans[-1][-1] == chr(ord(each) - 1):
            spans[-1].append(each)
        else:
            spans.append([each])
    told = [f"{span[0]} to {span[-1]}" if span[1:] else span[0] for span in spans]
    return f"{words}: which, {' or '.join(told)}?"


MAX_OPTIONS_WIDTH = 100
"""Columns for the names of options; if they need more, only their letters are shown."""


def with_options(question: str, options: Mapping[str, str]) -> str:
    """Return a question with further answers, such as the slots of a pack."""
    named = "; ".join([f"{word}: {name}" for word, name in options.items()])
    told = named if len(named) <= MAX_OPTIONS_WIDTH else ", ".join(options)
    return f"{question} You carry {told}." if options else question


def options_after(game: GameState, beginning: str) -> Mapping[str, str]:
    """Return what menus of expansions offer after the beginning of a command: names by word."""
    menus = [menu for each in game.rules.expansions for menu in each.menus]
    commands = [
        (command.words, line.text.partition(":")[0])
        for menu in menus
        for line in menu.lines(game)
        for command in line.commands
    ]
    start = f"{beginning} "
    found = [(words[len(start) :], name) for words, name in commands if words.startswith(start)]
    return {word: name for word, name in found if " " not in word}


def describe_both_meanings(words: str, word: str, name: str, longer: Mapping[str, str]) -> str:
    what = f"{word}, {name}" if name else f"{word}, where nothing is"
    others = [f"{letters} means {meant}" for letters, meant in longer.items()]
    return f"{words}: Enter means {what}; {', '.join(others)}."


@frozen
class Foe:
    """An enemy that can be fought, those beside it, and the odds against all of them.

    `worst_hp` are the HP left after a first turn in which every attack hits. `odds` are None if
    they cannot be computed. They leave out enemies that are `near`: these may yet notice the PC,
    and join.
    """

    enemy: Enemy
    others: tuple[Enemy, ...]
    worst_hp: int
    odds: FightOdds | None
    near: tuple[Enemy, ...] = ()

    def pays(self, hp: int, least_hp: int) -> bool:
        """Tell whether the PC wins nine times of ten, and keeps the limit of HP on average."""
        odds = self.odds
        if odds is None or odds.hits_to_slay is None or odds.win_chance < LEAST_WIN_CHANCE:
            return False
        return min(self.worst_hp, hp - odds.mean_hp_lost) >= least_hp


def choose_foe(view: GameView, limit: HpLimit) -> Foe | None:
    """Return the nearest hostile enemy worth fighting; else the nearest one; else None.

    Enemies that attack the PC already come first; of several, the one that is best to begin with.
    Those farther off are left out once the steps for the odds are used up.
    """
    hp, least_hp = view.hero.hp, limit.hp(view.race)
    calculator = OddsCalculator(view.rules, is_rough=True)
    enemies = _hostiles_in_walking_distance(view)
    if beside := {id(view.enemies[cell]): cell for steps, cell in enemies if not steps}:
        first = best_to_begin_with(view.hero, [Joiner(view.enemies[at]) for at in beside.values()])
        return _foe_on(view, beside[id(first.enemy)], calculator)
    nearest = None
    for _, cell in enemies:
        foe = _foe_on(view, cell, calculator)
        if foe.pays(hp, least_hp):
            return foe
        nearest = nearest or foe
        if calculator.steps_left < LEAST_STEPS:
            break
    return nearest


def takes_weighing(view: GameView) -> bool:
    """Tell whether so many enemies may fight together that their odds take a while to compute."""
    together = {id(each) for each in (*view.hunters.values(), *enemies_close(view, view.hero_cell))}
    return len(together) + (view.hero.hp > ROUGH_HP) >= CROWD


def enemies_nearer_than(view: GameView, foe: Enemy) -> list[Enemy]:
    """Return the hostile enemies that the PC can walk up to before one, the nearest first."""
    enemies = [view.enemies[cell] for _, cell in _hostiles_in_walking_distance(view)]
    return enemies[: enemies.index(foe)] if foe in enemies else enemies


def steps_beside(view: GameView, cell: Cell) -> tuple[Direction, ...] | None:
    """Return the steps to a cell beside one, over as few cells in reach of others as can be."""
    return find_steps(view, cells_beside(view, cell), costly=view.cells_to_avoid({cell}))


def _hostiles_in_walking_distance(view: GameView) -> list[tuple[int, Cell]]:
    steps = steps_to_cells(view)
    return sorted(
        (min(steps[near] for near in view.board.neighbours[cell] if near in steps), cell)
        for cell, enemy in view.enemies.items()
        if view.is_hostile(enemy) and any(near in steps for near in view.board.neighbours[cell])
    )


def _foe_on(view: GameView, cell: Cell, calculator: OddsCalculator) -> Foe:
    path = steps_beside(view, cell) or ()
    way = [view.hero_cell, *cells_along(view, path)]
    stand, enemy = way[-1], view.enemies[cell]
    close = [Joiner(each) for each in enemies_close(view, stand) if each is not enemy]
    beside = {id(enemy), *[id(each.enemy) for each in close]}
    coming = [each for each in _who_may_join(view, way, enemy) if id(each.enemy) not in beside]
    awake = {id(each) for at in way for each in (*view.hunters.values(), *enemies_close(view, at))}
    joiners = [*close, *[each for each in coming if id(each.enemy) in awake]]
    return Foe(
        enemy,
        tuple([each.enemy for each in joiners]),
        worst_hp_after(view, stand, enemy),
        _odds_against(view, enemy, joiners, calculator),
        tuple([each.enemy for each in coming if id(each.enemy) not in awake]),
    )


def _who_may_join(view: GameView, way: Sequence[Cell], foe: Enemy) -> list[Joiner]:
    """Return who would reach the end of a way before a fight there has ended, hunting (X7).

    There are none while enemies are frozen, or if the foe cannot be hurt.
    """
    hits, steps = hits_to_slay(view.hero, foe), len(way) - 1
    if view.enemies_keep_to_chambers or view.enemies_frozen or hits is None:
        return []
    distances = {cell: count_steps(view.board, cell, way[-1]) for cell in sorted(view.enemies)}
    return [
        Joiner(view.enemies[cell], max(0, distance - steps - 1))
        for cell, distance in distances.items()
        if distance <= steps + hits
        and cell not in view.stationary
        and view.is_hostile(view.enemies[cell])
    ]


def _odds_against(
    view: GameView, enemy: Enemy, others: Sequence[Joiner], calculator: OddsCalculator
) -> FightOdds | None:
    try:
        if not others:
            return calculator.compute(view.hero, enemy)
        return compute_group_odds(calculator, view.hero, enemy, others, view.forecast_kill)
    except OddsError:
        return None


def count_unfought(view: GameView) -> Mapping[str, int]:
    reached = {cell for _, cell in _hostiles_in_walking_distance(view)}
    hostile = [cell for cell, enemy in view.enemies.items() if view.is_hostile(enemy)]
    return {
        PEACEFUL: len(view.enemies) - len(hostile),
        "out of reach": len(hostile) - len(reached),
    }
