"""Filetto as a bot and as an evaluator for OpenSpiel's mnk, connect_four, tic_tac_toe and gomoku.

``FilettoBot(pyspiel.load_game("connect_four"), nodes=10_000)`` plays; ``FilettoEvaluator(game)`` gives MCTS exact values where the solver has
them in time, and the engine's estimate elsewhere.
"""

from __future__ import annotations

import math
from typing import Any

import pyspiel

from ._filetto import Engine, FilettoError, Game, Rules, analyse

__all__ = ["FilettoBot", "FilettoEvaluator", "game_of", "rules_of"]


def rules_of(game: Any) -> Rules:
    """The rules of a game of OpenSpiel; raises :class:`FilettoError` for one that is no k-in-a-row game on a plane."""
    name, parameters = game.get_type().short_name, game.get_parameters()
    if name == "tic_tac_toe":
        return Rules("3x3x3")
    if name == "mnk":
        # OpenSpiel's m is columns.
        return Rules(rows=parameters.get("n", 15), cols=parameters.get("m", 15), k=parameters.get("k", 5))
    if name == "connect_four":
        rows, cols = parameters.get("rows", 6), parameters.get("columns", 7)
        return Rules(rows=rows, cols=cols, k=parameters.get("x_in_row", 4), gravity=True)
    if name == "gomoku" and parameters.get("dims", 2) == 2 and not parameters.get("wrap") and not parameters.get("anti"):
        size = parameters.get("size", 15)
        return Rules(rows=size, cols=size, k=parameters.get("connect", 5))
    raise FilettoError(f"Filetto does not play OpenSpiel's {game}")


def game_of(state: Any) -> Game:
    """The game that a state stands for. Actions are the same numbers on both sides."""
    return Game(rules_of(state.get_game()), state.history())


class FilettoBot(pyspiel.Bot):  # type: ignore[misc]
    """Plays both sides of a game; the limits are those of :meth:`filetto.Engine.best`, a second a move if there is none."""

    def __init__(self, game: Any, *, level: int | None = None, player: str = "filetto", seed: int = 1, **limits: Any) -> None:
        pyspiel.Bot.__init__(self)
        self.rules = rules_of(game)
        self.engine = Engine(level, player=player, seed=seed)
        self.limits = limits

    def step(self, state: Any) -> int:
        return self.engine.best(game_of(state), **self.limits).action

    def step_with_policy(self, state: Any) -> tuple[list[tuple[int, float]], int]:
        action = self.step(state)
        return self._policy(state, action), action

    def get_policy(self, state: Any) -> list[tuple[int, float]]:
        return self._policy(state, self.step(state))

    def provides_policy(self) -> bool:
        return True

    def restart(self) -> None:
        self.engine.new_game()

    def restart_at(self, state: Any) -> None:
        self.engine.new_game()

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        """The state has the whole history: there is nothing to remember."""

    @staticmethod
    def _policy(state: Any, chosen: int) -> list[tuple[int, float]]:
        return [(action, float(action == chosen)) for action in state.legal_actions()]


class FilettoEvaluator:
    """Values and priors for OpenSpiel's MCTS in Python: exact where proved, else by the engine's chances.

    ``nodes`` and ``solver`` limit what a state may cost.
    """

    def __init__(self, game: Any, *, nodes: int = 2_000, solver: int = 20_000, temperature: float = 0.1) -> None:
        self.rules = rules_of(game)
        self.nodes, self.solver, self.temperature = nodes, solver, temperature

    def _answer(self, state: Any, values: bool) -> dict[str, Any]:
        return analyse(game_of(state), nodes=self.nodes, solver=self.solver, values=values)

    def evaluate(self, state: Any) -> list[float]:
        """What the state is worth to both players, from -1 to 1."""
        if state.is_terminal():
            return list(state.returns())
        worth = 2 * _points(self._answer(state, False)["value"]) - 1
        return [worth, -worth] if state.current_player() == 0 else [-worth, worth]

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """A likelihood for every legal action."""
        game = game_of(state)
        known = {game.action(one["cell"]): _points(one["value"]) for one in self._answer(state, True)["values"]}
        least = min(known.values(), default=0.0)
        weights = {action: math.exp(known.get(action, least) / self.temperature) for action in state.legal_actions()}
        total = sum(weights.values())
        return [(action, weight / total) for action, weight in weights.items()]


def _points(value: dict[str, Any]) -> float:
    return float({"won": 1.0, "drawn": 0.5, "lost": 0.0}.get(value["kind"], value.get("chance", 0.5)))
