"""Makes the book of the Kaggle agent, 6x7x4g.b64, from the lines that `crates/solve/examples/kaggle_lines.rs` wrote.

    cargo run --release -p filetto-solve --example kaggle_lines -- crates/filetto/kaggle/lines.txt 10000
    python3 crates/filetto/kaggle/pack.py crates/filetto/kaggle/lines.txt

The table is a static function: each key is mixed to three places, and what lies there, taken together by exclusive or, is its mark and its column. A place costs
two bytes, and there are 1.24 places a key. Keys are taken off one by one that have a place for themselves; in reverse order every one sets that place.
"""

import base64
import importlib.util
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
PLACES_A_KEY = 1.24

spec = importlib.util.spec_from_file_location("agent", FOLDER / "agent.py")
agent = importlib.util.module_from_spec(spec)
spec.loader.exec_module(agent)
agent.BOOK = ""
board = agent.Search(*agent.BOOK_BOARD)


def entry(line):
    """The key of a position, and the column to play as the key sees it."""
    text, _, column = line.rpartition(" ")
    own = mask = 0
    for digit in text:
        move = board.drop(mask, int(digit) - 1)
        own, mask = own ^ mask, mask | move
    straight, mirrored = own + mask, board.mirror(own) + board.mirror(mask)
    column = int(column) - 1
    return (straight, column) if straight <= mirrored else (mirrored, board.cols - 1 - column)


def pack(entries):
    """The table, or nothing if the keys cannot be taken off: then another size will do."""
    book = agent.Book("")
    book.third = int(len(entries) * PLACES_A_KEY / 3) + 11
    while True:
        mixed = {key: book.mixed(key) for key in entries}
        # Of every place: how many keys it has, and these by exclusive or. With one key left, that is the key.
        count, keys = [0] * (3 * book.third), [0] * (3 * book.third)
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
        if len(taken) == len(entries):
            break
        book.third += 1 + book.third // 500
    table = [0] * len(count)
    for key, place in reversed(taken):
        places, mark = mixed[key]
        table[place] = (mark << 3 | entries[key]) ^ table[places[0]] ^ table[places[1]] ^ table[places[2]]
    return base64.b64encode(b"".join(value.to_bytes(2, "big") for value in table)).decode()


if __name__ == "__main__":
    entries = dict(entry(line) for line in Path(sys.argv[1]).read_text().splitlines())
    text = pack(entries)
    agent.BOOK = text
    book = agent.Book(text)
    assert all(book.column(key) == column for key, column in entries.items())
    (FOLDER / "6x7x4g.b64").write_text(text + "\n")
    print(f"{len(entries)} positions, {len(text)} characters")
