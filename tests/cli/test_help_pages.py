"""What the help pages say is true: commands parse, options exist, examples run."""

import doctest
import re
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest
from attrs import fields

from cc3k import api, exit_codes
from cc3k.bots.game import Observation, SeenEnemy
from cc3k.cli.argument_parser import COMMANDS, is_unknown_command
from cc3k.cli.config import CONFIG_OPTIONS, NAMED_KEYS, read_config
from cc3k.cli.options import installed_expansions
from cc3k.content.layout.reader import read_layout
from cc3k.content.roster import BASE_RULES, RULESET
from cc3k.gym.train import build_train_parser
from cc3k.play.commands import COMMANDS_BY_WORDS, MAX_TIMES
from cc3k.play.plain_words import REQUESTS
from cc3k.saves.paths import shipped_layouts
from cc3k.ui.keymap import DIRECTION_KEYS, KEY_ACTIONS, KEYMAPS, key_label
from cc3k.ui.replay_screen import REPLAY_KEYS
from tests.support.documents import blocks, commands, options, options_of, pages, parser_for, quoted
from tests.support.tables import for_each

PAGES = pages()
WIDTH = 79
"""Columns of a page: those of a frame."""

ALL_OPTIONS = {"--help", *options_of(build_train_parser())}.union(
    *[options_of(parser_for([name])[0]) for name in ("", *COMMANDS)],
    [f"--{each.setting.option}" for each in installed_expansions() if each.setting is not None],
)


@for_each("topic", PAGES)
def test_a_page_is_plain_and_narrow_and_begins_with_a_title_and_a_sentence(topic: str) -> None:
    title, sentence = PAGES[topic].split("\n\n")[:2]
    assert title.startswith("# ")
    assert sentence.strip().endswith((".", "?")) or ". " in sentence
    assert max(map(len, PAGES[topic].splitlines())) <= WIDTH
    assert PAGES[topic].replace("\N{SECTION SIGN}", "").isascii()


@for_each("topic", PAGES)
def test_every_command_line_parses(topic: str) -> None:
    for arguments in commands(PAGES[topic]):
        if len(arguments) == 1 and arguments[0] in COMMANDS:
            continue  # only the command's name
        parser, rest = parser_for(arguments)
        first = arguments[0] if arguments else ""
        assert first.isupper() or not is_unknown_command(first), arguments
        try:
            parser.parse_args(rest)
        except SystemExit as stop:
            pytest.fail(f"cc3k {' '.join(arguments)} ends with {stop.code}")


@for_each("topic", PAGES)
def test_every_option_that_is_named_exists(topic: str) -> None:
    page, _, gone = PAGES[topic].partition("## Options that are gone\n")
    assert options(page) | options(gone.partition("\n## ")[2]) <= ALL_OPTIONS


def test_every_option_of_a_game_is_explained() -> None:
    numbers = [each.setting.option for each in installed_expansions() if each.setting is not None]
    expected = options_of(parser_for([])[0]) | {f"--{number}" for number in numbers}
    assert expected <= options(PAGES["options"])


@for_each("command", [name for name in COMMANDS if name != "daily"])
def test_every_option_of_a_command_is_explained_on_one_page(command: str) -> None:
    numbers = {f"--{each.setting.option}" for each in installed_expansions() if each.setting}
    its_options = options_of(parser_for([command])[0]) - numbers
    assert any(
        [command] in [arguments[:1] for arguments in commands(page)]
        and its_options <= options(page)
        for page in PAGES.values()
    )


def test_every_option_of_the_training_is_explained() -> None:
    assert options_of(build_train_parser()) <= options(PAGES["gym"])


def python_blocks() -> list[tuple[str, str]]:
    return [(topic, code) for topic in PAGES for code in blocks(PAGES[topic], "python")]


@pytest.mark.parametrize(("topic", "code"), python_blocks())
def test_every_python_block_runs(topic: str, code: str) -> None:
    if topic == "gym":
        pytest.importorskip("gymnasium")
    exec(compile(code, f"{topic}.md", "exec"), {})  # noqa: S102 - our own


def test_every_session_with_python_prints_what_the_page_says() -> None:
    sessions = "\n".join(blocks(PAGES["api"], "pycon"))
    test = doctest.DocTestParser().get_doctest(sessions, {}, "api.md", None, None)
    assert len(test.examples) > 10
    assert doctest.DocTestRunner().run(test).failed == 0


def test_everything_that_the_api_has_is_named() -> None:
    said = set(re.findall(r"\w+", " ".join(quoted(PAGES["api"]))))
    directions = {way.name.upper() for way in api.DIRECTIONS}
    assert {*api.__all__} <= said
    assert directions <= said
    assert {field.name for field in fields(Observation)} <= said
    assert {field.name for field in fields(SeenEnemy)} <= said
    assert {name for name in vars(api.Game) if not name.startswith("_")} <= said


def test_every_key_is_explained() -> None:
    said = {*quoted(PAGES["keys"])}
    assert {key for key in KEYMAPS["words"] if len(key) == 1 and key not in "123456789"} <= said
    names = {key_label(key) for key in KEYMAPS["words"] if len(key) > 1 and "shift" not in key}
    arrows = {key_label(key) for key in DIRECTION_KEYS if key in {"up", "down", "left", "right"}}
    assert all(name in PAGES["keys"] for name in names - arrows)
    assert f"up to {MAX_TIMES} times" in PAGES["keys"]


@pytest.mark.seeded
def test_every_word_is_explained() -> None:
    said = {word for code in quoted(PAGES["keys"]) for word in code.split()}
    assert {word for words in COMMANDS_BY_WORDS for word in words.split()} <= said
    assert {race.key for race in BASE_RULES.races} <= said
    assert {*REQUESTS} <= {*quoted(PAGES["screens"])}


@for_each("name", ["vi", "laptop"])
def test_the_keys_of_other_keymaps_are_explained(name: str) -> None:
    said = re.search(rf"`--keys {name}` moves with `([^`]+)`", PAGES["keys"])
    assert said
    moves = {key for key, action in KEYMAPS[name].items() if action.name == "move"}
    assert {key for key in moves if len(key) == 1} == set(said.group(1).split())
    assert KEYMAPS[name]["d"].name == "use"


def test_everything_that_can_be_bound_is_named() -> None:
    said = {*quoted(PAGES["keys"])}
    single = {key for code in said for key in code.split()} | said
    assert {key for key in NAMED_KEYS if not key.startswith("shift-")} <= single
    assert KEY_ACTIONS.keys() - {"say"} <= said


@pytest.mark.parametrize("topic", ["keys", "options"])
def test_every_configuration_file_is_one(topic: str, tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    for example in blocks(PAGES[topic], "toml"):
        path.write_text(example, encoding="utf-8")
        read = read_config({"CC3K_CONFIG": str(path)})
        assert read.keys() == tomllib.loads(example).keys()


def test_every_option_of_the_configuration_file_is_shown() -> None:
    example = tomllib.loads(blocks(PAGES["options"], "toml")[0])
    assert example.keys() == CONFIG_OPTIONS.keys()


def test_every_exit_code_is_explained() -> None:
    codes = (exit_codes.EXIT_OK, exit_codes.EXIT_FAILED, exit_codes.EXIT_USAGE)
    assert all(f"\n- {code}: " in PAGES["options"] for code in codes)
    recorded = (exit_codes.EXIT_DIVERGED, exit_codes.EXIT_OTHER_RULES, exit_codes.EXIT_DAMAGED)
    assert "- {}, {} and {}: ".format(*recorded) in PAGES["options"]
    assert all(re.search(rf"\b{code}\b", PAGES["replay"]) for code in recorded)
    assert f"code {exit_codes.EXIT_INTERRUPTED}" in PAGES["options"]


def test_every_key_of_a_replay_is_explained() -> None:
    assert all(key_label(key) in PAGES["replay"] for key in REPLAY_KEYS)


@pytest.mark.seeded
def test_every_mark_and_every_layout_is_named() -> None:
    said = {*quoted(PAGES["layouts"])}
    assert BASE_RULES.kinds_by_mark.keys() <= said
    assert shipped_layouts().keys() <= said


def test_the_layout_that_is_drawn_is_read_without_a_warning() -> None:
    drawn = blocks(PAGES["layouts"], "text")[0]
    layout = read_layout(drawn.encode(), "drawn", BASE_RULES)
    assert len(layout.floor_layouts) == 1
    assert not layout.warnings


@pytest.mark.seeded
def test_the_table_of_bots_is_by_these_rules() -> None:
    said = re.search(r"^by ruleset (\d+);", PAGES["balance"], re.MULTILINE)
    assert said
    assert int(said[1]) == RULESET
    assert all(race.name in PAGES["balance"] for race in BASE_RULES.races)


@pytest.mark.skipif(find_spec("gymnasium") is None, reason="Gymnasium is an extra")
def test_everything_that_an_agent_sees_and_chooses_is_named() -> None:
    from cc3k.engine.actions import ALL_ACTIONS
    from cc3k.gym.observation import STAT_NAMES
    from cc3k.gym.settings import EnvOptions

    said = {*quoted(PAGES["gym"])}
    assert {*STAT_NAMES} <= said
    assert EnvOptions.__annotations__.keys() <= said
    assert f"{len(ALL_ACTIONS)} of them" in PAGES["gym"]
