"""Turn calls: the hooks of a game's expansions that its turns call, found once for all turns."""

from typing import TYPE_CHECKING, Self, TypeVar

from cc3k.engine.values import frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cc3k.engine.expansion import (
        ActionHook,
        Commands,
        Condition,
        EventFilter,
        Expansion,
        PhaseHook,
        PriceRule,
        RaceEffectRule,
        RefusalRule,
        SightLimit,
        SightTest,
        TurnHook,
        TurnHooks,
    )

HookT = TypeVar("HookT")


@frozen(eq=False)
class TurnCalls:
    """Each list has the hooks of that name in the order of the expansions.

    `after_turn` pairs each hook with those of `after_action` that are told of its kills: all but
    that of its own expansion. `sees` is None unless all that limit sight can tell of one cell.
    """

    refuses: "tuple[RefusalRule, ...]"
    refusing: "tuple[TurnHooks, ...]"
    commands: "tuple[Commands, ...]"
    after_action: "tuple[ActionHook, ...]"
    free_steps: "tuple[Condition, ...]"
    before_enemies: "tuple[TurnHook, ...]"
    after_phase: "tuple[PhaseHook, ...]"
    after_turn: "tuple[tuple[TurnHook, tuple[ActionHook, ...]], ...]"
    filter_events: "tuple[EventFilter, ...]"
    limit_sight: "tuple[SightLimit, ...]"
    sees: "tuple[SightTest, ...] | None"
    changes_price: "tuple[PriceRule, ...]"
    race_takes_effect: "tuple[RaceEffectRule, ...]"

    @classmethod
    def of(cls, expansions: "Sequence[Expansion]") -> Self:
        """Return the calls of those expansions."""
        turns = [each.turns for each in expansions]
        limits = [each.sight for each in expansions if each.sight.limit_sight]
        sees = _given([each.sees_cell for each in limits])
        return cls(
            refuses=_given([each.refuses for each in turns]),
            refusing=tuple([each for each in turns if each.refuses]),
            commands=tuple([each.commands for each in expansions if each.commands.actions]),
            after_action=_given([each.after_action for each in turns]),
            free_steps=_given([each.is_free_step for each in turns]),
            before_enemies=_given([each.before_enemies for each in turns]),
            after_phase=_given([each.fights.after_phase for each in expansions]),
            after_turn=tuple(
                [(each.after_turn, _hooks_but_of(each, turns)) for each in turns if each.after_turn]
            ),
            filter_events=_given([each.filter_events for each in turns]),
            limit_sight=_given([each.limit_sight for each in limits]),
            sees=sees if len(sees) == len(limits) else None,
            changes_price=_given([each.changes_price for each in turns]),
            race_takes_effect=_given([each.fights.race_takes_effect for each in expansions]),
        )


def _hooks_but_of(own: "TurnHooks", turns: "Sequence[TurnHooks]") -> "tuple[ActionHook, ...]":
    return _given([each.after_action for each in turns if each is not own])


def _given(hooks: "Iterable[HookT | None]") -> "tuple[HookT, ...]":
    return tuple([each for each in hooks if each is not None])
