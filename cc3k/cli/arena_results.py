"""Arena results: collect results and errors, and report them as tables or as JSON."""

import json
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress

from attrs import asdict, define, field

from cc3k.bots.bot import BotError
from cc3k.bots.statistics import MAX_COMMANDS, GameResult, RaceStatistics, format_estimate
from cc3k.cli.arena_games import GameSpec
from cc3k.cli.arena_options import ArenaOptions
from cc3k.cli.arena_progress import ProgressLine
from cc3k.cli.bot_plugins import bot_error_message, report_bot_error
from cc3k.cli.results_file import ResultsFile, ResultsFileError
from cc3k.cli.streams import print_error
from cc3k.cli.workers import Chunk, ExecutorLost, Workers
from cc3k.exit_codes import EXIT_FAILED, EXIT_OK
from cc3k.play.quoting import printable_name


@define(eq=False)
class ArenaResults:
    """Results and errors so far, each by the place of its game among all that were asked for."""

    total: int
    results: dict[int, GameResult] = field(factory=dict)
    errors: dict[int, BotError] = field(factory=dict)
    file: ResultsFile | None = None

    @property
    def ordered_results(self) -> list[GameResult]:
        """The results in the order of their games."""
        return [self.results[place] for place in sorted(self.results)]

    def remaining(self, specs: Iterator[GameSpec]) -> Iterator[tuple[int, GameSpec]]:
        """Yield the games that have no result yet, each with its place."""
        return ((place, spec) for place, spec in enumerate(specs) if place not in self.results)

    def collect(self, workers: Workers, chunks: Iterator[Chunk], bot: str) -> int:
        """Add the result of each game as it ends, print what goes wrong; return the exit code.

        An error of a bot ends the games, and so does a results file that cannot be written.
        However they end, all finished games are among the results, and in the file.
        """
        code, progress = EXIT_OK, ProgressLine(self.total)
        with closing(progress), closing(workers.play(chunks)) as outcomes:
            try:
                for place, outcome in outcomes:
                    if isinstance(outcome, BotError):
                        self.errors[place] = outcome
                        progress.close()
                        code = report_bot_error(bot, outcome)
                        workers.stop()
                        continue
                    self.results[place] = outcome
                    if not self._keep(outcome):
                        code = EXIT_FAILED
                        workers.stop()
                    progress.show(len(self.results))
            except ExecutorLost as error:
                print_error(str(error))
                code = EXIT_FAILED
        return code if self._keep(None) else EXIT_FAILED

    def _keep(self, result: GameResult | None) -> bool:
        """Write a result into the file, or close it; print why and leave it if that fails."""
        if self.file is None:
            return True
        try:
            if result is None:
                self.file.close()
            else:
                self.file.append(result)
        except ResultsFileError as error:
            print_error(str(error))
            with suppress(ResultsFileError):
                self.file.close()
            self.file = None
            return False
        return True


def arena_title(options: ArenaOptions) -> str:
    """Return in one line what was played."""
    layout = "" if options.floor is None else f" on {printable_name(options.floor)}"
    tags = options.rules.expansion_tags
    expansions = f" with {' '.join(tags)}" if tags else ""
    games = f"games 1-{options.games} of seed {options.seed}"
    omniscient = " (omniscient)" if options.omniscient else ""
    return f"{printable_name(options.bot)}{omniscient}: {games}{layout}{expansions}, each race"


def format_tables(
    options: ArenaOptions, statistics: Sequence[RaceStatistics], arena_results: ArenaResults
) -> str:
    """Return the standings as two tables: the results, and the causes of death."""
    heads = f"{'race':9}{'games':>7}  {'won':26}{'score':24}{'floors':20}{'turns':>7}"
    games = len(arena_results.results)
    cut = "" if games == arena_results.total else f"; {games} of {arena_results.total} games"
    if arena_results.errors:
        cut += f"; {len(arena_results.errors)} failed"
    lines = [f"{arena_title(options)}{cut}; 95 % intervals", "", heads]
    if not statistics:
        return f"{lines[0]}\n"
    for of in statistics:
        won, score = format_estimate(of.won, ".1%"), format_estimate(of.score, ".1f")
        figures = f"{won:26}{score:24}{format_estimate(of.floors, '.2f'):20}"
        lines.append(f"{of.race:9}{of.games:7}  {figures}{of.turns.value:7.0f}")
    lines += ["", f"{'race':9}{'slain by':14}share of all games"]
    for of in statistics:
        lines += [
            f"{of.race:9}{cause:14}{format_estimate(part, '.1%')}"
            for cause, part in of.causes.items()
        ]
    return "\n".join([*lines, ""])


def format_json(
    options: ArenaOptions, statistics: Sequence[RaceStatistics], arena_results: ArenaResults
) -> str:
    """Return the same as one line of JSON."""
    facts = {
        "bot": options.bot,
        "omniscient": options.omniscient,
        "seed": options.seed,
        "games": options.games,
        "finished": len(arena_results.results),
        "asked": arena_results.total,
        "failed": len(arena_results.errors),
        "floor": options.floor,
        "most_commands": MAX_COMMANDS,
        "ruleset": options.rules.ruleset,
        "expansions": options.rules.expansion_tags,
        "mishaps": [
            bot_error_message(options.bot, arena_results.errors[place])
            for place in sorted(arena_results.errors)
        ],
        "standings": [_standing_to_json(standing) for standing in statistics],
    }
    return f"{json.dumps(facts)}\n"


def _standing_to_json(standing: RaceStatistics) -> dict[str, object]:
    """Return a standing for JSON; a potion as cause of death has its bare name, such as `PH`."""
    causes = {cause.removesuffix(" potion"): asdict(of) for cause, of in standing.causes.items()}
    return {**asdict(standing), "causes": causes}
