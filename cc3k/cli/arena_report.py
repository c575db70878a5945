"""Arena report: the results of an arena's games as tables, or as JSON."""

import json
from collections.abc import Sequence

from attrs import asdict

from cc3k.bots.statistics import RaceStatistics, format_estimate
from cc3k.cli.arena_options import ArenaOptions
from cc3k.cli.arena_results import ArenaResults
from cc3k.cli.bot_plugins import bot_error_message
from cc3k.play.quoting import printable_name


def arena_title(options: ArenaOptions) -> str:
    layout = "" if options.floor is None else f" on {printable_name(options.floor)}"
    tags = options.rules.expansion_tags
    expansions = f" with {' '.join(tags)}" if tags else ""
    games = f"games 1-{options.games} of seed {options.seed}"
    omniscient = " (omniscient)" if options.omniscient else ""
    return f"{printable_name(options.bot)}{omniscient}: {games}{layout}{expansions}, each race"


def format_tables(
    options: ArenaOptions, statistics: Sequence[RaceStatistics], arena_results: ArenaResults
) -> str:
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
    facts = {
        "bot": options.bot,
        "omniscient": options.omniscient,
        "seed": options.seed,
        "games": options.games,
        "finished": len(arena_results.results),
        "asked": arena_results.total,
        "failed": len(arena_results.errors),
        "floor": options.floor,
        "most_commands": options.most,
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
