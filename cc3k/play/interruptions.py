"""Interruptions: the one rule by which commands of many turns stop, and what such a turn may cost.

`play_turn` plays all of them, on a screen and in plain mode: travel, runs, rest, counts, fights and
collecting.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from copy import copy
from typing import ClassVar

from attrs import field

from cc3k.engine.board import DIRECTIONS, TILE, Cell
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import PC, Descended, Effect, Escaped, Event, ExpansionEvent, Missed, Struck
from cc3k.engine.expansion import Deed
from cc3k.engine.game import GameState
from cc3k.engine.states import CHARMED
from cc3k.engine.text import count_text
from cc3k.engine.values import define, frozen
from cc3k.engine.view import GameView
from cc3k.play.choices import DEFAULT_HP_LIMIT
from cc3k.play.commands import DIRECTIONS_BY_WORD
from cc3k.play.foes import (
    can_hardly_hurt,
    choose_foe,
    describe_fight_odds,
    enemies_close,
    is_trifle,
)
from cc3k.play.journey_memory import JourneyMemory
from cc3k.play.look import are_stairs_open, ways_out
from cc3k.play.messages import (
    FIGHT_ON,
    LOW_HP,
    capitalized,
    count_names,
    join_list,
    stopped_by_enemy,
    stopped_by_hunter,
)
from cc3k.play.paths import find_steps
from cc3k.play.session import Session

NEVER = 1_000_000
"""Turns until a floor without a clock becomes dangerous."""

CHARM_ENDS = 2
"""Turns that a charm has left when commands of many turns stop, so that something can be done."""

CROWD = 2
"""Enemies in sight before whom commands of many turns do not enter a chamber unasked."""


@frozen
class TravelPolicy:
    """The pace of a command of many turns, and what interrupts it.

    With `ignores_events`, only an action that is refused interrupts it. With `waits_when_hidden`,
    it pauses while nobody can see it, instead of ending. With `may_hang`, its next step may never
    come, so it may be killed in the middle of one. With `tells_sum`, it ends with what it has
    collected, and in how many turns, and with what it has passed and why: `judges_things` tells
    that of each thing in sight. It stops once a floor for each of the deadlines that it
    `finds_deadlines`; where it `offers` another command, that is what comes next. One that
    `fights` judges by itself whether others that come close or hunt the PC end it. One that
    `slays_trifles` slays whoever comes beside the PC, dies of one blow and can hardly hurt, and
    goes on, in games with expansions. Before its `deed` it tells once a floor what that would cost.
    One that `asks_at_low_hp` tells once, in a fog, what would help a PC with few HP more.
    """

    seconds_per_step: float = 0.02
    ignores_events: bool = False
    waits_when_hidden: bool = False
    may_hang: bool = False
    tells_sum: bool = False
    judges_things: Callable[[GameState], Mapping[Cell, str]] | None = None
    finds_deadlines: Callable[[GameView], Mapping[str, str]] = lambda _view: {}
    offers: Mapping[str, Callable[[GameView], "SecondPress | None"]] = {}
    fights: bool = False
    slays_trifles: bool = False
    deed: Deed | None = None
    asks_at_low_hp: bool = False


TO_GO_ON = "to go on all the same"

TURNS_TO_SPARE, LAST_TURNS = 2, 30
"""Turns that a step may take away from those left to reach the stairs, which is told before; and
those left when it is told where no way there is known."""


def find_floor_deadlines(view: GameView) -> Mapping[str, str]:
    """Return what is due soon on this floor, each with when, and how far the stairs are (X113)."""
    due = {}
    for what, left in view.deadlines.items():
        way = find_steps(view, view.known_stairs) if are_stairs_open(view) else None
        if way is not None and 0 <= left - len(way) <= TURNS_TO_SPARE:
            away = count_text(len(way), "turn")
            due[what] = f"the stairs are {away} away, {what} in {left}"
        elif way is None and left <= LAST_TURNS:
            due[what] = f"{what} in {count_text(left, 'turn')}"
    return due


INTERRUPTIBLE = TravelPolicy()
TRAVELLING = TravelPolicy(slays_trifles=True, asks_at_low_hp=True)
FIGHTING = TravelPolicy(fights=True, deed=Deed.SLAY, finds_deadlines=find_floor_deadlines)
WATCHED_BOT = TravelPolicy(
    seconds_per_step=0.1, ignores_events=True, waits_when_hidden=True, may_hang=True
)


@define(eq=False)
class MultiTurnCommand(ABC):
    """A command of many turns; once it is over, `stop_reason` may say why.

    Nearby `foes` do not interrupt it: it fights them or passes them. `again` is what a second press
    of the same key starts, or a question whose yes does, if the `stop_reason` offers that. A reason
    that is set along with a command is shown if that command ends the floor.
    """

    policy: ClassVar[TravelPolicy] = INTERRUPTIBLE
    stop_reason: str = field(default="", init=False)
    foes: Collection[Enemy] = field(default=(), init=False)
    again: "SecondPress | GoOnQuestion | None" = field(default=None, init=False)

    @abstractmethod
    def next_command(self, game: GameState) -> str | None:
        """Return the command of the next turn, or None when this one is over."""


@frozen
class SecondPress:
    """The command that a second press of the same key begins, and its purpose in words, if told.

    Whoever presses it agrees to what is `agreed`, if anything, until they leave the floor.
    """

    command: MultiTurnCommand
    purpose: str
    agreed: str = ""


@frozen
class GoOnQuestion:
    """The question whether to go on that a command ends with; a yes begins another command."""

    text: str
    on_yes: MultiTurnCommand


def play_turn(
    session: Session, command: MultiTurnCommand, say: Callable[[str], object]
) -> str | None:
    """Play the next turn of a command; return None if it goes on, else the reason why it stops.

    The reason is empty if the command has arrived, or if the messages of the turn or a hint say it.
    It begins with what the command has collected, and what it has cost.
    """
    game, memory = session.game, session.journeys
    if game is None or command.policy.ignores_events:
        words = None if game is None else command.next_command(game)
        if words is None:
            return command.stop_reason
        say(words)
        return None if session.last_refusal is None and session.hint is None else ""
    kills, tells_sum = session.tally.kills, command.policy.tells_sum
    memory.begin_turn(command, game, kills, tells_sum=tells_sum)
    if command.policy.judges_things:
        memory.passed.update(command.policy.judges_things(game))
    reason = _find_stop(session, game, command, say)
    if reason is None or isinstance(command.again, GoOnQuestion):
        return reason  # a question tells the HP of now, and the odds
    return f"{memory.sum_up(game, kills)} {reason}".strip()


@frozen
class BeforeTurn:
    """What counts as old news after a turn: where the PC stood, and who and what was known.

    For the `trifles` a command need not stop.
    """

    turns: int
    cell: Cell
    hunters: Collection[Enemy]
    known: Collection[object]
    knew_stairs: bool
    were_frozen: bool
    trifles: Collection[Enemy]


def _find_stop(
    session: Session, game: GameState, command: MultiTurnCommand, say: Callable[[str], object]
) -> str | None:
    view, memory = GameView(game), session.journeys
    uniques = memory.note_uniques(view)
    begun, trifles = copy(command), _trifles(view, command.policy)
    blow = _blow_at(view, trifles)
    words = blow or command.next_command(game)
    for what, find_offer in command.policy.offers.items():
        agreed = find_offer(view) if words and memory.has_accepted(game, what) else None
        if agreed is not None and copy(agreed.command).next_command(game) is not None:
            command.again = agreed
            return ""
    ends = reason_of_end(session, game, command) if words is None else None
    reason = ends if words is None else _stop_before_turn(memory, view, command, begun, words)
    if words is None or uniques or reason is not None:
        told = _with_rules(view, reason or "", uniques)
        asks = isinstance(command.again, SecondPress) and command.again.purpose
        return told.rstrip(".") if asks else told
    known = [each.identity for each in view.known_enemies.values()] if view.is_limited else ()
    before = BeforeTurn(
        *(game.turns, view.hero_cell, view.hunters.values(), known),
        *(bool(view.known_stairs), view.enemies_frozen, trifles),
    )
    say(words)
    if session.last_refusal is not None or session.hint is not None:
        return ""
    if (game.turns, view.hero_cell) == (before.turns, before.cell):  # one may take none (Y33)
        return ""
    memory.potions += " " in words and not blow
    return _stop_after_turn(session, game, command, begun, before)


def reason_of_end(session: Session, game: GameState, command: MultiTurnCommand) -> str:
    """Return why a command has no next turn, and note the foes whose odds it has told.

    Fights tell once a floor that the stairs are hidden, unless what is known of them changes. A
    journey that asks tells all that would stop it before its first turn: so a second press goes.
    """
    view, memory = GameView(game), session.journeys
    memory.enter_floor(game, session.tally.kills)
    memory.passed.clear()  # it says itself what is left
    note = view.hidden_stairs_note if command.policy.fights else ""
    if note and note in command.stop_reason and not memory.news_of([note]):
        return command.stop_reason.replace(note, "").rstrip()
    if command.policy.fights and command.again is not None:
        memory.note_prey(view, command.foes)
    again, reason = command.again, command.stop_reason
    if not isinstance(again, SecondPress) or memory.has_accepted(game, again.agreed):
        return reason
    begun, is_journey = copy(again.command), again.command.policy.asks_at_low_hp
    words = begun.next_command(game) if again.purpose and is_journey else None
    if words is None:
        return reason
    told = _with_rules(view, reason, memory.note_uniques(view))
    more = _stop_before_turn(memory, view, begun, begun, words)
    return _sentences([told, *filter(None, [more])]).rstrip(".")


def _sentences(reasons: Sequence[str]) -> str:
    first, *others = reasons
    told = [first, *[capitalized(each.removeprefix("Stopped: ")) for each in others]]
    return f"{'. '.join([each.rstrip('.') for each in told])}."


def _stop_before_turn(
    memory: JourneyMemory,
    view: GameView,
    command: MultiTurnCommand,
    begun: MultiTurnCommand,
    words: str,
) -> str | None:
    policy = command.policy
    if policy.fights and memory.note_prey(view, command.foes):
        command.again = SecondPress(begun, "to fight")
        foe = choose_foe(view, DEFAULT_HP_LIMIT)
        return "" if foe is None else describe_fight_odds(foe).rstrip(".")
    is_attack = words.startswith("a ") and not policy.fights
    deed = None if is_attack else policy.deed
    is_due = deed is not None and (deed is not Deed.DRINK or words.startswith("u "))
    told, offer = list[str](), None
    if deed is not None and is_due and (warnings := memory.news_of(view.warnings(deed))):
        offer = SecondPress(begun, deed.value)
        told.append(capitalized("; ".join(warnings)))
    is_blow = words.startswith("a ") and policy.fights  # it goes nowhere
    if memory.news_of(deadlines := {} if told or is_blow else policy.finds_deadlines(view)):
        offers = [policy.offers[what](view) for what in deadlines if what in policy.offers]
        offer = next(filter(None, offers), SecondPress(begun, TO_GO_ON))
        told.append(f"Stopped: {join_list([*deadlines.values()])}")
    crowd = _crowd_ahead(view, words)
    if not (policy.fights or crowd <= memory.crowd_told):
        memory.crowd_told = crowd
        enemies = count_names(list(crowd.elements()))
        told.append(f"Stopped before the chamber: {enemies} are in view.")
    asks = policy.tells_sum or (policy.asks_at_low_hp and _ways_but_stairs(view))
    if asks and memory.is_low_hp_news(view, DEFAULT_HP_LIMIT.hp(view.race)):
        ways = _ways_but_stairs(view)
        if policy.tells_sum:  # the stairs are one of the ways
            ways = [*ways_out(view), "{collect} goes on all the same"]
        else:
            offer = offer or SecondPress(begun, TO_GO_ON)
        told.append(f"{LOW_HP} {capitalized(join_list(ways))}")
    if offer is not None:
        command.again = offer
        return _sentences(told).rstrip(".")
    return _sentences(told) if told else None


def _ways_but_stairs(view: GameView) -> list[str]:
    """Return what could help a PC with few HP on its way to the stairs."""
    return [way for way in view.ways_out if not way.startswith("the stairs")]


def _stop_after_turn(
    session: Session,
    game: GameState,
    command: MultiTurnCommand,
    begun: MultiTurnCommand,
    before: BeforeTurn,
) -> str | None:
    view, memory, policy = GameView(game), session.journeys, command.policy
    news = memory.hunting.note(view.hunters.values(), game.turns)
    hunters = view.hunters.values()
    told = [each for each in hunters if each.kind.name not in news or can_hardly_hurt(view, each)]
    close = enemies_close(view, view.hero_cell)
    beside = {each.identity for each in close}
    is_busy = policy.fights and any(each.identity in beside for each in command.foes)
    foes = view.enemies.values() if policy.fights else (*command.foes, *before.trifles)
    reason = find_interruption(game, foes, (*before.hunters, *told), is_busy=is_busy)
    uniques = [] if game.is_over else memory.note_uniques(view)
    if reason is not None:
        reason = reason or command.stop_reason
        is_told = policy.tells_sum and view.rules.expansions
        if is_told and reason in [stopped_by_enemy(each.kind.name) for each in close]:
            reason = f"{reason[:-1]}; {{fight}} fights it."
    elif policy.tells_sum and not before.knew_stairs and (found := _describe_new_stairs(view)):
        reason = found
    elif before.were_frozen and not view.enemies_frozen:
        reason = ""
    elif not policy.fights and any(map(_is_theft, game.last_events)):
        reason = ""  # the messages of the turn say who it was, who may be gone
    else:
        newcomers = memory.note_newcomers(view, game.turns)
        reason = (
            _stop_in_fight(session, view, command, begun)
            if policy.fights
            else _stop_for_newcomers(view, memory, newcomers, before.known, uniques)
        )
    return _with_rules(view, reason or "", uniques) if uniques else reason


def _describe_new_stairs(view: GameView) -> str:
    """Return where the stairs are if a compass shows them, or the dungeon is awake (X89, X113)."""
    if not view.known_stairs or (turns_until_waking(view) and view.is_in_sight(view.stairs_cell)):
        return ""
    place = view.describe_way_to(view.stairs_cell)
    return f"Stopped: the stairs are {place} of you; {{stairs}} goes there."


def turns_until_waking(view: GameView) -> int:
    """Return the turns that are left on the clock of the floor; many without a clock (X113)."""
    clock = view.rules.figure_by_name.get("clock")
    return NEVER if clock is None else clock.highest - (view.figure(clock.name) or 0)


def _trifles(view: GameView, policy: TravelPolicy) -> list[Enemy]:
    if not (policy.slays_trifles and view.rules.expansions):
        return []
    return [each for each in view.enemies.values() if is_trifle(view, each)]


def _blow_at(view: GameView, trifles: Collection[Enemy]) -> str:
    close = enemies_close(view, view.hero_cell)
    if not trifles or any(each not in trifles for each in close):
        return ""
    beside = [way for way in DIRECTIONS if view.enemies.get(view.cell_towards(way)) in close]
    return f"a {beside[0].command_word}" if beside else ""


def _with_rules(view: GameView, reason: str, uniques: Sequence[Enemy]) -> str:
    """Return why a command stops, with the rules of uniques that are news.

    The reason may be empty, or name somebody else, or a unique itself.
    """
    for each in uniques:
        if each.kind.name in reason:
            reason = f"{reason.removesuffix('.')}: {each.kind.trait}."
        else:
            is_close = each in enemies_close(view, view.hero_cell)
            comes = "is beside you" if is_close else "comes into view"
            news = f"{each.kind.name} {comes}: {each.kind.trait}."
            reason = f"{reason or 'Stopped:'} {news}"
    return reason


def _stop_in_fight(
    session: Session, view: GameView, command: MultiTurnCommand, begun: MultiTurnCommand
) -> str | None:
    if not (view.rules.expansions and (view.hunters or enemies_close(view, view.hero_cell))):
        return None  # the fight is over
    if news := session.journeys.note_fight(view, session.tally.fight):
        command.again = SecondPress(begun, FIGHT_ON)
    return f"Stopped: {join_list(news)}" if news else None


def _stop_for_newcomers(
    view: GameView,
    memory: JourneyMemory,
    kinds: Collection[str],
    known: Collection[object],
    uniques: Collection[Enemy],
) -> str | None:
    """Return that enemies of some kinds have come into view; None if all of them were known.

    Uniques that are news are told of with their rules, so they are left out.
    """
    coming = [] if view.enemies_frozen else _who_may_come(view)
    # One that may have been reported lately is no news (X42).
    news = [each for each in coming if each.identity not in known and each.kind.name in kinds]
    if not news:
        return None
    memory.crowd_told = Counter([each.kind.name for each in coming])
    if all(each in uniques for each in news):
        return None
    names = [each.kind.name for each in coming if each not in uniques]
    come = "comes into view" if len(names) == 1 else "are in view"
    return f"Stopped: {count_names(names)} {come}."


def _who_may_come(view: GameView) -> list[Enemy]:
    enemies, staying = view.enemies, view.stationary
    moving = [enemies[at] for at in enemies if at not in staying]
    hostile = [each for each in moving if view.is_hostile(each) and not view.is_running(each)]
    return [each for each in hostile if not can_hardly_hurt(view, each)]


def _crowd_ahead(view: GameView, words: str) -> Counter[str]:
    """Return who is in sight, by kind, if several are, before a step into a chamber (X42)."""
    way = DIRECTIONS_BY_WORD.get(words)
    if way is None or view.enemies_frozen or not view.is_limited:
        return Counter()
    enters = view.terrain_at(view.cell_towards(way)) == TILE != view.terrain_at(view.hero_cell)
    coming = _who_may_come(view) if enters else []
    return Counter([each.kind.name for each in coming] if len(coming) >= CROWD else [])


def find_interruption(
    game: GameState,
    foes: Collection[Enemy] = (),
    known_hunters: Collection[Enemy] = (),
    *,
    is_busy: bool = False,
) -> str | None:
    """Return why the last turn stops a command of many turns; None if it does not.

    This is the rule. It stops for an enemy that can attack the PC, except `foes`, and those that
    flee if the turn did no harm; for an enemy that
    hunts the PC, except `foes` and `known_hunters` (X7); and, without words, for an event that
    interrupts it (X99), and for the end of the floor or the game. Expansions may have more reasons,
    which do not count while the PC `is_busy` with a foe beside it.
    `play_turn` also stops it when an enemy comes into view, once for each unique, or before it
    enters a chamber with several in sight (X42), when the freeze ends (X51), and when a fight that
    goes on has brought news.
    Frozen enemies cannot come nearer, so they do not stop it from afar.
    """
    if game.is_over or any(map(_ends_journeys, game.last_events)):
        return ""
    view, expected = GameView(game), {enemy.identity for enemy in foes}
    ending = [each for each in view.enemies.values() if each.statuses.get(CHARMED) == CHARM_ENDS]
    reasons = [f"Stopped: the charm on {each.kind.the_name} ends soon." for each in ending]
    hooks = () if is_busy else game.rules.hooks.stops
    reasons += [reason for stops in hooks if (reason := stops(game))]
    if reasons:
        return reasons[0]
    for enemy in enemies_close(view, view.hero_cell):
        is_leaving = view.is_running(enemy) and not any(map(_harms_hero, game.last_events))
        if enemy.identity not in expected and not is_leaving:
            return stopped_by_enemy(enemy.kind.name)
    if view.enemies_frozen:
        return None
    expected.update([enemy.identity for enemy in known_hunters])
    for enemy in view.hunters.values():
        if enemy.identity not in expected:
            return stopped_by_hunter(enemy.kind.name)
    return None


def _harms_hero(event: Event) -> bool:
    if isinstance(event, ExpansionEvent):
        return event.effect is Effect.HARM
    return isinstance(event, Struck | Missed) and event.defender == PC


def _is_theft(event: Event) -> bool:
    return isinstance(event, ExpansionEvent) and event.is_theft


def _ends_journeys(event: Event) -> bool:
    is_interrupting = isinstance(event, ExpansionEvent) and event.interrupts
    return is_interrupting or isinstance(event, Descended | Escaped)
