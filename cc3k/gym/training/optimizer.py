"""Optimizer: Adam, with a step size for each parameter, and its state."""

import numpy as np
from attrs import define, frozen

from cc3k.gym.training.network import Floats

MOMENTUM, SQUARES_MOMENTUM, TINY = 0.9, 0.999, 1e-8
"""Its figures, as they were published."""


@define(eq=False)
class Adam:
    """Adam's state: running means of the gradients and of their squares, and the moves so far.

    A training that goes on without it would begin with steps that are much too long.
    """

    mean: Floats
    square: Floats
    count: int = 0

    @classmethod
    def begin(cls, size: int) -> "Adam":
        return cls(np.zeros(size, np.float32), np.zeros(size, np.float32))

    def copy(self) -> "Adam":
        return Adam(self.mean.copy(), self.square.copy(), self.count)

    def move(self, parameters: Floats, gradients: Floats, rate: float) -> None:
        self.count += 1
        self.mean += np.float32(1 - MOMENTUM) * (gradients - self.mean)
        self.square += np.float32(1 - SQUARES_MOMENTUM) * (gradients * gradients - self.square)
        mean = self.mean / np.float32(1 - MOMENTUM**self.count)
        square = self.square / np.float32(1 - SQUARES_MOMENTUM**self.count)
        parameters -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(TINY))


@frozen(eq=False, kw_only=True)
class Checkpoint:
    """What a training goes on from: the parameters and the optimizer's state after some steps."""

    parameters: Floats
    adam: Adam
    steps: int
