"""`cc3k stats`: what all kept games add up to, as text, as a picture, or for programs."""

import json
import os
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve

from cc3k.cli.stats import NO_GAMES, run
from cc3k.export.svg import (
    CELL_WIDTH,
    CHART_COLUMNS,
    MARGIN,
    BarRow,
    bar_elements,
    render_statistics_svg,
)
from cc3k.saves.archive import save_score_and_morgue_page
from cc3k.saves.disk import Disk
from cc3k.saves.record import PRACTICE, Record
from cc3k.saves.statistics import (
    LABEL_WIDTH,
    MAX_BAR_LENGTH,
    build_charts,
    compute_statistics,
    summary_lines,
)
from tests.support import processes
from tests.support.records import A_SCORE, given_up, lost, won

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the home of the player, with nothing in it."""
    home = tmp_path / "home"
    monkeypatch.setenv("CC3K_HOME", str(home))
    return home


def keep(home: Path, *games: Record) -> None:
    """Keep games that have ended."""
    for number, record in enumerate(games):
        assert (
            save_score_and_morgue_page(str(home), Disk(), record, f"game-{number}", "2026-11-20")
            == []
        )


def test_stats_sum_all_kept_games_up(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Given-up games too; practice is none."""
    keep(home, won(), won(), lost(), given_up(), given_up(PRACTICE), won(PRACTICE))
    assert run([]) == 0
    assert capsys.readouterr().out == (
        "4 games: 2 won, 1 lost, 1 given up\n"
        "Best score 5, as a drow; mean 3.3\n"
        "Enemies were held in 0 of 25 turns (0 %)\n"
        "Without freeze: 3 games, 2 won\n"
        "\n"
        "Won, of all games won or lost\n"
        f"  Drow            {'#' * 27}  100 %: 2 won, 0 lost, 0 given up\n"
        f"  Shade           {'':27}    0 %: 0 won, 0 lost, 1 given up\n"
        f"  Vampire         {'':27}    0 %: 0 won, 1 lost, 0 given up\n"
        "\n"
        "Lost to\n"
        f"  PH potion       {'#' * 30}  1\n"
        "\n"
        "Scores\n"
        f"  0               {'#' * 15:30}  1\n"
        f"  1               {'':30}  0\n"
        f"  2               {'':30}  0\n"
        f"  3               {'':30}  0\n"
        f"  4               {'':30}  0\n"
        f"  5               {'#' * 30}  2\n"
    )


def test_json_is_one_document(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also where nothing is kept."""
    assert run(["--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 0
    keep(home, won(), given_up())
    assert run(["--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["games"], document["best"]["race"], document["mean"]) == (2, "Drow", 5.0)


def test_nothing_kept_is_no_error(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A friendly sentence, and 0; no folder is made."""
    assert run([]) == 0
    for name in ("CC3K_HOME", "XDG_STATE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    assert run([]) == 0
    assert capsys.readouterr() == (f"{NO_GAMES}\n" * 2, "")
    assert not home.exists()


def test_scores_that_cannot_be_read_are_2(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is said which file, and why."""
    (home / "scores.jsonl").mkdir(parents=True)
    assert run([]) == 2
    assert capsys.readouterr() == ("", f"cc3k: {home}/scores.jsonl: Is a directory\n")


def parsed(*figures: int) -> ET.Element:
    """Return the picture of games with those scores."""
    history = compute_statistics(
        [evolve(A_SCORE, score=score, cause="<&>") for score in figures], {}
    )
    return ET.fromstring(render_statistics_svg(summary_lines(history), build_charts(history)))  # noqa: S314 - our own


def test_picture_has_a_bar_for_each_that_the_text_has() -> None:
    """Of the same length in cells, all beginning in one column."""
    root = parsed(0, 0, 0, 1)
    bars = [rect for rect in root.iter(f"{SVG}rect") if rect.get("x")]
    lengths = [int(bar.attrib["width"]) // CELL_WIDTH for bar in bars]
    assert lengths == [MAX_BAR_LENGTH, MAX_BAR_LENGTH, MAX_BAR_LENGTH // 3]
    assert len({bar.attrib["x"] for bar in bars}) == 1
    assert int(root.attrib["width"]) == CHART_COLUMNS * CELL_WIDTH + 2 * MARGIN


def test_picture_holds_all_of_the_text() -> None:
    """Within its width, and what XML has a meaning for as text."""
    root = parsed(0, 10**9)
    texts = [(text.text or "") for text in root.iter(f"{SVG}text")]
    assert "ChamberCrawler3000" in texts
    assert any("<&>" in text for text in texts)
    assert "2 games: 0 won, 2 lost, 0 given up" in texts
    for text in root.iter(f"{SVG}text"):
        end = int(text.attrib["x"]) + int(text.attrib["textLength"])
        assert end <= MARGIN + CHART_COLUMNS * CELL_WIDTH
    assert {element.tag for element in root.iter()} == {
        f"{SVG}{name}" for name in ("svg", "title", "rect", "text")
    }


def test_texts_of_a_picture_keep_their_columns() -> None:
    """Browsers show several blanks as one, so no text begins with one or has two in a row."""
    texts = list(parsed(0, 5).iter(f"{SVG}text"))
    assert not [text for text in texts if text.text != " ".join((text.text or "").split())]
    figures = next(text for text in texts if (text.text or "").startswith("0 %: 0 won"))
    assert int(figures.attrib["x"]) == MARGIN + (LABEL_WIDTH + MAX_BAR_LENGTH + 8) * CELL_WIDTH


def test_bar_segments_follow_each_other_with_the_interval_across() -> None:
    """Both charts draw their bars like this; a segment of no length is left out."""
    bar = BarRow("Drow", [(2, "red"), (0, "green"), (3, "blue")], "2 of 5", (1, 4))
    label, red, blue, interval, figures = bar_elements(0, bar, 9, 10)
    assert [f'x="{MARGIN + column * CELL_WIDTH}"' for column in (0, 9, 11, 21)] == [
        element.split()[1] for element in (label, red, blue, figures)
    ]
    assert f'd="M{MARGIN + 10 * CELL_WIDTH} ' in interval
    assert f'H{MARGIN + 13 * CELL_WIDTH}"' in interval


def test_picture_is_written_whole_or_not_at_all(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file of that name is replaced; what cannot be written is 1."""
    keep(home, won())
    path = tmp_path / "games.svg"
    assert run(["--svg", str(path)]) == 0
    assert path.read_text().startswith("<svg ")
    assert "1 won" in path.read_text()
    assert run(["--svg", str(tmp_path / "none" / "games.svg")]) == 1
    assert run(["--svg", ""]) == 1
    assert run(["--svg", "\0"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines() == [
        f"cc3k: {tmp_path}/none/games.svg: no such file or directory",
        "cc3k: '': not a regular file",
        "cc3k: '\\x00': no such file name",
    ]
    assert sorted(os.listdir(tmp_path)) == ["games.svg", "home"]


def test_command_line_offers_it(home: Path) -> None:
    """`cc3k stats` through a pipe, in a process of its own."""
    keep(home, won())
    ended = processes.run("stats")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("1 game: 1 won, 0 lost, 0 given up\n")
    assert processes.run("stats", "--json", "--svg", "x").code == 2
