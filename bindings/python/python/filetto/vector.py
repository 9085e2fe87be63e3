"""Thousands of boards stepped in Rust, with numpy in and out.

>>> import numpy as np
>>> envs = make("6x7x4g", num_envs=4)
>>> observation, info = envs.reset(seed=1)
>>> observation["observation"].shape, observation["action_mask"].shape
((4, 6, 7, 2), (4, 7))
>>> observation, reward, terminated, truncated, info = envs.step(np.array([3, 3, 3, 3]))
>>> info["to_move"]
array([1, 1, 1, 1], dtype=int8)

The arrays are the boards' own, handed out as read-only views and overwritten by the next step: copy what you keep, or pass
``copy=True``. Without an opponent every step is a move of the side to move: the reward is that of the mover, the observation that of the
side to move next. With an opponent (``"random"``, ``"level:3"``, or a player as the command line writes it) a step is the agent's move and
the answer. An action that may not be played ends the game with reward -1.
"""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from ._filetto import Boards, Rules

Observation = dict[str, npt.NDArray[np.int8]]
Step = tuple[Observation, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]

__all__ = ["VectorEnv", "make"]


def opponent_name(opponent: str | None) -> str | None:
    """A player as Filetto writes it: ``"level:3"`` is ``"filetto:level=3"``."""
    if opponent is not None and opponent.startswith("level:"):
        return "filetto:level=" + opponent.removeprefix("level:")
    return opponent


class VectorEnv:
    """Boards of one game; see :func:`make`."""

    def __init__(
        self,
        board: str | Rules,
        num_envs: int = 1,
        *,
        planes: str = "pettingzoo",
        autoreset: str = "next_step",
        opponent: Optional[str] = None,
        seat: str = "first",
        seed: int = 1,
        copy: bool = False,
    ) -> None:
        self.boards = Boards(
            board, num_envs, planes=planes, autoreset=autoreset, opponent=opponent_name(opponent), seat=seat, seed=seed
        )
        self.rules = self.boards.rules
        self.num_envs = num_envs
        self.autoreset = autoreset
        self._copy = copy
        self._observations = _view(self.boards.observations)
        self._masks = _view(self.boards.masks)
        self._rewards = _view(self.boards.rewards)
        self._terminated = _view(self.boards.terminated)
        self._players = _view(self.boards.players)
        self._finals = _view(self.boards.finals)
        self._truncated = _view(np.zeros(num_envs, dtype=np.bool_))
        self._actions = np.zeros(num_envs, dtype=np.int64)

    def _observation(self) -> Observation:
        return {"observation": self._hand(self._observations), "action_mask": self._hand(self._masks)}

    def _hand(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array.copy() if self._copy else array

    def _info(self) -> dict[str, Any]:
        return {"to_move": self._hand(self._players)}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Begins new games on all boards, or on those of ``options["reset_mask"]``."""
        mask = None if options is None else options.get("reset_mask")
        if mask is not None:
            mask = np.ascontiguousarray(mask, dtype=np.bool_)
        self.boards.reset(seed, mask)
        return self._observation(), self._info()

    def step(self, actions: npt.ArrayLike) -> Step:
        """Plays one action a board."""
        self.boards.step(np.ascontiguousarray(actions, dtype=np.int64))
        info = self._info()
        if self.autoreset == "same_step" and self._terminated.any():
            info["final_obs"] = self._hand(self._finals)
            info["_final_obs"] = self._terminated.copy()
        return self._observation(), self._hand(self._rewards), self._hand(self._terminated), self._truncated, info

    def sample_actions(self) -> npt.NDArray[np.int64]:
        """A random legal action a board, 0 where the game is over; the array is overwritten by the next call."""
        self.boards.sample(self._actions)
        return self._actions

    @property
    def moves(self) -> int:
        """Moves of agents since the beginning: those of opponents and steps that only began a game do not count."""
        return self.boards.moves

    def close(self) -> None:
        """Nothing is open."""


def _view(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    view: npt.NDArray[Any] = array.view()
    view.flags.writeable = False
    return view


def make(board: str | Rules, num_envs: int = 1, **options: Any) -> VectorEnv:
    """Boards of one game that are stepped together.

    ``planes``: ``"pettingzoo"`` (rows, cols, 2: the observer's stones, the other's) or ``"openspiel"`` (3, rows, cols: as connect_four with
    gravity, else as mnk). ``autoreset``: ``"next_step"``, ``"same_step"`` or ``"disabled"``, as Gymnasium means them. ``opponent``: none,
    ``"random"``, ``"level:1"`` to ``"level:10"``. ``seat`` of the agent against one: ``"first"``, ``"second"`` or ``"random"``.
    """
    return VectorEnv(board, num_envs, **options)


def bench(board: str = "6x7x4g", num_envs: int = 4096, seconds: float = 0.5) -> float:
    """Moves in a second of one core's time, in random play: the steps alone, the choice of the moves not counted."""
    from time import thread_time

    envs = make(board, num_envs=num_envs)
    envs.reset(seed=1)
    spent, before = 0.0, envs.moves
    while spent < seconds:
        actions = envs.sample_actions()
        start = thread_time()
        envs.step(actions)
        spent += thread_time() - start
    return (envs.moves - before) / spent
