"""Makes the book of the Kaggle agent (crates/filetto/kaggle/6x7x4g.b85) from Filetto's repertoire and solver.

    python tools/kaggle_book.py PLIES

Only positions that can come up in games of the agent are in it. As first player they come from the repertoire that is shipped (up to 12
stones). As second player every position with at most PLIES stones is solved: of moves that keep the value the most central one; a lost one has
the agent's own guess, so that its games stay few. Positions that the agent solves itself with few nodes are left out. What was solved is kept in
second.jsonl beside this file, and the same command goes on from there.
"""

import base64
import importlib.util
import json
import sys
import zlib
from pathlib import Path

import filetto

ROOT = Path(__file__).resolve().parents[3]
KEPT = Path(__file__).with_name("second.jsonl")
FOLDER = ROOT / "crates/filetto/kaggle"
#: What the agent finds out with so many nodes (a fifth of a second) needs no book; a guess has this many.
EASY, GUESS = 20_000, 3_000

spec = importlib.util.spec_from_file_location("agent", FOLDER / "agent.py")
agent = importlib.util.module_from_spec(spec)
spec.loader.exec_module(agent)
agent.BOOK = ""
board = agent.Search(6, 7, 4)
solver = filetto.Solver("6x7x4g", memory=1024)


def stones(columns):
    own = mask = 0
    for col in columns:
        move = board.drop(mask, col)
        own, mask = own ^ mask, mask | move
    return own, mask


def key(columns):
    own, mask = stones(columns)
    return min(own + mask, board.mirror(own) + board.mirror(mask))


def replies(columns):
    """The positions after every reply that does not end the game."""
    game = filetto.Game("6x7x4g", columns)
    for col in game.legal_actions():
        after = game.copy().play(col)
        if not after.is_over():
            yield [*columns, col]


def first():
    book, level = [], [[]]
    while level:
        following = {}
        for columns in level:
            game = filetto.Game("6x7x4g", columns)
            cell = solver.repertoire(game)
            if cell is None:
                continue
            col = game.action(cell)
            if board.settled(*stones(columns), 7) is None:
                book.append((columns, col))
            if not game.play(col).is_over():
                following.update((key(after), after) for after in replies([*columns, col]))
        level = list(following.values())
    return book


def sign(columns):
    return solver.value(filetto.Game("6x7x4g", columns), score=False).sign


def chosen(columns):
    """The column to play and whether the book needs it; none where the position is easily lost."""
    own, mask = stones(columns)
    settled = board.settled(own, mask, 7)
    if settled is not None:
        return settled, False
    search = agent.Search(6, 7, 4)
    search.most = EASY
    try:
        return search.solve(own, mask), False
    except agent.OutOfTime:
        pass
    value = sign(columns)
    if value < 0:
        search = agent.Search(6, 7, 4)
        search.most = GUESS
        return search.guess(own, mask, None), True
    safe = board.safe(own, mask)
    return next(col for col in board.order if safe & board.columns[col] and -sign([*columns, col]) >= value), True


def second(plies):
    known = {}
    if KEPT.exists():
        for line in KEPT.read_text().splitlines():
            columns, col, *_ = json.loads(line)
            known[tuple(columns)] = col
    book, level, ply = [], [[col] for col in range(4)], 1
    with KEPT.open("a") as kept:
        while level and ply <= plies:
            following = {}
            for columns in level:
                if tuple(columns) in known:
                    col, needed = known[tuple(columns)], True
                else:
                    col, needed = chosen(columns)
                    if needed:
                        kept.write(json.dumps([columns, col]) + "\n")
                        kept.flush()
                if needed:
                    book.append((columns, col))
                if col is not None and not filetto.Game("6x7x4g", [*columns, col]).is_over():
                    following.update((key(after), after) for after in replies([*columns, col]))
            print(f"{ply} stones: {len(level)} positions", flush=True)
            level, ply = list(following.values()), ply + 2
    # What an earlier, longer run has solved is as good.
    return book + [(list(columns), col) for columns, col in known.items()]


def pack(entries):
    """As the agent reads it: how many, the columns, then the distances between the keys, seven bits a byte."""
    book = {}
    for columns, col in entries:
        own, mask = stones(columns)
        straight, mirrored = own + mask, board.mirror(own) + board.mirror(mask)
        book[min(straight, mirrored)] = col if straight <= mirrored else 6 - col
    data, last = bytearray(len(book).to_bytes(4, "big") + bytes(col for _, col in sorted(book.items()))), 0
    for number in sorted(book):
        step, last = number - last, number
        while step >= 128:
            data.append(step & 127 | 128)
            step >>= 7
        data.append(step)
    return base64.b85encode(zlib.compress(bytes(data), 9)).decode()


if __name__ == "__main__":
    entries = first() + second(int(sys.argv[1]))
    text = pack(entries)
    (FOLDER / "6x7x4g.b85").write_text(text + "\n")
    print(f"{len(entries)} positions, {len(text)} characters")
