"""Vaults: pedestals, their key, the three payments, and the things on a floor (X100-X103, X108)."""

from collections import Counter

import pytest

from cc3k.bots.game import observe
from cc3k.engine.board import DOORWAY, SOUTH
from cc3k.engine.dice import Dice
from cc3k.engine.game import GameState
from cc3k.engine.items import Trinket
from cc3k.engine.running_game import part_of
from cc3k.engine.view import GameView
from cc3k.expansions.clock import WAKING, Clock
from cc3k.expansions.gear import COMPASS
from cc3k.expansions.vaults import (
    KEY,
    RELIC_THINGS,
    RING_THINGS,
    Treasures,
    Wand,
    gain,
    short_vault_row,
)
from cc3k.expansions.vaults import pick_vault_place as pick_place
from cc3k.play.choices import DEFAULT_HP_LIMIT
from cc3k.play.collect import (
    Collect,
    count_left_things,
    find_deadlines,
    judge_things_in_sight,
    left_message,
)
from cc3k.play.commands import command_table
from cc3k.play.journey_memory import JourneyMemory
from cc3k.play.look import describe_cell
from cc3k.play.messages import GO_TO_VAULT
from cc3k.play.prompts import forecast_lines, question_before
from cc3k.play.travel import find_free_gold
from tests.support.consoles import action, console_of, pressed, travelled
from tests.support.expansions import expanded, played, row, rules_of, say, told
from tests.support.scenarios import room
from tests.support.tables import for_each
from tests.support.walks import only_enemy, second_press, walk

VAULT = room("@.....", "./=&.\\", "......")


def spawned(seed: int, names: str = "vaults", race: int = 0) -> GameState:
    rules = rules_of(names)
    return GameState(rules, rules.races[race], Dice(f"{seed}/game 1"))


def vault_game(race: str = "Shade", *, wand: int = 0, ring: int = 0, relic: int = 0) -> GameState:
    """Return a game beside a drawn vault: the wand, ring and relic of those numbers."""
    last_tile = [0, 12]
    game = expanded("vaults", VAULT, race, luck=[wand, ring, relic, *last_tile])
    say(game, "ea")
    return game


def things(game: GameState) -> dict[str, bool]:
    items = [item for _, item in sorted(game.floor.items.items()) if isinstance(item, Trinket)]
    return {item.name: item.is_pedestal for item in items}


def test_three_marks_in_a_row_are_a_vault() -> None:
    """X108, Y30, X121, X102: named to the player at once; a mark alone is any thing of its sort."""
    game = vault_game()
    pedestals = {"wand of slow": True, "ring of thorns": True, "black ledger": True}
    assert things(game) == {**pedestals, "key": False}
    west = min(game.floor.items)
    assert describe_cell(game, west) == [
        "A pedestal with the wand of slow: slows an enemy for 20 turns, within 7 cells.",
        "The key: you have no key.",
        "20 gold: you have 0.",
        "32 HP: then HP 93 of 125.",
    ]
    numbers = observe(vault_game(wand=2, ring=1, relic=1)).figures
    assert [numbers[f"pedestal {number}"] for number in (1, 2, 3)] == [3, 2, 8]
    refusal = "x so k, x so g or x so b opens it."
    assert told(game, "so") == (refusal, refusal)
    view = GameView(game)
    assert not view.may_enter(view.cell_towards(SOUTH))
    loose = expanded("vaults", room("@/.=.&.k\\"), luck=[5, 3, 1])
    names = ("wand of bolt", "ring of blood", "grave knife", "key")
    assert things(loose) == dict.fromkeys(names, False)
    assert not any(observe(loose).figures[f"pedestal {number}"] for number in (1, 2, 3))
    assert row(walk(loose, "ea " * 7)) == "Vault: 1 unknown; ring blood; grave knife; key"


def test_what_a_payment_would_cost_of_the_things_in_hand_is_told_with_its_price() -> None:
    """Y28: a look, the menu and a forecast say which wand or ring is lost."""
    game = vault_game()
    treasures = part_of(game, Treasures)
    treasures.has_key, treasures.wands, treasures.ring = True, (Wand("bolt"),) * 3, "blood"
    game.known_names.add("wand of bolt")
    wand, ring, relic = [describe_cell(game, cell)[1:] for cell in sorted(game.floor.items)[:3]]
    assert wand[0] == "The key: you lose wand 1 (bolt 4)."
    assert ring[2] == "32 HP: then HP 93 of 125; you lose the ring of blood."
    assert not any("lose" in line for line in relic)


def test_collecting_names_a_vault_that_the_player_knows() -> None:
    """X108: its way is told at the end, and in the fog at a stop, once; with the key, it is one."""
    prices, key = "walk into it to see its prices", "you have the key"
    for names, at_stops in (("vaults", False), ("vaults fog", True)):
        game, memory = expanded(names, VAULT, luck=[0, 0, 0, 0, 12]), JourneyMemory()
        say(game, "ea")
        for has_key, what, is_news in (
            (False, prices, True),
            (False, prices, False),
            (True, key, True),
            (True, key, False),
        ):
            part_of(game, Treasures).has_key = has_key
            left = count_left_things(GameView(game), DEFAULT_HP_LIMIT)
            assert left["vault", f"1 south of you; {what}"] == 1
            memory.begin_turn(object(), game, Counter(), tells_sum=True)
            memory.passed.update(judge_things_in_sight(game))
            game.turns += 1
            vault = "vault (wand of slow, ring of thorns, black ledger)"
            told = f" Left the {vault} 1 south: {what}." * (is_news and at_stops and not has_key)
            due = {"vault": "the vault is 1 south of you, and you have the key"} if has_key else {}
            assert find_deadlines(GameView(game)) == due
            assert memory.sum_up(game, Counter()) == f"1 turn.{told}"
            if not has_key:
                part_of(game, Treasures).has_key = True
                assert memory.sum_up(game, Counter()) == "1 turn.", "the deadline tells of it"
    say(game, "x so k")
    assert "vault" not in left_message(count_left_things(GameView(game), DEFAULT_HP_LIMIT))


@for_each(("vaults fog", ""), ("vaults fog clock", " and the stairs are 5 turns away"))
def test_collecting_with_the_key_in_hand_offers_the_way_to_the_vault_at_once(
    names: str, further: str
) -> None:
    """X108: the next press goes there, whatever else is due, and stops beside it."""
    game = expanded(names, VAULT, luck=[0, 0, 0, 0, 12])
    part_of(game, Treasures).has_key = True
    if further:
        part_of(game, Clock).count = WAKING - 6
    collect = Collect()
    stopped = "Stopped: the vault is 1 south 1 east of you, and you have the key"
    turns, reason = played(game, collect)
    assert (turns, reason.startswith(f"{stopped}{further}")) == (0, True)
    beside = "The wand of slow is 1 east of you: walk into it to see its prices."
    assert played(game, second_press(collect).command) == (1, beside)


def test_a_way_to_the_vault_that_was_agreed_to_goes_on_after_an_interruption() -> None:
    """X108: until the PC has been there; then `o` collects again."""
    drawing = room("@...............", "............./=&", "6..............\\")
    game = expanded("vaults fog", drawing, luck=[0, 0, 0, 0, 12])
    part_of(game, Treasures).has_key = True
    desk = console_of(game)
    travelled(desk, "o")
    assert action(desk).endswith(": press o again to go to the vault.")
    pressed(desk, "o")
    desk.tick()
    pressed(desk, ["escape"])
    first = game.floor.hero_cell
    travelled(desk, "o")
    assert game.floor.hero_cell > first + 5
    assert "walk into it to see its prices" in action(desk)
    assert game.hero.gold == 0
    travelled(desk, "o")
    assert game.hero.gold


def test_collecting_that_is_done_offers_the_way_to_the_vault() -> None:
    """X108: one key gets the player further, unless the PC is there."""
    game, far, beside = vault_game(), Collect(), Collect()
    played(game, far)
    assert far.stop_reason.endswith("you have the key)")
    assert second_press(far).purpose == GO_TO_VAULT
    said = "The black ledger is 1 west of you: walk into it to see its prices."
    assert played(game, second_press(far).command)[1] == said
    assert played(game, beside)[0] == 0
    assert beside.again is None


@for_each(("E....", 1), ("E.k..", 0), ("M.D..", 0))
def test_a_drawn_vault_has_a_key(drawn: str, carriers: int) -> None:
    """X101, X108: a hostile enemy, no dragon; else it lies there, if none is drawn."""
    drawing = room(f"@..{drawn}", "./=&.\\..", "........")
    lies = not carriers and "k" not in drawn
    game = expanded("vaults", drawing, luck=[0, 0, 0, *[0] * carriers, *[0, 0] * lies])
    bearers = [each.kind.name for each in game.floor.enemies.values() if KEY in each.carries]
    assert bearers == ["elf"] * carriers
    assert ("key" in things(game)) == (not carriers)


@for_each(
    ("depths", "@A\\", "Shade", 100, "then gold 4, score 11"),
    ("shop", "@M.\\", "Drow", 5, "then HP"),
)
def test_tolls_and_wares_have_forecasts_too(
    names: str, drawing: str, race: str, gold: int, forecast: str
) -> None:
    game = expanded(names, room(drawing), race, luck=[0, 0, 0])
    game.hero.gold, game.hero.hp = gold, 50
    assert any(forecast in line for line in forecast_lines(game)), forecast_lines(game)


@pytest.mark.seeded
def test_odd_floors_have_a_vault_that_fits() -> None:
    """X100, X120: on odd floors, three free tiles in a row, in no chamber of PC or stairs."""
    with_vaults, without = spawned(42).floor, spawned(42, "pack").floor
    assert (with_vaults.terrain, with_vaults.hero_cell) == (without.terrain, without.hero_cell)
    assert {*without.items.items()} <= {*with_vaults.items.items()}
    assert with_vaults.enemies.keys() == without.enemies.keys()
    for seed in range(8):
        game = spawned(seed, race=seed % 5)
        for depth in range(1, 6):
            floor = game.floor
            cells = [cell for cell in sorted(floor.items) if floor.is_pedestal(cell)]
            assert len(cells) == (3 if depth % 2 else 0), (seed, depth)
            if cells:
                assert [cell - cells[0] for cell in cells] == [0, 1, 2]
                assert [floor.items[cell].glyph for cell in cells[:2]] == ["/", "="]
                index = floor.board.chamber_index
                assert index[cells[0]] not in (index[floor.hero_cell], index[floor.stairs_cell])
                near = {at for cell in cells for at in floor.board.neighbours[cell]}
                assert all(floor.board.terrain[at] != DOORWAY for at in near)
            wands = [at for at, item in floor.items.items() if item.glyph == "/"]
            assert len([at for at in wands if not floor.is_pedestal(at)]) == 1, (seed, depth)
            carriers = [each for each in floor.enemies.values() if KEY in each.carries]
            assert len(carriers) == (depth % 2)
            assert all(each.kind.spawn_weight for each in carriers)
            game.take_stairs()


def test_a_vault_cuts_off_no_free_tile() -> None:
    """X100: in a chamber three tiles wide only the last row can be closed."""
    game = expanded(
        "vaults",
        r"""
        |-----------------|
        ||--| |---|       |
        ||@.+#+...| |---| |
        ||--| |...| |.\.| |
        |     |...| |---| |
        |     |...|       |
        |     |---|       |
        |-----------------|""",
    )
    floor = game.floor
    places = [pick_place(floor, Dice(f"{number}")) for number in range(9)]
    assert {floor.board.row_and_column(place[0])[0] for place in places if place} == {5}


def test_the_relics_of_a_race_come_in_turn() -> None:
    """Y31: one of two, next the other, then a second wand; the ring is never the one worn."""
    offered, game = [], spawned(7, race=0)
    for _ in range(3):
        offered.append([name for name, is_on in things(game).items() if is_on][-1])
        game.take_stairs()
        game.take_stairs()
    assert {*offered[:2]} == {"black ledger", "grave knife"}
    assert offered[2].startswith("wand of ")
    for seed in range(6):
        game = spawned(seed)
        list(gain(game, RING_THINGS["lore"]))
        game.take_stairs()
        game.take_stairs()
        assert "ring of lore" not in things(game)
    seen = Counter[str]()
    for seed in range(12):
        game = spawned(seed)
        game.known_names |= {potion.name for potion in game.rules.potions}
        for _ in range(2):
            game.take_stairs()
        seen.update(things(game))
    assert not seen["ring of lore"], "who knows all potions has no use for it"
    assert seen["ring of thorns"]


def test_the_key_is_carried_dropped_and_taken() -> None:
    """X101, Y29: the look says so; slain, the carrier drops it; walking onto it takes it."""
    game = expanded("vaults", room("@O.\\"), luck=[0])
    only_enemy(game).carries, only_enemy(game).hp = (KEY,), 1
    assert "It carries the key." in describe_cell(game, game.floor.hero_cell + 1)
    assert [enemy.carries for enemy in observe(game).enemies] == [("key",)]
    assert row(walk(game, "a ea ea")) == "Vault: key"


@for_each(("fog vaults", KEY), ("fog gear", COMPASS))
def test_what_falls_out_of_sight_is_told_with_its_place(names: str, thing: Trinket) -> None:
    """X61, X101, Y29: nothing lies in a passage; the free tile nearest to it may be unseen."""
    game = expanded(names, room("|||....", "@#+...E", "|||...\\"), luck=[0, 0])
    enemy = only_enemy(game)
    game.floor.move_enemy(game.floor.hero_cell + 6, game.floor.hero_cell + 1)
    enemy.carries, enemy.hp = (thing,), 1
    fallen = f"The {thing.name} falls out of sight, 1 north 3 east."
    assert told(game, "a ea")[1].endswith(fallen)


def test_a_fourth_wand_replaces_the_one_with_fewest_charges_and_a_ring_the_other() -> None:
    """X103, Y28: unknown ones count as five charges; a person is asked unless it was spent."""
    ringed = walk(expanded("vaults", room("@=.=.\\"), luck=[0, 3]), "ea ea")
    step = command_table(ringed.rules).actions_and_answers["ea"]
    asked = "You lose the ring of thorns for the ring of blood. Take it?"
    assert question_before(ringed, step) == asked
    assert ringed.hero.facts["thorns"]
    assert "thorns" not in walk(ringed, "ea").hero.facts
    game = expanded("vaults", room("@/.\\"), luck=[0])
    game.known_names |= {"wand of dig", "wand of bolt"}
    part_of(game, Treasures).wands = (Wand("slow"), Wand("dig"), Wand("bolt"))
    assert row(game) == "Vault: 1 unknown, 2 dig 5, 3 bolt 4"
    step = command_table(game.rules).actions_and_answers["ea"]
    assert question_before(game, step) == "You lose wand 3 (bolt 4) for the wand. Take it?"
    left = count_left_things(GameView(game), DEFAULT_HP_LIMIT)
    assert left["wand", "step onto it to take it"] == 1
    assert find_free_gold(GameView(game)) == []
    spent = game.copy()
    part_of(spent, Treasures).wands = (Wand("slow"), Wand("dig"), Wand("bolt", 4))
    assert question_before(spent, step) == ""


def test_the_rows_of_a_full_hand() -> None:
    """X103: and its short form; what is known to be spent is in neither."""
    game = expanded("vaults", room("@.\\"))
    treasures = part_of(game, Treasures)
    assert (row(game), [*short_vault_row(game)]) == ("Vault: empty", [])
    game.known_names.add("wand of slow")
    treasures.wands = (Wand("slow", 1), Wand("charm"), None)
    for thing in (RING_THINGS["lore"], RELIC_THINGS["black ledger"]):
        list(gain(game, thing))
    treasures.has_key = True
    assert row(game) == "Vault: 1 slow 3, 2 unknown; ring lore; black ledger; key"
    assert [*short_vault_row(game)] == ["Vault 1slow3 2? lore ledger key"]
    numbers = {"wand 1 kind": 2, "wand 1 charges": 3, "wand 2 kind": 1, "wand 2 charges": 0}
    others = {"wand 3 kind": 0, "ring": 2, "key": 1, "black ledger": 1, "alembic": 0}
    assert {**numbers, **others}.items() <= observe(game).figures.items()
    treasures.wands = (Wand("slow", 4), Wand("charm", 2), None)
    assert row(game) == "Vault: 2 unknown; ring lore; black ledger; key"


NOBODY = "You see nobody within 7 cells to the East."
PEACEFUL = "The merchant to the East is peaceful."


@for_each(
    (True, "bolt", "@..E..\\", ""),
    (True, "bolt", "@......\\", f"{NOBODY} Cast bolt?"),
    (False, "dig", "@......\\", f"{NOBODY} Cast wand 1?"),
    (True, "bolt", "@..M..\\", f"{PEACEFUL} Cast bolt at it?"),
    (False, "dig", "@..M..\\", f"{PEACEFUL} Cast wand 1 at it?"),
    (True, "slow", "@..D..\\", "The dragon to the East would be unmoved. Cast slow?"),
    (False, "slow", "@..D..\\", ""),
    (True, "dig", "@......|\\", ""),
    (True, "dig", "@..M........\\", "It would do nothing to the East. Cast dig?"),
    (True, "blink", "@..M...\\", ""),
    (True, "blink", "@M.....\\", "It would do nothing to the East. Cast blink?"),
)
def test_a_cast_that_would_waste_a_charge_asks_first(
    known: bool, kind: str, drawn: str, question: str
) -> None:
    """X104: as a throw at nobody does; an unknown wand tells nothing of its kind."""
    game = expanded("vaults", room(drawn))
    part_of(game, Treasures).wands = (Wand(kind), None, None)
    game.known_names |= {f"wand of {kind}"} if known else set()
    first, second = [command_table(game.rules).commands[words] for words in ("c 1 ea", "c 2 ea")]
    assert (question_before(game, first), question_before(game, second)) == (question, "")


def test_a_merchant_sells_a_known_wand() -> None:
    """X107, Y28: it asks first where another one is lost; copies draw what cannot be asked for."""
    full = expanded("shop vaults", room("@M.\\"), luck=[0, 0, 0, 5])
    full.hero.gold = 30
    part_of(full, Treasures).wands = (Wand("slow"),) * 3
    buy = command_table(full.rules).actions_and_answers["b ea 4"]
    question = "You lose wand 1 (unknown) for the wand of bolt. Take it?"
    assert question_before(full, buy) == question
    assert observe(full).figures["ware ea 4"] == 99
    away = expanded("shop vaults", room("@..M\\"), luck=[0, 0, 0, 5])
    dealt = [only_enemy(away.copy_with_luck(n)).wares for n in range(20)]
    assert {len(wares) for wares in dealt} == {4}
    assert len({wares[3].name for wares in dealt}) > 2
