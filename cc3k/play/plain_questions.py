"""Plain questions: yes-or-no questions of plain mode, and the hint after a wrong answer."""

from collections.abc import Callable

from attrs import define, field

from cc3k.play.commands import MetaCommand
from cc3k.play.messages import (
    NEVER_MIND,
    PLAIN_QUIT_QUESTION,
    PLAIN_RESTART_QUESTION,
    YES_OR_NO_HINT,
)

YES, NO = ("yes", "y"), ("no", "n")

LEAVE_QUESTIONS = {
    MetaCommand.RESTART: PLAIN_RESTART_QUESTION,
    MetaCommand.QUIT: PLAIN_QUIT_QUESTION,
}


@define(eq=False)
class PendingQuestion:
    """A question that waits for a yes or a no. A yes calls `on_yes`, a no is answered by `on_no`.

    If it `insists`, it stays until it is answered; otherwise any other command counts as a no.
    """

    text: str
    on_yes: Callable[[], list[str]]
    on_no: str = NEVER_MIND
    insists: bool = False
    _was_asked: bool = field(default=False, init=False)
    _has_hinted: bool = field(default=False, init=False)

    def ask(self, *, is_repeated: bool) -> list[str]:
        """Return the question, with a hint after the first wrong answer.

        It `is_repeated` without a hint after a line that only asked for information.
        """
        if not self._was_asked or is_repeated or self._has_hinted:
            self._was_asked = True
            return [self.text]
        self._has_hinted = True
        return [YES_OR_NO_HINT, self.text]

    def answer(self, word: str) -> list[str]:
        return self.on_yes() if word in YES else [self.on_no]


def is_answer(word: str) -> bool:
    return word in YES or word in NO
