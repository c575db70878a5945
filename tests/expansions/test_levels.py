"""Levels: experience, what it takes, and what it gives (X70)."""

from collections.abc import Iterable, Sequence

from attrs import evolve

from cc3k.bots.game import observe
from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Attack, Drink, Move
from cc3k.engine.board import EAST, WEST
from cc3k.engine.combat import damage, max_damage_per_turn, max_damage_to, slay_enemy
from cc3k.engine.events import Event, ExpansionEvent, Slain, Struck
from cc3k.engine.expansion import Expansion, TurnHooks
from cc3k.engine.game import GameState
from cc3k.engine.hero import Race
from cc3k.engine.rules import Rules
from cc3k.engine.running_game import part_of
from cc3k.engine.stats import BaseStats, StatModifier, modifier_layers, raise_base
from cc3k.engine.view import GameView
from cc3k.expansions.levels import (
    ATTACK_GAIN_OF,
    DEFENCE_GAIN,
    FIRST_POINTS,
    HP_GAIN,
    HURT,
    LEVELS,
    MASTERY_POINTS,
    ON_ATTACK,
    ON_DEFENCE,
    ON_WOUNDS,
    POINT_USES,
    Growth,
    PointUse,
    SpendPoint,
    experience_for_level,
    gain_experience,
    mastered_use,
)
from cc3k.expansions.registry import ExpansionRegistry, rules_with
from cc3k.play.choices import HpLimit
from cc3k.play.endings import Ending
from cc3k.play.frame import status_text
from cc3k.play.help import race_rows
from cc3k.play.look import describe_cell, describe_nearby
from cc3k.play.macros import rest_refusal
from cc3k.play.narrator import figure_texts
from cc3k.play.odds import compute_fight_odds
from cc3k.play.session import Session
from cc3k.ui.console import Console
from cc3k.ui.settings import ScreenSettings
from cc3k.ui.status import health_role
from tests.support.consoles import WHOLE, console_of, lines, pressed
from tests.support.expansions import expanded, game_of, session_of
from tests.support.scenarios import HIT, MISS, Wait, race_named, room, scenario, weakened
from tests.support.tables import for_each
from tests.support.walks import only_enemy, texts

RULES = rules_with((LEVELS,))
ELF = 14
"""The experience that an elf brings."""

BEFORE_ONE = experience_for_level(20) - 1
"""Experience with which an elf brings one level, and no second one."""


def drawn_game(*rows: str, race: str = "Shade", luck: list[int] | None = None) -> GameState:
    return weakened(scenario(room(*rows), race, luck or [], rules=RULES))


def growth(game: GameState) -> Growth:
    return part_of(game, Growth)


def learned(experience: int, race: str = "Shade", row: str = "@E...\\") -> GameState:
    """Return a game at a level that has given nothing yet, beside an enemy with one HP left."""
    game = drawn_game(row, race=race, luck=[0])
    growth(game).experience = experience
    while growth(game).experience >= experience_for_level(growth(game).level + 1):
        growth(game).level += 1
    return game


@for_each(("H", 14), ("W", 10), ("E", 14), ("O", 18), ("M", 3), ("L", 10), ("D", 30), ("A", 30))
def test_a_slain_enemy_is_worth_a_tenth_of_its_hp_a_dragon_twice_that(
    letter: str, worth: int
) -> None:
    """X70, X85: of the roster's row, whatever other sets make of it; one that lives brings none."""
    rules = ExpansionRegistry().select(["levels", "depths"], {"floors": 1})
    luck = [*[HIT] * (letter == "L"), *[0] * (letter != "A")]
    game = scenario(room(f"@{letter}...\\"), luck=[HIT] * 9, rules=rules)
    enemy = only_enemy(game)
    enemy.kind = evolve(enemy.kind, hp=219)
    game.play(Attack(EAST))
    assert growth(game).experience == 0
    game.turn_dice, enemy.hp = scenario(room("@..\\"), luck=luck).turn_dice, 1
    game.play(Attack(EAST))
    assert growth(game).experience == worth
    assert LEVELS.texts.hints[0].is_due(game)


def test_what_something_else_has_slain_is_not_the_heros() -> None:
    """X70: an enemy slain by the PC; a thrown potion's kill is told as the PC's."""
    game = drawn_game("@....\\")
    for slayer, experience in (("orc", 0), ("PC", 14)):
        list(gain_experience(game, [Slain("elf", slayer, 140, experience=14)]))
        assert growth(game).experience == experience

    def slay(game: GameState) -> Iterable[Event]:
        for cell in sorted(game.floor.enemies):
            yield from slay_enemy(game, cell)

    bomb = Expansion("bomb", "It slays.", turns=TurnHooks(after_turn=slay))
    game = scenario(room("@..HH\\"), luck=[0, 0], rules=rules_with((LEVELS, bomb)))
    game.play(Move(EAST))
    assert growth(game).experience == 2 * 14, "by a hook of another expansion, once"


def told_level(events: Sequence[Event]) -> ExpansionEvent:
    (told,) = [e for e in events if isinstance(e, ExpansionEvent) and e.name == "levels.raised"]
    return told


@for_each((2, 10), (3, 30), (4, 60), (20, 1900))
def test_a_level_comes_when_its_experience_is_reached(level: int, needed: int) -> None:
    """X85, tuned: level n + 1 needs 10 n (n + 1) / 2 in all; an elf brings 14."""
    assert experience_for_level(level) == needed
    for missing, reached in ((1, level - 1), (0, level)):
        game = learned(needed - ELF - missing)
        game.play(Attack(EAST))
        assert growth(game).level == reached


@for_each(
    *[
        (race, gained, each)
        for race in BASE_RULES.races[:5]
        for gained, each in ((1, "1 point"), (2, "2 points"))
    ]
)
def test_levels_give_what_the_race_learns_and_a_point_each(
    race: Race, gained: int, points: str
) -> None:
    """X85, tuned: HP, the maximum too where there is one; Atk, +1 Def; they heal nothing."""
    game = learned(BEFORE_ONE, race.name)
    growth(game).level -= gained - 1
    game.hero.hp, before = 5, growth(game).points
    told, hero = told_level(game.play(Attack(EAST))), game.hero
    hp, attack = 12 * gained, (7 if race.name == "Goblin" else 2) * gained
    assert hero.hp == 5 + 5 * (race.name == "Vampire") + hp
    assert hero.race.hp == race.hp + hp
    assert hero.race.max_hp == (race.max_hp and race.max_hp + hp)
    assert hero.stats.attack == race.stats.attack + attack
    assert hero.stats.defence == race.stats.defence + gained
    assert growth(game).points == before + gained
    gain = f"+{hp} HP, +{attack} Atk, +{gained} Def"
    assert told.document_text == f"PC reaches level 20 ({gain}) and gets {points}."
    assert told.spoken_text == f"You reach level 20: {gain}, and {points} to spend (+)."


def hurt(race: str = "Shade", row: str = "@....\\", *, hp: int = 40) -> Session:
    game = scenario(room(row), race, [MISS] * 9, rules=RULES)
    game.hero.hp = hp
    return session_of(game)


def menu_lines(game: GameState) -> list[str]:
    (menu,) = LEVELS.commands.menus
    return [line.text for line in menu.lines(game)]


def test_what_points_would_bring_is_told_on_a_screen_too() -> None:
    """X85: in the menu, in forecasts, in danger and at the end; only what can be spent."""
    session = hurt()
    game = game_of(session)
    offered = ["+3 Atk for good (0 of 4)", "+10 Def for good (0 of 4)", "+31 HP (0 of 4)"]
    assert menu_lines(game) == offered
    assert SpendPoint(ON_WOUNDS).forecast(game) == "+31 HP for a point"
    assert GameView(game).ways_out == ["a point heals 31"]
    assert Ending(game).rows == [("Points", "3 not spent")]
    for words in ("spend h", "spend a", "spend d"):
        session.give(words)
    assert Ending(game).rows == [("Points", "1 on Atk, 1 on Def, 1 on HP")]
    assert (menu_lines(game), GameView(game).ways_out) == ([], [])
    game.hero.clear_modifiers()
    assert (game.hero.stats.attack, game.hero.stats.defence) == (28, 35), "for good"


def mastered(use: PointUse, row: str = "@E...\\") -> GameState:
    session, order = hurt(row=row), POINT_USES.index(use)
    game = game_of(session)
    growth(game).level += MASTERY_POINTS + 1 - FIRST_POINTS
    for spent in range(MASTERY_POINTS):
        game.hero.hp = 1
        assert f"({spent} of {MASTERY_POINTS})" in menu_lines(game)[order]
        is_last = spent == MASTERY_POINTS - 1
        assert (use.mastery in SpendPoint(use).forecast(game)) == is_last
        session.give(f"spend {use.letter}")
        assert (f"PC masters {use.name}: {use.mastery}." in session.action_text) == is_last
    assert GameView(game).figure(use.figure) == MASTERY_POINTS
    assert "(mastered)" in menu_lines(game)[order]
    assert Ending(game).rows == [("Points", f"4 on {use.name} (mastered), 1 not spent")]
    return game


def test_who_masters_attack_slays_the_wounded_whom_a_blow_leaves_a_third_of_their_hp() -> None:
    """An elf of 140 HP: left with 46 HP it falls, with 47 not; nor does one that was unhurt."""
    game = mastered(ON_ATTACK)
    elf, blows = only_enemy(game), GameView(game).blows
    blow = damage(game.hero.stats.attack, elf.stats.defence)
    for left, taken in ((47, blow), (46, 46 + blow), (0, blow), (-1, blow - 1)):
        elf.hp = left + blow
        assert max_damage_to(game.hero, elf, blows) == taken
    elf.kind = evolve(elf.kind, hp=46 + blow)
    elf.hp = elf.kind.hp
    assert max_damage_to(game.hero, elf, blows) == blow, "it was unhurt"
    usual = drawn_game("@E...\\")
    usual.hero.stats = game.hero.stats
    assert max_damage_to(usual.hero, elf, GameView(usual).blows) == blow


def test_who_masters_defence_loses_a_quarter_of_its_hp_to_a_blow_at_most() -> None:
    """A shade has 125 HP; what costs less costs what it did."""
    game = mastered(ON_DEFENCE, "@H...\\")
    human, blows = only_enemy(game), GameView(game).blows
    usual = max_damage_per_turn([human], game.hero, blows)
    assert usual == damage(human.stats.attack, game.hero.stats.defence) < 31
    human.stats = BaseStats(300, 20)
    assert max_damage_per_turn([human], game.hero, blows) == 31


def test_who_masters_wounds_heals_half() -> None:
    game = mastered(ON_WOUNDS)
    game.hero.hp = 1
    assert SpendPoint(ON_WOUNDS).forecast(game) == "+62 HP for a point"


def test_a_hero_masters_one_thing() -> None:
    """Points go on to bring what they say; nothing tells of another mastery, odds know of none."""
    game = mastered(ON_DEFENCE, "@..\\")
    growth(game).level += MASTERY_POINTS
    for _ in range(MASTERY_POINTS):
        assert SpendPoint(ON_ATTACK).forecast(game) == "+3 Atk for a point"
        assert texts(game.play(SpendPoint(ON_ATTACK))) == ["PC spends a point: +3 Atk."]
    assert mastered_use(game.hero) is ON_DEFENCE
    healed = f"+{ON_WOUNDS.healed(game.hero)} HP"
    assert menu_lines(game) == ["+3 Atk for good", "+10 Def for good (mastered)", healed]
    (menu,) = LEVELS.commands.menus
    assert menu.about
    assert menu.about(game) == "You have 1 point; spending one takes a turn."
    assert Ending(game).rows == [("Points", "4 on Atk, 4 on Def (mastered), 1 not spent")]


@for_each("words", "vi", "laptop")
def test_a_key_asks_what_a_point_is_spent_on(keys: str) -> None:
    """X85, X90: the same one in every keymap; it names what is possible now."""
    session = hurt(hp=125)
    desk = Console(session, *WHOLE, ScreenSettings(keys=keys))
    assert "3 points" in "\n".join(lines(desk))
    pressed(desk, "+")
    shown = " ".join(" ".join(lines(desk)).split())
    assert "You have 3 points; spending one takes a turn. You master the first to get" in shown
    assert "a +3 Atk for good (0 of 4) d +10 Def for good (0 of 4)" in shown
    pressed(desk, "d")
    assert growth(game_of(session)).points == 2
    assert game_of(session).hero.stats.defence == race_named("Shade").stats.defence + 10
    pressed(desk, "+h")
    assert "You have no wounds." in " ".join(lines(desk))


def test_a_level_lasts_below_all_brews() -> None:
    """X70, R16: the base is raised under each potion, and stays when they end."""
    game, of = learned(BEFORE_ONE, "Goblin"), race_named("Goblin").stats
    raised = (of.attack + ATTACK_GAIN_OF["Goblin"], of.defence + DEFENCE_GAIN)
    for _ in range(5):
        game.hero.stats = StatModifier(game.hero.stats, -5, 0)
    game.hero.stats = StatModifier(game.hero.stats, 5, 0)
    assert game.hero.stats.attack == 5
    game.play(Attack(EAST))
    assert modifier_layers(game.hero.stats) == [(5, 0), *[(-5, 0)] * 5, raised]
    assert game.hero.stats.attack == 5
    game.hero.clear_modifiers()
    assert modifier_layers(game.hero.stats) == [raised]
    stats: BaseStats | StatModifier = BaseStats(10, 10)
    for _ in range(3000):  # however many were drunk
        stats = StatModifier(stats, 1, 0)
    assert (raise_base(stats, 1, 2).attack, raise_base(stats, 1, 2).defence) == (3011, 12)


def test_potions_heal_up_to_the_grown_maximum() -> None:
    """X70, R10, R12: everything that knows a maximum knows the new one."""
    game, most = learned(BEFORE_ONE, row="0@E..\\"), race_named("Shade").hp + HP_GAIN
    game.play(Attack(EAST))
    game.hero.hp = most - 3
    game.play(Drink(WEST))
    assert game.hero.hp == most
    assert observe(game).max_hp == most
    assert figure_texts(game)[0] == f"HP {most} of {most}"
    assert GameView(game).race.max_hp == most
    assert HpLimit(50, is_percent=True).hp(GameView(game).race) == most // 2
    for hp, role in ((most // 2, "wounded"), (most // 2 + 1, "hp")):
        game.hero.hp = hp
        assert health_role(game.hero) == role
    game, most = learned(BEFORE_ONE, "Troll", row="@EH..\\"), race_named("Troll").hp + HP_GAIN
    game.play(Attack(EAST))
    game.hero.hp = most - 3
    game.enemies_frozen, game.turn_dice = True, scenario(room("@..\\"), luck=[MISS]).turn_dice
    game.play(Move(EAST))
    assert game.hero.hp == most


def test_shares_of_a_vampires_hp_are_of_what_it_has_grown_to() -> None:
    """X70, R10: colours, bars and the limit of fights; it has no most, before as after."""
    game, first = learned(0, "Vampire"), race_named("Vampire").hp
    game.play(Attack(EAST))
    grown = first + (growth(game).level - 1) * HP_GAIN
    assert HpLimit(50, is_percent=True).hp(GameView(game).race) == grown // 2
    game.hero.hp = grown // 2
    assert health_role(game.hero) == "wounded"
    assert observe(game).max_hp is None
    assert figure_texts(game)[0] == f"HP {grown // 2}"
    assert f"HP: {grown // 2}/{grown}+" in "\n".join(lines(console_of(game, size=WHOLE)))


def test_hp_above_a_vampires_maximum_fade() -> None:
    """X85, tuned: one a turn, also of those that its blows drain."""
    game = learned(0, "Vampire", row="@..H..\\")
    game.hero.hp = game.hero.full_hp + 2
    fading = [game.hero.full_hp + 1, *[game.hero.full_hp] * 2]
    for hp in fading:
        game.play(Wait())
        assert game.hero.hp == hp
    game.hero.hp -= 9
    game.play(Wait())
    assert game.hero.hp == game.hero.full_hp - 9


def troll(row: str, luck: tuple[int, ...] = (), rules: Rules = RULES) -> GameState:
    game = scenario(room(row), "Troll", luck, rules=rules)
    game.hero.hp = 50
    return game


def test_a_troll_heals_only_beside_a_hostile_enemy_and_unhurt() -> None:
    """X85: not alone, beside a peaceful merchant, or hurt in the last phase; texts say so (R12)."""
    for row, rules, hp in (
        ("@.....\\", RULES, 50),
        ("@.M...\\", RULES, 50),
        ("@.H...\\", RULES, 55),
        ("@.....\\", BASE_RULES, 55),
    ):
        game = troll(row, luck=(MISS,), rules=rules)
        game.play(Move(EAST))
        assert game.hero.hp == hp, row
    game, healed = troll("@H....\\", luck=(HIT, MISS, MISS)), []
    for _ in range(3):
        before = game.hero.hp
        events = game.play(Attack(EAST))
        blows = sum([e.damage for e in events if isinstance(e, Struck) and e.defender == "PC"])
        healed.append(game.hero.hp - before + blows)
    assert healed == [5, 0, 5]
    assert rest_refusal(troll("@....\\")) == "Trolls heal only in a fight."
    assert rest_refusal(drawn_game("@....\\")) == "Rest does not heal your race."
    (told,) = describe_cell(game, game.floor.hero_cell)
    assert told == "You, a troll: regains 5 HP in a fight, after a turn unhurt."
    rows = {each.race.name: each.strength for each in race_rows(game.rules)}
    plain = {each.race.name: each.strength for each in race_rows(BASE_RULES)}
    assert {name for name in rows if rows[name] != plain[name]} == {"Troll"}
    assert rows["Troll"] == "lasting: 5 HP back in a fight"


def test_the_odds_of_a_trolls_fight_know_when_it_heals() -> None:
    """X7, X85: half of its turns come after a blow, so it heals about half as much."""
    game = troll("@H....\\")
    enemy = only_enemy(game)
    now = compute_fight_odds(RULES, game.hero, enemy)
    base = compute_fight_odds(BASE_RULES, game.hero, enemy)
    assert now.win_chance < base.win_chance
    game.hero.set_fact(HURT, 1)
    assert compute_fight_odds(RULES, game.hero, enemy).win_chance < now.win_chance


def test_odds_count_levels() -> None:
    """X7: the figures of the level are those of the fight; what a victory brings is not in it."""
    game = scenario(room("@O...\\"), rules=RULES)
    orc = only_enemy(game)
    first = compute_fight_odds(RULES, game.hero, orc)
    assert first == compute_fight_odds(scenario(room("@\\")).rules, game.hero, orc)
    game.hero.stats = raise_base(game.hero.stats, 15, 15)
    grown = compute_fight_odds(RULES, game.hero, orc)
    assert grown.win_chance > first.win_chance
    assert describe_cell(game, next(iter(game.floor.enemies)))[1].startswith("You win ")


def test_the_row_tells_experience_in_all_and_what_the_next_level_needs() -> None:
    """X70, X6, X122: between Def and Action; a copy learns by itself."""
    needed = experience_for_level(4)
    game = learned(needed - 1)
    status = status_text(game).splitlines()
    assert status[-2:] == ["Def: 25", f"Level: 3 ({needed - 1} of {needed}), 5 points"]
    assert learned(0).parts["levels"].digest_parts() == (0, 1, [])
    assert not LEVELS.texts.hints[0].is_due(learned(0))
    spender = game_of(hurt())
    for one, action in ((game, Attack(EAST)), (spender, SpendPoint(ON_ATTACK))):
        twin, before = one.copy(), one.digest()
        twin.play(action)
        assert one.digest() == before != twin.digest()


def test_the_dead_learn_nothing() -> None:
    """R23: a vampire that dies of the dwarf it slays gains no level by it."""
    game = learned(0, "Vampire", row="@W...\\")
    game.hero.hp = 5
    game.play(Attack(EAST))
    assert game.outcome is not None
    assert growth(game).level == 1


def test_a_kill_by_a_thrown_potion_brings_experience() -> None:
    """X70, X12: it counts as the PC's, and is worth a tenth of its kind's HP."""
    rules = ExpansionRegistry().select(["pack", "levels"])
    game = weakened(scenario(room("3@.E..\\"), luck=[0], rules=rules))
    list(session_of(game).play_words(["g", "we", "t", "a", "ea"]))
    level = growth(game).level
    assert growth(game).experience == ELF
    assert status_text(game).splitlines()[-1] == (
        f"Level: {level} ({ELF} of {experience_for_level(level + 1)}), 4 points"
    )


@for_each(("Shade", []), ("Vampire", ["HP may rise above 50, as its + says."]))
def test_a_look_at_the_pc_explains_the_plus(race: str, more: list[str]) -> None:
    """R10: of a race without a maximum."""
    game = expanded("levels", room("@..\\"), race)
    assert describe_cell(game, GameView(game).hero_cell)[1:] == more


def test_who_stands_in_a_doorway_is_told_of_once() -> None:
    """The doorway is an exit all the same, once it is free again."""
    game = expanded("levels", room("@M+..\\"))
    assert describe_nearby(game) == "Near: peaceful merchant, 1 east; doorway, 2 east."
    game.place_enemy(GameView(game).hero_cell + 2, only_enemy(game).copy())
    assert describe_nearby(game) == "Near: peaceful merchant, 1 east; peaceful merchant, 2 east."
