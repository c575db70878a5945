"""Pad: the buttons that stand below the screen, of what can be done now without a keyboard."""

from collections.abc import Iterator, Sequence

from attrs import evolve

from cc3k.engine.game import GameState
from cc3k.engine.view import GameView
from cc3k.play.macros import race_regenerates
from cc3k.play.session import SessionStage
from cc3k.play.targets import target_directions
from cc3k.terminal.canvas import ScreenApp
from cc3k.ui.arcade_replay import ArcadeReplayScreen
from cc3k.ui.arcade_screen import ArcadeScreen
from cc3k.ui.console import Console
from cc3k.ui.game_screen import GameScreen
from cc3k.ui.keymap import KEYMAPS, MOVE
from cc3k.ui.menu import ExpansionPage
from cc3k.ui.modes import ChoiceMode, EndStopMode, LookMode, QuestionMode
from cc3k.ui.pager import PagerMode
from cc3k.ui.replay_screen import ReplayScreen
from cc3k.web.choices import expansion_buttons, menu_buttons, race_buttons
from cc3k.web.pad_buttons import (
    ARCADE_REPLAY,
    END_SCREEN,
    END_STOP,
    FREEZE,
    GO,
    LEAVE,
    LOOKING,
    MORE,
    PAGER,
    PAUSE,
    REPLAY,
    RUN,
    VERBS,
    WAY_SIGNS,
    YES_OR_NO,
    PadButton,
)


def pad_of(app: ScreenApp, arcade_game: str = "") -> list[PadButton]:
    if isinstance(app, GameScreen):
        return list(_console_buttons(app.console))
    if isinstance(app, ReplayScreen):
        runs = PAUSE if app.is_running else RUN
        return list(PAGER) if app.console.mode is not None else [runs, *REPLAY]
    if isinstance(app, ArcadeReplayScreen):
        return [PAUSE if app.is_running else RUN, *ARCADE_REPLAY]
    if not isinstance(app, ArcadeScreen):
        return []
    from cc3k.web.arcade_touch import arcade_buttons  # late, as it imports all games

    return list(arcade_buttons(app, arcade_game))


def pad_without_place(app: ScreenApp, arcade_game: str = "") -> list[PadButton]:
    """Return the buttons that a page without a pad needs: what begins a game, or answers."""
    if isinstance(app, GameScreen) and _is_playing(app.console):
        return []
    return [each for each in pad_of(app, arcade_game) if each.is_start or each.is_answer]


def _is_playing(console: Console) -> bool:
    return console.mode is None and console.session.stage is SessionStage.PLAYING


def _console_buttons(console: Console) -> Iterator[PadButton]:
    game = console.session.game
    if isinstance(console.mode, PagerMode):
        yield from PAGER
    elif isinstance(console.mode, QuestionMode):
        yield from YES_OR_NO
    elif isinstance(console.mode, LookMode):
        yield from LOOKING
    elif isinstance(console.mode, EndStopMode):
        yield from END_STOP
    elif isinstance(console.mode, ExpansionPage):
        yield from expansion_buttons(console, console.mode)
    elif isinstance(console.mode, ChoiceMode):
        yield from menu_buttons(console.mode)
    elif game is None:
        yield from race_buttons(console)
    elif console.session.stage is SessionStage.GAME_OVER:
        yield from END_SCREEN
    else:
        if console.page_index + 1 < len(console.message_pages()):
            yield MORE
        verbs = list(_verb_buttons(console, game))
        yield from verbs
        yield from _offered_button(console, verbs)
        yield from _buttons_in_reach(console, game)


def _offered_button(console: Console, verbs: Sequence[PadButton]) -> Iterator[PadButton]:
    """Yield a button for what a second press of a key begins, unless a verb has that key."""
    offer = console.offer
    if offer is not None and all(button.keys != (offer.key,) for button in verbs):
        yield evolve(GO, keys=(offer.key,))


def _buttons_in_reach(console: Console, game: GameState) -> Iterator[PadButton]:
    view, word_key = GameView(game), _key_of(console, "word")
    for verb, things in (("a", "Attack"), ("u", "Use")):
        for way in target_directions(view, verb):
            cell = view.hero_cell + way.offset(view.board.stride)
            name = view.enemies[cell].kind.name if cell in view.enemies else "potion"
            keys = (word_key, *verb, *way.command_word)
            yield PadButton(
                f"{things} {WAY_SIGNS[way.command_word]}",
                f"{things} the {name} to the {way.name}",
                keys,
                is_in_reach=True,
            )
    for each in game.rules.expansions:
        for way in target_directions(view, "u") if each.pack.pick_up_verb else ():
            keys = (word_key, *each.pack.pick_up_verb, *way.command_word)
            meaning = f"Take the potion to the {way.name} along"
            yield PadButton(f"Take {WAY_SIGNS[way.command_word]}", meaning, keys, is_in_reach=True)
        for menu in each.commands.menus:
            if menu.lines(game):
                way_word = menu.words.partition(" ")[2]
                label = f"{menu.title} {WAY_SIGNS.get(way_word, way_word)}".rstrip()
                keys = (word_key, *menu.words.replace(" ", ""))
                yield PadButton(
                    label,
                    f"open the menu: {menu.title} {way_word}".rstrip(),
                    keys,
                    is_in_reach=True,
                )


def _verb_buttons(console: Console, game: GameState) -> Iterator[PadButton]:
    for action, label, meaning in VERBS:
        key = _key_of(console, action)
        most = game.race.max_hp
        can_rest = most is not None and race_regenerates(game.race) and game.hero.hp < most
        if key and (action != "rest" or can_rest):
            yield PadButton(label, meaning, (key,))
    word_key = _key_of(console, "word")
    yield evolve(FREEZE, keys=(word_key, *FREEZE.keys))
    if console.session.is_practice:
        yield PadButton("Undo", "take the last turn back", (word_key, "z"))
    yield evolve(LEAVE, keys=(_key_of(console, "leave"),))


def _key_of(console: Console, action: str) -> str:
    """Return a key of an action, if it has one; one with a name that any keyboard has."""
    return next((key for key, bound in console.keymap.items() if bound == action), "")


def direction_keys(app: ScreenApp) -> dict[str, str]:
    """Return the key of each direction word: the arrows and their kin, unless bound otherwise.

    `middle` is that of the button between them: it looks around in a game, and chooses elsewhere.
    """
    if not isinstance(app, GameScreen):
        return {**ARROWS, MIDDLE: " " if isinstance(app, ReplayScreen) else "enter"}
    console, keymap = app.console, app.console.keymap
    middle = _key_of(console, "look") if _is_playing(console) else "enter"
    moves = {action.partition(" ")[2]: key for key, action in keymap.items() if _moves(action)}
    kept = {word: key for word, key in ARROWS.items() if keymap.get(key) == f"{MOVE} {word}"}
    return {**ARROWS, **moves, **kept, MIDDLE: middle}


def bound_keys(app: ScreenApp) -> list[str]:
    """Return the keys that a program has of those that are else the browser's: Ctrl, F1 and on."""
    keymap = app.console.keymap if isinstance(app, GameScreen) else KEYMAPS["words"]
    return [key for key in keymap if key.startswith(("ctrl-", "f", "shift-f")) and len(key) > 1]


def _moves(action: str) -> bool:
    return action.startswith(f"{MOVE} ")


MIDDLE = "middle"

ARROWS = {
    action.partition(" ")[2]: key
    for key, action in KEYMAPS["words"].items()
    if _moves(action) and len(key) > 1
}
