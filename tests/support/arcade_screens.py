"""Arcade screens for tests: a game of gems on a screen in this process, and a keeper that notes."""

from collections.abc import Sequence

from cc3k.arcade.gems.board_screen import GemsScreen
from cc3k.arcade.gems.program import GemsProgram
from cc3k.arcade.protocols import BoardScreen
from cc3k.saves.arcade_games import ArcadeRecorder
from cc3k.ui.arcade_screen import ArcadeOffer, ArcadeScreen
from tests.support.gems_files import MemoryFiles


class NotingKeeper(ArcadeRecorder):
    is_failing = False

    def __init__(self) -> None:
        super().__init__("gems", (), None)
        self.noted: list[str] = []
        self.is_saved = False

    def try_to_save(self) -> bool:
        return self.is_saved

    def game_began(self, digest: int, header: Sequence[str] | None = None) -> None:
        self.noted.append("began" if header is None else f"began from {' / '.join(header)}")
        assert digest >= 0

    def input_taken(self, text: str, digest: int) -> None:
        self.noted.append(text)
        self.is_saved = True
        assert digest >= 0

    def game_ended(self) -> None:
        self.noted.append("ended")
        self.is_saved = False


def gems_board() -> BoardScreen:
    return GemsScreen(GemsProgram(), MemoryFiles())


def arcade_screen(
    keeper: ArcadeRecorder,
    offers: Sequence[ArcadeOffer] = (),
    size: tuple[int, int] = (80, 24),
) -> ArcadeScreen:
    return ArcadeScreen("Modern Gems", gems_board, keeper, "cc3k gems", *size, offers)


def shown(screen: ArcadeScreen) -> list[str]:
    return [line.text.rstrip() for line in screen.draw().lines]
