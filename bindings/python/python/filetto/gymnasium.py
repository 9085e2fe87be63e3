"""One agent against a player of Filetto, as Gymnasium environments.

After ``import filetto.gymnasium``: ``gymnasium.make("filetto/MNK-v0", rows=6, cols=7, k=4, gravity=True, opponent="level:3")``, and
``gymnasium.make_vec("filetto/MNK-v0", num_envs=1024, vectorization_mode="vector_entry_point", …)`` for boards stepped in Rust.
Observations are ``{"observation": (rows, cols, 2), "action_mask": (actions,)}``: the agent's stones on plane 0, row 0 on top. The reward is 1 for
a win, -1 for a loss or an action that may not be played, else 0.
"""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from ._filetto import Rules
from .vector import Observation, VectorEnv

__all__ = ["MnkEnv", "MnkVectorEnv"]


def _rules(board: str | Rules | None, rows: int, cols: int, k: int, gravity: bool, exactly: bool) -> Rules:
    return Rules(board) if board is not None else Rules(rows=rows, cols=cols, k=k, gravity=gravity, exactly=exactly)


def _spaces(rules: Rules) -> tuple[spaces.Dict, spaces.Discrete]:
    observation = spaces.Dict(
        {
            "observation": spaces.Box(0, 1, (rules.rows, rules.cols, 2), np.int8),
            "action_mask": spaces.Box(0, 1, (rules.actions,), np.int8),
        }
    )
    return observation, spaces.Discrete(rules.actions)


class MnkEnv(gymnasium.Env):  # type: ignore[misc]
    """One board, an agent against an opponent."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 2}

    def __init__(
        self,
        board: str | Rules | None = None,
        *,
        rows: int = 3,
        cols: int = 3,
        k: int = 3,
        gravity: bool = False,
        exactly: bool = False,
        opponent: str = "level:3",
        seat: str = "first",
        render_mode: str | None = None,
    ) -> None:
        self.rules = _rules(board, rows, cols, k, gravity, exactly)
        self.observation_space, self.action_space = _spaces(self.rules)
        self.render_mode = render_mode
        self._options: dict[str, Any] = {"opponent": opponent, "seat": seat}
        self._board: VectorEnv | None = None
        self._make(1)

    def _make(self, seed: int) -> VectorEnv:
        self._board = VectorEnv(self.rules, 1, autoreset="disabled", copy=True, seed=seed, **self._options)
        return self._board

    @staticmethod
    def _first(observation: Observation) -> dict[str, npt.NDArray[np.int8]]:
        return {name: array[0] for name, array in observation.items()}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, npt.NDArray[np.int8]], dict[str, Any]]:
        super().reset(seed=seed)
        # The opponent's dice are thrown anew with the seed, so that the same seed is the same game.
        board = self._make(int(self.np_random.integers(1 << 31))) if seed is not None or self._board is None else self._board
        observation, _ = board.reset()
        return self._first(observation), {}

    def step(self, action: int) -> tuple[dict[str, npt.NDArray[np.int8]], float, bool, bool, dict[str, Any]]:
        assert self._board is not None
        observation, reward, terminated, _, _ = self._board.step(np.array([action], dtype=np.int64))
        return self._first(observation), float(reward[0]), bool(terminated[0]), False, {}

    def render(self) -> str | None:
        if self.render_mode != "ansi" or self._board is None:
            return None
        planes = self._board.boards.observations[0]
        marks = np.where(planes[..., 0] == 1, "A", np.where(planes[..., 1] == 1, "B", "."))
        return "\n".join(" ".join(row) for row in marks)


class MnkVectorEnv(gymnasium.vector.VectorEnv):  # type: ignore[misc]
    """Many boards stepped in Rust."""

    def __init__(
        self,
        num_envs: int = 1,
        board: str | Rules | None = None,
        *,
        rows: int = 3,
        cols: int = 3,
        k: int = 3,
        gravity: bool = False,
        exactly: bool = False,
        opponent: str | None = "level:3",
        seat: str = "first",
        autoreset: str = "next_step",
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        rules = _rules(board, rows, cols, k, gravity, exactly)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode[autoreset.upper()]}
        self.single_observation_space, self.single_action_space = _spaces(rules)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.boards = VectorEnv(rules, num_envs, autoreset=autoreset, opponent=opponent, seat=seat, copy=copy)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        one = seed[0] if isinstance(seed, list) else seed
        super().reset(seed=one)
        return self.boards.reset(seed=one, options=options)

    def step(self, actions: npt.ArrayLike) -> Any:
        observation, reward, terminated, truncated, info = self.boards.step(actions)
        if "final_obs" in info:
            planes, ended = info["final_obs"], info["_final_obs"]
            none = np.zeros_like(observation["action_mask"][0])
            finals = np.full(self.num_envs, None, dtype=object)
            for at in np.flatnonzero(ended):
                finals[at] = {"observation": planes[at].copy(), "action_mask": none}
            info = {**info, "final_obs": finals, "final_info": {}, "_final_info": ended}
        return observation, reward, terminated, truncated, info


gymnasium.register(
    "filetto/MNK-v0",
    entry_point="filetto.gymnasium:MnkEnv",
    vector_entry_point="filetto.gymnasium:MnkVectorEnv",
)
