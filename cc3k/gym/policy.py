"""The policy of the training: MaskablePPO's, with a network that scores each action by itself."""

import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.type_aliases import Schedule
from torch import Tensor, nn

HIDDEN = 48
"""Units of each hidden layer."""

torch.distributions.Distribution.set_default_validate_args(False)  # it takes a third of the time

KINDS_OF_ACTIONS = 4
"""The first features of a legal action: one of them is a 1."""


class UnchangedFeatures(BaseFeaturesExtractor):
    """Hands on `whole` and `actions` as they are observed."""

    def __init__(self, space: spaces.Dict) -> None:
        super().__init__(space, features_dim=1)

    def forward(self, seen: dict[str, Tensor]) -> dict[str, Tensor]:
        return seen


class ActionScorer(nn.Module):
    """One network scores each action by its features and those of the whole; another the whole."""

    def __init__(self, whole: int, actions: int, action: int) -> None:
        super().__init__()
        self.latent_dim_pi, self.latent_dim_vf = actions, HIDDEN
        self.of_whole, self.of_value = nn.Linear(whole, HIDDEN), nn.Linear(whole, HIDDEN)
        self.of_action = nn.Linear(action, HIDDEN, bias=False)
        self.to_score, self.directly = nn.Linear(HIDDEN, 1), nn.Linear(action, 1, bias=False)

    def forward(self, seen: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        return self.forward_actor(seen), self.forward_critic(seen)

    def forward_actor(self, seen: dict[str, Tensor]) -> Tensor:
        """Return the scores; an illegal action has no features, and costs no time."""
        actions = seen["actions"]
        game, action = actions[..., :KINDS_OF_ACTIONS].sum(-1).nonzero(as_tuple=True)
        features = actions[game, action]
        base = self.of_whole(seen["whole"]).index_select(0, game)
        hidden = torch.relu(base + self.of_action(features))
        scores = (self.to_score(hidden) + self.directly(features)).squeeze(-1)
        return actions.new_zeros(actions.shape[:2]).index_put((game, action), scores)

    def forward_critic(self, seen: dict[str, Tensor]) -> Tensor:
        return torch.relu(self.of_value(seen["whole"]))


class ActionScorePolicy(MaskableActorCriticPolicy):
    """The policy of games that are observed by `FeatureWrapper`."""

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **{**options, "features_extractor_class": UnchangedFeatures})

    def _build(self, lr_schedule: Schedule) -> None:
        """Create the networks; the scores are the logits, and about the same to begin with."""
        super()._build(lr_schedule)
        self.action_net = nn.Identity()
        for layer in (self.mlp_extractor.to_score, self.mlp_extractor.directly):
            nn.init.orthogonal_(layer.weight, 0.01)
        self.optimizer = self.optimizer_class(
            self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs
        )

    def _build_mlp_extractor(self) -> None:
        space = self.observation_space
        (whole,), (actions, action) = space["whole"].shape, space["actions"].shape
        self.mlp_extractor = ActionScorer(whole, actions, action)
