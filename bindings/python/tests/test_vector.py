import numpy as np
import pytest
from twin import Twin

import filetto
from filetto import vector

BOARDS = ["3x3x3", "6x7x4g", "5x8x4", "20x20x5", "9x9x5g"]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("autoreset", ["next_step", "same_step", "disabled"])
def test_every_board_plays_as_a_game_does(board, autoreset):
    envs = vector.make(board, num_envs=5, autoreset=autoreset, copy=True)
    games = [filetto.Game(board) for _ in range(5)]
    observation, _ = envs.reset(seed=3)
    for _ in range(120):
        actions = envs.sample_actions().copy()
        observation, reward, ended, truncated, info = envs.step(actions)
        assert not truncated.any()
        for i, game in enumerate(games):
            if game.is_over():
                if autoreset == "disabled":
                    assert ended[i]
                    continue
                games[i] = game = filetto.Game(board)
                assert reward[i] == 0 and not ended[i]
            else:
                mover = game.to_move
                game.play(int(actions[i]))
                assert ended[i] == game.is_over()
                assert reward[i] == (game.outcome() == mover)
                if game.is_over() and autoreset == "same_step":
                    assert (info["final_obs"][i] == planes(game)).all() and info["_final_obs"][i]
                    games[i] = game = filetto.Game(board)
            assert (observation["observation"][i] == planes(game)).all()
            assert (observation["action_mask"][i] == game.action_mask()).all()
            assert info["to_move"][i] == (game.to_move == "second")


def planes(game):
    own = 1 if game.to_move == "first" else 2
    stones = game.to_numpy()
    return np.stack([stones == own, stones == 3 - own], axis=-1)


def test_arrays_are_handed_out_without_copies_and_read_only():
    envs = vector.make("connect4", num_envs=3)
    first, _ = envs.reset()
    second, *_ = envs.step(np.array([0, 1, 2]))
    assert np.shares_memory(first["observation"], second["observation"])
    assert np.shares_memory(first["observation"], envs.boards.observations)
    with pytest.raises(ValueError):
        first["observation"][:] = 1


def test_an_illegal_action_ends_the_game():
    envs = vector.make("tictactoe", num_envs=4)
    envs.reset()
    envs.step(np.array([4, 4, 4, 4]))
    _, reward, ended, _, _ = envs.step(np.array([4, -1, 9, 0]))
    assert reward.tolist() == [-1, -1, -1, 0] and ended.tolist() == [True, True, True, False]


@pytest.mark.parametrize("opponent", ["random", "level:1", "quasi-random"])
@pytest.mark.parametrize("seat", ["first", "second", "random"])
def test_opponents_answer(opponent, seat):
    envs = vector.make("4x5x4g", num_envs=16, opponent=opponent, seat=seat, copy=True)
    observation, _ = envs.reset(seed=5)
    stones = observation["observation"].sum(axis=(1, 2))
    assert (stones[:, 0] == 0).all() and set(stones[:, 1]) <= {"first": {0}, "second": {1}, "random": {0, 1}}[seat]
    for _ in range(30):
        observation, reward, ended, _, _ = envs.step(envs.sample_actions())
        stones = observation["observation"].sum(axis=(1, 2))
        assert ((stones[:, 1] - stones[:, 0]) <= 1).all() and ((stones[:, 0] - stones[:, 1]) <= 1).all()
        assert set(reward) <= {-1.0, 0.0, 1.0} and not (reward != 0)[~ended].any()


def test_the_same_seed_is_the_same_play():
    def play():
        envs = vector.make("connect4", num_envs=8, opponent="random", seat="random", copy=True)
        envs.reset(seed=9)
        return [envs.step(envs.sample_actions())[0]["observation"] for _ in range(20)]

    assert all((a == b).all() for a, b in zip(play(), play()))


def test_marked_boards_are_reset():
    envs = vector.make("tictactoe", num_envs=2, autoreset="disabled", copy=True)
    envs.reset()
    envs.step(np.array([0, 0]))
    observation, _ = envs.reset(options={"reset_mask": np.array([True, False])})
    assert observation["observation"].sum(axis=(1, 2, 3)).tolist() == [0, 1]


def test_nonsense_is_refused():
    with pytest.raises(filetto.FilettoError, match="actions"):
        vector.make("tictactoe", num_envs=2).step(np.array([0]))
    for options in ({"planes": "x"}, {"autoreset": "x"}, {"opponent": "x"}, {"seat": "x"}):
        with pytest.raises(filetto.FilettoError):
            vector.make("tictactoe", num_envs=1, **options)


def test_it_agrees_with_the_slow_twin():
    envs, twin = vector.make("5x4x3", num_envs=1, autoreset="disabled"), Twin(5, 4, 3, False)
    envs.reset(seed=2)
    while twin.legal():
        action = int(envs.sample_actions()[0])
        _, _, ended, _, _ = envs.step(np.array([action]))
        twin.play(action)
        assert ended[0] == (twin.outcome is not None)
