"""Filetto as an agent of Kaggle's ConnectX.

:func:`agent` plays with the compiled engine, where it may be installed. Kaggle's sandbox takes one file of plain Python instead: ``filetto kaggle
export -o submission.py`` writes it, with its book inside.
"""

from __future__ import annotations

from typing import Any

from ._filetto import Engine, Game, Rules

__all__ = ["Agent", "agent", "game_of"]


def _read(source: Any, name: str, default: Any) -> Any:
    if isinstance(source, dict):
        return source.get(name, default)
    return getattr(source, name, default)


def game_of(observation: Any, configuration: Any) -> Game:
    """The position that Kaggle shows; an order of moves that leads there is found.

    >>> game_of({"board": [0] * 35 + [0, 0, 0, 1, 2, 0, 0], "mark": 1}, {})
    Game('6x7x4g', '45')
    """
    rows, cols = _read(configuration, "rows", 6), _read(configuration, "columns", 7)
    rules = Rules(rows=rows, cols=cols, k=_read(configuration, "inarow", 4), gravity=True)
    return Game.from_numpy(rules, list(observation["board"] if isinstance(observation, dict) else observation.board))


class Agent:
    """An agent with a player of its own; limits as in :meth:`filetto.Engine.best`, else the act's time less a margin."""

    def __init__(self, level: int | None = None, *, player: str = "filetto", **limits: Any) -> None:
        self.engine = Engine(level, player=player)
        self.limits = limits

    def __call__(self, observation: Any, configuration: Any) -> int:
        limits = self.limits or {"time": max(0.05, 0.8 * float(_read(configuration, "actTimeout", 2.0)) - 0.1)}
        return self.engine.best(game_of(observation, configuration), **limits).action


_agent: Agent | None = None


def agent(observation: Any, configuration: Any) -> int:
    """The champion, made when it is first asked."""
    global _agent
    if _agent is None:
        _agent = Agent()
    return _agent(observation, configuration)
