"""Prompts: what a way or a verb means where the PC stands, and what is asked before or after it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from cc3k.engine.actions import Attack, Move
from cc3k.engine.board import DIRECTIONS, Direction
from cc3k.engine.game import GameState
from cc3k.engine.running_game import ExpansionAction
from cc3k.engine.text import potion_name
from cc3k.engine.view import GameView
from cc3k.play.choices import DEFAULT_HP_LIMIT
from cc3k.play.commands import ATTACK_WORD, DIRECTED_VERBS, USE_WORD, CommandTable, command_table
from cc3k.play.foes import choose_foe, describe_fight_odds

if TYPE_CHECKING:
    from cc3k.engine.expansion import ChoiceMenu, Commands, MenuLine

    FoundMenu: TypeAlias = tuple[ChoiceMenu, Sequence[MenuLine]]

NOTHING_TO_FORETELL = "There is nobody to fight, nothing to pay, and no wand to cast at anybody."


class PlannedCommand(NamedTuple):
    """A command by its words, and the question, or the menu and its lines, that comes before it."""

    words: str
    question: str = ""
    menu: "FoundMenu | None" = None


def plan_step(game: GameState, table: CommandTable, way: Direction) -> PlannedCommand:
    """Return what a way means where the PC stands: attack, pick up, drink, or take a step (§4).

    Walking into a potion asks first. What cannot be walked onto, such as a pedestal, has a menu.
    """
    view, words, menu = GameView(game), way.command_word, None
    cell = view.cell_towards(way)
    if cell in view.enemies:
        words = f"{ATTACK_WORD} {words}"
    elif cell in view.items and cell in view.potions:
        verb = view.pick_up_verb(cell)
        if not verb:
            return PlannedCommand(f"{USE_WORD} {words}", _question_before_drinking(view, way))
        words = f"{verb} {words}"
    elif not game.rules.trinkets:  # as most often: nothing is asked
        return PlannedCommand(words)
    elif not view.may_enter(cell):
        menu = next(find_menus(game, lambda each: each.endswith(f" {words}")), None)
    question = "" if menu else question_before(game, table.commands.get(words))
    return PlannedCommand(words, question, menu)


def plan(game: GameState, table: CommandTable, words: str) -> PlannedCommand:
    """Return a command, with the menu or the question that comes before it, if any."""
    if words in table.answers and (found := next(find_menus(game, words.__eq__), None)):
        return PlannedCommand(words, menu=found)
    return PlannedCommand(words, question_before(game, table.commands.get(words)))


def _question_before_drinking(view: GameView, way: Direction) -> str:
    name, does_harm = _potion_there(view, way)
    harm = " It does harm." * does_harm
    full = " Your pack is full: use or throw one to make room." * view.can_carry_potions
    return f"There is {name}.{harm}{full} Use it?"


def _potion_there(view: GameView, way: Direction) -> tuple[str, bool]:
    """Return `a Poison Health potion to the East`, and whether it is known to do harm."""
    potion = view.potions[view.cell_towards(way)]
    name = potion_name(None if potion is None else potion.full_name)
    return f"{name} to the {way.name}", view.harms(potion)


def question_before(game: GameState, action: object) -> str:
    """Return the question to ask before an action that might be regretted; empty for others."""
    view = GameView(game)
    if isinstance(action, Attack):
        enemy, way = view.enemies.get(view.cell_towards(action.direction)), action.direction.name
        if enemy is None or view.is_hostile(enemy):
            return ""
        return f"{enemy.kind.name_at_start} to the {way} {enemy.attitude}. Attack it?"
    if isinstance(action, Move):
        return view.question_before_taking(view.cell_towards(action.direction))
    if isinstance(action, ExpansionAction) and action.is_legal(game):
        return action.question(game)
    return ""


def what_is_needed(game: GameState, words: str) -> str:
    """Return what the commands that begin with words need, if none can be given; else empty."""
    word, groups = words.partition(" ")[0], [each.commands for each in game.rules.expansions]
    needs = {need[0]: need[1] for each in groups for need in each.needs}
    if word not in needs or any(_can_give(game, each, word) for each in groups):
        return ""
    return f"{word} needs {needs[word]}."


def _can_give(game: GameState, commands: "Commands", word: str) -> bool:
    """Tell whether one of an expansion's commands that begin with a word can be given now."""
    for need in commands.needs:
        match need:
            case (first, _, is_met) if first == word:  # which spares the trial
                return is_met(game)
    entries = (*commands.actions, *commands.answers)
    return any(text.startswith(f"{word} ") and action.is_legal(game) for text, action in entries)


def suited_ways(game: GameState, words: str) -> list[Direction]:
    """Return the ways in which a command that ends with one suits: something is there for it.

    One of an expansion suits where it can be given and asks nothing.
    """
    view, actions = GameView(game), command_table(game.rules).actions_and_answers
    if words in DIRECTED_VERBS:
        things = view.enemies if DIRECTED_VERBS[words] is Attack else view.potions
        return [way for way in DIRECTIONS if view.cell_towards(way) in things]
    return [
        way
        for way in DIRECTIONS
        if isinstance(action := actions.get(f"{words} {way.command_word}"), ExpansionAction)
        and action.is_legal(game)
        and not action.question(game)
    ]


def prompt_after(
    game: GameState, words: str, options: Mapping[str, "MenuLine"], keys: str = ""
) -> str:
    """Return the prompt for what follows the words of half a command.

    The ways that suit are named, with what is there; `keys` choose the only one. The other
    `options` are the lines of menus, by what is typed for them.
    """
    if words in DIRECTED_VERBS:
        return with_options(_verb_prompt(game, words, keys, has_slots=bool(options)), options)
    table = command_table(game.rules)
    if f"{words} {DIRECTIONS[0].command_word}" in table.commands:
        return _way_prompt(game, words, keys)
    return with_options(f"{words}: which, {_join_letters(table.next_words(words))}?", options)


def _verb_prompt(game: GameState, verb: str, keys: str, *, has_slots: bool) -> str:
    view, ways = GameView(game), suited_ways(game, verb)
    attacks = DIRECTED_VERBS[verb] is Attack
    question = "Attack which way?" if attacks else "Use which way?"
    if not ways:
        nothing = "No enemy" if attacks else "No potion"
        return "Use which slot?" if has_slots else f"{question} {nothing} is near."
    if len(ways) > 1:
        return question
    if attacks:
        enemy = view.enemies[view.cell_towards(ways[0])]
        return f"{question} {keys}: {enemy.kind.the_name} to the {ways[0].name}."
    name, does_harm = _potion_there(view, ways[0])
    return f"{question} {keys}: {name}{'; it does harm' * does_harm}."


def _way_prompt(game: GameState, words: str, keys: str) -> str:
    """Return the prompt for the way of an expansion's command, with the pedestal in each."""
    view, suited = GameView(game), suited_ways(game, words)
    pedestals = {way: view.pedestals.get(view.cell_towards(way)) for way in suited}
    named = [f"{way.name}: {at.name}" if at else way.name for way, at in pedestals.items()]
    chosen = f"{keys}: " if keys and len(suited) == 1 else ""
    told = f" {chosen}{', '.join(named)}." if 0 < len(suited) < len(DIRECTIONS) else ""
    beginning, _, word = words.rpartition(" ")
    line = options_after(game, beginning).get(word) if beginning else None
    return f"{words}{f', {line.phrase}' if line else ''}: which way?{told}"


def _join_letters(words: Sequence[str]) -> str:
    """Return words joined by `or`, and letters that follow one another as `a to d`."""
    spans = list[list[str]]()
    for each in words:
        if spans and len(each) == 1 and spans[-1][-1] == chr(ord(each) - 1):
            spans[-1].append(each)
        else:
            spans.append([each])
    return " or ".join([f"{span[0]} to {span[-1]}" if span[1:] else span[0] for span in spans])


MAX_OPTIONS_WIDTH = 100
"""Columns for what options do, or else their names; if they need more, their letters are shown."""


def with_options(prompt: str, options: Mapping[str, "MenuLine"]) -> str:
    """Return a prompt with further answers, such as the slots of a pack and what they do."""
    whole = "; ".join([f"{word}: {line.phrase}" for word, line in options.items()])
    named = "; ".join([f"{word}: {line.name}" for word, line in options.items()])
    fitting = [text for text in (whole, named) if len(text) <= MAX_OPTIONS_WIDTH]
    told = [*fitting, ", ".join(options)][0]
    return f"{prompt} You can choose {told}." if options else prompt


def find_menus(game: GameState, has_words: Callable[[str], bool] = bool) -> "Iterator[FoundMenu]":
    """Yield the menus of expansions of such words that offer anything now, with their lines."""
    for menu in [menu for each in game.rules.expansions for menu in each.commands.menus]:
        if has_words(menu.words) and (lines := menu.lines(game)):
            yield menu, lines


def options_after(game: GameState, beginning: str) -> Mapping[str, "MenuLine"]:
    """Return what menus of expansions offer after the beginning of a command: lines by word."""
    offered = [
        (command.words.removeprefix(f"{beginning} "), line)
        for _, lines in find_menus(game)
        for line in lines
        for command in line.commands
        if command.words.startswith(f"{beginning} ")
    ]
    return {word: line for word, line in offered if " " not in word}


def forecast_lines(game: GameState) -> list[str]:
    """Return what each command that can be foretold would do now, with its words before it.

    It tells what the player can know, and never what dice will decide.
    """
    words_by_text = dict[str, list[str]]()
    for words, action in [pair for each in game.rules.expansions for pair in each.commands.actions]:
        if action.is_legal(game) and (text := action.forecast(game)):
            words_by_text.setdefault(text, []).append(words)
    return [f"{', '.join(words)}: {text}." for text, words in words_by_text.items()]


def forecasts_and_odds(game: GameState) -> list[str]:
    foe = choose_foe(GameView(game), DEFAULT_HP_LIMIT)
    return [*forecast_lines(game), *([] if foe is None else [describe_fight_odds(foe)])]
