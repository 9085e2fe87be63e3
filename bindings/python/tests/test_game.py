import copy
import pickle
import signal
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from twin import Twin, minimax, random_game

import filetto

BOARDS = [(3, 3, 3, False), (6, 7, 4, True), (4, 5, 4, True), (5, 4, 3, False), (7, 9, 5, False), (2, 8, 4, True), (9, 3, 3, True)]


def text(rules):
    rows, cols, k, gravity = rules
    return f"{rows}x{cols}x{k}{'g' if gravity else ''}"


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(BOARDS), st.integers(0, 2**32))
def test_a_game_agrees_with_a_slow_twin(rules, seed):
    twin, game = Twin(*rules), filetto.Game(text(rules))
    for action in random_game(rules, seed):
        assert game.legal_actions() == twin.legal()
        assert list(np.flatnonzero(game.action_mask())) == twin.legal()
        assert game.to_move == ("first", "second")[twin.turn - 1]
        game.play(action)
        twin.play(action)
        assert game.outcome() == twin.outcome
        assert (game.to_numpy() == np.array(twin.cells)).all()
    assert game.is_over() and game.legal_moves() == []
    again = filetto.Game(text(rules), game.actions)
    assert again == game and filetto.Game(text(rules), game.text()) == game
    assert pickle.loads(pickle.dumps(game)) == game == copy.deepcopy(game)
    assert filetto.Game.read(game.write("json")) == game
    while game.undo():
        pass
    assert game == filetto.Game(text(rules))


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(BOARDS), st.integers(0, 2**32), st.integers(0, 40))
def test_a_board_without_its_moves_is_found_again(rules, seed, plies):
    game = filetto.Game(text(rules))
    for action in random_game(rules, seed)[:plies]:
        game.play(action)
    if game.is_over():
        game.undo()
    found = filetto.Game.from_numpy(text(rules), game.to_numpy())
    assert (found.to_numpy() == game.to_numpy()).all() and found.to_move == game.to_move and len(found) == len(game)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(), st.integers(), st.lists(st.one_of(st.text(max_size=4), st.integers())), st.none(), st.floats(), st.binary()))
def test_no_input_does_worse_than_an_exception(anything):
    for call in (
        lambda: filetto.Rules(anything),
        lambda: filetto.Game("connect4", anything),
        lambda: filetto.Game(anything),
        lambda: filetto.Game("gomoku").play(anything),
        lambda: filetto.Game.read(anything),
        lambda: filetto.Game.from_numpy("tictactoe", anything),
        lambda: filetto.verify(anything if isinstance(anything, bytes) else repr(anything).encode()),
        lambda: filetto.Solver("tictactoe").value(anything),
        lambda: filetto.values(anything),
        lambda: filetto.Engine(player=anything),
    ):
        try:
            call()
        except (TypeError, ValueError):
            pass


@settings(max_examples=25, deadline=None)
@given(st.sampled_from([(3, 3, 3, False), (3, 4, 3, True), (2, 4, 3, True)]), st.integers(0, 2**32), st.integers(2, 6))
def test_values_are_those_of_minimax(rules, seed, plies):
    twin, game = Twin(*rules), filetto.Game(text(rules))
    for action in random_game(rules, seed)[:plies]:
        game.play(action)
        twin.play(action)
    if game.is_over():
        return
    solver = filetto.Solver(text(rules), memory=1)
    assert solver.value(game, prove=True).sign == minimax(twin, {})
    for cell, score in solver.scores(game).items():
        after = copy.deepcopy(twin)
        after.play(game.action(cell))
        assert (score > 0) - (score < 0) == -minimax(after, {})


def test_refusals_are_sentences():
    for call, words in [
        (lambda: filetto.Rules("3x3"), "ROWSxCOLSxK"),
        (lambda: filetto.Game("connect4", "9"), "column"),
        (lambda: filetto.Engine(level=11), "levels?|no level"),
        (lambda: filetto.Engine(player="nobody"), "there is no player"),
        (lambda: filetto.Solver("6x7x4g").value("4" * 7), "full"),
        (lambda: filetto.Engine().best("tictactoe", "a1 a2 b1 b2 c1"), "nothing to think about"),
        (lambda: filetto.explain("tictactoe", lang="xx"), "language"),
        (lambda: filetto.Solver("tictactoe").value("a1", time=-1), "above zero"),
        (lambda: filetto.Solver("connect4").scores(time=0), "above zero"),
        (lambda: filetto.accuracy(filetto.Game.legal_moves, "tictactoe", 0), "at least one"),
    ]:
        with pytest.raises(filetto.FilettoError, match=words):
            call()


@pytest.mark.parametrize("number", [-1, -(2**70), 2**70])
def test_numbers_out_of_range_are_refused_in_a_sentence(number):
    for call in (
        lambda: filetto.random_positions("tictactoe", number),
        lambda: filetto.random_positions("tictactoe", 1, seed=number),
        lambda: filetto.random_positions("tictactoe", 1, first=number),
        lambda: filetto.accuracy(filetto.Game.legal_moves, "tictactoe", number),
        lambda: filetto.Rules(rows=number, cols=3, k=3),
        lambda: filetto.values(k=5, size=number),
        lambda: filetto.Solver("tictactoe", memory=number),
        lambda: filetto.Solver("4x4x3g").build_book(number),
        lambda: filetto.Engine(level=number),
        lambda: filetto.Engine(seed=number),
        lambda: filetto.Engine().best("tictactoe", nodes=number),
        lambda: filetto.Engine().best("tictactoe", depth=number),
        lambda: filetto.analyse("tictactoe", nodes=number),
        lambda: filetto.explain("tictactoe", nodes=number),
        lambda: filetto.review("tictactoe", "b2", solver=number),
        lambda: filetto.vector.make("tictactoe", num_envs=number),
        lambda: filetto.vector.make("tictactoe", seed=number),
        lambda: filetto.vector.make("tictactoe").reset(seed=number),
        lambda: filetto.Game.read(filetto.Game("tictactoe").write(), number=number),
    ):
        with pytest.raises(filetto.FilettoError, match="below zero" if number < 0 else "too large"):
            call()


def test_a_move_that_is_refused_plays_nothing():
    game = filetto.Game("connect4")
    with pytest.raises(filetto.IllegalMove):
        game.play([3, 3, 9])
    assert len(game) == 0


def test_a_limit_ends_a_solve_with_its_own_exception():
    with pytest.raises(filetto.Unsolved, match="limits"):
        filetto.Solver("7x7x5g").value("1", time=0.05, prove=True)


def test_certificates_prove_and_changed_ones_do_not():
    (proof,) = filetto.Solver("3x3x3").certificate()
    assert "3x3x3" in filetto.verify(proof).claim
    with pytest.raises(filetto.NotProved):
        filetto.verify(proof[:-3])


def test_a_book_is_believed():
    solver = filetto.Solver("4x5x4g")
    book = filetto.Solver("4x5x4g", book=solver.build_book(3))
    assert book.value("33").known_by == "book"
    assert book.scores("3") == solver.scores("3")


def test_files_are_converted(tmp_path: Path):
    game = filetto.Game("gomoku", "h8 i9 j10")
    filetto.save(game, tmp_path / "a.psq")
    filetto.convert(tmp_path / "a.psq", tmp_path / "b.sgf")
    assert filetto.load(tmp_path / "b.sgf").moves == game.moves


def test_pictures_and_pages_for_notebooks():
    game = filetto.Game("tictactoe", "a1 b2")
    assert game._repr_svg_().startswith("<svg")
    assert "<iframe" in filetto.review("tictactoe", "b2 b1 a1")._repr_html_()
    assert "<svg" in filetto.explain(game).svg()


@pytest.mark.parametrize(
    "work",
    [
        lambda: filetto.Engine().best("15x15x5", "h8 i9", nodes=30_000),
        lambda: filetto.random_positions("6x7x4g", 30_000),
        lambda: filetto.Solver("4x5x4g").build_book(4),
    ],
    ids=["best", "random_positions", "build_book"],
)
def test_the_lock_is_released_while_it_works(work):
    ticks = []
    stop = threading.Event()

    def count():
        while not stop.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    work()
    stop.set()
    thread.join()
    assert len(ticks) > 2


@pytest.mark.parametrize(
    "work",
    [
        lambda: filetto.Solver("7x7x5g", memory=16).value("1", prove=True),
        lambda: filetto.random_positions("6x7x4g", 10**9),
        lambda: filetto.Solver("6x7x4g").build_book(13),
        lambda: filetto.Solver("6x7x4g").build_book(6),
    ],
    ids=["value", "random_positions", "positions of a book", "build_book"],
)
def test_ctrl_c_stops_it(work):
    threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        work()


def test_an_engine_says_what_it_thinks():
    choice = filetto.Engine().best("tictactoe", "a1 a2 b1 b2", nodes=1000)
    assert (choice.move, choice.win_in, choice.proved) == ("c1", 1, True)
    lines = filetto.Engine().best("gomoku", "h8 i9", nodes=5000, lines=3).lines
    assert len(lines) == 3
    answer = filetto.analyse("tictactoe", "a1", values=True)
    assert answer["proved"] and answer["best"] == "b2" and len(answer["values"]) == 8


def test_accuracy_knows_the_perfect_and_the_careless():
    solver = filetto.Solver("4x4x3g")
    perfect = filetto.accuracy(lambda game: max(solver.scores(game).items(), key=lambda one: one[1])[0], solver, 60)
    assert perfect.perfect.value == perfect.good.value == 1.0
    careless = filetto.accuracy(lambda game: game.legal_actions()[0], solver, 60)
    assert careless.perfect.value < 1 and careless.good.interval[0] < careless.good.value < careless.good.interval[1]
    assert sum(share.count for share, _ in careless.by_ply.values()) == 60


def test_accuracy_is_an_error_where_nothing_can_be_labelled():
    with pytest.raises(filetto.Unsolved, match="none of 3 positions of 19x19x5"):
        filetto.accuracy(filetto.Game.legal_moves, "19x19x5", 3, time=0.01)
