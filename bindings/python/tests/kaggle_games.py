"""Games of an exported agent by Kaggle's own referee, in an environment that has it. Not a test by itself: the step `python` runs it.

    python kaggle_games.py SUBMISSION [GAMES]
"""

import sys

from kaggle_environments import make

path, games = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 4
results = {"first": [0, 0, 0], "second": [0, 0, 0]}
slowest = 0.0
for number in range(games):
    env = make("connectx", debug=False)
    seat = number % 2
    steps = env.run([path, "negamax"] if seat == 0 else ["negamax", path])
    mine = steps[-1][seat]
    if mine.status != "DONE" or steps[-1][1 - seat].status != "DONE":
        sys.exit(f"game {number}: the agent ended as {mine.status}, negamax as {steps[-1][1 - seat].status}")
    left = [step[seat].observation.get("remainingOverageTime", 60) for step in steps]
    slowest = max(slowest, 60 - min(left))
    results["first" if seat == 0 else "second"][1 - mine.reward] += 1
print(f"won, drawn, lost against negamax: {results}; most overage used in a game {slowest:.1f} s")
if results["first"][2]:
    sys.exit("the agent lost as first player")
