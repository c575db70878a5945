"""How many ways there are to go on: sequences of legal actions, counted by playing them all."""

from attrs import evolve

from cc3k.content.layout.reader import read_layout
from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import legal_actions
from cc3k.engine.dice import Dice
from cc3k.engine.game import GameState
from tests.support.scenarios import race_named, room, weakened
from tests.support.tables import for_each

ONE_FLOOR = evolve(BASE_RULES, floor_count=1)
"""Rules by which the first stairs are the last: no position goes on beyond them."""


class SteadyDice(Dice):
    """Dice of a single face: every attack lands, the first of all options is picked.

    A wanderer first tries to step North.
    """

    def fork(self, label: str) -> Dice:
        """Go on just so."""
        del label
        return self

    def copy(self) -> Dice:
        """Return the same dice: there is nothing to them that changes."""
        return self

    def below(self, count: int) -> int:
        """Return 0."""
        del count
        return 0

    def flip_coin(self) -> bool:
        return True

    def randbytes(self, count: int) -> bytes:
        """Return the first direction for everyone."""
        return bytes(count)


def drawn(*rows: str, race: str = "Shade") -> GameState:
    drawings = read_layout(room(*rows).encode("ascii"), "drawn", ONE_FLOOR).floor_layouts
    return GameState(ONE_FLOOR, race_named(race), SteadyDice("steady"), drawings)


def perft(game: GameState, depth: int) -> int:
    """Return how many sequences of that many legal actions there are, each played on a copy."""
    if depth == 0:
        return 1
    count = 0
    for action in legal_actions(game):
        twin = game.copy()
        twin.play(action)
        count += perft(twin, depth - 1)
    return count


def counts(game: GameState, depth: int) -> list[int]:
    """Return the counts of every depth up to that one, having seen that the game stays as it is."""
    digest = game.digest()
    found = [perft(game, each) for each in range(1, depth + 1)]
    assert game.digest() == digest
    return found


def test_perft_beside_the_stairs() -> None:
    r"""`@\`: leave, which ends it, or `f`, which changes nothing that counts here.

    P(1) = 2, and as nothing follows on leaving, P(n) = P(n-1) = 2.
    """
    assert counts(drawn("@\\"), 6) == [2] * 6


def test_perft_of_two_tiles() -> None:
    r"""`@.\`: from the tile A, step to B or `f`; from B, step to A, leave or `f`.

    A(n) = A(n-1) + B(n-1), and B(n) is the same but for B(1) = 3, as nothing follows on leaving.
    So A(1) = 2, A(2) = 2 + 3, A(3) = 5 + 5, and twice as many each time.
    """
    assert counts(drawn("@.\\"), 6) == [2, 5, 10, 20, 40, 80]


def test_perft_beside_a_potion() -> None:
    r"""`@0\`: drink or `f`, for nobody walks onto a potion (R9). Drinking leaves `@.\`, as above.

    P(n) = A(n-1) + P(n-1) with A(0) = P(0) = 1: 2, 2 + 2, 5 + 4, 10 + 9, 20 + 19.
    """
    assert counts(drawn("@0\\"), 5) == [2, 4, 9, 19, 39]


def test_perft_beside_gold() -> None:
    r"""`@6\`: gold is walked onto (R9), so it is as if it were not there."""
    assert counts(drawn("@6\\"), 5) == counts(drawn("@.\\"), 5)


def test_perft_beside_an_enemy_that_falls_at_once() -> None:
    r"""`@L\`: attack or `f`; the fallen leaves its gold in the purse (R24) and `@.\`, as above."""
    assert counts(weakened(drawn("@L\\")), 5) == [2, 4, 9, 19, 39]


def test_perft_beside_an_enemy_that_stands() -> None:
    r"""`@L\`: attack or `f`, five times, whatever it costs: 2 to the n."""
    assert counts(drawn("@L\\"), 5) == [2, 4, 8, 16, 32]


def test_perft_ends_with_the_hero() -> None:
    r"""`@M\`: attack or `f`, until the merchant, once attacked, has struck as often as it takes.

    A merchant hits a vampire for ceil(100 * 70 / 125) = 56 of its 50 HP: each sequence ends with
    its first attack, so P(1) = 2 and P(n) = P(n-1).
    """
    assert counts(drawn("@M\\", race="Vampire"), 5) == [2] * 5


@for_each(
    "rows, race, pinned",
    [
        (["....", ".@0.", "6L.\\"], "Drow", [9, 59, 356, 2103]),
        (["HWE", "O@L", "M.\\"], "Goblin", [9, 15, 21, 39]),
        (["9D.", ".@.", "0.\\"], "Troll", [9, 53, 301, 1706]),
        ([".+#", "#@+", ".#\\"], "Shade", [9, 45, 252, 1390]),
    ],
)
def test_perft_of_rooms(rows: list[str], race: str, pinned: list[int]) -> None:
    """What is more than a hand can count stays what it was."""
    assert counts(drawn(*rows, race=race), len(pinned)) == pinned


@for_each("seed, pinned", [(1, [7, 52, 402]), (7, [6, 45, 353]), (42, [9, 65, 478])])
def test_perft_of_the_first_floors(seed: int, pinned: list[int]) -> None:
    """R34: with the luck of a seed, which every copy has from where it was made."""
    game = GameState(BASE_RULES, BASE_RULES.races[0], Dice(f"{seed}/game 1"))
    assert counts(game, len(pinned)) == pinned
