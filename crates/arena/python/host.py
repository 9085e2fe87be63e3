"""The arena's host of a Python file: speaks Gomocup's protocol on standard input and output for one player.

The file has Kaggle's `agent(observation, configuration)` (or, as there, any last function), or `choose(game)`, which gets a `filetto.Game` and
returns a move. With gravity an action is a column from 0, else `row * cols + col`, row 0 on top.
"""

import inspect
import os
import sys
import time
import traceback


class Struct(dict):
    """Kaggle's observations: items that are attributes too."""

    __getattr__ = dict.__getitem__


def load(path):
    """What the file plays with: a function of the host's state."""
    path = os.path.abspath(path)
    sys.path.insert(0, os.path.dirname(path))
    scope = {"__name__": "agent", "__file__": path}
    with open(path, encoding="utf-8") as file:
        exec(compile(file.read(), path, "exec"), scope)
    if "agent" not in scope and callable(scope.get("choose")):
        try:
            import filetto
        except ImportError as error:
            raise ImportError("choose(game) needs the package filetto for this interpreter (python=PROGRAM names another)") from error
        return lambda host: host.filetto_choice(filetto, scope["choose"])
    functions = [value for name, value in scope.items() if callable(value) and not name.startswith("__")]
    if not functions:
        raise ImportError("it has no function to play with")
    agent = scope["agent"] if callable(scope.get("agent")) else functions[-1]
    try:
        count = len(inspect.signature(agent).parameters)
    except (TypeError, ValueError):
        count = 2
    return lambda host: agent(*host.kaggle(path)[:count])


class Host:
    def __init__(self):
        self.info, self.rows, self.cols, self.stones, self.step = {}, 0, 0, [], 0
        self.overage = 0.0

    @property
    def gravity(self):
        return self.info.get("gravity") == "1"

    @property
    def k(self):
        return int(self.info.get("k", 5))

    def seconds(self):
        return max(int(self.info.get("timeout_turn", 2000)), 1) / 1000

    def mark(self):
        own = sum(1 for _, _, whose in self.stones if whose == 1)
        return 1 if 2 * own == len(self.stones) else 2

    def board(self):
        """Row by row from the top: 1 for the first player, 2 for the second."""
        cells, mark = [0] * (self.rows * self.cols), self.mark()
        for x, y, whose in self.stones:
            cells[y * self.cols + x] = mark if whose == 1 else 3 - mark
        return cells

    def kaggle(self, path):
        observation = Struct(board=self.board(), mark=self.mark(), step=self.step, remainingOverageTime=self.overage)
        configuration = Struct(
            rows=self.rows, columns=self.cols, inarow=self.k, actTimeout=self.seconds(), timeout=self.seconds(), episodeSteps=1000,
            runTimeout=1200, __raw_path__=path,
        )
        return observation, configuration

    def filetto_choice(self, filetto, choose):
        rules = filetto.Rules(rows=self.rows, cols=self.cols, k=self.k, gravity=self.gravity, exactly=self.info.get("rule") == "1")
        game = filetto.Game(rules)
        try:
            for x, y, _ in self.stones:
                game.play(x if self.gravity else y * self.cols + x)
            in_turn = all((whose == 1) == ((len(self.stones) - i) % 2 == 0) for i, (_, _, whose) in enumerate(self.stones))
        except filetto.FilettoError:
            in_turn = False
        if not in_turn:
            game = filetto.Game.from_numpy(rules, self.board(), "first" if self.mark() == 1 else "second")
        return game.action(choose(game.copy()))

    def place(self, action):
        """The cell of an action, from the top left."""
        action = int(action)
        if not self.gravity:
            return action % self.cols, action // self.cols
        full = {(x, y) for x, y, _ in self.stones}
        free = [y for y in range(self.rows) if (action, y) not in full]
        return action, max(free) if free else 0


def serve(path, lines, out):
    player, host, reading = None, Host(), False

    def say(text):
        out.write(text + "\n")
        out.flush()

    def answer():
        start = time.perf_counter()
        x, y = host.place(player(host))
        host.overage = max(0.0, host.overage - max(0.0, time.perf_counter() - start - host.seconds()))
        host.stones.append((x, y, 1))
        host.step += 2
        say(f"{x},{y}")

    for line in lines:
        words = line.replace(",", " ").split()
        if reading:
            if words[:1] == ["DONE"]:
                reading = False
                answer()
            else:
                host.stones.append((int(words[0]), int(words[1]), int(words[2])))
            continue
        if not words:
            continue
        command = words[0].upper()
        if command == "INFO" and len(words) > 2:
            host.info[words[1]] = words[2]
        elif command in ("START", "RECTSTART", "RESTART"):
            if command != "RESTART":
                host.cols, host.rows = int(words[1]), int(words[-1])
            host.stones, host.step, host.overage = [], 0, int(host.info.get("overage", 0)) / 1000
            try:
                player = player or load(path)
            except Exception as error:
                traceback.print_exc()
                what = error if isinstance(error, ImportError) else f"{type(error).__name__}: {error}"
                say("ERROR " + " ".join(f"{os.path.basename(path)}: {what}".split()))
                continue
            say("OK")
        elif command == "BEGIN":
            answer()
        elif command == "TURN":
            host.stones.append((int(words[1]), int(words[2]), 2))
            host.step = max(host.step, len(host.stones))
            answer()
        elif command == "BOARD":
            host.stones, reading = [], True
        elif command == "ABOUT":
            say('name="Python host"')
        elif command == "END":
            return


if __name__ == "__main__":
    output, sys.stdout = sys.stdout, sys.stderr  # What a player prints is no answer.
    serve(sys.argv[1], sys.stdin, output)
