"""Golden transcripts of Escape: inputs of our own, and all that is said to them, for good.

The inputs lie beside the transcripts: `NAME.egc`, a configuration, and `NAME.moves`, lines of the
pipe. So a fresh clone alone proves the game, in both terms.
"""

from cc3k.arcade.escape import ConfigurationError, EscapeGameBuilder
from cc3k.arcade.escape.config import configuration_xml
from cc3k.arcade.escape.manager import read_configuration
from cc3k.arcade.escape.program import AnsweringProgram, EscapeProgram
from cc3k.arcade.escape.terms import TERMS
from tests.conftest import GOLDEN, Golden
from tests.support.tables import for_each

FOLDER = GOLDEN / "arcade" / "escape"
CONFIGURATIONS = {path.stem: path.read_text("ascii") for path in sorted(FOLDER.glob("*.egc"))}
GAMES = {path.stem: path.read_text("ascii") for path in sorted(FOLDER.glob("*.moves"))}


@for_each("name", CONFIGURATIONS)
def test_a_configuration_is_converted_as_ever(name: str, golden: Golden) -> None:
    """E5, E6: its XML, or its errors."""
    golden(f"arcade/escape/{name}.xml", conversion(CONFIGURATIONS[name]))


def conversion(text: str) -> str:
    try:
        return configuration_xml(read_configuration(text, "FILE"))
    except ConfigurationError as error:
        return "".join(f"{line}\n" for line in error.lines)


@for_each("term", TERMS)
@for_each("name", GAMES)
def test_a_game_goes_as_ever(name: str, term: str, golden: Golden) -> None:
    """E9 to E20: lines and answers; each invalid move in C23 begins another game."""
    golden(f"arcade/escape/{name}.{term}", transcript(name, term))


def transcript(name: str, term: str) -> str:
    told = []
    builder = EscapeGameBuilder(CONFIGURATIONS[name], term, "FILE")
    told += [f"{warning}\n" for warning in builder.warnings]
    program = EscapeProgram(builder.make_game_manager())
    for line in GAMES[name].splitlines():
        answer = program.take(line)
        told.append(f"> {line}\n{answer}")
        if "result=LOSE" in answer and term == "c23" and name != "lost":
            program = EscapeProgram(builder.make_game_manager())
    return "".join(told)


def test_an_opponent_plays_as_ever(golden: Golden) -> None:
    game = EscapeGameBuilder(CONFIGURATIONS["square"]).make_game_manager()
    program = AnsweringProgram(game, 2)
    lines = ("move 1 0 1 1", "move 4 0 6 1", "move 6 1 7 3", "move 7 3 7 5", "status")
    golden(
        "arcade/escape/square.against",
        "".join(f"> {line}\n{program.take(line)}" for line in lines),
    )
