"""The rules once more, slowly, as a twin to hold the package against."""

from __future__ import annotations

import random


class Twin:
    def __init__(self, rows: int, cols: int, k: int, gravity: bool) -> None:
        self.rows, self.cols, self.k, self.gravity = rows, cols, k, gravity
        self.cells = [[0] * cols for _ in range(rows)]  # row 0 on top
        self.turn, self.outcome = 1, None

    def legal(self) -> list[int]:
        if self.outcome is not None:
            return []
        if self.gravity:
            return [col for col in range(self.cols) if not self.cells[0][col]]
        return [r * self.cols + c for r in range(self.rows) for c in range(self.cols) if not self.cells[r][c]]

    def play(self, action: int) -> None:
        if self.gravity:
            row = max(r for r in range(self.rows) if not self.cells[r][action])
            col = action
        else:
            row, col = divmod(action, self.cols)
        self.cells[row][col] = self.turn
        if any(self.run(row, col, *d) >= self.k for d in ((0, 1), (1, 0), (1, 1), (1, -1))):
            self.outcome = "first" if self.turn == 1 else "second"
        elif all(all(line) for line in self.cells):
            self.outcome = "draw"
        self.turn = 3 - self.turn

    def run(self, row: int, col: int, dr: int, dc: int) -> int:
        length = 1
        for sign in (1, -1):
            r, c = row + sign * dr, col + sign * dc
            while 0 <= r < self.rows and 0 <= c < self.cols and self.cells[r][c] == self.turn:
                length, r, c = length + 1, r + sign * dr, c + sign * dc
        return length


def minimax(twin: Twin, known: dict) -> int:
    """1, 0 or -1 for the side to move."""
    key = (twin.turn, tuple(map(tuple, twin.cells)))
    if twin.outcome is not None:
        return 0 if twin.outcome == "draw" else -1
    if key not in known:
        import copy

        best = -1
        for action in twin.legal():
            after = copy.deepcopy(twin)
            after.play(action)
            best = max(best, -minimax(after, known))
            if best == 1:
                break
        known[key] = best
    return known[key]


def random_game(rules, seed: int):
    """Actions of a random game and the twin after each."""
    twin, dice, actions = Twin(*rules), random.Random(seed), []
    while twin.legal():
        actions.append(dice.choice(twin.legal()))
        twin.play(actions[-1])
    return actions
