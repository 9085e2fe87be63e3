"""``python -m filetto.bench``: moves a second of the vector environment, and of PettingZoo's own Connect Four where it is installed."""

from __future__ import annotations

from time import thread_time
from typing import Any

from . import vector


def pettingzoo_moves(seconds: float = 0.5) -> float | None:
    """Moves a second of random play on PettingZoo's connect_four_v3; the choice of moves is not counted. None if it is not installed."""
    try:
        from pettingzoo.classic.connect_four.connect_four import raw_env
    except ImportError:
        return None
    import random

    env: Any = raw_env()
    dice, spent, moves = random.Random(1), 0.0, 0
    while spent < seconds:
        env.reset()
        while not any(env.terminations.values()):
            mask = env.observe(env.agent_selection)["action_mask"]
            action = dice.choice([col for col in range(7) if mask[col]])
            start = thread_time()
            env.step(action)
            env.observe(env.agent_selection)
            spent += thread_time() - start
            moves += 1
    return moves / spent


def main() -> None:
    ours = vector.bench()
    print(f"filetto.vector, 6x7x4g, 4096 boards, one core: {ours / 1e6:.2f} million moves a second")
    theirs = pettingzoo_moves()
    if theirs is None:
        print("PettingZoo's connect_four_v3: not installed (pettingzoo and pygame)")
    else:
        print(f"PettingZoo's connect_four_v3: {theirs:,.0f} moves a second; {ours / theirs:,.0f} times as many here")


if __name__ == "__main__":
    main()
