"""An agent's senses: what a trained agent makes of the arrays that it is shown."""

from pathlib import Path

import numpy as np
import pytest

from cc3k.content.roster import BASE_RULES
from tests.gym.players import array
from tests.support.scenarios import room

pytest.importorskip("numba")

from cc3k.gym import features
from cc3k.gym.features import BLOW_PERCENT, BLOWS, GAIN_A_HIT, LOOT, FeatureWrapper, read_knowledge
from cc3k.gym.vector import CC3kVectorEnv

pytestmark = pytest.mark.core

KINDS = [kind.name for kind in BASE_RULES.enemy_kinds]
RACES = [race.name for race in BASE_RULES.races]
EAST, FREEZE = 2, 24
ATTACK_EAST, DRINK_EAST = 10, 18


class Agent:
    """One game in a drawn room; `seen` are its features, of the whole and of each action."""

    def __init__(self, path: Path, *rows: str, race: str = "Shade") -> None:
        layout = path / "room.txt"
        layout.write_text(room(*rows), "ascii")
        self.games = CC3kVectorEnv(1, layout=str(layout), floors=1, race=race)
        self.wrapper = FeatureWrapper(self.games)
        shown, _ = self.wrapper.reset(seed=1)
        assert self.wrapper.observation_space.contains(shown)
        self.seen = shown["whole"][0], shown["actions"][0]


def test_the_rules_are_known_as_players_know_them() -> None:
    """§2.2, R11 to R13: blows by race, blood, theft, and what a slain enemy leaves on average."""
    known = read_knowledge(BASE_RULES, 79)
    versus = known.versus
    drow, vampire, goblin = map(RACES.index, ("Drow", "Vampire", "Goblin"))
    elf, orc, dwarf, human = map(KINDS.index, ("elf", "orc", "dwarf", "human"))
    assert (versus[0, elf, BLOWS], versus[drow, elf, BLOWS]) == (2, 1)
    assert (versus[0, orc, BLOW_PERCENT], versus[goblin, orc, BLOW_PERCENT]) == (100, 150)
    assert (versus[vampire, human, GAIN_A_HIT], versus[vampire, dwarf, GAIN_A_HIT]) == (5, -5)
    assert (versus[0, human, LOOT], versus[goblin, human, LOOT]) == (4, 9)
    assert versus[0, dwarf, LOOT] == pytest.approx(1.5, abs=0.2)
    assert known.regrowth.tolist() == [0, 0, 0, 5, 0]


def test_a_step_towards_gold_is_told_from_others(tmp_path: Path) -> None:
    whole, actions = Agent(tmp_path, "..@..6\\..").seen
    first = features.FIRST_MAP + features.TO_GOLD * features.MAP_FEATURES
    assert whole[first + features.WAY_STEPS] == pytest.approx(3 / 32)
    assert whole[first + features.HAS_NO_WAY] == 0
    detour = features.FIRST_DETOUR + features.TO_GOLD * features.DETOUR_FEATURES
    east, west = actions[EAST], actions[EAST + 1]
    assert (east[features.IS_MOVE], east[detour], east[detour + 1]) == (1, 1, 0)
    assert (west[detour], west[detour + 1]) == (0, pytest.approx(2 / 8))
    assert actions[FREEZE].nonzero()[0].tolist() == [features.IS_FREEZE]
    assert not actions[ATTACK_EAST].any()


def test_ways_lead_round_enemies(tmp_path: Path) -> None:
    """A way through an enemy's reach is longer by the HP it costs; without one none is felt."""
    first = features.FIRST_MAP + features.TO_GOLD * features.MAP_FEATURES
    free, _ = Agent(tmp_path, "@...", "....", "....", "...6", "...\\").seen
    risky, actions = Agent(tmp_path, "@...", ".O..", "....", "...6", "...\\").seen
    assert free[first + features.WAY_DANGER] == 0
    assert risky[first + features.WAY_DANGER] > 0
    assert risky[features.DANGER] == pytest.approx(12 / 125)  # 24 HP every other turn
    assert actions[EAST][features.THREAT] == pytest.approx(12 / 125)
    gone, _ = Agent(tmp_path, "@..\\").seen
    assert gone[first + features.HAS_NO_WAY] == 1


def test_guarded_gold_is_no_goal(tmp_path: Path) -> None:
    """R22, R25: a hoard cannot be taken while its dragon lives, and whoever nears it is struck."""
    whole, _ = Agent(tmp_path, "@......9D.\\").seen
    assert whole[features.FIRST_MAP + features.TO_GOLD * 4 + features.HAS_NO_WAY] == 1
    agent = Agent(tmp_path, "@.....9D..", "..........", ".........\\")
    shown, _ = agent.games.reset(seed=1)
    columns = agent.games.board_shape[1]
    threat = agent.wrapper.maps.threat[0].reshape(-1, columns)
    row, column = shown["blstats"][0, [9, 10]]
    assert threat[row, column + 4] == 0
    assert threat[row, column + 5] == threat[row, column + 6] == threat[row, column + 8] > 0


def test_fights_are_weighed(tmp_path: Path) -> None:
    _, actions = Agent(tmp_path, "@H..", "W..\\").seen
    attack = actions[ATTACK_EAST]
    human = KINDS.index("human")
    assert attack[features.IS_ATTACK] == 1
    assert attack[features.HITS] == pytest.approx(7 / 5)  # 140 HP by 21
    assert attack[features.FIGHT_GAIN] == pytest.approx(4 / 5)
    assert attack[features.FIGHT_BLOW] == pytest.approx(8 / 125)
    assert attack[features.OTHERS] == pytest.approx(8 / 125)
    assert attack[features.FIRST_FEATURE_OF_KIND + human] == 1
    assert attack[features.IS_PEACEFUL] == 0
    _, actions = Agent(tmp_path, "@M..", "...\\").seen
    assert actions[ATTACK_EAST][features.IS_PEACEFUL] == 1


def test_maps_are_as_new_whatever_was_seen_before(tmp_path: Path) -> None:
    agent = Agent(tmp_path, "@.....9D..", "..1.....H.", "6...W....\\", race="Goblin")
    chance = np.random.default_rng(4)
    for _ in range(300):
        legal = np.flatnonzero(agent.games.action_masks()[0])
        action = chance.choice(legal) if legal.size else FREEZE  # a step that begins a game anew
        shown, _, _, _, info = agent.games.step(np.array([action]))
        kept = agent.wrapper.features_of(shown, array(info, "action_mask"))
        maps = features.allocate_maps(1, shown["chars"][0].size)
        anew = agent.wrapper.features_of(shown, array(info, "action_mask"), maps)
        assert np.array_equal(kept["whole"], anew["whole"])
        assert np.array_equal(kept["actions"], anew["actions"])


def test_a_potion_and_nobody_else_is_drunk(tmp_path: Path) -> None:
    _, actions = Agent(tmp_path, "@1..\\").seen
    assert actions[DRINK_EAST].nonzero()[0].tolist() == [features.IS_DRINK]
