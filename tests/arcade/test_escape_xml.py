"""Configurations in XML: what the converter writes is played, all else is refused (E23)."""

import pytest

from cc3k.arcade.escape import ConfigurationError, EscapeGameBuilder
from cc3k.arcade.escape.config import configuration_xml
from cc3k.arcade.escape.manager import read_configuration
from cc3k.arcade.escape.program import SAMPLE_CONFIGURATION

GAME = """<escapeGameInitializer>
<coordinateType>SQUARE</coordinateType><xMax>5</xMax><yMax>5</yMax>
<players>Ann</players><players>Ben</players>
<locationInitializers><x>1</x><y>1</y><player>Ann</player><pieceName>DOG</pieceName>
</locationInitializers>
<locationInitializers><y>5</y><x>5</x><pieceName>DOG</pieceName><player>Ben</player>
</locationInitializers>
<pieceTypes><pieceName>DOG</pieceName><movementPattern>OMNI</movementPattern>
<attributes><id>DISTANCE</id><value>2</value></attributes></pieceTypes>
</escapeGameInitializer>
"""


def refusal(text: str) -> list[str]:
    with pytest.raises(ConfigurationError) as raised:
        EscapeGameBuilder(text, file="f.xml")
    return [*raised.value.lines]


def state(text: str) -> tuple[object, ...]:
    game = EscapeGameBuilder(text).make_game_manager()
    board = game.board
    return game.players, game.rules, board.x_max, board.y_max, board.tiles, board.pieces


def test_what_the_converter_writes_is_the_same_game() -> None:
    """E23: the game of a configuration and of its XML begin alike, in both terms' own words."""
    for text in (
        SAMPLE_CONFIGURATION,
        """Coordinate: HEX xMax: 0 Locations: (-3, 4) player1 dog (-3, 9) exit (007, -2) block
        Piece descriptors: dog omni [distance 04, fly] Rules: TURN_LIMIT 3 POINT_CONFLICT""",
    ):
        assert state(configuration_xml(read_configuration(text, "f"))) == state(text)


def test_order_white_space_and_comments_mean_nothing() -> None:
    """E23: the same elements in any order, with any white space; a file may lack players (E4)."""
    lines = GAME.splitlines()
    blocks = [lines[1], lines[7] + lines[8], lines[5] + lines[6], lines[3] + lines[4], lines[2]]
    body = "\r\n<!-- & --> ".join(blocks).replace("<players>Ann<", "<players>\n\tAnn <")
    text = f"\ufeff<?xml version='1.0' encoding='utf-8'?>\n{lines[0]}{body}</escapeGameInitializer>"
    assert state(text) == state(GAME)
    nameless = GAME.replace(lines[2], "").replace("Ann", "player1").replace("Ben", "player2")
    assert state(nameless)[0] == ("player1", "player2")


def test_everything_else_is_refused_where_it_stands() -> None:
    """E23: line and column, what was found and what was expected, in one line."""
    for old, new, told in (
        ("<xMax>5", "<zMax>5", "2:40: found <zMax>; expected <coordinateType> or <xMax> or"),
        ("<xMax>5", "<xMax a='1'>5", "2:40: found the attribute 'a'; expected <xMax>"),
        ("<xMax>5", "<xMax>&lt;", "2:46: found '<'; expected a number"),
        ("<xMax>5", "<xMax>5&amp;", "2:46: found '5&'; expected a number"),
        ("<xMax>5", "<xMax>&foo;", "2:46: found broken XML (undefined entity); expected"),
        ("<xMax>5", "<xMax>-5", "2:46: found '-5'; expected a number"),
        ("<xMax>5", "<xMax>  5 5", "2:48: found '5 5'; expected a number"),
        ("<xMax>5", "<xMax>", "2:40: found ''; expected a number"),
        ("<xMax>5", "<xMax><x>1</x>", "2:46: found <x>; expected text"),
        ("SQUARE", "square", "2:17: found 'square'; expected HEX, SQUARE"),
        ("SQUARE", "<![CDATA[SQUARE]]>", "2:17: found a CDATA section; expected elements"),
        ("<x>1</x>", "", "5:1: found </locationInitializers>; expected <x> before it"),
        ("<x>1</x>", "<x>1</x><x>1</x>", "4:31: found <x> again; expected it once in <loc"),
        ("<player>Ann</player>", "", "5:1: found </locationInitializers>; expected <player> and"),
        ("<players>Ann", "<players>Players", "3:10: found 'Players'; expected a name"),
        ("<value>2", "<value>2147483648", "9:37: found '2147483648'; expected a number up to"),
        ("</pieceTypes>", "", "10:3: found broken XML (mismatched tag); expected XML as"),
        ("DOG</pieceName><move", "CAT</pieceName><move", "8:24: found 'CAT'; expected BIRD, DOG"),
        ("</players>\n", "</players>\nx\n", "4:1: found 'x'; expected elements in <escapeGame"),
        ("OMNI", "ORTHO", "8:56: found 'ORTHO'; expected DIAGONAL, LINEAR, OMNI, ORTHOGONAL, SKEW"),
        ("<escape", "<?go?><escape", "1:1: found a processing instruction; expected"),
        ("<escape", '<?xml version="1.0" encoding="x"?><escape', "1:1: found the encoding 'x'; e"),
        ("<players>Ann", "<players>Ben", "3:32: Duplicate playerName: Ben"),
    ):
        assert GAME.count(old) >= 1
        first, *_ = lines = refusal(GAME.replace(old, new, 1))
        assert first.startswith(f"f.xml:{told}"), (new, first)
        assert len(lines) == 1 or "playerName" in told
    assert refusal(GAME.replace("<xMax>5</xMax><yMax>5</yMax>", "")) == [
        "f.xml:10:1: found </escapeGameInitializer>; expected <xMax> or <yMax> before it"
    ]
    assert refusal("Coordinate: HEX xMax: 1")[0].startswith("f.xml:1:1: found broken XML")
    assert refusal("")[0].startswith("f.xml:1:1: found broken XML (no element found)")


def test_nothing_is_fetched_or_blown_up() -> None:
    """E23: entities, document types and includes are refused before they are read."""
    bomb = "<!DOCTYPE a [<!ENTITY b 'bbbb'><!ENTITY c '&b;&b;&b;'>]><escapeGameInitializer/>"
    outside = "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><escapeGameInitializer/>"
    include = '<xi:include href="/etc/passwd"/>'
    for text, found in (
        (bomb, "a document type"),
        (outside, "a document type"),
        (GAME.replace("<xMax>", f"{include}<xMax>"), "<xi:include>"),
    ):
        assert f"found {found}; expected" in refusal(text)[0]
