"""The exported agent: whole, small, and never giving away the value of a position of its own games."""

import importlib.util
import random
from pathlib import Path

import pytest

import filetto
from filetto.kaggle import Agent

FOLDER = Path(__file__).resolve().parents[3] / "crates/filetto/kaggle"


@pytest.fixture(scope="module")
def agent(tmp_path_factory):
    if not FOLDER.exists():
        pytest.skip("an installed package without the sources")
    text = (FOLDER / "agent.py").read_text().replace("@BOOK@", (FOLDER / "6x7x4g.b85").read_text().strip())
    assert len(text) < 1_000_000
    path = tmp_path_factory.mktemp("agent") / "submission.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location("submission", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def ask(agent, game, seconds=2.0, overage=60.0):
    mark = 1 if game.to_move == "first" else 2
    observation = {"board": game.to_numpy().ravel().tolist(), "mark": mark, "remainingOverageTime": overage}
    rules = game.rules
    configuration = {"rows": rules.rows, "columns": rules.cols, "inarow": rules.k, "actTimeout": seconds}
    return agent.agent(observation, configuration)


def test_every_move_of_its_book_keeps_the_value(agent):
    """A sample of the book's positions as first player, which are won: won after its move as well."""
    solver, dice, seen = filetto.Solver("6x7x4g", memory=128), random.Random(4), 0
    for _ in range(6):
        game = filetto.Game("6x7x4g")
        while len(game) < 12 and not game.is_over():
            game.play(ask(agent, game))
            if len(game) in (9, 11):
                assert solver.value(game, score=False).value == "first"
                seen += 1
            if not game.is_over():
                game.play(dice.choice(game.legal_actions()))
    assert seen


def test_late_positions_keep_the_value(agent):
    """Any positions with 20 stones and more: solved to the end, whoever played before."""
    solver = filetto.Solver("6x7x4g", memory=64)
    for game in filetto.random_positions("6x7x4g", 40, seed=3, first=20, last=40):
        scores = solver.scores(game)
        best, mine = max(scores.values()), {game.action(cell): score for cell, score in scores.items()}[ask(agent, game)]
        assert (best > 0) - (best < 0) == (mine > 0) - (mine < 0), repr(game)


@pytest.mark.parametrize("board", ["4x5x3g", "8x9x5g", "10x12x4g", "2x2x2g", "3x9x4g"])
def test_other_boards_are_played_to_the_end(agent, board):
    game, dice = filetto.Game(board), random.Random(2)
    while not game.is_over():
        game.play(ask(agent, game, seconds=0.02, overage=0.0) if len(game) % 2 == 0 else dice.choice(game.legal_actions()))
    assert game.outcome() in ("first", "draw")


def test_the_compiled_agent_plays_kaggles_boards():
    game, play = filetto.Game("6x7x4g", "4444432"), Agent(nodes=500)
    configuration = {"rows": 6, "columns": 7, "inarow": 4}
    assert play({"board": game.to_numpy().ravel().tolist(), "mark": 2}, configuration) in game.legal_actions()
