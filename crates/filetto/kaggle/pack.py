"""Makes the book of the Kaggle agent, 6x7x4g.b85, from what `crates/solve/examples/kaggle_lines.rs` wrote.

    cargo run --release -p filetto-solve --example kaggle_lines -- crates/filetto/kaggle/lines.txt target/first.txt
    python3 crates/filetto/kaggle/pack.py crates/filetto/kaggle/lines.txt target/first.txt

Its tables are static functions: a key is mixed to three places, and what lies there, taken together by exclusive or, is its value. There are 1.23 places a key.
Keys are taken off one by one that have a place for themselves; in reverse order every one sets that place.
"""

import base64
import importlib.util
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
PLACES_A_KEY = 1.23

spec = importlib.util.spec_from_file_location("agent", FOLDER / "agent.py")
agent = importlib.util.module_from_spec(spec)
spec.loader.exec_module(agent)
agent.BOOK = ""
board = agent.Search(*agent.BOOK_BOARD)
book = agent.Book("")


def entry(line):
    """The key of a position, its columns from the middle outwards, and the one to play, all as the key sees it."""
    text, _, column = line.rpartition(" ")
    own = mask = 0
    for digit in text:
        move = board.drop(mask, int(digit) - 1)
        own, mask = own ^ mask, mask | move
    straight, mirrored = own + mask, board.mirror(own) + board.mirror(mask)
    column = int(column) - 1
    if straight <= mirrored:
        return straight, board.legal(mask), column
    return mirrored, board.legal(board.mirror(mask)), board.cols - 1 - column


def moves(entries):
    """The first table: of each move down to the one that is played, whether it is that one. The last needs no bit."""
    values = {}
    for key, legal, column in entries:
        for number, one in enumerate(legal[: legal.index(column) + 1][: len(legal) - 1]):
            values[key << 3 | number] = int(one == column)
    return values


def static(values, marked):
    """A third of the places, and what lies at all of them; a larger size if the keys cannot be taken off."""
    third = int(len(values) * PLACES_A_KEY / 3) + 11
    while True:
        mixed = {key: book.mixed(key, third) for key in values}
        # Of every place: how many keys it has, and these by exclusive or. With one key left, that is the key.
        count, keys = [0] * (3 * third), [0] * (3 * third)
        for key, (places, _) in mixed.items():
            for place in places:
                count[place] += 1
                keys[place] ^= key
        alone, taken = [place for place in range(len(count)) if count[place] == 1], []
        while alone:
            place = alone.pop()
            if count[place] == 1:
                key = keys[place]
                taken.append((key, place))
                for other in mixed[key][0]:
                    count[other] -= 1
                    keys[other] ^= key
                    if count[other] == 1:
                        alone.append(other)
        if len(taken) == len(values):
            break
        third += 1 + third // 500
    table = [0] * len(count)
    for key, place in reversed(taken):
        places, mark = mixed[key]
        value = mark << 3 | values[key] if marked else values[key]
        table[place] = value ^ table[places[0]] ^ table[places[1]] ^ table[places[2]]
    return third, table


def pack(first, later):
    third, bits = static(moves(first), False)
    bits = sum(bit << place for place, bit in enumerate(bits)).to_bytes((len(bits) + 7) // 8, "little")
    _, columns = static({key: column for key, _, column in later}, True)
    columns = b"".join(value.to_bytes(3, "big") for value in columns)
    return base64.b85encode(third.to_bytes(3, "big") + bits + columns).decode()


if __name__ == "__main__":
    later, first = ([entry(line) for line in Path(path).read_text().splitlines()] for path in sys.argv[1:3])
    text = pack(first, later)
    packed = agent.Book(text)
    assert all(packed.first(key, legal) == column for key, legal, column in first)
    assert all(packed.later(key) == column for key, _, column in later)
    (FOLDER / "6x7x4g.b85").write_text(text + "\n")
    print(f"{len(first)} positions with few stones, {len(later)} later ones, {len(text)} characters")
