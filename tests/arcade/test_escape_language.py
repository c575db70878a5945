"""The configuration language of Escape: tokens, grammar, errors of meaning, XML (E2 to E8)."""

import pytest

from cc3k.arcade.escape import ConfigurationError, EscapeGameBuilder
from cc3k.arcade.escape.board import MOST_DIGITS, number_text, parse_number
from cc3k.arcade.escape.config import NAME, WORDS, configuration_xml, read_tokens
from cc3k.arcade.escape.manager import HEADING, read_configuration
from cc3k.arcade.escape.terms import ATTRIBUTES, PATTERNS
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


def play_errors(text: str) -> list[str]:
    read_configuration(text, "f.egc")
    with pytest.raises(ConfigurationError) as raised:
        EscapeGameBuilder(text, "c25", "f.egc")
    return list(raised.value.lines)


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
        *("TURN_LIMIT", "a number", "TURN_LIMIT", NAME, "POINT_CONFLICT"),
    ]
    assert error_lines("TURN_limit")[0].startswith("f.egc:1:1: found 'TURN'")
    with pytest.raises(ConfigurationError, match=r"f.egc:1:5: found '_'"):
        kinds("TURN_limit")


@for_each(
    "text, names",
    [
        ("/* a */ x", "x"),
        ("/**/x/***/y", "xy"),
        ("/* /* */ x */ y", "y"),
        ("/* a /* b */ x */ y /* z */ w", "yw"),
        ("/* a /* b */ x", "x"),
        ("/* /* a */ b /* c */ x", "x"),
        ("x /* \n * / \N{SNOWMAN} \x00 */ y", "xy"),
    ],
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


@for_each(
    "text, error",
    [
        ("", "1:1: found the end of the file; expected Coordinate"),
        ("Type: HEX", "1:1: found 'Type'; expected Coordinate"),
        ("Coordinate HEX", "1:12: found 'HEX'; expected Type or :"),
        ("Coordinate type HEX", "1:17: found 'HEX'; expected :"),
        ("Coordinate: TRIANGLE", "1:13: found 'TRIANGLE'; expected HEX or SQUARE"),
        ("Coordinate: HEX", "1:16: found the end of the file; expected xMax or yMax"),
        ("Coordinate: HEX Players: A B", "1:17: found 'Players'; expected xMax or yMax"),
        ("Coordinate: HEX xMax 3", "1:22: found '3'; expected :"),
        ("Coordinate: HEX xMax: -3", "1:23: found '-'; expected a number"),
        ("Coordinate: HEX xMax: 1 x", "1:25: found 'x'; expected Locations, Piece, Rules or the"),
        (HEAD + "Players:", "1:49: found the end of the file; expected a name"),
        (HEAD + "Players: dog", "1:50: found 'dog'; expected a name"),
        (HEAD + "Rules: SCORE Players: A B", "1:54: found 'Players'; expected Locations, Piece"),
        (HEAD + "Locations:", "1:51: found the end of the file; expected ("),
        (HEAD + "Locations: (1 2)", "1:55: found '2'; expected ,"),
        (HEAD + "Locations: (1, --2)", "1:57: found '-'; expected a number"),
        (HEAD + "Locations: (1, 2, 3)", "1:57: found ','; expected )"),
        (HEAD + "Locations: (1, 2) stack", "1:59: found 'stack'; expected Locations, Piece, Ru"),
        (HEAD + "Locations: (1, 2) Ann", "1:62: found the end of the file; expected BIRD, DOG,"),
        (HEAD + "Locations: (1, 2) Ann block", "1:63: found 'block'; expected BIRD, DOG, FROG,"),
        (HEAD + "Locations: (1, 2) Ann dog block", "1:67: found 'block'; expected Locations"),
        (HEAD + "Piece: dog", "1:46: found ':'; expected Descriptors"),
        (HEAD + "Piece Descriptors:", "1:59: found the end of the file; expected BIRD, DOG, FRO"),
        (HEAD + "Piece Descriptors: cat", "1:60: found 'cat'; expected BIRD, DOG, FROG, HORSE o"),
        (HEAD + "Piece Descriptors: dog", "1:63: found the end of the file; expected DIAGONAL,"),
        (HEAD + "Piece Descriptors: dog omni", "1:68: found the end of the file; expected ["),
        (HEAD + "Piece Descriptors: dog omni []", "1:70: found ']'; expected DISTANCE, FLY, JU"),
        (HEAD + "Piece Descriptors: dog omni [fly jump]", "1:74: found 'jump'; expected , or ]"),
        (HEAD + "Piece Descriptors: dog omni [fly,]", "1:74: found ']'; expected DISTANCE, FLY"),
        (HEAD + "Piece Descriptors: dog omni [remove 1]", "1:70: found 'remove'; expected DIST"),
        (HEAD + "Rules:", "1:47: found the end of the file; expected POINT_CONFLICT, SCORE or T"),
        (HEAD + "Rules: REMOVE", "1:48: found 'REMOVE'; expected POINT_CONFLICT, SCORE or TURN_"),
        (HEAD + "Rules: SCORE -1", "1:54: found '-'; expected Locations, Piece, Rules or the en"),
        (HEAD + "Rules: " + "x" * 99, f"1:48: found '{'x' * 40}...'; expected"),
    ],
)
def test_the_first_error_of_form_is_told_with_its_place(text: str, error: str) -> None:
    """E3, E7, E21: one line, with what was found and what was expected."""
    (line,) = error_lines(text)
    assert line.startswith(f"f.egc:{error}")


def test_an_attribute_has_no_more_than_a_course_integer() -> None:
    """E7: an attribute's value above 2147483647 is an error of form, before what follows it."""
    text = HEAD + "Piece Descriptors: dog omni [distance {} ?"
    assert (
        "found '2147483648'; expected a number up to 2147483647"
        in error_lines(text.format(2147483648))[0]
    )
    assert "found '99999999999'" in error_lines(text.format(99999999999))[0]
    assert "found '?'" in error_lines(text.format("0002147483647"))[0]
    assert xml(HEAD + "Rules: SCORE 2147483648")


def test_errors_of_form_come_before_errors_of_meaning() -> None:
    """E6, E7: the tool never judges what it could not read."""
    assert len(error_lines("Coordinate: HEX xMax: 1 xMax: 2 ?")) == 1


def test_axes_are_declared_once_each() -> None:
    """E6: an error at the second and each further one, at the line of the word."""
    text = "Coordinate: HEX\nxMax: 1\nyMax: 1\nxMax\n: 1\nyMax: 2\nxMax: 3"
    assert errors_of_meaning(text) == [
        "  Line 4: xMax declared twice",
        "  Line 6: yMax declared twice",
        "  Line 7: xMax declared twice",
    ]


@for_each(
    "players, errors",
    [
        ("A B", []),
        ("A", ["1: There must be exactly 2 players for the C23 term"]),
        (
            "A A",
            ["1: Duplicate playerName: A", "1: There must be exactly 2 players for the C23 te"],
        ),
        ("A\nB A", ["2: Duplicate playerName: A"]),
        ("A B\nC", ["1: There must be exactly 2 players for the C23 term"]),
        (
            "A B C\nD\nA",
            [
                "2: This player cannot be added; too many players",
                "3: Duplicate playerName: A",
                "3: This player cannot be added; too many players",
                "1: There must be exactly 2 players for the C23 term",
            ],
        ),
        (
            "A B C D D",
            [
                "1: This player cannot be added; too many players",
                "1: Duplicate playerName: D",
                "1: This player cannot be added; too many players",
                "1: There must be exactly 2 players for the C23 term",
            ],
        ),
    ],
)
def test_players_are_two_different_names(players: str, errors: list[str]) -> None:
    """E6: duplicates, too many, and at last not two; the last at the line of `Players`."""
    text = f"Coordinate: HEX xMax: 1 Players: {players}"
    if not errors:
        assert xml(text).count("<players>") == 2
        return
    told = errors_of_meaning(text)
    assert len(told) == len(errors)
    assert all(line.startswith(f"  Line {error}") for line, error in zip(told, errors, strict=True))


def test_a_name_that_could_not_be_added_is_no_unknown_player() -> None:
    """E6: it still counts as given; case matters."""
    text = "Coordinate: HEX xMax: 9 Players: A B C D\nLocations: (1,1) D dog (1,2) d dog"
    assert "  Line 2: No such player as d" in errors_of_meaning(text)
    assert not any("as D" in line for line in errors_of_meaning(text))


def test_errors_of_locations_come_in_the_order_of_the_table() -> None:
    """E6: defined before, no such player, blocked or an exit; lines of `(` or of the name."""
    text = HEAD + PLAYERS + "Locations: (- 1,\n02)\n(-1, 02) block\nCat\ndog (-1,2) exit Ann dog"
    assert errors_of_meaning(text) == [
        "  Line 3: this location has been defined before",
        "  Line 4: No such player as Cat",
        "  Line 3: You cannot place a piece on <x>-1</x><y>02</y> since it is BLOCKED or an EXIT",
        "  Line 5: You cannot place a piece on <x>-1</x><y>2</y> since it is BLOCKED or an EXIT",
    ]


def test_a_piece_on_a_clear_location_is_in_order() -> None:
    """E6: `CLEAR` or nothing before the player."""
    assert xml(HEAD + PLAYERS + "Locations: (1,1) clear Ann dog (1,2) Ben dog (1,3) block (1,4)")


@for_each("pattern", PATTERNS)
def test_patterns_that_hexes_do_not_admit(pattern: str) -> None:
    """E6: ORTHOGONAL and DIAGONAL on HEX, at the line of the pattern; SKEW is the tool's own."""
    text = f"Coordinate: HEX xMax: 1 Piece descriptors: dog\n{pattern} [distance 1]"
    if pattern in {"ORTHOGONAL", "DIAGONAL"}:
        expected = f"  Line 2: {pattern} is not compatible with HEX coordinates"
        assert errors_of_meaning(text) == [expected]
    else:
        assert pattern in xml(text)
    assert pattern in xml(text.replace("HEX", "SQUARE"))


@for_each("attribute", ATTRIBUTES)
def test_an_attribute_of_nothing_is_an_error(attribute: str) -> None:
    """E6: a value of 0, in as many digits as one likes, at the line of the attribute."""
    text = HEAD + "Piece descriptors: dog omni [\n{0} 1, {0}, {0}\n0, {0} 00]"
    assert errors_of_meaning(text.format(attribute)) == [
        "  Line 2: this attribute must have a positive value",
        "  Line 3: this attribute must have a positive value",
    ]


def test_axes_players_locations_and_descriptors_are_judged_in_this_order() -> None:
    """E6: wherever they stand in the file."""
    text = """Coordinate: HEX xMax: 1 xMax: 1 Players: A
    Piece descriptors: dog diagonal [fly 0]
    Locations: (1,1) B dog"""
    assert [line.split(": ")[0] for line in errors_of_meaning(text)] == [
        *("  Line 1", "  Line 1", "  Line 3", "  Line 2", "  Line 2"),
    ]


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


@for_each(
    "text, errors",
    [
        (
            "Piece descriptors: dog skew [distance 1]",
            ["found SKEW, which no game knows; expected D"],
        ),
        ("Piece descriptors: dog omni [fly]", ["found DOG without DISTANCE; expected"]),
        ("Piece descriptors: dog omni [distance]", ["found DISTANCE without a number; expected"]),
        (
            "Piece descriptors: dog omni [distance 2, distance]",
            ["found DISTANCE without a number; expected"],
        ),
        ("Piece descriptors: dog omni [distance 1, value]", ["found VALUE without a number; exp"]),
        (
            "Piece descriptors: dog skew [value] dog omni [distance 1]",
            ["found SKEW", "found DOG without DISTANCE", "found VALUE without a number"],
        ),
        ("Rules: SCORE", ["found SCORE without a number above 0; expected one, as in `SCORE 5`"]),
        ("Rules: SCORE 5 SCORE 0", ["found SCORE without a number above 0"]),
        ("Rules: TURN_LIMIT 00", ["found TURN_LIMIT without a number above 0"]),
        ("Locations: (1,1) Ann dog", ["found a DOG without a descriptor; expected one among"]),
        ("Locations: (99,1) Ann dog", ["found a DOG without a descriptor; expected one among"]),
        (
            "Locations: (1,1) (01,1)",
            ["found the location (1,1) again; expected each location once"],
        ),
        ("Locations: (-0,99) (0,99)", ["found the location (0,99) again"]),
    ],
)
def test_configurations_that_cannot_be_played_say_every_reason(
    text: str, errors: list[str]
) -> None:
    """E8: the tool converts it, a game says why not; every reason is told."""
    told = play_errors(HEAD + PLAYERS + text)
    assert len(told) == len(errors)
    for line, error in zip(told, errors, strict=True):
        assert line.startswith("f.egc:1:")
        assert error in line


def test_hexes_play_what_they_admit() -> None:
    """E8: the error says which patterns a game on HEX has."""
    (line,) = play_errors("Coordinate: HEX xMax: 9 Piece descriptors: dog skew [distance 1]")
    assert line.endswith("expected LINEAR or OMNI in a game")


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
