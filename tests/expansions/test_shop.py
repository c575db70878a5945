"""The shop: wares of peaceful merchants, what they cost, and where they go (X20, X21)."""

import json
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from attrs import asdict, evolve

from cc3k.bots.game import observe
from cc3k.cli.catalog import format_floor_contents
from cc3k.content.floor_contents import contents_of_seed
from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import all_actions, legal_actions
from cc3k.engine.board import EAST, NORTH, SOUTH
from cc3k.engine.dice import Dice
from cc3k.engine.events import Effect, ExpansionEvent, TookTrinket
from cc3k.engine.expansion import Expansion, FloorHooks
from cc3k.engine.game import GameState
from cc3k.engine.items import Trinket
from cc3k.engine.refusals import ExpansionRefusal, Impossible
from cc3k.expansions.registry import rules_with
from cc3k.expansions.shop import MOST_WARES, SHOP, AskWares, BuyWare
from cc3k.play.look import describe_cell
from cc3k.play.narrator import Narrator
from tests.support.consoles import console_of, lines, pressed
from tests.support.expansions import expanded, refused, rules_of, say, session_of
from tests.support.odds import fit
from tests.support.scenarios import Wait, room, scenario
from tests.support.tables import for_each
from tests.support.walks import only_enemy, seeing_only

RULES = rules_of("shop")
POTIONS = {potion.name: potion for potion in RULES.potions}
NO_MERCHANT = "There is no merchant to the East."


def market(
    wares: str = "RH BA WD", gold: int = 20, names: str = "shop", race: str = "Shade"
) -> GameState:
    game = expanded(names, room("@M...", "....\\"), race, luck=[0, 0, 0])
    only_enemy(game).wares = tuple([POTIONS[name] for name in wares.split()])
    game.hero.gold = gold
    return game


def refusal(does: str) -> ExpansionRefusal:
    return ExpansionRefusal(f"M {does}.", f"The merchant {does}.")


def wares(game: GameState) -> list[str]:
    return [ware.name for ware in only_enemy(game).wares]


def test_merchants_sell_three_potions_each_and_nobody_else_does() -> None:
    """X20: also on floors that are drawn."""
    drawn = expanded("shop", room("@M.M..", ".HWEO\\"), luck=[0, 1, 2, 3, 4, 5])
    in_order = [enemy.wares for _, enemy in sorted(drawn.floor.enemies.items())]
    first, second, *others = [[ware.name for ware in wares] for wares in in_order]
    assert (first, second) == (["RH", "BA", "BD"], ["PH", "WA", "WD"])
    assert others == [[]] * 4
    game = GameState(RULES, RULES.races[0], Dice("42/game 1"))
    for enemy in game.floor.enemies.values():
        assert len(enemy.wares) == (3 if enemy.kind.name == "merchant" else 0)


@for_each(("@M...", "RH", False), ("@M...", "", True), ("@.M..", "RH", True))
def test_a_merchant_with_wares_stays_beside_the_pc(row: str, wares: str, roams: bool) -> None:
    """X20: one that is sold out, or is a step away, roams."""
    game = expanded("shop", room(row, "....\\"), luck=[0, 0, 0])
    only_enemy(game).wares = tuple([POTIONS[name] for name in wares.split()])
    game.turn_dice, game.enemies_frozen = Dice("roams"), False
    before = {*game.floor.enemies}
    game.play(Wait())
    assert ({*game.floor.enemies} != before) is roams


def test_a_merchant_has_no_more_wares_than_commands_have_words_for() -> None:
    """X20: two packages that sell one more thing each."""
    further = FloorHooks(further_ware=lambda dice: dice.pick(RULES.potions))
    more = [Expansion(name, "Sells one more.", floors=further) for name in ("moon", "star")]
    game = scenario(room("@M.", "..\\"), rules=rules_with((SHOP, *more)), luck=[0] * 5)
    game.hero.gold = 50
    assert len(only_enemy(game).wares) == MOST_WARES
    bought = [action for action in legal_actions(game) if isinstance(action, BuyWare)]
    assert [action.direction for action in bought] == [EAST] * MOST_WARES


def test_a_thing_without_a_rule_is_taken_as_one_that_lies_there() -> None:
    """X20: it is paid for, so it is told and leaves the merchant."""
    game, star = market(), Trinket("star", "*", "it shines", price=5)
    only_enemy(game).wares = (star,)
    assert TookTrinket("star") in say(game, "b ea 1")
    assert (game.hero.gold, wares(game)) == (15, [])


def test_an_answer_concerns_the_merchant() -> None:
    (event,) = say(market(), "b ea")
    assert isinstance(event, ExpansionEvent)
    assert (event.name, event.concerns, event.effect) == ("shop.told", "merchant", Effect.NONE)


@pytest.mark.seeded
def test_kinds_are_picked_evenly() -> None:
    """X20: each of the six as often as any other."""
    counts = Counter[str]()
    for seed in range(150):
        game = GameState(RULES, RULES.races[0], Dice(f"{seed}/game 1"))
        counts.update([w.name for e in game.floor.enemies.values() for w in e.wares])
    sold = [
        [ware.name for _, enemy in sorted(game.floor.enemies.items()) for ware in enemy.wares]
        for names in ("", "shop", "pack shop")
        for game in [GameState(rules_of(names), RULES.races[0], Dice("7/game 1"))]
    ]
    assert not sold[0], "the base game is what it was (X2)"
    assert sold[1] == sold[2], "own dice"
    assert fit(counts, {name: Fraction(1, 6) for name in POTIONS})


def test_who_stands_out_of_sight_is_no_merchant() -> None:
    """X41: an answer would tell that somebody is there."""
    game = market()
    (shop,) = game.rules.expansions
    game.rules = evolve(game.rules, expansions=(evolve(shop, sight=seeing_only()),))
    assert refused(game, "b ea") == ExpansionRefusal(NO_MERCHANT, NO_MERCHANT)


def test_flags_of_wares_are_those_that_can_be_paid() -> None:
    """R4: told all at once, for any purse and as many wares as are left."""
    for wares, gold in product(["RH BA WD", "WD PH", "BD", ""], range(8)):
        game = market(wares, gold)
        legal = [action for action in legal_actions(game) if isinstance(action, BuyWare)]
        assert legal == [action for action in game.rules.extra_actions if action.is_legal(game)]
        assert len(legal) == sum(POTIONS[name].price <= gold for name in wares.split())
    game = market()
    assert not [action for action in all_actions(game.rules) if isinstance(action, AskWares)]
    assert [AskWares(way).is_legal(game) for way in (EAST, NORTH)] == [True, False]
    with pytest.raises(Impossible):
        game.play(BuyWare(SOUTH, 1))


@for_each(*"04589")
def test_a_number_that_no_ware_has_is_refused_alike_wherever_it_is_typed(number: str) -> None:
    """X20: on the menu, in plain mode and in a pipe, where `b ea` alone is a command."""
    desk = console_of(market())
    told_there = pressed(desk, f"bea{number}")
    assert (desk.mode, told_there) == (None, "The merchant has only 3 for sale.")
    narrator = Narrator(session_of(market()))
    *_, told_there = [line for word in ("b", "east", number) for line in narrator.handle_word(word)]
    assert told_there == "The merchant has only 3 for sale."
    (frame,) = session_of(market()).play_words(("b", "ea", number))
    assert frame.endswith("Action: M has only 3 for sale.\n")


def test_a_line_that_is_too_long_for_the_screen_is_told_in_full_below() -> None:
    """X20: where the cursor is; the other lines are cut."""
    desk = console_of(market(gold=3), size=(40, 24))
    pressed(desk, ["b", "right"])
    shown = lines(desk)
    assert shown[1] == " 1  Restore Health: 4 gold, too dear;..."
    told_below = ["Restore Health: 4 gold, too dear; used", "at once; restores 10 HP"]
    assert shown[4:6] == told_below
    assert shown[3] == " 3  Wound Defence: 1 gold; used at on..."


def test_a_look_tells_the_wares_from_beside_the_merchant_only() -> None:
    """X20, X3: one has to ask, beside it; programs observe the same."""
    game = market("RH WD")
    near = describe_cell(game, game.floor.hero_cell + 1)
    assert near[-1] == (
        "It sells 1 Restore Health (restores 10 HP) for 4 gold; "
        "2 Wound Defence (lowers Def by 5) for 1 gold."
    )
    seen = observe(game).figures  # 0 where there is none to be asked
    assert [seen[f"ware ea {number}"] for number in (1, 2, 3)] == [1, 6, 0]
    assert not any(number for name, number in seen.items() if not name.startswith("ware ea"))
    assert SHOP.texts.hints[0].is_due(game)
    only_enemy(game).wares = ()
    assert not SHOP.texts.hints[0].is_due(game)
    assert describe_cell(game, game.floor.hero_cell + 1)[-1] == "It has sold out."
    far = expanded("shop", room("@..M.", "...H\\"), luck=[0, 0, 0])
    assert describe_cell(far, far.floor.hero_cell + 3)[-1] == (
        "It sells potions for 1 to 4 gold: ask it from beside it."
    )
    assert "sells" not in describe_cell(far, far.floor.glyphs.index(b"H"))[-1]
    far.hero.provoked_kinds.add("merchant")
    assert "sells" not in describe_cell(far, far.floor.hero_cell + 3)[-1]


@pytest.mark.seeded
def test_a_lucky_copy_deals_the_wares_anew_that_cannot_be_asked_for() -> None:
    """X41: those of merchants farther off; what was sold stays sold."""
    game = expanded("shop", room("@M..M", "....\\"), luck=[0, 0, 0, 1, 1, 1])
    near, far = [game.floor.enemies[cell] for cell in sorted(game.floor.enemies)]
    far.wares = far.wares[:2]
    counts = Counter[str]()
    for luck in range(300):
        twin = game.copy_with_luck(luck)
        first, second = [twin.floor.enemies[cell].wares for cell in sorted(twin.floor.enemies)]
        assert first == near.wares
        assert len(second) == 2
        counts.update([ware.name for ware in second])
    assert fit(counts, {name: Fraction(1, 6) for name in POTIONS})


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
