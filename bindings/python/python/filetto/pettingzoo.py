"""Every k-in-a-row game as a PettingZoo environment.

``pettingzoo.make("aec", "filetto/mnk-v0", rows=9, cols=9, k=5)`` after ``import filetto.pettingzoo``, or :func:`env`. Observations are
``{"observation": (rows, cols, 2), "action_mask": (actions,)}`` with the observing agent's stones on plane 0 and row 0 on top; rewards are
1, -1 and 0.
"""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt
import pettingzoo
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._filetto import Game, Rules

__all__ = ["env", "mnk_env", "parallel_env", "raw_env"]


def _rules(board: str | Rules | None, rows: int, cols: int, k: int, gravity: bool, exactly: bool) -> Rules:
    return Rules(board) if board is not None else Rules(rows=rows, cols=cols, k=k, gravity=gravity, exactly=exactly)


class raw_env(AECEnv):  # type: ignore[misc]
    """The environment without wrappers."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "filetto_mnk_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": True,
        "render_fps": 2,
    }

    def __init__(
        self,
        board: str | Rules | None = None,
        *,
        rows: int = 3,
        cols: int = 3,
        k: int = 3,
        gravity: bool = False,
        exactly: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.rules = _rules(board, rows, cols, k, gravity, exactly)
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        self.agents = self.possible_agents[:]
        shape = (self.rules.rows, self.rules.cols, 2)
        actions = self.rules.actions
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, shape, np.int8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.game = Game(self.rules)

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, npt.NDArray[np.int8]]:
        own = self.possible_agents.index(agent) + 1
        stones = self.game.to_numpy()
        planes = np.stack([stones == own, stones == 3 - own], axis=-1).astype(np.int8)
        turn = agent == self.agent_selection and not self.terminations.get(agent, True)
        mask = self.game.action_mask()
        return {"observation": planes, "action_mask": mask if turn else np.zeros_like(mask)}

    def state(self) -> npt.NDArray[np.int8]:
        """The board: 0, 1 and 2, row 0 on top."""
        return self.game.to_numpy()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.game = Game(self.rules)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        other = self.possible_agents[1 - self.possible_agents.index(agent)]
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.game.play(action)  # type: ignore[arg-type]
        outcome = self.game.outcome()
        if outcome is not None:
            if outcome != "draw":
                self.rewards[agent], self.rewards[other] = 1, -1
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = other
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render method without specifying any render mode.")
            return None
        if self.render_mode == "human":
            print(self.game)
            return None
        return str(self.game)

    def close(self) -> None:
        """Nothing is open."""


def env(board: str | Rules | None = None, **options: Any) -> AECEnv:
    """The environment with PettingZoo's usual wrappers: illegal moves end the game with -1 for who makes them."""
    wrapped: Any = raw_env(board, **options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


def mnk_env(**options: Any) -> AECEnv:
    """What the registry makes."""
    return env(**options)


def parallel_env(board: str | Rules | None = None, **options: Any) -> Any:
    """The same for training that wants all agents at once: the one who is not to move passes any action, which is ignored."""
    return _Parallel(board, **options)


class _Parallel(pettingzoo.ParallelEnv):  # type: ignore[misc]
    metadata: ClassVar[dict[str, Any]] = raw_env.metadata

    def __init__(self, board: str | Rules | None = None, **options: Any) -> None:
        self.aec = raw_env(board, **options)
        self.render_mode = self.aec.render_mode
        self.possible_agents = self.aec.possible_agents
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.aec.observation_space(agent)

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.aec.action_space(agent)

    def state(self) -> npt.NDArray[np.int8]:
        return self.aec.state()

    def _observations(self) -> dict[str, Any]:
        return {agent: self.aec.observe(agent) for agent in self.possible_agents}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        self.aec.reset(seed, options)
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        agents, mover = self.agents, self.aec.agent_selection
        rewards = dict.fromkeys(agents, 0)
        if int(actions[mover]) in self.aec.game.legal_actions():
            self.aec.step(actions[mover])
            rewards.update({agent: self.aec.rewards[agent] for agent in agents})
            over = self.aec.game.is_over()
        else:
            rewards[mover], over = -1, True
            self.aec.terminations = dict.fromkeys(agents, True)
        if over:
            self.agents = []
        ends = dict.fromkeys(agents, over)
        return self._observations(), rewards, ends, dict.fromkeys(agents, False), {agent: {} for agent in agents}

    def render(self) -> str | None:
        return self.aec.render()

    def close(self) -> None:
        """Nothing is open."""


def _register() -> None:
    register: Any = getattr(pettingzoo, "register", None)
    if register is not None:
        register("aec", "filetto/mnk-v0", "filetto.pettingzoo:mnk_env")
        register("parallel", "filetto/mnk-v0", "filetto.pettingzoo:parallel_env")


_register()
