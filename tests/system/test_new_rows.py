"""Rows are rows: added to a copy of the package, they are known everywhere, and one test is red.

`CC3K_ROW_TESTS=all` runs the fast suite there with all parameters of each test; else it runs with
the first and the last.
"""

import json
import re

import pytest
from attrs import frozen

from tests.support.package_copy import PackageCopy
from tests.support.scenarios import room
from tests.support.tables import for_each

pytestmark = pytest.mark.slow

FINGERPRINT = "tests/rules/test_ruleset.py::test_changed_roster_has_a_new_number"
KEPT = ("tests/rules/test_ruleset.py", "tests/rules/test_golden.py")

KNOWN_POTIONS = 7
"""How many potions there are, with the new one."""

FEASTING = '''\
@frozen
class FeastOn:
    """Regain HP from every slain enemy."""

    hp: int

    def __call__(self, hero: Hero, _victim: str) -> Iterator[Event]:
        """Heal the hero, up to its maximum."""
        gained = hero.heal(self.hp)
        if gained:
            yield Regenerated(gained)
'''

PROBE = """
import json
from cc3k.content.roster import BASE_RULES
from cc3k.engine.enemies import Enemy
from cc3k.engine.hero import Hero
from cc3k.gym.env import CC3kEnv
from cc3k.play.help import KeyGuide, enemy_legend, help_page
from cc3k.play.look import describe_cell
from cc3k.play.odds import compute_fight_odds
from cc3k.play.help import race_rows
from tests.support.scenarios import race_named, scenario

game = scenario(open("floors.txt").read(), {race!r})
floor = game.floor
game.known_names.update(potion.name for potion in BASE_RULES.potions)
env = CC3kEnv(race={race!r}.lower(), layout="floors.txt")
seen, _ = env.reset(seed=1)
page = help_page(BASE_RULES, KeyGuide("words", ()))
help_lines = [line for line in page if isinstance(line, str)]
odds = compute_fight_odds(BASE_RULES, game.hero, Enemy(BASE_RULES.enemy_kinds[-1]))
print(json.dumps({{
    "races": [f"{{row.figures}}  {{row.strength}}" for row in race_rows(BASE_RULES)],
    "legend": [*enemy_legend(BASE_RULES), *help_lines],
    "look": describe_cell(game, floor.hero_cell + 1),
    "self": describe_cell(game, floor.hero_cell),
    "win": odds.win_chance,
    "kinds": sorted({{text for text in map(chr, seen["chars"].flatten().tolist())}}),
    "known": len(seen["known"]),
}}))
"""


@frozen
class NewRow:
    table: str
    row: str
    floor: str
    race: str
    words: str
    frame: str
    legend: str
    look: str
    glyph: str


ENEMY = NewRow(
    "ENEMIES",
    'EnemyKind("wyvern", "Z", 20, BaseStats(15, 5), spawn_weight=1, loot=SMALL_OR_NORMAL,'
    ' evades=evades_half, trait="hard to hit")',
    room("@Z..", "...\\"), "Shade", "a ea " * 40, "PC slays Z.",
    "  Z wyvern     20 HP  15 Atk   5 Def  hard to hit", "Wyvern: 20 of 20 HP", "Z",
)  # fmt: skip
RACE = NewRow(
    "RACES",
    'Race("Cannibal", "c", 90, BaseStats(60, 20), max_hp=90, on_slaying=FeastOn(7),'
    ' trait="regains 7 HP from all it slays")',
    room("@M..", "...\\"), "Cannibal", "u ea a ea " * 4, "PC slays M.",
    "  c  Cannibal        90   60   20  regains 7 HP from all it slays", "Merchant: 30", "@",
)  # fmt: skip
POTION = NewRow(
    "POTIONS",
    'Potion("FR", None, "a", StatPotion(3, 3), full_name="Fury")',
    room("@a..", "...\\"), "Shade", "u ea", "Atk: 28\nDef: 28\nAction: PC uses FR.",
    "FR raises Atk by 3 and raises Def by 3", "Fury (FR): raises Atk by 3 and raises Def by 3.",
    "P",
)  # fmt: skip

ROWS = (ENEMY, RACE, POTION)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> PackageCopy:
    made = PackageCopy.into(tmp_path_factory.mktemp("copy"))
    made.add_ability("FeastOn", FEASTING)
    for row in ROWS:
        made.add_row(row.table, row.row)
    return made


def check_surfaces(copy: PackageCopy, row: NewRow) -> None:
    pytest.importorskip("gymnasium")
    (copy.folder / "floors.txt").write_text(f"{row.floor}\n", "ascii")
    options = ("--floor", "floors.txt", "--seed", "5", "--race", row.race.lower())
    played = copy.python("-m", "cc3k", *options, typed=row.words)
    assert (played.returncode, played.stderr.count("error")) == (0, 0)
    assert row.frame in played.stdout
    checked = copy.python("-m", "cc3k", "check", "floors.txt")
    assert (checked.returncode, "0 errors" in checked.stdout) == (0, True)
    told = copy.python("-c", PROBE.format(race=row.race))
    assert told.stderr == ""
    said = json.loads(told.stdout)
    assert any(row.legend in line for line in (*said["legend"], *said["races"]))
    assert row.look in " ".join([*said["look"], *said["self"]])
    assert 0 <= said["win"] <= 1
    assert row.glyph in said["kinds"]
    assert said["known"] == KNOWN_POTIONS
    match = ("--bot", "careful", "--games", "1", "--workers", "1", "--race", row.race.lower())
    arena = copy.python("-m", "cc3k", "arena", *match, "--json")
    assert [one["race"] for one in json.loads(arena.stdout)["standings"]] == [row.race]


@for_each("row", ROWS)
def test_new_row_is_known_everywhere(copy: PackageCopy, row: NewRow) -> None:
    """§2: game, check, help, look, odds, arena and environment read the roster."""
    check_surfaces(copy, row)


def test_new_rows_redden_the_fingerprint_alone(copy: PackageCopy) -> None:
    failed, output = copy.failed_tests(*copy.all_fast_tests())
    assert failed == [FINGERPRINT]
    assert re.search(r"Raise RULESET \(now \d+\) in cc3k/content/roster\.py", output)
    assert "pytest --update-golden" in output
    assert copy.failed_tests("--update-golden", KEPT[0])[0] == [FINGERPRINT], "not raised yet"
    copy.raise_ruleset()
    assert copy.failed_tests("--update-golden", *KEPT)[0] == []
    assert copy.failed_tests(*KEPT)[0] == []
