"""Journey memory: what commands of many turns remember of a floor, between one another."""

from collections import Counter
from collections.abc import Collection, Iterable
from functools import partial

from attrs import field

from cc3k.engine.board import Cell, blocks_between
from cc3k.engine.enemies import Enemy
from cc3k.engine.game import GameState
from cc3k.engine.text import count_text
from cc3k.engine.values import define
from cc3k.engine.view import GameView
from cc3k.play.history import LatestFight, Moment
from cc3k.play.messages import hp_of_full, join_list

NEWS_TURNS = 50
"""Turns without sight of any enemy of a kind after which the next one is news again."""

FEW_TURNS = 3
"""Turns whose wounds the messages tell well enough without a sum."""

MOST_PASSED_TOLD = 2
"""Things passed that are told of at one stop, so that it fits on two rows."""

NO_ROOM = "no room for more"
VAULT = "vault"
SEE_PRICES, HAS_KEY = "walk into it to see its prices", "you have the key"
TOLD_ONCE = (NO_ROOM, SEE_PRICES)
"""Reasons why things are passed that are told once a floor, of the nearest of those things.

`NO_ROOM` is told once until there is room again, on whatever floor."""


@define(eq=False)
class KindCounts:
    """How many enemies of each kind the player has been told of, and when one was seen last.

    Enemies of a kind look alike: so they are counted, and nobody learns which of them came back.
    """

    _counts: dict[str, tuple[int, int]] = field(factory=dict, init=False)

    def note(self, enemies: Iterable[Enemy], turn: int) -> Collection[str]:
        """Note the enemies seen in a turn; return the kinds with more of them than were told of."""
        news = []
        for name, count in Counter([enemy.kind.name for enemy in enemies]).items():
            told, last_turn = self._counts.get(name, (0, turn))
            told = told if turn - last_turn <= NEWS_TURNS else 0
            if count > told:
                news.append(name)
            self._counts[name] = max(count, told), turn
        return news

    def forget_slain(self, slain: Counter[str]) -> None:
        for name in slain.keys() & self._counts.keys():
            told, last_turn = self._counts[name]
            self._counts[name] = max(0, told - slain[name]), last_turn


@define(eq=False)
class JourneyMemory:
    """What the commands of many turns of a session remember of a floor, between one another.

    `in_view` are the enemies in sight, `hunting` those that hunt; of `crowd_told` the player was
    told when they came into view, or before a chamber, of `_low_hp` when they were low. `_begun` is
    the moment when the latest command began, with `_kills_begun`, and `potions` those that it has
    used or picked up; before its latest turn there were `_points` to spend. It has `passed` things,
    by their cells, for a reason, or for none; of those in `_told_passed` the player knows, of the
    warnings in `_told_warnings` and the wounds in `_told_wounds`, too, and of the uniques in
    `_told_uniques`, on any floor, and of the odds against those in `_told_prey`. To what is
    `_accepted` the player has said yes.
    """

    in_view: KindCounts = field(factory=KindCounts, init=False)
    hunting: KindCounts = field(factory=KindCounts, init=False)
    crowd_told: Counter[str] = field(factory=Counter, init=False)
    _low_hp: int | None = field(default=None, init=False)
    _floor: tuple[GameState, int] | None = field(default=None, init=False)
    _kills: Counter[str] = field(factory=Counter, init=False)
    _command: object = field(default=None, init=False)
    _begun: Moment | None = field(default=None, init=False)
    _kills_begun: int = field(default=0, init=False)
    _tells_sum: bool = field(default=False, init=False)
    potions: int = field(default=0, init=False)
    _points: int = field(default=0, init=False)
    passed: dict[Cell, str] = field(factory=dict, init=False)
    _told_passed: set[Cell | str] = field(factory=set, init=False)
    _told_warnings: set[str] = field(factory=set, init=False)
    _told_uniques: set[object] = field(factory=set, init=False)
    _told_prey: set[object] = field(factory=set, init=False)
    _told_wounds: set[object] = field(factory=set, init=False)
    _accepted: set[str] = field(factory=set, init=False)

    def begin_turn(
        self, command: object, game: GameState, kills: Counter[str], *, tells_sum: bool = False
    ) -> None:
        """Note who is known before a turn of a command, given all kills of the game so far."""
        self.enter_floor(game, kills)
        if command is not self._command:
            self._command, self.potions, self.passed = command, 0, {}
            self._begun = Moment(game.turns, game.hero.hp, game.hero.gold)
            self._kills_begun, self._tells_sum = kills.total(), tells_sum
        slain, self._kills = kills - self._kills, kills.copy()
        for counts in (self.in_view, self.hunting):
            counts.forget_slain(slain)
        view = GameView(game)
        self._points = view.figure("points") or 0
        if not view.board.neighbourhood[view.hero_cell].isdisjoint(view.pedestals):
            self._accepted.discard(VAULT)  # it was gone to
        self.note_newcomers(view, game.turns)
        self.hunting.note(view.hunters.values(), game.turns)
        if NO_ROOM in self._told_passed and any(map(view.pick_up_verb, view.potions)):
            self._told_passed.remove(NO_ROOM)

    def enter_floor(self, game: GameState, kills: Counter[str]) -> None:
        if self._floor != (game, game.depth):
            self._floor, self._command = (game, game.depth), None
            self.in_view, self.hunting = KindCounts(), KindCounts()
            self.crowd_told, self._low_hp = Counter(), None
            self._kills, self._told_warnings = kills.copy(), set()
            self._told_passed &= {NO_ROOM}
            self._told_wounds, self._accepted = set(), set()

    def note_newcomers(self, view: GameView, turn: int) -> Collection[str]:
        """Return the kinds in sight of which more are hostile than have been told of (X42).

        Those out of sight that are still remembered are others than those in sight.
        """
        if not view.is_limited:
            return ()
        names = {enemy.kind.name for enemy in view.enemies.values() if view.is_hostile(enemy)}
        known = [enemy for enemy in view.known_enemies.values() if enemy.kind.name in names]
        return self.in_view.note(known, turn)

    def note_uniques(self, view: GameView) -> list[Enemy]:
        named = [each for each in view.enemies.values() if each.kind.is_named and view.is_limited]
        news = [each for each in named if each.identity not in self._told_uniques]
        self._told_uniques.update([each.identity for each in news])
        return news

    def note_prey(self, view: GameView, foes: Iterable[Enemy]) -> bool:
        """Tell whether a unique or a dragon is among the foes of a fight for the first time.

        They are those that do not spawn with the others. In the base game none is news.
        """
        foes = foes if view.rules.expansions else ()
        prey = {each.identity for each in foes if not each.kind.spawn_weight}
        is_news = not prey <= self._told_prey
        self._told_prey |= prey
        return is_news

    def note_fight(self, view: GameView, fight: LatestFight | None) -> list[str]:
        """Return what the last turn of a fight has changed so much that Tab stops for it.

        It is that the PC, who began it with half of the HP or more, or a unique has less, each told
        once, and that the PC has got points to spend amid wounds.
        """
        if fight is None:
            return []
        hero, wounded = view.hero, dict[object, str]()
        if hero.hp * 2 < hero.full_hp <= fight.hp_at_start * 2:
            wounded[fight.first_turn] = "your"
        for each in view.enemies.values():
            if each.kind.is_named and each.hp * 2 < each.kind.hp:
                wounded[each.identity] = f"{each.kind.name}'s"
        news = [who for key, who in wounded.items() if key not in self._told_wounds]
        self._told_wounds.update(wounded)
        has_points = hero.hp * 2 < hero.full_hp and (view.figure("points") or 0) > self._points
        told = [f"{join_list(news)} HP are under half"] * bool(news)
        return [*told, *["you can spend a point"] * has_points]

    def news_of(self, warnings: Collection[str]) -> Collection[str]:
        """Return warnings if one of them was not told on this floor; then all of them are."""
        is_news = not self._told_warnings.issuperset(warnings)
        self._told_warnings.update(warnings)
        return warnings if is_news else ()

    def accept(self, game: GameState, kills: Counter[str], text: str) -> None:
        self.enter_floor(game, kills)
        self._accepted.add(text)

    def has_accepted(self, game: GameState, text: str) -> bool:
        return bool(text) and self._floor == (game, game.depth) and text in self._accepted

    def is_low_hp_news(self, view: GameView, limit: int) -> bool:
        """Tell once whether HP are below a limit in a fog (X42), or half of those told of."""
        hp, told = view.hero.hp, self._low_hp
        if hp >= limit:
            self._low_hp = None
        elif view.is_limited and (told is None or hp * 2 <= told):
            self._low_hp = hp
            return True
        return False

    def sum_up(self, game: GameState, kills: Counter[str]) -> str:
        """Return what the latest command has brought and cost, given all kills of the game so far.

        It is "3 gold, 1 potion, 18 turns." for one that tells its sum, and with expansions "2
        slain, HP -34 (61 of 95 left)." for any that took wounds in more than a few turns. Of the
        things that were passed, it tells the nearest that are news, and why.
        """
        begun, hero = self._begun, game.hero
        turns = 0 if begun is None else game.turns - begun.turns
        if begun is None or not turns:
            return ""
        is_told = bool(game.rules.expansions) and not game.is_over
        lost = max(0, begun.hp - hero.hp) if is_told else 0
        if not (self._tells_sum or (lost and turns > FEW_TURNS)):
            return ""
        slain = kills.total() - self._kills_begun
        told = [f"{slain} slain"] * bool(slain and lost)
        told += [f"HP -{lost} ({hp_of_full(hero.hp, hero.full_hp)} left)"] * bool(lost)
        counts = (
            (hero.gold - begun.gold, "gold"),
            (self.potions * self._tells_sum, "potion"),
            (turns * self._tells_sum, "turn"),
        )
        told += [count_text(count, thing) for count, thing in counts if count]
        return " ".join([f"{', '.join(told)}.", *self._tell_passed(GameView(game))])

    def _tell_passed(self, view: GameView) -> list[str]:
        """Return sentences about things that were passed and still lie there, each thing once."""
        things = {cell: trinket.name for cell, trinket in view.trinkets.items()}
        things |= {**dict.fromkeys(view.gold, "gold"), **dict.fromkeys(view.potions, "potion")}
        offers = ", ".join([each.name for each in view.pedestals.values()])
        vault = dict.fromkeys(view.pedestals, f"{VAULT} ({offers})")
        things |= {} if view.figure("key") else vault
        passed = [cell for cell in things if self.passed.get(cell)]
        news = dict[Cell | str, Cell]()
        for cell in sorted(passed, key=partial(blocks_between, view.board, view.hero_cell)):
            reason = self.passed[cell]
            news.setdefault(reason if reason in TOLD_ONCE else cell, cell)
        told = [each for each in news if each not in self._told_passed][:MOST_PASSED_TOLD]
        self._told_passed.update(told)
        places = dict[tuple[str, str], list[str]]()
        for cell in [news[each] for each in told]:
            where = places.setdefault((things[cell], self.passed[cell]), [])
            where.append(view.describe_way_to(cell))
        return [
            f"Left the {thing} {join_list(where)}: {why}." for (thing, why), where in places.items()
        ]
