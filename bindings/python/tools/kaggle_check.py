"""Holds an exported agent against the solver: does every move of its games keep the value?

    python tools/kaggle_check.py SUBMISSION [POSITIONS]

It plays both sides by turns against opponents that move at random or by a level, so that games go everywhere; its positions are labelled by the solver. Times are of the processor.
"""

import importlib.util
import random
import sys
import time
import types

import filetto

spec = importlib.util.spec_from_file_location("submission", sys.argv[1])
agent = importlib.util.module_from_spec(spec)
spec.loader.exec_module(agent)
# Processor time: a machine that is busy with other work does not count.
agent.time = types.SimpleNamespace(perf_counter=time.process_time)
wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 300
solver = filetto.Solver("6x7x4g", memory=512)
dice = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
levels = [filetto.Engine(level=level) for level in (1, 3, 5, 7)]
counts = {"first": [0, 0], "second": [0, 0]}
slowest, late, number, outcomes = 0.0, 0, 0, {}
while sum(count[1] for count in counts.values()) < wanted:
    seat = ("first", "second")[number % 2]
    foe = dice.choice([None, None, *levels])
    number += 1
    game = filetto.Game("6x7x4g")
    overage = 60.0
    while not game.is_over():
        if game.to_move != seat:
            game.play(dice.choice(game.legal_actions()) if foe is None or dice.random() < 0.3 else foe.best(game, nodes=500).action)
            continue
        observation = {"board": game.to_numpy().ravel().tolist(), "mark": 1 if seat == "first" else 2, "remainingOverageTime": overage}
        start = time.process_time()
        column = agent.agent(observation, {"rows": 6, "columns": 7, "inarow": 4, "actTimeout": 2})
        used = time.process_time() - start
        slowest, late, overage = max(slowest, used), late + (used > 2), overage - max(0.0, used - 2)
        before = solver.value(game, score=False).sign
        game.play(column)
        after = (0 if game.outcome() == "draw" else 1) if game.is_over() else -solver.value(game, score=False).sign
        counts[seat][0] += after >= before
        counts[seat][1] += 1
        if after < before:
            print(f"{seat} gave away {before} for {after} with {len(game) - 1} stones: {game.text()} ({used:.1f} s)", flush=True)
    result = "won" if game.outcome() == seat else "drawn" if game.outcome() == "draw" else "lost"
    outcomes[(seat, result)] = outcomes.get((seat, result), 0) + 1
for seat, (kept, count) in counts.items():
    print(f"as {seat} player: {kept} of {count} moves keep the value")
print(f"{number} games {outcomes}; slowest act {slowest:.2f} s, {late} acts over 2 s")
