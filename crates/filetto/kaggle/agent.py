"""Filetto for Kaggle's ConnectX, in one file of plain Python. Written by `filetto kaggle export`.

On the board of the book (6x7, four in a row) the moves of its own games that a search would take too long for are looked up, and the others are
searched to the end. As second player the book is not yet complete between seven and thirteen stones: what cannot be solved in time is played as well as
can be seen. On other boards it looks as far ahead as the time allows. Positions are whole numbers: a
column has one bit a row and a spare one on top, so that shifted copies line up in every direction.
"""

import base64
import time
import zlib

BOOK_BOARD = (6, 7, 4)
BOOK = "@BOOK@"

# Of the time of an act, how much is used; and of the overage that is left, how much a hard position may take.
ACT_SHARE, OVERAGE_SHARE, ACT_DEFAULT = 0.75, 0.2, 2.0
# Positions remembered.
ENTRIES = 1_000_000


class OutOfTime(Exception):
    pass


class Search:
    """Boards of one size; what is learnt stays from move to move."""

    def __init__(self, rows, cols, k):
        self.rows, self.cols, self.k, self.stride = rows, cols, k, rows + 1
        self.bottom = sum(1 << (col * self.stride) for col in range(cols))
        self.full = self.bottom * ((1 << rows) - 1)
        self.columns = [((1 << rows) - 1) << (col * self.stride) for col in range(cols)]
        # Cells on odd rows, from one: whoever answers above gets the others.
        self.odd = sum(self.bottom << row for row in range(0, rows, 2))
        # The middle first: more rows run through it.
        self.order = sorted(range(cols), key=lambda col: (abs(2 * col - cols + 1), col))
        self.threats = self._threats()
        self.known = ({}, {})
        self.values = {}
        self.book = {}
        if (rows, cols, k) == BOOK_BOARD:
            self.book = read_book(BOOK)
        self.deadline, self.nodes, self.most = None, 0, None

    def _threats(self):
        """A function of the stones of one side: every cell that completes a row of k with them, empty or not.

        Written out and compiled for the board at hand: no loop is left in it. For each direction the stones are followed to one side of a
        cell and to the other, i and k - 1 - i of them.
        """
        lines = ["def threats(p):", " w = 0"]
        k = self.k
        for d in (1, self.stride, self.stride - 1, self.stride + 1):
            lines.append(f" l1 = p << {d}; r1 = p >> {d}")
            for i in range(2, k):
                lines.append(f" l{i} = l{i - 1} & (p << {i * d}); r{i} = r{i - 1} & (p >> {i * d})")
            terms = []
            for i in range(k):
                both = [f"l{i}"] * (i > 0) + [f"r{k - 1 - i}"] * (k - 1 - i > 0)
                # Upwards only what lies below counts: nothing hangs in the air.
                if d > 1 or i == k - 1:
                    terms.append(" & ".join(both) if both else "-1")
            lines.append(" w |= " + " | ".join(f"({term})" for term in terms))
        lines.append(f" return w & {self.full}")
        scope = {}
        exec("\n".join(lines), scope)
        return scope["threats"]

    def tick(self):
        self.nodes += 1
        if self.nodes & 255 == 0:
            if self.deadline is not None and time.perf_counter() > self.deadline:
                raise OutOfTime
            if self.most is not None and self.nodes > self.most:
                raise OutOfTime

    def safe(self, own, mask):
        """The moves that do not lose at once, given that none wins at once; 0 if there is none."""
        other = self.threats(own ^ mask) & ~mask
        moves = (mask + self.bottom) & self.full
        forced = moves & other
        if forced:
            if forced & (forced - 1):
                return 0
            moves = forced
        return moves & ~(other >> 1)

    def can(self, own, mask, goal):
        """Whether the side to move, which has no win at once, can win (goal 1) or at least not lose (goal 0)."""
        moves = self.safe(own, mask)
        if not moves:
            # The board is full, or every move loses.
            return goal == 0 and mask == self.full
        known = self.known[goal]
        key = own + mask
        if key in known:
            return known[key]
        self.tick()
        other, empty = own ^ mask, self.full ^ mask
        if not self.rows & 1 and not (mask + self.bottom) & empty & ~self.odd:
            # Every column has an even number of cells left: the other side can always answer above, and gets the even rows.
            if not self.open_row(own | (empty & self.odd)):
                if goal or self.open_row(other | (empty & ~self.odd)):
                    known[key] = False
                    return False
        # Where no row can be completed any more nobody wins.
        if goal:
            if not self.open_row(own | empty):
                known[key] = False
                return False
        elif not self.open_row(other | empty):
            known[key] = True
            return True
        threats, full, bottom = self.threats, self.full, self.bottom
        children = []
        for col in self.order:
            move = moves & self.columns[col]
            if move:
                after = mask | move
                mine = threats(own | move) & ~after
                now = mine & ((after + bottom) & full)
                if now & (now - 1):
                    known[key] = True
                    return True
                # A threat at once first, then threats for later.
                children.append(((4 if now else 0) + bin(mine).count("1"), move))
        result, seen = False, self.known[1 - goal]
        for _, move in children:
            # What is known of a move needs no search.
            if seen.get(other + (mask | move)) is False:
                known[key] = True
                return True
        children.sort(key=lambda child: -child[0])
        for _, move in children:
            if not self.can(other, mask | move, 1 - goal):
                result = True
                break
        if len(known) >= ENTRIES:
            known.clear()
        known[key] = result
        return result

    def open_row(self, cells):
        """Whether k of these cells lie in a row."""
        for d in (1, self.stride, self.stride - 1, self.stride + 1):
            run = cells
            for i in range(1, self.k):
                run &= cells >> (i * d)
            if run:
                return True
        return False

    def legal(self, mask):
        return [col for col in self.order if mask & self.columns[col] != self.columns[col]]

    def drop(self, mask, col):
        return (mask + (1 << (col * self.stride))) & self.columns[col] & ~mask

    def settled(self, own, mask, col):
        """A column with certainty: by rule, by the book. None if it has to be searched."""
        legal = self.legal(mask)
        moves = (mask + self.bottom) & self.full
        for goal in (own, own ^ mask):
            cells = self.threats(goal) & moves
            if cells:
                return next(col for col in legal if cells & self.columns[col])
        if len(legal) == 1:
            return legal[0]
        return self.look_up(own, mask)

    def look_up(self, own, mask):
        key, mirrored = own + mask, self.mirror(own) + self.mirror(mask)
        if key in self.book:
            return self.book[key]
        if mirrored in self.book:
            return self.cols - 1 - self.book[mirrored]
        return None

    def mirror(self, cells):
        width, out = (1 << self.stride) - 1, 0
        for _ in range(self.cols):
            out = (out << self.stride) | (cells & width)
            cells >>= self.stride
        return out

    def solve(self, own, mask):
        """A column that keeps the value, found by looking at everything. Raises OutOfTime."""
        other, safe = own ^ mask, self.safe(own, mask)
        moves = [(col, safe & self.columns[col]) for col in self.order if safe & self.columns[col]]
        for goal in (0, 1):
            # Does the other side fail to hold? Then we win. Does it fail to win? Then we hold.
            for col, move in moves:
                if not self.can(other, mask | move, goal):
                    return col
        return None

    def guess(self, own, mask, until):
        """The best column as far as it can be seen, deeper and deeper until the time is over."""
        best, moves = None, self.legal(mask)
        try:
            for depth in range(1, self.rows * self.cols + 1):
                self.values.clear()
                scored = []
                for col in moves:
                    move = self.drop(mask, col)
                    scored.append((-self.value(own ^ mask, mask | move, depth - 1, -9999, 9999), col))
                scored.sort(key=lambda one: -one[0])
                best, moves = scored[0][1], [col for _, col in scored]
                if abs(scored[0][0]) > 1000 and depth > 1 and scored[0][0] > 0:
                    break
        except OutOfTime:
            pass
        return moves[0] if best is None else best

    def value(self, own, mask, depth, alpha, beta):
        """Negamax with a table; threats that fit the parity of their row are what counts at the leaves."""
        self.tick()
        moves = (mask + self.bottom) & self.full
        mine = self.threats(own) & ~mask
        if mine & moves:
            return 2000 - bin(mask).count("1")
        if mask == self.full:
            return 0
        theirs = self.threats(own ^ mask) & ~mask
        forced = moves & theirs
        if forced:
            if forced & (forced - 1):
                return bin(mask).count("1") - 1999
            moves, depth = forced, depth + 1
        if depth <= 0:
            return 10 * (bin(mine).count("1") - bin(theirs).count("1"))
        key = (own + mask, depth)
        if key in self.values:
            low, high = self.values[key]
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
            alpha, beta = max(alpha, low), min(beta, high)
        best, floor = -9999, alpha
        # Below a cell that the other side wants only if nothing else is left.
        for good in (moves & ~(theirs >> 1), moves & (theirs >> 1)):
            for col in self.order:
                move = good & self.columns[col]
                if move:
                    score = -self.value(own ^ mask, mask | move, depth - 1, -beta, -alpha)
                    best, alpha = max(best, score), max(alpha, score)
                    if alpha >= beta:
                        break
            if alpha >= beta:
                break
        if len(self.values) >= ENTRIES:
            self.values.clear()
        self.values[key] = (best if best > floor else -9999, best if best < beta else 9999)
        return best


def read_book(text):
    """Positions with a column each: numbers of five bits that say how far it is to the next position, packed."""
    if len(text) < 8:
        return {}
    data = zlib.decompress(base64.b85decode(text))
    count = int.from_bytes(data[:4], "big")
    columns, keys, book, key, at = data[4 : 4 + count], data[4 + count :], {}, 0, 0
    for i in range(count):
        step = shift = 0
        while True:
            byte = keys[at]
            at += 1
            step |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        key += step
        book[key] = columns[i]
    return book


SEARCHES = {}


def choose(board, mark, rows, cols, k, seconds=ACT_DEFAULT, overage=0.0):
    """The column for the side with this mark on a board of 0, 1 and 2, row by row from the top."""
    start = time.perf_counter()
    search = SEARCHES.get((rows, cols, k))
    if search is None:
        search = SEARCHES[(rows, cols, k)] = Search(rows, cols, k)
    own = mask = 0
    for at, stone in enumerate(board):
        if stone:
            bit = 1 << ((at % cols) * search.stride + rows - 1 - at // cols)
            mask |= bit
            own |= bit if stone == mark else 0
    column = search.settled(own, mask, cols)
    if column is not None:
        return column
    search.nodes = 0
    # A little is kept for a guess; a loss that is proved is played on by guessing too.
    search.deadline = start + ACT_SHARE * seconds + OVERAGE_SHARE * max(0.0, overage - 10.0)
    solvable = (rows, cols, k) == BOOK_BOARD or rows * cols - bin(mask).count("1") <= 22
    try:
        column = search.solve(own, mask) if solvable else None
    except OutOfTime:
        column = None
    if column is None:
        now = time.perf_counter()
        search.deadline = max(now + 0.1 * seconds, start + ACT_SHARE * seconds)
        column = search.guess(own, mask, search.deadline)
    return column


def agent(observation, configuration):
    """Kaggle calls this; the last function of the file is the agent."""
    read = lambda source, name, default: getattr(source, name, source.get(name, default) if isinstance(source, dict) else default)
    return choose(
        list(read(observation, "board", [])),
        read(observation, "mark", 1),
        read(configuration, "rows", 6),
        read(configuration, "columns", 7),
        read(configuration, "inarow", 4),
        float(read(configuration, "actTimeout", ACT_DEFAULT)),
        float(read(observation, "remainingOverageTime", 0.0)),
    )
