"""Score of one game, and the category of the games that it can be compared with.

It stands apart from the tables of scores, as a screen names it and no start need wait for those.
"""

from attrs import frozen


@frozen
class Score:
    """The score of one game, and how to play the game again.

    `floors` counts the floors that the PC reached; `cause` is what slew it, empty if it won.
    `layout` identifies the layout, empty for floors furnished at random, and `called` is its name.
    `journal` is the name of the journal without its suffix, `date` when the game ended. `digest`,
    of the journal, prevents two scores of one game. `frozen_turns` counts the turns during which
    enemies were frozen (R5). Older lines have neither of these two.
    """

    race: str
    score: int
    gold: int
    turns: int
    floors: int
    cause: str
    seed: int
    game: int
    layout: str
    called: str
    expansions: tuple[str, ...]
    ruleset: int
    kind: str
    journal: str
    date: str
    digest: str = ""
    frozen_turns: int | None = None

    @property
    def won(self) -> bool:
        return not self.cause


@frozen
class ScoreCategory:
    """The properties that comparable games share: kind, layout, expansions, rules."""

    kind: str
    layout: str
    expansions: tuple[str, ...]
    ruleset: int


def category_of(score: Score) -> ScoreCategory:
    return ScoreCategory(score.kind, score.layout, score.expansions, score.ruleset)
