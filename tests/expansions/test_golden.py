"""Golden transcripts of drawn games with an expansion or two, on the fixed roster."""

from cc3k.content.layout.reader import read_layout
from cc3k.play.session import Session
from tests.conftest import Golden
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


@for_each("name", GAMES)
def test_a_drawn_game_never_changes(name: str, golden: Golden) -> None:
    """R34, X3: the same seed, layout and words, the same pages."""
    names, drawing, words = GAMES[name]
    rules = fixed_rules_of(names)
    layouts = read_layout(drawing.encode("ascii"), name, rules).floor_layouts
    golden(f"expansions/{name}", transcript(Session(rules, SEED, layouts), words))
