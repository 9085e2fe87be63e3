"""A table of Q-values learns 3x3x3 against a level, on many boards at once; its exact accuracy is drawn as it learns.

Numpy only. Writes accuracy.svg: the share of good moves (those that keep the value of the game) after so many games.
"""

import os
from collections import defaultdict

import numpy as np

import filetto
from filetto import vector

QUICK = "FILETTO_QUICK" in os.environ
ENVS, ROUNDS, STEPS, POSITIONS = (64, 3, 400, 150) if QUICK else (64, 12, 1500, 300)

rng = np.random.default_rng(1)
table: dict[bytes, np.ndarray] = defaultdict(lambda: np.zeros(9, dtype=np.float32))


def greedy(game: filetto.Game) -> int:
    own = 1 if game.to_move == "first" else 2
    stones = game.to_numpy()
    planes = np.stack([stones == own, stones == 3 - own], axis=-1).astype(np.int8)
    return int(np.argmax(np.where(game.action_mask(), table[planes.tobytes()], -9.0)))


envs = vector.make("3x3x3", num_envs=ENVS, opponent="random" if QUICK else "level:2", seat="random", autoreset="same_step", copy=True)
solver, curve, games = filetto.Solver("3x3x3"), [], 0
observation, _ = envs.reset(seed=1)
for round in range(ROUNDS + 1):
    share = filetto.accuracy(greedy, solver, POSITIONS, seed=2).good
    curve.append((games, share.value, *share.interval))
    print(f"{games:6} games: good moves {share}")
    if round == ROUNDS:
        break
    for _ in range(STEPS):
        keys = [planes.tobytes() for planes in observation["observation"]]
        values = np.where(observation["action_mask"], [table[key] for key in keys], -9.0)
        noise = rng.random(values.shape) * observation["action_mask"]
        explore = rng.random(ENVS) < 0.2
        actions = np.where(explore, noise.argmax(axis=1), values.argmax(axis=1))
        observation, reward, ended, _, _ = envs.step(actions)
        games += int(ended.sum())
        for at, key in enumerate(keys):
            later = 0.0
            if not ended[at]:
                after = table[observation["observation"][at].tobytes()]
                later = float(np.where(observation["action_mask"][at], after, -9.0).max())
            table[key][actions[at]] += 0.2 * (reward[at] + later - table[key][actions[at]])

most = max(curve[-1][0], 1)
points = " ".join(f"{40 + 340 * n / most:.1f},{180 - 160 * v:.1f}" for n, v, _, _ in curve)
band = [f"{40 + 340 * n / most:.1f},{180 - 160 * h:.1f}" for n, _, _, h in curve]
band += [f"{40 + 340 * n / most:.1f},{180 - 160 * low:.1f}" for n, _, low, _ in reversed(curve)]
with open("accuracy.svg", "w") as file:
    file.write(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 210" font-family="sans-serif" font-size="11">'
        f'<polygon points="{" ".join(band)}" fill="#9cc3ee" opacity=".5"/>'
        f'<polyline points="{points}" fill="none" stroke="#1d5fa8" stroke-width="2"/>'
        '<path d="M40 20V180H380" fill="none" stroke="#888"/><text x="10" y="24">100%</text><text x="20" y="184">0%</text>'
        f'<text x="200" y="202">{most} games; good moves with 95 % interval</text></svg>'
    )
assert curve[-1][1] > curve[0][1], "it has learnt something"
