"""Game for bots and programs: its observation, actions, and copies for looking ahead.

`cc3k.api.Game` is this class with another constructor; bots get one of those.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Self, TypeAlias
from weakref import WeakKeyDictionary
from zlib import crc32

from attrs import field

from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import PlayerAction, is_player_action, legal_actions
from cc3k.engine.board import Cell, format_layout
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import Event
from cc3k.engine.game import GameState, Outcome
from cc3k.engine.items import things_in_view
from cc3k.engine.refusals import Impossible, UnknownCommand
from cc3k.engine.rules import Rules
from cc3k.engine.states import public
from cc3k.engine.values import frozen
from cc3k.engine.view import GameView
from cc3k.play.commands import CommandTable, command_table
from cc3k.play.endings import ending_word
from cc3k.play.frame import expansion_status_rows, frame_text
from cc3k.play.history import GameTally
from cc3k.play.messages import join_messages, news_before
from cc3k.play.voices import DocumentVoice, event_messages
from cc3k.saves.journal_format import add_checksums, journal_lines
from cc3k.saves.record import Header, Record, RecordStep, state_fingerprint
from cc3k.saves.results import result_line, result_of_game

EXPECTED_ACTION = "expected an action or its words"

NO_TIME = "1970-01-01T00:00:00Z"
"""The time in a journal of a game that was played without a clock."""

Choice: TypeAlias = PlayerAction | str
"""An action, such as `Attack(NORTH)`, or the words for it, such as `"a no"` (§4)."""


def describe_events(events: Iterable[Event], rules: Rules = BASE_RULES) -> str:
    """Return events as one line, in the wording of the Action row (R36).

    The `rules` of a game with expansions have the letters of their enemies.
    """
    return join_messages(event_messages(DocumentVoice(rules), events))


@frozen
class SeenEnemy:
    """A visible enemy; `row` and `column` count from 0.

    While it is `hunting` it follows the hero instead of roaming. `statuses` and `facts` are what
    expansions say of it: the turns left of what will pass, and other numbers, by name. `carries`
    names the things that are seen with it, such as a key.
    """

    row: int
    column: int
    kind: str
    glyph: str
    hp: int
    max_hp: int
    hostile: bool
    hunting: bool = False
    statuses: Mapping[str, int] = field(factory=dict, hash=False)
    facts: Mapping[str, int] = field(factory=dict, hash=False)
    carries: tuple[str, ...] = ()


@frozen
class Observation:
    """The board, its rows from the top, and the figures beside it (§3), as plain values.

    The PC is at `row` and `column`, which count from 0. `max_hp` is None for a race without a cap
    (R10). `known_potions` names the kinds of potion used so far (R18). `enemies` are in reading
    order. `outcome` is None until the game is over. `figures` are the numbers of expansions.
    """

    board: tuple[str, ...]
    row: int
    column: int
    race: str
    hp: int
    max_hp: int | None
    attack: int
    defence: int
    gold: int
    score: int
    floor: int
    turns: int
    enemies_frozen: bool
    known_potions: tuple[str, ...]
    enemies: tuple[SeenEnemy, ...]
    outcome: Outcome | None
    figures: Mapping[str, int] = field(factory=dict, hash=False)


def observe(game: GameState) -> Observation:
    """Return everything that a player can see of a game now, and nothing else."""
    view, hero = GameView(game), game.hero
    row, column = view.board.row_and_column(view.hero_cell)
    enemies = view.enemies
    return Observation(
        board=tuple(view.glyphs.decode("ascii").splitlines()),
        row=row,
        column=column,
        race=game.race.name,
        hp=hero.hp,
        max_hp=hero.race.max_hp,
        attack=hero.stats.attack,
        defence=hero.stats.defence,
        gold=hero.gold,
        score=game.score,
        floor=game.depth,
        turns=game.turns,
        enemies_frozen=game.enemies_frozen,
        known_potions=tuple(sorted([potion.name for potion in view.known_kinds])),
        enemies=tuple([_observe_enemy(view, cell, enemies[cell]) for cell in sorted(enemies)]),
        outcome=game.outcome,
        figures={figure.name: figure.value(game) for figure in game.rules.figures},
    )


def _observe_enemy(view: GameView, cell: Cell, enemy: Enemy) -> SeenEnemy:
    return SeenEnemy(
        *view.board.row_and_column(cell),
        kind=enemy.kind.name,
        glyph=enemy.kind.glyph,
        hp=enemy.hp,
        max_hp=enemy.kind.hp,
        hostile=view.is_hostile(enemy),
        hunting=view.is_hunting(enemy),
        statuses=dict(public(enemy.statuses)),
        facts=dict(public(enemy.facts)),
        carries=tuple([thing.name for thing in things_in_view(enemy.carries)]),
    )


class ExactCopyRefused(Exception):
    """Raised when an honest bot asks for an exact copy, which knows what a player cannot."""

    def __init__(self) -> None:
        super().__init__(
            "found copy() of a game shown to a bot; expected a number for its luck, such as "
            "copy(luck=7), or a bot that declares omniscient = True"
        )


class PlayableGame:
    """One game, played action by action: a hero's way down through the floors (§1).

    `seed` is None if it is hidden from a bot, or if the dice were replaced. `words` are the
    commands played so far.
    """

    def __init__(
        self, state: GameState | None, seed: int | None = None, words: Sequence[str] = ()
    ) -> None:
        self._own_state = state
        self._seed = seed
        self._earlier_words, self._earlier_count = words, len(words)
        self._own_words = list[str]()
        self._view: GameView | None = None
        self._is_picture, self._has_exact_copies = False, True

    @classmethod
    def shown_to_bot(cls, state: GameState, words: Sequence[str], *, omniscient: bool) -> Self:
        """Return the game to show to a bot, of which nothing is part of the true one.

        An honest bot gets a picture of what is in sight, taken when it is first looked at. A state
        in which it may play is dealt from that picture, when it is first needed. An omniscient one
        gets an exact copy. Before the true game goes on, `take_picture` must be called unless
        nobody has kept the shown one.
        """
        shown = cls.__new__(cls)
        PlayableGame.__init__(shown, state.copy() if omniscient else None, words=words)
        # A class sets up its own object here, past the constructor, which begins a new game.
        shown._is_picture = not omniscient  # noqa: SLF001 - of the same class
        shown._has_exact_copies = omniscient  # noqa: SLF001 - of the same class
        if not omniscient:
            _TRUE_GAMES[shown] = state
        return shown

    def take_picture(self) -> GameState:
        """Return the state to look at: for an honest bot a picture, and from now on always this."""
        if self._own_state is None:
            true = _TRUE_GAMES.pop(self)
            self._own_state = true.copy_in_sight(true.turns)
        return self._own_state

    @property
    def _shown(self) -> GameState:
        return self._own_state or self.take_picture()

    @property
    def _state(self) -> GameState:
        """The state to play in: a picture is only for looking, so one is dealt from it."""
        if self._is_picture:
            state = self._shown
            self._own_state, self._is_picture = state.copy_with_luck(state.turns), False
        return self._shown

    @property
    def has_been_played(self) -> bool:
        """Whether somebody has played in this game itself, since it was made."""
        return bool(self._own_words)

    @property
    def view(self) -> GameView:
        """The window of the player: cells, glyphs, enemies, items and threats in sight.

        It shows the game as it is now, and goes on showing that when the game goes on. What it
        hands out are values: nothing of it is part of the game, or can change it.
        """
        if self._view is None:
            state = self._shown
            self._view = GameView(state if self._is_picture else state.copy_in_sight(state.turns))
        return self._view

    @property
    def seed(self) -> int | None:
        """The seed of the game (R34); None if it is hidden, or if the dice were replaced."""
        return self._seed

    @property
    def race(self) -> str:
        """The name of the hero's race."""
        return self._shown.race.name

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._shown.rules

    @property
    def status_rows(self) -> list[str]:
        """The rows that expansions add below the figures (X6)."""
        return expansion_status_rows(self._shown)

    @property
    def depth(self) -> int:
        """The number of the floor, from 1."""
        return self._shown.depth

    @property
    def turns(self) -> int:
        """The number of turns taken; `f` takes none (R4)."""
        return self._shown.turns

    @property
    def score(self) -> int:
        """The score so far, in gold (§5, R15)."""
        return self._shown.score

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self._shown.outcome

    @property
    def words(self) -> tuple[str, ...]:
        """The words of all actions played so far, such as `("ea", "a no")`."""
        return (*self._earlier_words[: self._earlier_count], *self._own_words)

    def legal_actions(self) -> list[PlayerAction]:
        """Return every action that is possible now, in a fixed order; none when the game is over.

        Moves come first, then attacks, then drinks, each in the order of `DIRECTIONS`, and last
        `ToggleFreeze()`, which takes no turn.
        """
        true = _TRUE_GAMES.get(self)
        if true is not None and not true.rules.expansions:  # values, which no picture can change
            return legal_actions(true)
        return legal_actions(self._shown)

    def play(self, action: PlayerAction | str) -> tuple[Event, ...]:
        """Play one action and return what happened, in order.

        An action is a value such as `Attack(NORTH)`, or the words for it, such as `"a no"` (§4).
        The events are listed in `events`. Raises `Impossible`, having changed nothing, for an
        action that is not legal now (R4): its `reason` says why as a value, and `str()` of it as
        a sentence. Raises TypeError for anything that is no action.
        """
        table = command_table(self.rules)
        if not isinstance(action, str) and not is_player_action(action):
            message = f"{action!a}: {EXPECTED_ACTION}"
            raise TypeError(message)
        chosen = action_from_choice(action, table)
        events = self._state.play(chosen)
        self._view = None
        self._own_words.append(table.words_by_action[chosen])
        return events

    def observe(self) -> Observation:
        """Return everything that a player can see now, and nothing else, as plain values."""
        return observe(self._shown)

    def frame(self) -> str:
        """Return the rows of text that `cc3k --script` shows: the board and the status (§3)."""
        return frame_text(self._shown, describe_events(self._shown.last_events, self.rules))

    def copy(self, luck: int | None = None) -> Self:
        """Return an independent copy.

        Without `luck` the copy is exact: it continues as this game would. With a number as
        `luck`, everything that a player cannot know is drawn again from it: the dice to come, the
        kinds of unknown potions by their odds, and the floors below. Raises `ExactCopyRefused` if
        a bot that is not omniscient asks for an exact copy of the game it was shown.
        """
        if luck is None and not self._has_exact_copies:
            raise ExactCopyRefused
        copy = type(self).__new__(type(self))
        # What was dealt from a picture, and then dealt again, is what is dealt from it at once.
        state = self._state.copy() if luck is None else self._shown.copy_with_luck(luck)
        PlayableGame.__init__(copy, state, self._seed if luck is None else None, self.words)
        return copy

    def journal(self) -> str:
        """Return the journal of the game, as text that `cc3k replay` plays.

        Raises ValueError for a game without a seed: nobody could play it again.
        """
        if self._seed is None:
            message = "found a game without a seed; expected one that can be played again"
            raise ValueError(message)
        state = self._state
        path, layouts = f"{self._seed}/game 1", state.floor_layouts
        replayed, steps = GameState(state.rules, state.race, Dice(path), layouts), []
        tally, start = GameTally(), state_fingerprint(replayed)
        actions = command_table(state.rules).actions_and_answers
        for words in self.words:
            tally.add_turn(replayed, replayed.play(actions[words]))
            steps.append(RecordStep(words, state_fingerprint(replayed)))
        text, name = format_layout(layouts), "drawing"
        header = Header(
            ruleset=state.rules.ruleset,
            seed=self._seed,
            game_number=1,
            race=self.race,
            started_at=NO_TIME,
            layout_text=text,
            layout_name=name if text else "",
            expansions=tuple([each.tag for each in state.rules.expansions]),
        )
        record = Record(header, start, steps, news=news_before(state.rules, Dice(path)))
        lines = journal_lines(record)
        if state.is_over:
            frozen_turns = tally.frozen_turns
            lines.append(result_line(result_of_game(header, replayed, frozen_turns, "", NO_TIME)))
        return add_checksums(lines)[0]

    def hash(self) -> int:
        """Return a 32-bit hash of the state, the same on every Python (R34).

        It includes the dice to come: games of one layout with equal hashes almost certainly have
        equal futures. `hash(game)` is something else: a game is mutable, so Python hashes its
        identity, not its state.
        """
        state = self._state
        return crc32(state.turn_dice.digest().to_bytes(4, "little"), state.digest())

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __repr__(self) -> str:
        state = self._shown
        seed = "" if self._seed is None else f"seed={self._seed} "
        most_hp = state.hero.race.max_hp
        full = "" if most_hp is None else f"/{most_hp}"
        end = f" {ending_word(state)}" if state.is_over else ""
        return (
            f"<Game {seed}race={self.race} floor={state.depth} HP={state.hero.hp}{full} "
            f"turn={state.turns}{end}>"
        )


_TRUE_GAMES = WeakKeyDictionary[PlayableGame, GameState]()
"""The true game of each game shown to a bot that was not looked at yet; nothing leads to it."""


def action_from_choice(choice: Choice, table: CommandTable) -> PlayerAction:
    """Return the chosen action, looked up in a table if it is given as words.

    Raises `Impossible` for unknown words, and TypeError for anything else.
    """
    if isinstance(choice, str):
        words = " ".join(str.split(choice))  # plain, whatever kind of text it was
        action = table.actions_and_answers.get(words.lower())
        if action is None:
            raise Impossible(UnknownCommand(words))
        return action
    if not isinstance(choice, PlayerAction) or not is_player_action(choice):
        raise TypeError(EXPECTED_ACTION)
    if choice not in table.words_by_action:
        raise TypeError(EXPECTED_ACTION)
    return choice
