import random

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

import filetto  # noqa: E402
from filetto import vector  # noqa: E402
from filetto.openspiel import FilettoBot, FilettoEvaluator, game_of, rules_of  # noqa: E402

GAMES = {
    "tic_tac_toe": 3000,
    "connect_four": 2500,
    "connect_four(rows=5,columns=6,x_in_row=3)": 2000,
    "mnk(m=4,n=5,k=4)": 1500,
    "mnk(m=7,n=6,k=5)": 700,
    "gomoku(size=9,connect=5)": 300,
}


def test_ten_thousand_games_agree():
    assert sum(GAMES.values()) == 10_000


@pytest.mark.parametrize("name", GAMES)
def test_random_games_agree(name):
    theirs, dice = pyspiel.load_game(name), random.Random(7)
    rules = rules_of(theirs)
    for _ in range(GAMES[name]):
        state, game = theirs.new_initial_state(), filetto.Game(rules)
        while not state.is_terminal():
            legal = state.legal_actions()
            assert legal == game.legal_actions()
            assert state.current_player() == (game.to_move == "second")
            action = dice.choice(legal)
            state.apply_action(action)
            game.play(action)
        assert game.is_over()
        assert state.returns() == {"first": [1, -1], "second": [-1, 1], "draw": [0, 0]}[game.outcome()]


@pytest.mark.parametrize("name", ["connect_four", "mnk(m=5,n=4,k=3)", "tic_tac_toe"])
def test_planes_are_openspiels(name):
    theirs = pyspiel.load_game(name)
    rules = rules_of(theirs)
    envs, state = vector.make(rules, num_envs=1, planes="openspiel", autoreset="disabled"), theirs.new_initial_state()
    observation, _ = envs.reset(seed=3)
    while not state.is_terminal():
        tensor = np.array(state.observation_tensor(0)).reshape(3, rules.rows, rules.cols)
        assert (observation["observation"][0] == tensor).all()
        action = int(envs.sample_actions()[0])
        state.apply_action(action)
        observation, *_ = envs.step(np.array([action]))


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "mnk(m=4,n=4,k=3)", "gomoku(size=7,connect=4)"])
def test_the_bot_plays(name):
    game = pyspiel.load_game(name)
    bots = [FilettoBot(game, nodes=500), pyspiel.make_uniform_random_bot(1, 3)]
    assert pyspiel.evaluate_bots(game.new_initial_state(), bots, 1)[0] >= 0


def test_the_evaluator_knows_a_win():
    game = pyspiel.load_game("tic_tac_toe")
    state = game.new_initial_state()
    for action in (0, 3, 1, 4):
        state.apply_action(action)
    evaluator = FilettoEvaluator(game)
    assert evaluator.evaluate(state) == [1.0, -1.0]
    prior = dict(evaluator.prior(state))
    assert max(prior, key=prior.get) == 2 and abs(sum(prior.values()) - 1) < 1e-9
    assert game_of(state).moves == ["a3", "a2", "b3", "b2"]


def test_other_games_are_refused():
    with pytest.raises(filetto.FilettoError, match="does not play"):
        rules_of(pyspiel.load_game("gomoku(size=9,connect=5,wrap=true)"))
