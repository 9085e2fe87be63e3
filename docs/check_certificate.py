#!/usr/bin/env python3
"""Checks certificates: docs/certificates.md as a program, written from its text and sharing nothing with `filetto-verify`.

    check_certificate.py FILE...     one line a file: what it proves, or its first fault; exit code 0 if all are proofs
    check_certificate.py --batch     standard input is a list of certificates, each the number of its bytes and a line feed,
                                     then its first line and its payload, unpacked; one line of output for each

Lines are bits: a position has, for each side, the set of lines that are live for it and, for each number, the set of lines in
which it lacks at most so many stones. To unpack files it needs the program `zstd`.
"""

import re
import subprocess
import sys
from operator import itemgetter

EMPTY, WALL = 2, 3
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Fault(Exception):
    """The reason why a file is refused."""


def require(condition, fault):
    if not condition:
        raise Fault(fault)


class Numbers:
    """The payload."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def next(self):
        number = 0
        for shift in (0, 7, 14, 21):
            require(self.at < len(self.data), "the payload ends too early")
            byte = self.data[self.at]
            self.at += 1
            number |= (byte & 127) << shift
            if byte < 128:
                require(byte or not shift, "a number in more bytes than it needs")
                return number
        raise Fault("a number of more than 28 bits")

    def between(self, least, most):
        number = self.next()
        require(least <= number <= most, "a number out of range")
        return number


class Board:
    """What never changes: the lines, for whom they count, the symmetries. The inner board is all of it but for larger boards."""

    def __init__(self, cells, lines, counts, cols, gravity=False, images=(), inner=None):
        self.cells, self.lines, self.cols, self.gravity = cells, lines, cols, gravity
        self.inner, self.grows = (range(cells), False) if inner is None else (inner, len(inner) < cells)
        self.through = [0] * cells
        for index, line in enumerate(lines):
            for cell in line:
                self.through[cell] |= 1 << index
        counts = [sum(1 << i for i, line in enumerate(lines) if counts(side, line)) for side in (0, 1)]
        self.images = [itemgetter(*image) for image in images if len(image) > 1]
        most = range(max(map(len, lines), default=0) + 2)
        lacks = tuple([sum(1 << i for i, line in enumerate(lines) if len(line) <= n) for n in most])
        self.start = ((EMPTY,) * cells, tuple(counts), (lacks, lacks), 0)

    def put(self, position, cell, side):
        cells, live, lacks, outside = position
        outside += cell not in self.inner
        if cell == self.cells:
            return cells, live, lacks, outside
        through, mine = self.through[cell], lacks[side]
        mine = tuple([a | b & through for a, b in zip(mine, mine[1:])]) + mine[-1:]
        lives, lack = (live[side], live[1 - side] & ~through), (mine, lacks[1 - side])
        order = slice(None, None, 1 - 2 * side)
        return cells[:cell] + (side,) + cells[cell + 1:], lives[order], lack[order], outside

    def playable(self, position, cell):
        cells = position[0]
        free = 0 <= cell < self.cells and cells[cell] == EMPTY
        return free and (not self.gravity or cell < self.cols or cells[cell - self.cols] != EMPTY)

    def bits(self, lines):
        while lines:
            least = lines & -lines
            yield self.lines[least.bit_length() - 1]
            lines ^= least

    def claimed(self, cell):
        return (self.cells - 1 - cell) // self.cols % 2 == 0

    def completion(self, position, side):
        """A cell where the side can complete a line that counts for it."""
        _, live, lacks, _ = position
        cells = (cell for line in self.bits(lacks[side][1] & live[side]) for cell in line)
        return next((cell for cell in cells if self.playable(position, cell)), None)

    def matter(self, position):
        cells, live, *_ = position
        if self.gravity:
            return [cell for cell in range(self.cells) if self.playable(position, cell)]
        live = live[0] | live[1]
        return [cell for cell, through in enumerate(self.through) if cells[cell] == EMPTY and through & live]

    def canonical(self, position):
        cells, live, _, outside = position
        if not self.gravity:
            live = live[0] | live[1]
            cells = tuple([cell if through & live else WALL for cell, through in zip(cells, self.through)])
        return min([bytes(image(cells)) for image in self.images], default=bytes(cells)) + bytes([outside])


def plain_board(size, k, gravity, counts, inner):
    rows, cols = size
    places = [(row, col) for row in range(rows) for col in range(cols)]
    inner = {row * cols + col for row, col in places if row < inner[0] and col < inner[1]}
    starts = [(place, step) for place in places for step in DIRECTIONS]
    lines = [tuple((row + i * up) * cols + col + i * right for i in range(k)) for (row, col), (up, right) in starts
             if row + (k - 1) * up < rows and 0 <= col + (k - 1) * right < cols]
    maps = [lambda r, c: (r, c), lambda r, c: (r, cols - 1 - c)]
    if not gravity:
        maps += [lambda r, c: (rows - 1 - r, c), lambda r, c: (rows - 1 - r, cols - 1 - c)]
        if rows == cols:
            maps += [lambda r, c, m=m: m(c, r) for m in maps]
    images = [[r * cols + c for r, c in (m(*place) for place in places)] for m in maps]
    images = [image for image in images if {image[cell] for cell in inner} == inner]
    meets = (inner.issuperset, lambda line: not inner.isdisjoint(line))
    return Board(rows * cols, lines, lambda s, line: counts[s] and meets[s](line), cols, gravity, images, inner)


def tile(strip, k, numbers):
    cols = numbers.between(1, 128)
    rows, shift = (strip, 0) if strip else (numbers.between(1, 128), numbers.between(0, cols - 1))

    def place(row, col):
        return row % rows, (col - row // rows * shift) % cols
    cells = [(numbers.next(), numbers.next()) for _ in range(numbers.between(1, rows * cols))]
    require(not strip or all(row < strip for row, _ in cells), "a cell outside the strip")
    owner = {place(*cell): cell for cell in cells}
    require(len(owner) == len(cells), "copies of the tile overlap")
    targets = []
    for _ in range(numbers.between(1, 4096)):
        target = [numbers.between(0, len(cells) - 1) for _ in range(numbers.between(1, min(k, len(cells))))]
        require(all(a < b for a, b in zip(target, target[1:])), "the cells of a target do not rise")
        targets.append(target)
    for row, col, (up, right) in [(r, c, d) for r in range(rows) for c in range(cols) for d in DIRECTIONS]:
        if strip and row + (k - 1) * up >= strip:
            continue
        # The cells of the window, each as the cell of the tile and the vector of the copy that it belongs to.
        window = set()
        for r, c in ((row + i * up, col + i * right) for i in range(k)):
            r0, c0 = owner.get(place(r, c), (None, None))
            if r0 is not None:
                window.add((r0, c0, r - r0, c - c0))
        copies = {(up, right) for _, _, up, right in window}
        held = any(all(cells[cell] + copy in window for cell in target) for copy in copies for target in targets)
        require(held, "a window without a target")
    return Board(len(cells), targets, lambda side, line: side == 0, len(cells))


class Walk:
    """The walk through the proof, with the positions still to be looked at on a stack."""

    def __init__(self, board, k, claimant, wins, numbers):
        self.board, self.k, self.claimant, self.wins, self.numbers = board, k, claimant, wins, numbers
        self.met, self.pairings, self.plans, self.leaves, self.stack = set(), [], [], 0, []

    def check(self, position, to_move):
        (self.answer if to_move == self.claimant else self.expand)(position, None)
        while self.stack:
            position, cell, plan = self.stack.pop()
            self.answer(self.board.put(position, cell, 1 - self.claimant), plan)
        return len(self.met), self.leaves

    def answer(self, position, plan):
        board, claimant = self.board, self.claimant
        if board.completion(position, claimant) is not None:
            return
        if EMPTY not in position[0]:
            return require(not self.wins, "the board is full and the game not won")
        key = board.canonical(position)
        if key in self.met:
            return
        self.met.add(key)
        record, cell = self.numbers.next() if plan is None else 0, board.completion(position, 1 - claimant)
        if 4 <= record < 8:
            cell = self.numbers.next()
            plan = self.plan(record)
        elif record >= 8:
            cell = record - 8
        elif record > 0:
            return self.leaf(record, position, False)
        elif cell is None:
            require(plan is not None, "a block, but there is no threat")
            cell = next(cell for cell in plan if board.playable(position, cell))
        require(board.playable(position, cell) and cell in board.inner, "the reply cannot be played")
        self.expand(board.put(position, cell, claimant), plan)

    def expand(self, position, plan):
        board = self.board
        require(board.completion(position, 1 - self.claimant) is None, "the opponent completes a line")
        require(not 0 < self.k - 1 <= position[3], "the opponent may complete a line outside")
        only = board.completion(position, self.claimant)
        if only is not None:
            return self.stack.append((position, only, plan))
        if not self.wins and plan is None:
            record = self.numbers.next()
            if 4 <= record < 8:
                plan = self.plan(record)
            elif record != 0:
                return self.leaf(record, position, True)
        if plan is not None and self.follow_up(position):
            return
        moves = board.matter(position)
        require(moves or not self.wins, "no move matters and the game is not won")
        self.stack += [(position, cell, plan) for cell in [board.cells] * board.grows + moves[::-1]]

    def plan(self, record):
        # All cells in the order in which the plan prefers them.
        self.leaves += 1
        board, numbers = self.board, self.numbers
        require(board.gravity, "a plan without gravity")
        if record in (4, 6):
            named = [numbers.between(0, board.cells - 1) for _ in range(numbers.between(0, board.cells))]
            require(len(set(named)) == len(named), "a cell that is named twice")
            others = sorted(set(range(board.cells)).difference(named), key=lambda cell: (not board.claimed(cell), cell))
            self.plans.append(named + others)
        order = self.given(self.plans, record in (4, 6))
        return order if record < 6 else [cell + board.cols - 1 - cell % board.cols * 2 for cell in order]

    def given(self, given, new):
        index = len(given) - 1 if new else self.numbers.next()
        require(index < len(given), "a pairing or a plan that was never given")
        return given[index]

    def leaf(self, record, position, opponent_moves):
        self.leaves += 1
        require(not self.wins, "a leaf of holding in a proof of winning")
        if record >= 3:
            follows = record == 3 and self.board.gravity and opponent_moves and self.follow_up(position)
            return require(follows, "no leaf that holds")
        if record == 1:
            count = self.numbers.between(0, self.board.cells // 2)
            self.pairings.append([(self.numbers.next(), self.numbers.next()) for _ in range(count)])
        self.pairing(self.given(self.pairings, record == 1), position, opponent_moves)

    def pairing(self, pairs, position, opponent_moves):
        board, (cells, live, *_) = self.board, position
        live, paired = live[1 - self.claimant], set()
        for a, b in pairs:
            if max(a, b) < board.cells and cells[a] == EMPTY and cells[b] == EMPTY:
                require(a != b and a not in paired and b not in paired, "the pairs overlap")
                paired.update((a, b))
                live &= ~(board.through[a] & board.through[b])
        require(not board.gravity or not pairs and not live, "with gravity only 'no live line'")
        free = [sum(cells[cell] == EMPTY and cell not in paired for cell in line) for line in board.bits(live)]
        weight = sum(1 << 100 - min(e, 100) for e in free)
        require(2 * weight < 1 << 100 if opponent_moves else weight < 1 << 100, "the weights are too large")

    def follow_up(self, position):
        board, claimant, (cells, live, lacks, _) = self.board, self.claimant, position
        later = {c for c, held in enumerate(cells) if held == EMPTY and not board.playable(position, c)}
        wins = later.intersection(c for line in board.bits(lacks[claimant][1] & live[claimant]) for c in line)
        odd = cells.count(EMPTY) % 2
        for cut in [c for c in wins if odd and not board.claimed(c)] + [None]:
            column = () if cut is None else range(cut % board.cols, board.cells, board.cols)
            own = later if column or not odd else ()
            own = {c for c in own if (c < cut and not board.claimed(c) if c in column else board.claimed(c))}
            ends = own & wins | {cut} - {None}
            stop = own.union(*(range(end, board.cells, board.cols) for end in ends))
            lines = (own.issuperset(c for c in line if cells[c] == EMPTY) for line in board.bits(live[claimant]))
            held = not any(stop.isdisjoint(line) for line in board.bits(live[1 - claimant]))
            if held and (not self.wins or column or any(lines)):
                return True
        return False


def decimal(text, most=128):
    require(re.fullmatch("[1-9][0-9]{0,2}", text) and int(text) <= most, "a number out of range")
    return int(text)


def cell_number(name, rows, cols):
    match = re.fullmatch("([a-z]{1,2})([1-9][0-9]{0,2})", name)
    require(match, "no name of a cell")
    *first, last = [ord(letter) - ord("a") for letter in match[1]]
    col = 26 * (first[0] + 1) + last if first else last
    require(col < cols and int(match[2]) <= rows, "a cell that is not on the board")
    return (int(match[2]) - 1) * cols + col


def check(line, payload):
    """The numbers of positions and of leaves of a proof; raises a Fault otherwise."""
    words, numbers = line.split(" "), Numbers(payload)
    require(words[:2] == ["filetto-certificate", "1"] and len(words) >= 6, "no certificate of version 1")
    ground, game, who, verb = words[2:6]
    require(game in ("strong", "weak") and who in ("X", "O") and verb in ("wins", "holds"), "no claim")
    claimant, wins, gravity, moves = "XO".index(who), verb == "wins", ground.endswith("g"), []
    sizes = ground.removesuffix("g").split("x")
    require(len(sizes) == 3, "no board")
    k = decimal(sizes[2])
    if sizes[1] == "N":
        require(not gravity and words[3:] == ["weak", "O", "holds"], "no claim about a strip or the plane")
        board = tile(None if sizes[0] == "N" else decimal(sizes[0]), k, numbers)
    else:
        grows = [size.endswith("+") for size in sizes[:2]]
        inner = [decimal(size.removesuffix("+"), 129 - k if more else 128) for size, more in zip(sizes, grows)]
        require(k <= max(inner), "K is larger than the board")
        require(not any(grows) or not gravity and words[3:] == ["strong", "X", "wins"], "no claim about larger boards")
        require(len(words) == 6 or words[6] == "after" and len(words) > 7, "no moves after 'after'")
        moves = [cell_number(name, *inner) for name in words[7:]]
        attacker = claimant if wins else 1 - claimant
        counts = [game == "strong" or side == attacker for side in (0, 1)]
        board = plain_board([size + (k - 1) * more for size, more in zip(inner, grows)], k, gravity, counts, inner)
    position = board.start
    for index, cell in enumerate(moves):
        require(board.playable(position, cell), "a move that cannot be played")
        position = board.put(position, cell, index % 2)
        require(not position[2][index % 2][0], "the game is over before the proof starts")
    found = Walk(board, k, claimant, wins, numbers).check(position, len(moves) % 2)
    require(numbers.at == len(payload), "numbers are left")
    return found


def verdict(file, unpacked=False):
    try:
        end = file.find(b"\n", 0, 4096)
        require(end >= 0 and file[:end].isascii(), "no first line of plain text")
        payload = file[end + 1:] if unpacked else subprocess.check_output(["zstd", "-dcq"], input=file[end + 1:])
        return True, "proved {} {}".format(*check(file[:end].decode(), payload))
    except Fault as fault:
        return False, f"refused: {fault}"


def main():
    if sys.argv[1:] == ["--batch"]:
        while length := sys.stdin.buffer.readline():
            print(verdict(sys.stdin.buffer.read(int(length)), unpacked=True)[1], flush=True)
        return 0
    found = []
    for name in sys.argv[1:]:
        with open(name, "rb") as file:
            found.append(verdict(file.read()))
        print(f"{name}: {found[-1][1]}")
    return 0 if found and all(good for good, _ in found) else 1


if __name__ == "__main__":
    sys.exit(main())
