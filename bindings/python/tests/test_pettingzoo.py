import pytest

pettingzoo = pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, parallel_api_test, seed_test  # noqa: E402

import filetto.pettingzoo as ours  # noqa: E402

BOARDS = ["tictactoe", "connect4", "9x9x5", "15x15x5e"]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("board", BOARDS)
def test_the_environment_keeps_pettingzoos_rules(board):
    api_test(ours.env(board), num_cycles=200, verbose_progress=False)
    seed_test(lambda: ours.env(board), num_cycles=30)


@pytest.mark.filterwarnings("ignore")
def test_the_parallel_one_does_too():
    parallel_api_test(ours.parallel_env("tictactoe"), num_cycles=100)


def test_it_is_registered():
    env = pettingzoo.make("aec", "filetto/mnk-v0", rows=4, cols=5, k=3, gravity=True)
    env.reset()
    assert env.observe("player_0")["observation"].shape == (4, 5, 2)
    assert env.observe("player_1")["action_mask"].sum() == 0


def test_rewards_and_observations():
    env = ours.env("tictactoe")
    env.reset()
    for action in (0, 3, 1, 4, 2):
        env.step(action)
    assert env.rewards == {"player_0": 1, "player_1": -1} and all(env.terminations.values())
    assert env.observe("player_1")["observation"][1, 0].tolist() == [1, 0]


def test_connect_four_is_pettingzoos_own():
    pytest.importorskip("pygame")
    import random

    from pettingzoo.classic import connect_four_v3

    theirs, env, dice = connect_four_v3.env(), ours.env("connect4"), random.Random(1)
    for seed in range(20):
        theirs.reset(seed=seed)
        env.reset(seed=seed)
        while True:
            a, b = theirs.last(), env.last()
            assert (a[0]["observation"] == b[0]["observation"]).all()
            assert a[1:4] == b[1:4]
            if a[2]:
                break
            assert (a[0]["action_mask"] == b[0]["action_mask"]).all()
            action = dice.choice([i for i in range(7) if a[0]["action_mask"][i]])
            theirs.step(action)
            env.step(action)
