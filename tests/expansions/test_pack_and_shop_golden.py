"""Golden transcripts of games with a pack and a shop, and what the catalogue tells of wares."""

import json

from attrs import asdict

from cc3k.cli.catalog import format_floor_contents
from cc3k.content.floor_contents import contents_of_seed
from cc3k.content.layout.reader import read_layout
from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import legal_actions
from cc3k.engine.game import GameState
from cc3k.engine.view import GameView
from cc3k.expansions.pack import ThrowSlot
from cc3k.expansions.throwing import throw
from cc3k.play.commands import command_table
from cc3k.play.frame import expansion_status_rows
from cc3k.play.session import Session
from cc3k.play.travel import cells_beside, find_cells_beside_potions, find_stairs, find_steps
from tests.conftest import Golden
from tests.support.expansions import rules_of
from tests.support.fixed_roster import fixed_rules_of
from tests.support.tables import for_each
from tests.support.tour import transcript

SEED = 42

CELLAR = r"""
|-----------|
|@0...E....\|
|31........W|
|444...M....|
|-----------|
"""

MARKET = r"""
|-----------|
|@666.M....\|
|.....M.....|
|-----------|
"""

PACK_WORDS = """
s i f
g ea g so g se g no i
t a ea t a ea u b u c t k no t a no
so g so g se
ea g se i t a ea i ne t b ea i
t b ea u b q
"""

SHOP_WORDS = """
g f b ea
ea ea ea b ea ea b ea b ea 3 b ea 1 b ea 2 b ea 1
b se b se 1 b se 2
a ea b ea b se b se 1
q
"""

BOTH_WORDS = """
d f
ea ea ea ea b ea b ea 1 i b ea 2 i b ea 1 b se 1
t a se b se b ea u a u b u c i
q
"""

GAMES = {
    "pack": ("pack", CELLAR, PACK_WORDS),
    "shop": ("shop", MARKET, SHOP_WORDS),
    "pack_and_shop": ("pack shop", MARKET, BOTH_WORDS),
}

TURNS = 120


@for_each("name", GAMES)
def test_a_drawn_game_never_changes(name: str, golden: Golden) -> None:
    """R34, X3: the same seed, layout and words, the same pages."""
    names, drawing, words = GAMES[name]
    rules = fixed_rules_of(names)
    layouts = read_layout(drawing.encode("ascii"), name, rules).floor_layouts
    golden(f"expansions/{name}", transcript(Session(rules, SEED, layouts), words))


def fetch_and_trade(session: Session) -> str:
    """Play a game of someone who buys, picks up and throws all there is; return what is told."""
    game, told = session.start_game(session.rules.races[3]), list[str]()
    game.hero.gold = 30
    session.handle_words("f")
    while len(told) < TURNS and game.outcome is None:
        legal = map(session.command_table.words_by_action.__getitem__, legal_actions(game))
        added = [words for words in legal if words[0] in "gtb" and is_sensible(game, words)]
        words = added[0] if added else walk(game)
        session.handle_words(words)
        hero = f"HP {game.hero.hp} Gold {game.hero.gold}"
        rows = " | ".join([hero, *expansion_status_rows(game)])
        told.append(f"{words}: {session.action_text}\n  {rows}\n")
    return "".join(told)


def is_sensible(game: GameState, words: str) -> bool:
    """Tell whether an action is none, or a throw that hits somebody hostile."""
    action = command_table(game.rules).actions[words]
    if not isinstance(action, ThrowSlot):
        return True
    target = throw(game, action.direction).target
    return target is not None and not action.question(game)


def walk(game: GameState) -> str:
    """Return a step to a merchant, a potion or the stairs, whatever comes first."""
    view = GameView(game)
    sellers = [cell for cell, enemy in view.enemies.items() if enemy.wares]
    beside = {near for cell in sellers for near in cells_beside(view, cell)}
    potions = find_cells_beside_potions(view) if "g no" in command_table(game.rules).actions else []
    for goals in (beside if game.hero.gold else (), potions, find_stairs(view)):
        steps = find_steps(view, list(goals), view.threatened_cells())
        if steps:
            return steps[0].command_word
    return "f"


@for_each("name", GAMES)
def test_a_seeded_game_never_changes(name: str, golden: Golden) -> None:
    """R34, X2: on floors furnished at random, too."""
    golden(
        f"expansions/{name}_seeded", fetch_and_trade(Session(fixed_rules_of(GAMES[name][0]), SEED))
    )


def test_the_catalogue_tells_the_wares() -> None:
    """X3: behind each merchant, in brackets; nothing else of it changes."""
    first = next(contents_of_seed(rules_of("shop"), 7))
    base = next(contents_of_seed(BASE_RULES, 7))
    ours = format_floor_contents(first.entries).splitlines()
    theirs = format_floor_contents(base.entries).splitlines()
    changed = [line for line, other in zip(ours, theirs, strict=True) if line != other]
    assert [line.split()[:2] for line in changed] == [["M", "merchant"]]
    assert changed[0].count("[") == int(changed[0].split()[2])
    assert first.drawing == base.drawing
    spots = next(entry for entry in first.entries if entry.mark == "M").spots
    assert all(len(spot.has) == 3 for spot in spots)
    assert json.dumps(asdict(spots[0]))
