"""The hint box: over the board, away from the hero, gone with the next key."""

from cc3k.content.roster import BASE_RULES
from cc3k.expansions.registry import ExpansionRegistry
from cc3k.play.messages import Message
from cc3k.play.session import Session
from cc3k.play.tutorial import HINTS, TUTORIAL_LAYOUT, Hint, Tutorial
from cc3k.terminal.app import Line
from cc3k.ui.console import Console
from cc3k.ui.keymap import KEYMAPS, hint_phrases
from cc3k.ui.renderer import ConsoleRenderer, draw_box, hint_box
from cc3k.ui.settings import ScreenSettings
from tests.support import tour
from tests.support.consoles import lines, playing, pressed, with_keys
from tests.support.tables import for_each

SIZES = [(80, 24), (79, 30), (120, 40), (132, 24), (200, 60)]


def new_console(columns: int = 80, rows: int = 24) -> Console:
    layouts = tour.layout(TUTORIAL_LAYOUT).floor_layouts
    session = Session(BASE_RULES, 42, layouts, tutorial=Tutorial())
    console = Console(session, columns, rows)
    console.press("t")
    return console


def screen_text(console: Console) -> str:
    lines = ConsoleRenderer().draw(console).lines
    return "\n".join([line.text for line in lines])


@for_each("columns, rows", SIZES)
def test_the_hint_stands_on_the_board_and_leaves_the_hero_free(columns: int, rows: int) -> None:
    shown = screen_text(new_console(columns, rows))
    assert "- Hint ---" in shown
    assert "The arrow keys" in shown
    assert "@" in next(line for line in shown.splitlines() if "+#########+" in line)


@for_each((["right"], 1), (["left"] * 3, 2))
def test_any_key_hides_the_hint_for_good_and_counts(keys: list[str], turns: int) -> None:
    console = with_keys(new_console(), keys)
    assert "- Hint" not in screen_text(console)
    assert playing(console).turns == turns


def test_a_hint_stops_whoever_runs_past_its_moment() -> None:
    console = new_console()
    console.press("shift-right")
    for _ in range(50):
        console.tick()
    assert console.running.command is None
    assert console.hint.startswith("You stand in a doorway")


@for_each("size", [(40, 12), (60, 14), (80, 24)])
def test_every_hint_is_read_in_full_on_any_screen(size: tuple[int, int]) -> None:
    rules = ExpansionRegistry().select(["all"])
    texts = [hint.text for each in rules.expansions for hint in each.texts.hints]
    texts += [hint.wording(hint_phrases(KEYMAPS["words"])) for hint in HINTS]
    session = Session(rules, 5, tutorial=Tutorial())
    console = Console(session, *size)
    console.press("t")
    for text in texts:
        session.hint = Hint("any", text.replace("{", "{{"), lambda _view, _events: True)
        shown = screen_text(console).splitlines()
        inner = [row.partition("| ")[2].rpartition(" |")[0] for row in shown]
        told = " ".join(" ".join(inner).split())
        assert text.split()[0] in told
        assert text.split()[-1] in told
        assert all(word in told for word in text.split() if word.isalpha()), text


def test_a_hint_covers_messages_or_figures_rather_than_the_hero() -> None:
    session = Session(
        ExpansionRegistry().select(["gear", "levels", "clock", "tactics"]), 5, tutorial=Tutorial()
    )
    console = Console(session, 40, 12)
    console.press("t")
    for lines_of_text in range(1, 4):
        text = " ".join(["word " * 6] * lines_of_text)
        session.hint = Hint("any", text, lambda _view, _events: True)
        shown = screen_text(console)
        assert "Hint" in shown
        assert "@" in shown, shown


def test_messages_that_cover_the_board_leave_the_title_of_a_hint() -> None:
    session = Session(ExpansionRegistry().select(["all"]), 1, tutorial=Tutorial())
    console = Console(session, 40, 12)
    console.press("t")
    for words in (4, 12):
        session.hint = Hint("any", "word " * words, lambda _view, _events: True)
        console.show(*[Message("Something happens to you, and more of it comes.")] * 3)
        shown = screen_text(console)
        assert shown.index("Something") < shown.index("- Hint -") < shown.index("any key goes on")


@for_each("hero_row", range(9))
def test_a_small_board_is_covered_on_the_other_half(hero_row: int) -> None:
    board = [Line("." * 40, "a" * 40) for _ in range(9)]
    drawn = draw_box(board, hint_box("Some words.", 40), 40, hero_row)
    assert [len(line.text) for line in drawn] == [len(line.roles) for line in drawn] == [40] * 9
    assert drawn[hero_row].text == "." * 40
    assert any("| Some words." in line.text for line in drawn)


def test_a_hint_longer_than_the_board_is_cut() -> None:
    board = [Line("." * 20, "a" * 20) for _ in range(3)]
    assert len(draw_box(board, hint_box("many words " * 20, 20), 20, 0)) == 3


def test_hint_and_its_box_are_in_the_glyphs_of_the_board() -> None:
    """With another glyph set no hint speaks of a sign that the board does not have."""
    layouts = tour.layout(TUTORIAL_LAYOUT).floor_layouts
    session = Session(BASE_RULES, 42, layouts, tutorial=Tutorial())
    console = with_keys(Console(session, 80, 24, ScreenSettings(glyphs="unicode")), ["t"])
    shown = "\n".join(lines(console))
    assert "the doorway (╪)" in " ".join(shown.replace("│", " ").split())
    assert "┌─ Hint ──" in shown
    assert "└─ any key goes on ──" in shown
    assert "│ You are the @." in shown
    assert "+" not in shown
    pressed(console, ["shift-right"])
    for _ in range(50):
        console.tick()
    assert "You stand in a doorway (╪). │ and ─ are walls, ░ is a passage." in console.hint


def test_hint_in_plain_glyphs_has_those_of_the_document() -> None:
    console = new_console()
    assert "through the doorway (+)." in console.hint
    assert "| and - are walls, # is a passage" in " ".join(
        hint.wording(hint_phrases(console.command_input.keymap)) for hint in HINTS
    )
