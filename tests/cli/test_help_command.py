"""`cc3k help`: the list, the topics, and words near a topic."""

import pytest

from cc3k.cli.argument_parser import COMMANDS
from cc3k.cli.help import help_pages, page_summary, read_page
from cc3k.cli.main import main
from cc3k.expansions.registry import OWN_EXPANSIONS
from cc3k.saves.paths import shipped_layouts
from tests.support.fixtures import Said
from tests.support.processes import refused, run, told
from tests.support.tables import for_each

pytestmark = pytest.mark.slow

WIDTH = 79
OWN_NAMES = [each.name for each in OWN_EXPANSIONS]


def test_the_list_has_every_command_topic_and_layout_with_a_sentence() -> None:
    page = told("help")
    _, commands, topics, expansions, layouts = page.split("\n\n")
    for name, sentence in COMMANDS.items():
        assert f"  {name:<11} {sentence[0].upper()}{sentence[1:]}\n" in f"{commands}\n"
    for topic, path in help_pages().items():
        place = expansions if topic in OWN_NAMES else topics
        assert f"  {topic:<11} {page_summary(read_page(path))}\n" in f"{place}\n"
    rows = expansions.splitlines()[1:]
    assert [row.split()[0] for row in rows] == OWN_NAMES
    assert {*layouts.partition(":")[2].replace(",", " ").split()} == shipped_layouts().keys()
    assert max(map(len, page.splitlines())) <= WIDTH


@for_each("topic", help_pages())
def test_a_topic_is_printed_whole(topic: str, capsys: Said) -> None:
    assert main(["help", topic.upper()]) == 0
    assert capsys.readouterr().out == read_page(help_pages()[topic])


@for_each("command", [name for name in COMMANDS if name not in help_pages()])
def test_the_help_of_a_command_is_its_own(command: str) -> None:
    assert run("help", command) == run(command, "--help")
    assert run("help", command).out.startswith(f"usage: cc3k {command} ")


@for_each(("kesy", "keys"), ("scroes", "scores"), ("layout", "layouts"))
def test_a_near_word_names_the_topic_that_was_meant(word: str, meant: str) -> None:
    expected = f"expected a topic. Did you mean `cc3k help {meant}`?"
    assert refused("help", word) == f"cc3k: help: found '{word}'; {expected}\n"


def test_a_word_near_nothing_is_told_the_topics() -> None:
    complaint = refused("help", "xyzzy")
    assert all(name in complaint for name in (*help_pages(), *COMMANDS))
