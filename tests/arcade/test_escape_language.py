"""The configuration language of Escape: tokens, grammar, errors of meaning, XML (E2 to E8)."""

from collections.abc import Iterator

import pytest

from cc3k.arcade.escape import ConfigurationError, EscapeGameBuilder
from cc3k.arcade.escape.board import MOST_DIGITS, number_text, parse_number
from cc3k.arcade.escape.config import NAME, WORDS, configuration_xml, read_tokens
from cc3k.arcade.escape.manager import HEADING, read_configuration
from tests.conftest import GOLDEN, Golden
from tests.support.arcade_screens import Step, replayed
from tests.support.tables import for_each

HEAD = "Coordinate type: SQUARE xMax: 9 yMax: 9 "
PLAYERS = "Players: Ann Ben "
EXPECTED = "a word, a name, a number, a comment or one of : [ ] , ( ) -"
DOG = "Piece descriptors: dog linear [distance 5] "

WORDS_TYPED = """
HEX SQUARE BLOCK CLEAR EXIT BIRD DOG FROG HORSE SNAIL DIAGONAL LINEAR OMNI ORTHOGONAL SKEW
DISTANCE FLY JUMP UNBLOCK VALUE POINT_CONFLICT SCORE TURN_LIMIT STACK REMOVE TRIANGLE
"""


def error_lines(text: str) -> tuple[str, ...]:
    with pytest.raises(ConfigurationError) as raised:
        read_configuration(text, "f.egc")
    return raised.value.lines


def errors_of_meaning(text: str) -> list[str]:
    heading, *lines = error_lines(text)
    assert heading == HEADING
    return list(lines)


def xml(text: str) -> str:
    return configuration_xml(read_configuration(text, "f.egc"))


def kinds(text: str) -> list[str]:
    return [token.kind for token in read_tokens(text, "f.egc")][:-1]


@for_each("blank", [" ", "\t", "\n", "\r", "\f"])
def test_blanks_are_five_characters(blank: str) -> None:
    """E2: blank, tab, line end, carriage return, form feed."""
    assert kinds(f"{blank}a{blank}7{blank}") == [NAME, "a number"]


@for_each("text", ["\v", "\x00", "\ufeff", "\u00a0", "\u00e9", ";", "+", "a_b", "/", "*/", "."])
def test_anything_else_is_an_error(text: str) -> None:
    """E2: also letters and blanks that no keyboard of the course had."""
    assert error_lines(text)[0].startswith("f.egc:1:")


@for_each("word", WORDS_TYPED.split())
def test_words_are_all_in_capitals_or_all_in_small_letters(word: str) -> None:
    """E2: any other spelling is an ordinary name."""
    assert kinds(f"{word} {word.lower()}") == [word, word]
    if word.isalpha():
        assert kinds(f"{word.title()} {word}S {word.lower()}1") == [NAME] * 3


@for_each("word", ["Coordinate", "Type", "Players", "Locations", "Piece", "Descriptors", "Rules"])
def test_words_of_the_structure_are_spelt_in_two_ways(word: str) -> None:
    """E2: with a capital or without; `PLAYERS` is an ordinary name."""
    assert kinds(f"{word} {word.lower()} {word.upper()}") == [word, word, NAME]


def test_axes_are_spelt_in_one_way() -> None:
    """E2: `xMax` and `yMax`, and no word besides those of the ruling."""
    assert kinds("xMax yMax XMAX xmax ymax YMax xMax3") == ["xMax", "yMax", *[NAME] * 5]
    assert len(WORDS) == 26 * 2 + 7 * 2 + 2


def test_the_longer_of_two_readings_wins() -> None:
    """E2: `SCORE10` is a name, `10SCORE` two tokens, and a name has no underscore."""
    assert kinds("SCORE10") == [NAME]
    assert kinds("10SCORE") == ["a number", "SCORE"]
    assert kinds("TURN_LIMIT5 turn_limitS POINT_CONFLICT") == [
        *("TURN_LIMIT", "a number", "TURN_LIMIT", NAME, "POINT_CONFLICT")
    ]
    assert error_lines("TURN_limit")[0].startswith("f.egc:1:1: found 'TURN'")
    with pytest.raises(ConfigurationError, match=r"f.egc:1:5: found '_'"):
        kinds("TURN_limit")


@for_each(
    ("/* a */ x", "x"),
    ("/**/x/***/y", "xy"),
    ("/* /* */ x */ y", "y"),
    ("/* a /* b */ x */ y /* z */ w", "yw"),
    ("/* a /* b */ x", "x"),
    ("/* /* a */ b /* c */ x", "x"),
    ("x /* \n * / \N{SNOWMAN} \x00 */ y", "xy"),
)
def test_comments_nest_and_one_left_open_ends_with_the_last_of_all(text: str, names: str) -> None:
    """E2: `/* a /* b */` is whole if the file has no other end of a comment."""
    assert "".join(token.text for token in read_tokens(text, "f.egc")) == names


@for_each("text", ["x /* y", "x /*/ y", "/* */ x /* y", "x /*"])
def test_a_comment_without_an_end_is_an_error(text: str) -> None:
    """E2: if there is no `*/` at all after it."""
    with pytest.raises(ConfigurationError, match="found a comment without an end; expected"):
        kinds(text)


def test_comments_may_be_as_deep_as_a_file_is_long() -> None:
    """E2: nothing here is limited by what a computer stacks up."""
    deep = 200_000
    assert kinds(f"{'/*' * deep} a {'*/' * deep} x") == [NAME]
    assert kinds(f"{'/*' * deep} a {'*/' * (deep - 1)} x") == [NAME]


def test_lines_end_at_line_feeds_and_columns_count_characters() -> None:
    """E7: both from 1; a carriage return ends no line, and a comment has lines as well."""
    assert error_lines("\r\r\n /*\N{SNOWMAN}\n*/ \t?") == (
        f"f.egc:3:5: found '?'; expected {EXPECTED}",
    )
    assert error_lines("Coordinate\n\n  type\n")[0].startswith("f.egc:4:1: found the end of the fi")


CONFIGURATIONS = (GOLDEN / "arcade/rulings/configurations.txt").read_text("utf-8")


def test_errors_are_told_as_the_rulings_have_it(golden: Golden) -> None:
    """E3, E6 to E8, E21: of form, of meaning, and what a game has against a configuration."""
    golden("arcade/rulings/configurations", replayed(CONFIGURATIONS, configurations))


def configurations(setup: str) -> Step:
    def step(text: str) -> Iterator[str]:
        whole = f"{setup} {text}".removeprefix("nothing ").replace("\\n", "\n")
        try:
            read_configuration(whole, "f.egc")
            yield "converted"
            EscapeGameBuilder(whole, "c25", "f.egc")
            yield "played"
        except ConfigurationError as error:
            yield from error.lines

    return step


def test_what_the_tool_lets_pass() -> None:
    """E6: one axis only, any order of axes, and all that only a game minds."""
    text = """coordinate: SQUARE yMax: 0 Players: A B
    Locations: (99, -99) A frog Rules: SCORE SCORE 0 TURN_LIMIT 0
    Piece descriptors: dog skew [fly 7] dog omni [distance, distance]"""
    assert xml(text).count("<pieceTypes>") == 2


def test_players_that_are_not_named_have_names() -> None:
    """E4: as if `Players : player1 player2` stood after the axes, in the XML too."""
    assert "Locations" not in xml(HEAD)  # E5: no heading where there are none
    text = "Coordinate: HEX xMax: 3 Locations: (1,1) player2 dog"
    assert "    <players>player1</players>\n    <players>player2</players>\n" in xml(text)
    assert errors_of_meaning(text.replace("player2", "Ann")) == ["  Line 1: No such player as Ann"]


def test_of_what_is_given_twice_the_last_counts() -> None:
    """E8: types, attributes and rules; every descriptor is judged, but of attributes the last."""
    text = f"""{HEAD}{PLAYERS} Rules: SCORE 0 TURN_LIMIT SCORE 7 TURN_LIMIT 3 POINT_CONFLICT 0
    Piece descriptors: dog omni [distance 1] dog linear [value, distance, distance 4, value 3]
    Locations: (1,1) Ann dog"""
    game = EscapeGameBuilder(text).make_game_manager()
    (piece,) = game.board.pieces.values()
    assert (piece.piece_type.distance, piece.value, piece.piece_type.turns) == (4, 3, False)
    assert not game.move((1, 1), (5, 2)).is_valid
    assert game.move((1, 1), (5, 5)).is_valid


def test_a_location_off_the_board_is_left_out_with_a_warning() -> None:
    """E8: it is judged like the others; C25's own sample consists of such."""
    text = HEAD + PLAYERS + DOG + "Locations: (10, 9) Ann dog (9, 10) block (9, 9) Ann dog"
    builder = EscapeGameBuilder(text, "c25", "f.egc")
    assert [line.partition(": ")[2] for line in builder.warnings] == [
        "found (10,9), which is left out; expected a location on the board",
        "found (9,10), which is left out; expected a location on the board",
    ]
    assert [*builder.make_game_manager().board.pieces] == [(9, 9)]


def test_an_axis_that_is_not_given_is_infinite() -> None:
    """E8, E9: and so is one of 0."""
    text = "Coordinate: SQUARE yMax: 3 Locations: (-99, 3) player1 dog " + DOG
    assert [*EscapeGameBuilder(text).make_game_manager().board.pieces] == [(-99, 3)]


def test_numbers_of_any_length_are_read_and_shown() -> None:
    """E2, E20: Python itself converts only so many digits at once."""
    for digits in (MOST_DIGITS - 1, MOST_DIGITS, MOST_DIGITS + 1, 4_301, 20_011):
        for number in ("7" * digits, "1" + "0" * (digits - 1), f"-{'9' * digits}"):
            assert number_text(parse_number(number)) == number
    assert number_text(parse_number(f"+{'0' * 9_000}12")) == "12"
    assert number_text(parse_number(f"-{'0' * 9_000}")) == "0"
    assert parse_number("-0012") == -12


def test_a_term_that_does_not_exist_is_an_error() -> None:
    """E1: there are two."""
    with pytest.raises(ValueError, match="found 'c24'; expected c23 or c25"):
        EscapeGameBuilder(HEAD, "c24")
