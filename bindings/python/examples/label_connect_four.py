"""Exact labels for Connect Four: positions of every ply with the value of each move, as arrays for training.

Writes labels.npz with the boards (planes of the side to move), the score of every column (the sooner a win the larger; -100 where none may be
played) and the value of the position for the side to move.
"""

import os

import numpy as np

import filetto

QUICK = "FILETTO_QUICK" in os.environ

solver = filetto.Solver("6x7x4g", memory=64 if QUICK else 512)
# The first plies take longest: a book (solver.build_book) or patience has them.
positions = filetto.random_positions("6x7x4g", 40 if QUICK else 2000, seed=1, first=16, last=41)
boards = np.zeros((len(positions), 6, 7, 2), dtype=np.int8)
scores = np.full((len(positions), 7), -100, dtype=np.int8)
for at, game in enumerate(positions):
    own = 1 if game.to_move == "first" else 2
    stones = game.to_numpy()
    boards[at] = np.stack([stones == own, stones == 3 - own], axis=-1)
    for cell, score in solver.scores(game).items():
        scores[at, game.action(cell)] = score
values = np.sign(scores.max(axis=1))
np.savez_compressed("labels.npz", boards=boards, scores=scores, values=values)
print(f"{len(positions)} positions: {np.mean(values > 0):.0%} won, {np.mean(values == 0):.0%} drawn, {np.mean(values < 0):.0%} lost")
print(filetto.accuracy(lambda game: game.legal_actions()[0], solver, positions))
