"""The history of a game: the log of its messages, turn by turn, and the tally of its events."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import overload

from attrs import evolve, field, fields

from cc3k.engine.board import Cell
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import (
    PC,
    Drank,
    Event,
    ExpansionEvent,
    FreezeToggled,
    Looted,
    Missed,
    Moved,
    PickedUp,
    Regenerated,
    Slain,
    Stole,
    Struck,
)
from cc3k.engine.game import GameState
from cc3k.engine.hero import Race
from cc3k.engine.refusals import Refusal
from cc3k.engine.values import define, frozen
from cc3k.engine.view import GameView
from cc3k.play.messages import Message, join_messages
from cc3k.play.voices import Voice, reworded_messages

FIGHT_PAUSE = 5
"""Turns without a blow after which a fight counts as another one."""


@frozen
class LatestFight:
    """The latest fight: HP when it began, the turn of its last blow, and who struck in it.

    `foes` are in the order in which they joined, each with the turns that had passed by then.
    """

    hp_at_start: int
    first_turn: int
    last_turn: int
    foes: tuple[tuple[Enemy, int], ...] = ()


@frozen
class Moment:
    """A moment of a game: the turns played by then, HP and gold."""

    turns: int
    hp: int
    gold: int


@define(eq=False, slots=False)
class FloorTally:
    """What happened on one floor, from its `first` moment to its `last` one.

    `kills` and `potions` count by kind. `hp_lost` are the HP that blows took, `gold_lost` what was
    paid or stolen. `deeds` are what events of expansions say of themselves, such as `reached level
    2`. In a fog, `sellers` has where those who sell were seen last, by their identities.
    """

    floor: int
    first: Moment
    last: Moment
    kills: Counter[str] = field(factory=Counter)
    potions: Counter[str] = field(factory=Counter)
    hp_lost: int = 0
    gold_lost: int = 0
    deeds: list[str] = field(factory=list)
    sellers: Mapping[object, tuple[Cell, Enemy]] = field(factory=dict)

    @property
    def turns(self) -> int:
        return self.last.turns - self.first.turns

    @property
    def gold(self) -> int:
        """The gold gained: less than none if more was spent."""
        return self.last.gold - self.first.gold

    def copy(self) -> "FloorTally":
        kills, potions = self.kills.copy(), self.potions.copy()
        return evolve(self, kills=kills, potions=potions, deeds=[*self.deeds])


@define(eq=False, slots=False)
class GameTally:
    """Counts of one game. `piles_by_value` counts by size, `potions_drunk` and `kills` by kind.

    `gold_taken` is gold by kind of enemy; what else was gained, such as rewards, is
    `gold_otherwise`, and `gold_lost` was paid or stolen. `frozen_turns` are the turns
    during which enemies were held still (R5). `fight` is the latest one; None before the first
    blow. `floors` has each floor so far; the turn on the stairs counts for the floor left.
    """

    kills: Counter[str] = field(factory=Counter, init=False)
    potions_drunk: Counter[str] = field(factory=Counter, init=False)
    piles_by_value: Counter[int] = field(factory=Counter, init=False)
    gold_taken: Counter[str] = field(factory=Counter, init=False)
    gold_stolen: int = field(default=0, init=False)
    gold_otherwise: int = field(default=0, init=False)
    gold_lost: int = field(default=0, init=False)
    frozen_turns: int = field(default=0, init=False)
    fight: LatestFight | None = field(default=None, init=False)
    floors: list[FloorTally] = field(factory=list, init=False)
    _turns: int = field(default=0, init=False)
    _hp: int | None = field(default=None, init=False)
    _gold: int = field(default=0, init=False)

    @property
    def sellers(self) -> Mapping[Cell, Enemy]:
        """Those who sell on this floor, where they were seen last in the fog."""
        return dict([last for visit in self.floors[-1:] for last in visit.sellers.values()])

    def copy(self) -> "GameTally":
        copy = GameTally()
        for attribute in fields(GameTally):
            value = getattr(self, attribute.name)
            setattr(copy, attribute.name, value.copy() if isinstance(value, Counter) else value)
        copy.floors = [*self.floors[:-1], *[each.copy() for each in self.floors[-1:]]]
        return copy

    def add_turn(self, game: GameState, events: Collection[Event]) -> None:
        """Count the events of the last command, even if it took no turn."""
        if game.enemies_frozen or FreezeToggled in map(type, events):
            self.frozen_turns += game.turns - self._turns
        now = Moment(game.turns, game.hero.hp, game.hero.gold)
        if not self.floors:
            self.floors.append(FloorTally(game.depth, now, now))
            self._gold = now.gold
        visit = self.floors[-1]
        for event in events:
            self._count(event, visit)
        told = [each.gold for each in events if isinstance(each, PickedUp | Looted | Stole)]
        back = sum([each.gold_returned for each in events if isinstance(each, ExpansionEvent)])
        rest = now.gold - self._gold - sum(told) - back
        self.gold_otherwise += max(0, rest)
        self.gold_lost -= min(0, rest) + back
        visit.gold_lost -= min(0, rest) + back
        if game.depth == visit.floor:
            visit.last = now
        else:
            visit.last = evolve(visit.last, turns=now.turns, gold=now.gold)
            self.floors.append(FloorTally(game.depth, now, now))
        if not {Struck, Missed}.isdisjoint(map(type, events)):
            self._note_blows(game)
        self._turns, self._hp, self._gold = game.turns, game.hero.hp, now.gold
        if game.rules.hooks.limit_sight:
            visit, sellers = self.floors[-1], GameView(game).sellers
            seen = {each.identity: (at, each) for at, each in sellers.items()}
            unseen = {who: at for who, at in visit.sellers.items() if not game.sees(at[0])}
            visit.sellers = unseen | seen

    def _count(self, event: Event, visit: FloorTally) -> None:
        match event:
            case Struck(defender=defender, damage=hp) if defender == PC:
                visit.hp_lost += hp
            case PickedUp(gold):
                self.piles_by_value[gold] += 1
            case Looted(enemy, gold):
                self.gold_taken[enemy] += gold
            case Stole(gold):
                self.gold_stolen += gold
            case Drank(potion):
                self.potions_drunk[potion] += 1
                visit.potions[potion] += 1
            case Slain(victim) if victim != PC:
                self.kills[victim] += 1
                visit.kills[victim] += 1
            case ExpansionEvent(deed=deed) if deed:
                visit.deeds.append(deed)
            case _:
                pass

    def _note_blows(self, game: GameState) -> None:
        fight, hp = self.fight, game.race.hp if self._hp is None else self._hp
        if fight is None or game.turns - fight.last_turn > FIGHT_PAUSE:
            fight = LatestFight(hp, game.turns, game.turns)
        view, foes = GameView(game), {foe.identity: (foe, since) for foe, since in fight.foes}
        for each in view.known_enemies_close(view.hero_cell):
            foes.setdefault(each.identity, (each, game.turns - fight.first_turn))
        self.fight = evolve(fight, last_turn=game.turns, foes=tuple(foes.values()))


def are_plain_steps(events: Iterable[Event]) -> bool:
    """Tell whether only plain steps happened, which need no message, and what nobody tells."""
    return all(
        isinstance(event, Moved | Regenerated)
        or (isinstance(event, ExpansionEvent) and not event.spoken_text)
        for event in events
    )


@frozen(slots=False)
class LogEntry:
    """The messages of a turn, with a count of repetitions; `turn` is that of the last one.

    They word the `events` or the `refusal`; a notice has neither.
    """

    turn: int
    messages: tuple[Message, ...]
    times: int = 1
    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None

    @cached_property
    def is_step(self) -> bool:
        """Whether it tells of a step, or of no event, and so of nothing that matters."""
        return are_plain_steps(self.events)

    @property
    def text(self) -> str:
        return join_messages(self.messages)

    @property
    def text_with_count(self) -> str:
        return self._with_count(self.text)

    @property
    def news_with_count(self) -> str:
        """The text without the step that it begins with, if more has happened."""
        is_step_first = len(self.messages) > 1 and are_plain_steps(self.events[:1])
        return self._with_count(join_messages(self.messages[is_step_first:]))

    def _with_count(self, text: str) -> str:
        return text if self.times == 1 else f"{text} (x{self.times})"


class LogEntries(Sequence[LogEntry]):
    """The entries of a log: the first `recalled_count` come from `recall` once one is asked for.

    A long game that was resumed has only its `latest` at hand.
    """

    def __init__(
        self,
        latest: Iterable[LogEntry] = (),
        recalled_count: int = 0,
        recall: Callable[[], Sequence[LogEntry]] = tuple,
    ) -> None:
        self.latest, self.recalled_count, self.recall = [*latest], recalled_count, recall

    def __len__(self) -> int:
        return self.recalled_count + len(self.latest)

    @overload
    def __getitem__(self, at: int) -> LogEntry: ...

    @overload
    def __getitem__(self, at: slice) -> list[LogEntry]: ...

    def __getitem__(self, at: int | slice) -> LogEntry | list[LogEntry]:
        if isinstance(at, int):
            return self[at : at + 1 or None][0]
        first, end, _ = at.indices(len(self))
        if first < min(end, self.recalled_count):
            self.latest[:0] = self.recall()
            self.recalled_count, self.recall = 0, tuple
        before = self.recalled_count
        return self.latest[max(0, first - before) : max(0, end - before)]


@frozen
class ScreenNote:
    """What a screen shows that no command tells, such as why a journey stopped.

    The `notices` stand after the messages of the last command if `has_messages`, else alone.
    `page` is the page of all these that is shown. As a journal keeps it, the last notice is in the
    message log, too, so many `times`.
    """

    notices: tuple[Message, ...] = ()
    has_messages: bool = True
    page: int = 0
    times: int = 0


@define(eq=False)
class MessageLog:
    """The messages of one game."""

    entries: LogEntries = field(factory=LogEntries)

    def add(
        self,
        turn: int,
        messages: tuple[Message, ...],
        events: tuple[Event, ...],
        refusal: Refusal | None = None,
    ) -> None:
        latest = self.entries.latest
        last = latest[-1] if latest else None
        if last is not None and last.messages == messages:
            latest[-1] = LogEntry(turn, messages, last.times + 1, events, refusal)
        else:
            latest.append(LogEntry(turn, messages, 1, events, refusal))

    def times_noted(self, note: ScreenNote) -> int:
        """Return how often in a row the last entry tells the last notice; 0 for anything else."""
        last = self.entries[-1] if self.entries else None
        if not note.notices or last is None or last.events or last.refusal is not None:
            return 0
        return last.times * (last.messages == note.notices[-1:])

    def add_note(self, turn: int, note: ScreenNote) -> None:
        """Add the notice of a note, as often as it was told; nothing if it was not logged."""
        while self.times_noted(note) < note.times:
            self.add(turn, note.notices[-1:], ())

    def use_voice(self, voice: Voice, race: Race) -> None:
        entries, recall = self.entries, self.entries.recall

        def reworded(told: Iterable[LogEntry]) -> list[LogEntry]:
            return [reworded_entry(entry, voice, race) for entry in told]

        entries.latest = reworded(entries.latest)
        if entries.recalled_count:
            entries.recall = lambda: reworded(recall())

    def lines(self) -> Iterator[str]:
        for entry in self.entries:
            yield f"  {entry.turn:>5}  {entry.text_with_count}"


def reworded_entry(entry: LogEntry, voice: Voice, race: Race) -> LogEntry:
    told = reworded_messages(entry.messages, entry.events, entry.refusal, voice, race)
    return evolve(entry, messages=told)
