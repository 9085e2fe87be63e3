import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402

import filetto.gymnasium  # noqa: E402, F401


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("options", [{}, {"board": "connect4", "opponent": "random"}, {"rows": 5, "cols": 5, "k": 4, "seat": "second", "opponent": "level:1"}])
def test_the_environment_keeps_gymnasiums_rules(options):
    check_env(gymnasium.make("filetto/MNK-v0", **options).unwrapped, skip_render_check=True)


@pytest.mark.parametrize("mode", ["next_step", "same_step", "disabled"])
def test_the_vector_environment_keeps_them_too(mode):
    envs = gymnasium.make_vec(
        "filetto/MNK-v0", num_envs=6, vectorization_mode="vector_entry_point", board="tictactoe", opponent="random", autoreset=mode
    )
    assert isinstance(envs.unwrapped, VectorEnv) and envs.metadata["autoreset_mode"] == AutoresetMode[mode.upper()]
    observation, info = envs.reset(seed=1)
    assert observation in envs.observation_space and isinstance(info, dict)
    again, _ = envs.reset(seed=1)
    assert all((observation[key] == again[key]).all() for key in observation)
    envs.action_space.seed(1)
    was = np.zeros(6, dtype=bool)
    for _ in range(60):
        observation, reward, ended, truncated, info = envs.step(envs.action_space.sample())
        assert observation in envs.observation_space
        assert reward.shape == ended.shape == truncated.shape == (6,) and ended.dtype == truncated.dtype == bool
        if mode == "next_step":
            assert (reward[was] == 0).all() and not ended[was].any()
            assert (observation["observation"][was].sum(axis=(1, 2, 3)) == 0).all()
        if mode == "same_step" and ended.any():
            assert (info["_final_obs"] == ended).all()
            for at in np.flatnonzero(ended):
                assert info["final_obs"][at] in envs.single_observation_space
                assert observation["observation"][at].sum() == 0
        if mode == "disabled":
            assert not (was & ~ended).any()
        was = ended.copy()
    envs.close()


def test_gymnasiums_own_vectors_agree_with_ours():
    """The same boards and actions by SyncVectorEnv and by Rust: the same observations and rewards."""
    options = {"board": "4x4x3", "opponent": "filetto:level=10"}
    one = gymnasium.make_vec("filetto/MNK-v0", num_envs=2, vectorization_mode="sync", **options)
    two = gymnasium.make_vec("filetto/MNK-v0", num_envs=2, vectorization_mode="vector_entry_point", **options)
    a, _ = one.reset(seed=4)
    b, _ = two.reset(seed=4)
    assert {key: value.shape for key, value in a.items()} == {key: value.shape for key, value in b.items()}
    assert one.observation_space == two.observation_space and one.action_space == two.action_space
