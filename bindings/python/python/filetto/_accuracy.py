"""The exact yardstick: how often a policy plays perfect and good moves, by the solver."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, SupportsIndex, Union

from ._filetto import FilettoError, Game, Rules, Solver, Unsolved, random_positions

Policy = Callable[[Game], Union[str, int, Any]]

#: Two-sided 95 %.
_Z = 1.959963984540054


@dataclass(frozen=True)
class Share:
    """A share of moves with its 95 % interval (Wilson's).

    >>> Share(9, 10)
    0.900 [0.596, 0.982] of 10
    """

    hits: int
    count: int

    @property
    def value(self) -> float:
        """The share itself; not a number if nothing was counted."""
        return self.hits / self.count if self.count else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies, 95 times of 100."""
        if not self.count:
            return (0.0, 1.0)
        n, p = self.count, self.hits / self.count
        middle = (p + _Z * _Z / (2 * n)) / (1 + _Z * _Z / n)
        half = _Z * math.sqrt(p * (1 - p) / n + _Z * _Z / (4 * n * n)) / (1 + _Z * _Z / n)
        return (max(0.0, middle - half), min(1.0, middle + half))

    def __repr__(self) -> str:
        low, high = self.interval
        return f"{self.value:.3f} [{low:.3f}, {high:.3f}] of {self.count}"


@dataclass(frozen=True)
class Accuracy:
    """How well a policy plays, against exact values.

    A move is *good* if it keeps the value of the game, and *perfect* if it is also the quickest win or the slowest loss (with gravity,
    where that is known; else perfect is good). ``by_ply`` has both for each number of stones.
    """

    board: str
    perfect: Share
    good: Share
    #: The same where there was something to lose: positions in which not every move is good.
    good_when_it_matters: Share
    by_ply: dict[int, tuple[Share, Share]] = field(repr=False)
    #: Positions left out because the solver did not label them in time.
    unlabelled: int = 0

    def __str__(self) -> str:
        text = f"{self.board}: perfect {self.perfect}; good {self.good}; good where it matters {self.good_when_it_matters}"
        return text + (f"; {self.unlabelled} positions not labelled" if self.unlabelled else "")


def accuracy(
    policy: Policy,
    board: str | Rules | Solver,
    positions: SupportsIndex | Iterable[Game] = 1000,
    *,
    seed: int = 1,
    time: float | None = None,
    first: int = 0,
    last: int | None = None,
) -> Accuracy:
    """Asks a policy for its move in generated positions of every ply, and holds it against the solver.

    ``policy`` takes a :class:`Game` and returns a move: text, or an action. ``positions`` is how many, or the positions themselves. ``time``
    limits the seconds that one position may cost the solver; what it cannot label is left out and counted. If it can label none, that is an error.

    >>> accuracy(lambda game: game.legal_moves()[0], "3x3x3", 60).good.count
    60
    """
    solver = board if isinstance(board, Solver) else Solver(board)
    if isinstance(positions, SupportsIndex):
        positions = random_positions(solver.rules, positions, seed=seed, first=first, last=last)
    refusal: Unsolved | None = None
    counts: dict[int, list[int]] = {}
    matters = [0, 0]
    unlabelled = 0
    for game in positions:
        try:
            labels = solver.scores(game, time=time)
        except Unsolved as error:
            unlabelled, refusal = unlabelled + 1, error
            continue
        if not labels:
            raise FilettoError("a position to judge by must not be over")
        after = game.copy()
        after.play(policy(game.copy()))
        if len(after) != len(game) + 1:
            raise FilettoError("a policy returns one move")
        score, best = labels[after.moves[-1]], max(labels.values())
        good = (score > 0) - (score < 0) == (best > 0) - (best < 0)
        worst = min(labels.values())
        if (worst > 0) - (worst < 0) != (best > 0) - (best < 0):
            matters[0] += good
            matters[1] += 1
        count = counts.setdefault(len(game), [0, 0, 0])
        count[0] += score == best
        count[1] += good
        count[2] += 1
    if not counts:
        if refusal is None:
            raise FilettoError("give at least one position to judge by")
        raise Unsolved(f"none of {unlabelled} positions of {solver.rules} could be labelled: {refusal}") from refusal
    total = [sum(count[i] for count in counts.values()) for i in range(3)]
    return Accuracy(
        board=str(solver.rules),
        perfect=Share(total[0], total[2]),
        good=Share(total[1], total[2]),
        good_when_it_matters=Share(*matters),
        by_ply={ply: (Share(c[0], c[2]), Share(c[1], c[2])) for ply, c in sorted(counts.items())},
        unlabelled=unlabelled,
    )
