"""Networks: a small one that scores each legal action, and another that predicts the rewards.

The parameters lie in one array. The score of an action depends on the features of the whole and
on its own, by one hidden layer that all actions share; the value on those of the whole.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from cc3k.fast.compiler import compiled, entry_point

Span: TypeAlias = tuple[int, int]
"""The first of some rows, and the one after the last."""

Floats: TypeAlias = NDArray[np.float32]


class Parameters(NamedTuple):
    """The parameters as views of one array; gradients have the same form.

    Scores: `of_whole` [features, hidden] and `of_action` [features, hidden] lead to the hidden
    layer, `to_score` [hidden] out of it, and `directly` [features of an action] past it. The value:
    `of_value` [features, hidden] and `to_value` [hidden].
    """

    of_whole: Floats
    of_action: Floats
    to_score: Floats
    directly: Floats
    of_value: Floats
    to_value: Floats


@frozen
class Shape:
    """The sizes of a network: features of the whole and of an action, and hidden units."""

    whole: int
    action: int
    hidden: int

    @property
    def parts(self) -> tuple[tuple[int, ...], ...]:
        whole, action, hidden = self.whole, self.action, self.hidden
        return (whole, hidden), (action, hidden), (hidden,), (action,), (whole, hidden), (hidden,)

    @property
    def size(self) -> int:
        return sum(int(np.prod(part)) for part in self.parts)

    def views(self, flat: Floats) -> Parameters:
        ends = np.cumsum([int(np.prod(part)) for part in self.parts])
        pieces = np.split(flat, ends[:-1])
        return Parameters(
            *[piece.reshape(part) for piece, part in zip(pieces, self.parts, strict=True)]
        )

    def draw(self, chance: np.random.Generator) -> Floats:
        flat = np.zeros(self.size, np.float32)
        views = self.views(flat)
        for part, inputs in (
            (views.of_whole, self.whole + self.action),
            (views.of_action, self.whole + self.action),
            (views.of_value, self.whole),
        ):
            part[:] = chance.normal(0, (2 / inputs) ** 0.5, part.shape)
        for out, scale in ((views.to_score, 0.01), (views.to_value, 0.1)):
            out[:] = chance.normal(0, scale, out.shape)
        return flat


class Work(NamedTuple):
    """Room for one thread to work in: a hidden layer of the whole, of each action, and scores."""

    base: Floats
    hidden: Floats
    scores: Floats
    back: Floats


def allocate_work(shape: Shape, actions: int) -> Work:
    return Work(
        base=np.zeros(shape.hidden, np.float32),
        hidden=np.zeros((actions, shape.hidden), np.float32),
        scores=np.zeros(actions, np.float32),
        back=np.zeros(shape.hidden, np.float32),
    )


class Decisions(NamedTuple):
    """Decisions of many games: what was sensed, and what was chosen.

    `chances` are the logarithms of the probability of the chosen actions, `values` the rewards that
    were foretold.
    """

    whole: Floats
    actions: Floats
    masks: NDArray[np.int8]
    chosen: NDArray[np.int64]
    chances: Floats
    values: Floats


@entry_point
def decide(  # noqa: PLR0913, PLR0917 - compiled functions take no keywords
    made: Decisions, parameters: Parameters, draws: Floats, sharpness: float, work: Work, span: Span
) -> None:
    """Choose an action in each game, each as likely as its score says, and foretell the rewards.

    `draws` are random numbers from 0 to 1; scores are multiplied by `sharpness` before.
    """
    for game in range(span[0], span[1]):
        mask, scores = made.masks[game], work.scores
        made.values[game] = foretell(made.whole[game], parameters, work)
        score_actions(made.whole[game], made.actions[game], mask, parameters, work)
        if sharpness != 1:
            for action in range(mask.size):
                scores[action] *= sharpness
        _normalise(scores, mask)
        left, chosen = float(draws[game]), 0
        for action in range(mask.size):
            if mask[action]:
                chosen = action
                left -= np.exp(scores[action])
                if left < 0:
                    break
        made.chosen[game] = chosen
        made.chances[game] = scores[chosen] if mask[chosen] else 0


@compiled
def foretell(whole: Floats, parameters: Parameters, work: Work) -> float:
    base, weights = work.base, parameters.of_value
    for unit in range(base.size):
        base[unit] = 0
    for place in range(whole.size):
        if whole[place] != 0:
            for unit in range(base.size):
                base[unit] += whole[place] * weights[place, unit]
    value = 0.0
    for unit in range(base.size):
        if base[unit] > 0:
            value += base[unit] * parameters.to_value[unit]
        else:
            base[unit] = 0
    return value


@compiled
def score_actions(
    whole: Floats, actions: Floats, mask: NDArray[np.int8], parameters: Parameters, work: Work
) -> None:
    base = work.base
    for unit in range(base.size):
        base[unit] = 0
    for place in range(whole.size):
        if whole[place] != 0:
            for unit in range(base.size):
                base[unit] += whole[place] * parameters.of_whole[place, unit]
    for action in range(mask.size):
        if mask[action]:
            work.scores[action] = _score(actions[action], parameters, base, work.hidden[action])


@compiled
def _score(features: Floats, parameters: Parameters, base: Floats, hidden: Floats) -> float:
    score = 0.0
    for unit in range(base.size):
        hidden[unit] = base[unit]
    for place in range(features.size):
        if features[place] != 0:
            score += features[place] * parameters.directly[place]
            for unit in range(base.size):
                hidden[unit] += features[place] * parameters.of_action[place, unit]
    for unit in range(base.size):
        if hidden[unit] > 0:
            score += hidden[unit] * parameters.to_score[unit]
        else:
            hidden[unit] = 0
    return score


@compiled
def _normalise(scores: Floats, mask: NDArray[np.int8]) -> None:
    most, total = -1e30, 0.0
    for action in range(mask.size):
        if mask[action]:
            most = max(most, scores[action])
    for action in range(mask.size):
        if mask[action]:
            total += np.exp(scores[action] - most)
    if total > 0:
        shift = most + np.log(total)
        for action in range(mask.size):
            scores[action] -= shift


class Goals(NamedTuple):
    """What decisions are to be moved towards: advantages of the chosen actions, and values."""

    advantages: Floats
    returns: Floats


class Weights(NamedTuple):
    """Weights of the loss: how far a probability may move, of the entropy, and of the values."""

    clip: float
    entropy: float
    value: float


@entry_point
def add_gradients(  # noqa: PLR0913, PLR0917 - compiled functions take no keywords
    made: Decisions,
    goals: Goals,
    rows: NDArray[np.int64],
    parameters: Parameters,
    weights: Weights,
    gradients: Parameters,
    losses: NDArray[np.float64],
    work: Work,
) -> None:
    for row in rows:
        whole, mask, scores = made.whole[row], made.masks[row], work.scores
        error = foretell(whole, parameters, work) - goals.returns[row]
        losses[1] += error * error / 2
        _add_value_gradients(whole, weights.value * error, parameters, gradients, work)
        score_actions(whole, made.actions[row], mask, parameters, work)
        _normalise(scores, mask)
        chosen, advantage = made.chosen[row], goals.advantages[row]
        ratio = np.exp(scores[chosen] - made.chances[row])
        clipped = min(max(ratio, 1 - weights.clip), 1 + weights.clip)
        losses[0] -= min(ratio * advantage, clipped * advantage)
        pull = 0.0 if clipped * advantage < ratio * advantage else ratio * advantage
        entropy = 0.0
        for action in range(mask.size):
            if mask[action]:
                entropy -= np.exp(scores[action]) * scores[action]
        losses[2] += entropy
        _clear(work.back)
        for action in range(mask.size):
            if mask[action]:
                chance = np.exp(scores[action])
                slope = pull * (chance - (action == chosen))
                slope += weights.entropy * chance * (scores[action] + entropy)
                _add_score_gradients(
                    made.actions[row, action],
                    slope,
                    work.hidden[action],
                    parameters,
                    gradients,
                    work,
                )
        _add_outer(whole, work.back, gradients.of_whole)


@compiled
def _clear(array: Floats) -> None:
    for place in range(array.size):
        array[place] = 0


@compiled
def _add_outer(features: Floats, back: Floats, gradients: Floats) -> None:
    for place in range(features.size):
        if features[place] != 0:
            for unit in range(back.size):
                gradients[place, unit] += features[place] * back[unit]


@compiled
def _add_value_gradients(
    whole: Floats, slope: float, parameters: Parameters, gradients: Parameters, work: Work
) -> None:
    base, back = work.base, work.back
    for unit in range(base.size):
        gradients.to_value[unit] += slope * base[unit]
        back[unit] = slope * parameters.to_value[unit] if base[unit] > 0 else 0
    _add_outer(whole, back, gradients.of_value)


@compiled
def _add_score_gradients(  # noqa: PLR0913, PLR0917 - as above
    features: Floats,
    slope: float,
    hidden: Floats,
    parameters: Parameters,
    gradients: Parameters,
    work: Work,
) -> None:
    for unit in range(hidden.size):
        gradients.to_score[unit] += slope * hidden[unit]
        hidden[unit] = slope * parameters.to_score[unit] if hidden[unit] > 0 else 0
        work.back[unit] += hidden[unit]
    for place in range(features.size):
        if features[place] != 0:
            gradients.directly[place] += slope * features[place]
    _add_outer(features, hidden, gradients.of_action)
