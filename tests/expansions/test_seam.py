"""What an expansion adds to a game: commands, rows, state, words said, and left (X4, X7)."""

import io

import pytest
from attrs import evolve

from cc3k.bots.game import PlayableGame
from cc3k.cli.plain import PlainSession, play_words
from cc3k.cli.play import run_script
from cc3k.content.roster import BASE_RULES
from cc3k.engine import actions
from cc3k.engine.actions import (
    ALL_ACTIONS,
    MOST_BLOCKS,
    TOGGLE_FREEZE,
    Move,
    all_actions,
    legal_actions,
    legal_flags,
)
from cc3k.engine.board import EAST
from cc3k.engine.events import ArrivedBesidePotions, Descended, ExpansionEvent, HeroSpawned
from cc3k.engine.expansion import Commands, Expansion, FloorHooks, ItemHooks, TurnHooks
from cc3k.engine.game import GameState
from cc3k.engine.refusals import ExpansionRefusal, Impossible
from cc3k.engine.rules import Rules
from cc3k.engine.running_game import part_of
from cc3k.engine.view import GameView
from cc3k.expansions.registry import rules_with
from cc3k.play.commands import command_table
from cc3k.play.endings import Ending
from cc3k.play.frame import frame_text
from cc3k.play.narrator import Narrator
from cc3k.play.prompts import what_is_needed
from cc3k.play.session import Session, SessionStage
from cc3k.play.tutorial import Hint, Tutorial
from cc3k.saves import journal_format
from cc3k.saves.expansion_plugins import select_rules
from cc3k.saves.journal_format import JournalError, add_checksums, journal_lines, read_journal
from cc3k.saves.record import Header, Record, RecordStep, state_fingerprint
from cc3k.saves.replay import resume_session, verify_record
from cc3k.ui.console import Console
from tests.cli.test_plain import said
from tests.support.consoles import pressed
from tests.support.expansions import game_of
from tests.support.scenarios import room, scenario, seeded
from tests.support.stones import SLOTS, STONE_RULES, STONES, Change, Stones
from tests.support.tables import for_each


def script(words: bytes, *, chunk: int = 1 << 12) -> list[str]:
    source, out = io.BytesIO(words), io.StringIO()
    run_script(Session(STONE_RULES, 42), lambda _most: source.read(chunk), out)
    return [row for row in out.getvalue().splitlines() if row.startswith("Action:")]


def test_words_of_three_kinds_are_understood() -> None:
    """X4: an action with its words, one of three words, and a question, which takes no turn."""
    session = session_of(STONE_RULES)
    game = game_of(session)
    for words, text, turns in (
        ("g no", "PC gather no: 3.", 1),
        ("t b se", "PC throw b se: 2.", 2),
        ("i", "PC count: 2.", 2),
        ("u a", "PC eat a: 1.", 3),
        ("u no", "There is no potion to the North.", 3),
        ("u a", "PC eat a: 0.", 4),
        ("u a", "PC has no stone.", 4),  # refused without a turn (R4, X7)
    ):
        before = game.digest()
        session.give(words)
        assert (session.action_text, game.turns) == (text, turns)
    assert game.digest() == before
    rows = frame_text(game, "x").splitlines()
    assert rows[25 + 3 : -1] == ["Def: 25", "Stones: 0"], "between figures and action (X6)"
    twin = game.copy()
    part_of(twin, Stones).count += 1
    assert part_of(game, Stones).count == 0, "a copy goes its own way (X3)"
    assert twin.digest() != before

    class Missing(Stones): ...

    with pytest.raises(LookupError, match="Missing"):
        part_of(game, Missing)
    (name,) = twin.parts
    twin.parts = {name: Missing(), "renamed": part_of(game, Stones)}
    assert part_of(twin, Stones) is part_of(game, Stones), "by its class, not by a name of before"


@for_each(1, 2, 3, 5, 4096)
def test_a_word_may_go_on_on_its_own_line_only(chunk: int) -> None:
    """X20: `b no 2` is one command, `b no` another; however the pipe cuts them."""
    rows = script(b"s b no 2\nb no\n i b no so b no", chunk=chunk)
    buys, asks, counts, asks_again, steps, asks_last = [
        row.partition(" PC ")[2] for row in rows[1:]
    ]
    assert (buys, counts) == ("buy 2 no: 4.", "count: 4.")
    assert asks == asks_again == asks_last == "ask no: 4."
    assert steps


def test_actions_stand_after_those_of_the_base_game() -> None:
    """X3: spaces grow only when needed, and masks tell what can be done."""
    game = seeded(STONE_RULES)
    actions = all_actions(STONE_RULES)
    assert actions[: len(ALL_ACTIONS)] == ALL_ACTIONS
    assert len(actions) == len(ALL_ACTIONS) + 8 + len(SLOTS) * 9 + 16
    part_of(game, Stones).count = 0
    legal = [a for a, flag in zip(actions, legal_flags(game), strict=True) if flag]
    assert {a.by for a in legal if isinstance(a, Change)} == {1, 2}


def test_a_journal_names_the_expansion_and_is_played_again() -> None:
    """X3: its words are read, verified and resumed."""
    played = PlayableGame(seeded(STONE_RULES), 42)
    for words in ("g no", "t a so", "b we 2", "i"):
        played.play(words)
    text = played.journal()
    assert "expansions stones-1" in text
    record = read_journal(io.BytesIO(text.encode()), "journal").record
    assert [step.command for step in record.steps] == ["g no", "t a so", "b we 2", "i"]
    verify_record(record, STONE_RULES)
    resumed = resume_session(record, STONE_RULES).game
    assert resumed is not None
    assert part_of(resumed, Stones).count == 4
    played.play(Change("gather no", 1))
    assert played.words[-1] == "g no"
    with pytest.raises(TypeError):
        played.play(Change("gather nothing"))
    with pytest.raises(ValueError, match="stones has no number to set"):
        STONES.with_setting(3)


def test_words_of_an_expansion_are_no_words_of_a_base_journal() -> None:
    game = seeded()
    start = state_fingerprint(game)
    header = Header(BASE_RULES.ruleset, 42, 1, "Shade", "2026-11-22T00:00:00Z")
    lines = add_checksums(journal_lines(Record(header, start, [RecordStep("g no", start)])))[0]
    journal_format._step_pattern.cache_clear()  # noqa: SLF001 - as if no journal had been read before
    with pytest.raises(JournalError, match="expected a command"):
        read_journal(io.BytesIO(lines.encode()), "journal")


def test_plain_mode_understands_the_words() -> None:
    """X1: word by word, in English where there are English words; a number goes on with prices."""
    narrator = Narrator(session_of(STONE_RULES))

    for line, answer in (
        ("g north", "You gather no: 3."),
        ("use c", "You eat c: 2."),
        ("t", "Which one? You can choose a: stone 0; b: stone 1."),
        ("a", "In which direction?"),
        ("southeast", "You throw a se: 1."),
        ("b no", "You ask no: 1."),
        ("2", "You buy 2 no: 3."),
        ("b no 1", "You ask no: 3. You buy 1 no: 4."),
        ("i", "You count: 4."),
        ("t nowhere", "t nowhere"),
        ("status", "Stones: 4."),
    ):
        assert answer in " ".join(said(narrator, line))


def test_the_tutorial_has_its_hint_once() -> None:
    """X1: when what it speaks of is met first; no brace in it is a key of ours."""
    session = Session(STONE_RULES, 42, tutorial=Tutorial())
    session.start_game(STONE_RULES.races[0])
    hints = list[Hint]()
    for _ in range(12):
        session.give("g no")
        hints += filter(None, [session.hint])
    (own,) = [hint for hint in hints if hint.name == "stones"]
    assert own.wording({}) == "Stones lie everywhere: g gathers {one}."


def test_what_an_expansion_refuses_is_not_legal() -> None:
    """R4, X7: asked action by action, or all at once; what is none of theirs is passed over."""
    refusal = ExpansionRefusal("PC is calm.", "You are calm.")
    refused = (TOGGLE_FREEZE, Change("gather no", 1), Change("gather nothing"), "no action")

    def refuse(_game: object, action: object) -> ExpansionRefusal | None:
        return refusal if action in refused else None

    legal = set(legal_actions(seeded(STONE_RULES)))
    for hooks in (
        TurnHooks(refuses=refuse),
        TurnHooks(refuses=refuse, all_refused=lambda _game: refused),
    ):
        actions._number_by_action.cache_clear()  # noqa: SLF001 - as if nobody had asked before
        rules = rules_with((STONES, Expansion("calm", "Calm.", turns=hooks)))
        game = seeded(rules)
        assert legal - set(legal_actions(game)) == {TOGGLE_FREEZE, Change("gather no", 1)}
        with pytest.raises(Impossible):
            game.play(TOGGLE_FREEZE)


def test_a_condition_tells_for_its_expansion_whether_a_first_word_has_what_it_needs() -> None:
    """X4: without one each command is asked, as those of another expansion are in any case."""
    no_condition = (("t", "a stone"), ("g", "luck"))
    has_none, has_some = lambda _game: False, lambda game: game.turns == 0
    conditions = (("t", "a stone", has_some), ("g", "luck", has_none))
    trader = Expansion("trader", "Goes.", commands=Commands(actions=(("g go", Change("go")),)))
    for needs, others, told in (
        (no_condition, (), ("t needs a stone.", "", "")),
        (conditions, (), ("", "g needs luck.", "")),
        (conditions, (trader,), ("", "", "")),
    ):
        stones = evolve(STONES, commands=evolve(STONES.commands, needs=needs))
        game = seeded(rules_with((stones, *others)))
        part_of(game, Stones).count = 0
        assert tuple([what_is_needed(game, words) for words in ("t", "g no", "u")]) == told


def test_blocks_are_forgotten_where_there_are_too_many() -> None:
    rules = rules_with((Expansion("none", "Nothing."),))
    rules.flags_by_block.update({number.to_bytes(9, "big"): b"x" for number in range(MOST_BLOCKS)})
    game = seeded(rules)
    assert legal_flags(game)[-1] == 1
    assert len(rules.flags_by_block) == 1


def test_an_enemy_that_never_steps_stays_one_when_it_is_moved() -> None:
    game = scenario(room("@..D.", "....\\"), rules=STONE_RULES)
    cell = next(iter(game.floor.enemies))
    assert not game.is_over
    game.floor.move_enemy(cell, cell + 1)
    assert game.floor.stationary == {cell + 1}
    assert chr(game.floor.glyphs[cell + 1]) == "D"


def test_expansions_tell_of_a_floor_after_the_potions_beside_the_arrival() -> None:
    """X82: a list of events, told on entering the first floor and each further one, in order."""

    def bell(name: str) -> Expansion:
        told = ExpansionEvent(f"{name}.rang", f"{name} rings.", f"{name} rings.")
        return Expansion(name, "Rings.", floors=FloorHooks(arrival_events=lambda _game: [told]))

    rules = rules_with((bell("one"), bell("two")))
    floor = room("@\\", "0.")
    game = scenario(f"{floor}\n{floor}", rules=rules)
    bells = ["one.rang", "two.rang"]
    first, *others = game.last_events
    potions, *rung = game.play(Move(EAST))[1:]
    for potion, told in ((others[0], others[1:]), (potions, rung)):
        assert isinstance(potion, ArrivedBesidePotions)
        assert [each.name for each in told if isinstance(each, ExpansionEvent)] == bells
    assert isinstance(first, HeroSpawned)
    assert isinstance(game.last_events[0], Descended)


def test_factors_multiply_the_score_last() -> None:
    """X118: after R15 and the bonuses, each rounded down; the line of the score tells it."""
    bonus = TurnHooks(score_bonus=lambda _game: 2, score_reason="for fun")
    halves = TurnHooks(score_factor=lambda _game: 150, factor_reason="for courage")
    both = Expansion("halves", "A.", turns=halves), Expansion("two", "B.", turns=bonus)
    rules = rules_with(both)
    game = scenario(room("@.\\"), rules=rules)
    game.hero.gold = 11
    assert game.score == 27, "(16 + 2) * 150 / 100"
    line = "Score: 27 (11 gold + 5 for a shade + 2 for fun, times 150 % for courage)"
    assert Ending(game).score_line == line


def test_expansions_may_change_all_prices() -> None:
    """Y32: each in its turn."""
    halved = ItemHooks(changes_price=lambda _game, gold: -(-gold // 2))
    dearer = ItemHooks(changes_price=lambda _game, gold: gold + 1)
    first, second = Expansion("half", "A.", items=halved), Expansion("up", "B.", items=dearer)
    rules = rules_with((first, second))
    game = scenario(room("@.\\"), rules=rules)
    assert [game.price_here(gold) for gold in (1, 3, 4)] == [2, 3, 3]
    assert GameView(game).price_here(3) == 3
    assert scenario(room("@.\\")).price_here(3) == 3


ALL_RULES = select_rules(["all"])

BEGINNINGS = [
    (words, rules)
    for rules in (ALL_RULES, STONE_RULES)
    for words in {
        (words.split()[0], len(words.split())): words
        for words in sorted(command_table(rules).beginnings)
    }.values()
]
"""One of each first word and each number of words, as its slots and directions are alike."""


def session_of(rules: Rules) -> Session:
    session = Session(rules, 42)
    session.start_game(rules.races[0])
    return session


@for_each(*BEGINNINGS)
def test_a_script_may_end_or_be_left_amid_a_command(words: str, rules: Rules) -> None:
    """X7, R35: a beginning does nothing; `q` and `r` mean the same after it, on its line or not."""
    for rest, stage in (
        *[(end, SessionStage.PLAYING) for end in ("", "\n")],
        *[(f"{end}q", SessionStage.SESSION_ENDED) for end in " \n"],
        *[(f"{end}r", SessionStage.CHOOSING_RACE) for end in " \n"],
    ):
        session, out = session_of(rules), io.StringIO()
        game, is_command = game_of(session), words in session.command_table.commands
        before = game.digest()
        run_script(session, io.BytesIO(f"{words}{rest}".encode("ascii")).read, out)
        assert out.getvalue().count("Action:") == 1 + is_command, rest
        assert is_command or game.digest() == before
        assert session.stage is stage


@for_each("", "r", "q")
@for_each(*BEGINNINGS)
def test_plain_mode_leaves_amid_a_command(words: str, rules: Rules, meta: str) -> None:
    """X7: also where a direction is asked for."""
    out = io.StringIO()
    speaker = PlainSession(session_of(rules), out)
    play_words(speaker, io.BytesIO(f"{words}\n{meta}\ny\n".encode("ascii")).read)
    stage = speaker.session.stage
    assert (stage is SessionStage.SESSION_ENDED) == (meta == "q")
    assert stage is not SessionStage.CHOOSING_RACE or meta == "r"


@for_each(*BEGINNINGS)
def test_a_screen_is_left_amid_a_command(words: str, rules: Rules) -> None:
    """X7: escape gives a command up; then a quit asks as ever."""
    for size in ((80, 24), (79, 30), (40, 12)):
        console = Console(session_of(rules), *size)
        pressed(console, [*words, "escape", "escape", "q", "y"])
        assert console.session.is_ended


def test_whoever_takes_the_last_hp_tells_who_was_slain() -> None:
    """X3: without `Slain` nobody would know what the PC died of."""

    def kill(game: GameState) -> tuple[()]:
        game.hero.hp = 0
        return ()

    curse = Expansion("curse", "A curse.", turns=TurnHooks(after_turn=kill))
    game = scenario(room("@.\\"), rules=rules_with((curse,)))
    with pytest.raises(ValueError, match="found a PC at 0 HP and no event `Slain`"):
        game.play(Move(EAST))
