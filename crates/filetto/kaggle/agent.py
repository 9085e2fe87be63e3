"""Filetto for Kaggle's ConnectX, in one file of plain Python. Written by `filetto kaggle export`.

On the board of the book (6x7, four in a row) it plays perfectly: all positions with few stones and those later ones that a search would take too
long for are looked up, the others are searched to the end. On other boards it looks as far ahead as the time allows, to the end if it can.

Positions are whole numbers: a column has one bit a row and a spare one on top, so that shifted copies line up in every direction. Whole
numbers have any length in Python, and one operation costs hardly more on a long one. A node therefore looks at the positions after all of its moves
at once: they lie side by side in one number, each in a lane of its own with enough room that nothing is shifted from one into the next.
"""

import base64
import time

BOOK_BOARD = (6, 7, 4)
BOOK = "@BOOK@"
# The book has every position with so many stones or fewer.
COMPLETE = 8

# Of the time of an act, how much is used to solve, and when a guess has to be there; of the overage that is left, how much a hard position may take.
SOLVE_SHARE, ACT_SHARE, OVERAGE_SHARE, ACT_DEFAULT = 0.7, 0.8, 0.1, 2.0
# Positions remembered; and with how many empty cells a search to the end is tried on other boards.
ENTRIES, SOLVABLE = 1_000_000, 30
# How long is thought about a position that is lost anyway.
LOST = 0.3

try:
    count = int.bit_count
except AttributeError:  # before Python 3.10
    def count(cells):
        return bin(cells).count("1")


class OutOfTime(Exception):
    pass


class Search:
    """Boards of one size; what is learnt stays from move to move."""

    def __init__(self, rows, cols, k):
        self.rows, self.cols, self.k, self.stride = rows, cols, k, rows + 1
        self.bottom = sum(1 << (col * self.stride) for col in range(cols))
        self.full = self.bottom * ((1 << rows) - 1)
        self.columns = [((1 << rows) - 1) << (col * self.stride) for col in range(cols)]
        # The middle first: more rows run through it.
        self.order = sorted(range(cols), key=lambda col: (abs(2 * col - cols + 1), col))
        self.threats = compiled(self.threats_code())
        self.lines = compiled(self.lines_code())
        self.known = ({}, {})
        self.values = {}
        self.book = Book(BOOK if (rows, cols, k) == BOOK_BOARD else "")
        self.deadline, self.nodes, self.most = None, 0, None
        self.can = self.prover()

    def directions(self):
        return (1, self.stride, self.stride - 1, self.stride + 1)

    def threats_code(self):
        """A function of stones and of the cells that count: those that complete a row of k with the stones. It is written out for the board at hand.

        For each direction the stones are followed to one side of a cell and to the other, i and k - 1 - i of them.
        """
        lines, k = ["def function(p, cells):", " w = 0"], self.k
        for d in self.directions():
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
        return lines + [" return w & cells"]

    def lines_code(self):
        """A function of cells: those from which k of them follow one another."""
        lines = ["def function(p):", " w = 0"]
        for d in self.directions():
            lines.append(" r = p")
            length = 1
            while length < self.k:
                step = min(length, self.k - length)
                lines.append(f" r &= r >> {step * d}")
                length += step
            lines.append(" w |= r")
        return lines + [" return w"]

    def places(self):
        """What a cell is worth by the rows that run through it; those through the cell above are given away."""
        rows, cols, k = self.rows, self.cols, self.k
        through = {}
        for row, col in ((row, col) for row in range(rows) for col in range(cols)):
            for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if row + (k - 1) * up < rows and 0 <= col + (k - 1) * right < cols:
                    for i in range(k):
                        cell = row + i * up, col + i * right
                        through[cell] = through.get(cell, 0) + 1
        return {
            1 << (col * self.stride + row): 6 * through.get((row, col), 0) - 3 * through.get((row + 1, col), 0) - 2 * abs(2 * col - cols + 1)
            for row in range(rows)
            for col in range(cols)
        }

    def tick(self):
        self.nodes += 1
        if self.nodes & 127 == 0:
            if self.deadline is not None and time.perf_counter() > self.deadline:
                raise OutOfTime
            if self.most is not None and self.nodes > self.most:
                raise OutOfTime

    def prover(self):
        """The function that decides positions. Everything it needs is a local name: that is what is fast in Python."""
        full, bottom, threats, lines, known, tick, columns = self.full, self.bottom, self.threats, self.lines, self.known, self.tick, self.columns
        cells, top, place = self.rows * self.cols, self.rows - 1, self.places()
        bits = self.stride * self.cols
        width = bits + (self.k - 1) * (self.stride + 1)
        # One in every lane; whatever is multiplied by it is copied to all of them.
        each = sum(1 << (width * col) for col in range(self.cols))
        # All cells, the bit above them, every bit below that one, the cells of a lane's own column, the lowest cells, the spare bits, the highest.
        board, guard, ones = full * each, each << bits, each * ((1 << bits) - 1)
        own_column = sum(self.columns[col] << (width * col) for col in range(self.cols))
        low, spare, high = bottom * each, (bottom << self.rows) * each, (bottom << top) * each
        # Rows of the parity of the highest: whoever answers above gets them.
        claimable = sum(bottom << row for row in range(top, -1, -2)) * each
        lanes = [(width * col, self.columns[col]) for col in range(self.cols)]

        def above(some):
            """All cells above the lowest of these in its column."""
            some |= spare
            return board & ~((some - low) ^ some)

        def can(own, mask, theirs, goal):
            """Whether the side to move, which has no win at once, can win (goal 1) or at least not lose (goal 0).

            `theirs` are the cells that complete a row for the other side.
            """
            moves = (mask + bottom) & full
            forced = moves & theirs
            if forced:
                if forced & (forced - 1):
                    return False
                moves = forced
            # Nobody plays below a cell that the other side wants.
            moves &= ~(theirs >> 1)
            if not moves:
                return goal == 0 and mask == full
            other = own ^ mask
            if not moves & (moves - 1):
                own, mask = own | moves, mask | moves
                mine = threats(own, full & ~mask)
                now = mine & (mask + bottom)
                return bool(now & (now - 1)) or not can(other, mask, mine, 1 - goal)
            table, seen, key = known[goal], known[1 - goal], own + mask
            if key in table:
                return table[key]
            tick()
            if len(table) >= ENTRIES:
                table.clear()
            # In each lane the position after the move in its column, if there is one.
            stones = (moves * each) & own_column
            used = (stones + ones) & guard
            after, taken = own * each | stones, mask * each | stones
            empty = board & ~taken
            wins = threats(after, empty)
            playable = (taken + low) & board
            now = wins & playable
            if ((now | guard) - each) & now:
                # Two at once.
                table[key] = True
                return True
            if held(other, after, empty, wins, playable, used, goal, (cells - count(mask)) & 1):
                table[key] = True
                return True
            useful = wins & ~above(theirs * each)
            soon = wins & (playable << 1)
            children = []
            for shift, column in lanes:
                move = moves & column
                if move:
                    # What is known of a move needs no search.
                    if seen.get(other + (mask | move)) is False:
                        table[key] = True
                        return True
                    # Many winning cells first, those that cannot be cut off and those that come soon; then the better place.
                    many = count((useful >> shift) & full) + count((soon >> shift) & full)
                    worth = 64 * many + (32 if (now >> shift) & full else 0) + place[move]
                    children.append((worth, move, (wins >> shift) & full))
            children.sort(reverse=True)
            result = False
            for _, move, mine in children:
                if not can(other, mask | move, mine, 1 - goal):
                    result = True
                    break
            table[key] = result
            return result

        def held(other, after, empty, wins, playable, used, goal, even):
            """Whether one of the lanes needs no search: from now on the side that has moved answers above, and nothing can happen to it.

            With an even number of empty cells it gets the rows of the highest one's parity but for those cells that can be played now. A cell
            that wins for it closes the column above. With an odd number it needs a winning cell on another row, keeps away from the one below,
            and answers above elsewhere, until the other side has to play there.
            """
            if even:
                claimed = empty & claimable & ~playable
                own = wins & claimed
                free = guard & ~(lines(other * each | (empty & ~claimed & ~above(own))) + ones) & used
                return bool(free and (goal == 0 or free & ((own | lines(after | claimed)) + ones)))
            targets = wins & ~claimable & ~playable
            while targets:
                # One a lane.
                some = targets | guard
                target = some & ~(some - each) & board
                targets &= ~target
                upward = above(target) | target
                highest = upward & high
                column = (highest << 1) - (highest >> top)
                claimed = empty & ~playable & ((claimable & ~column) | (column & ~claimable & ~upward))
                rest = other * each | (empty & ~claimed & ~above(wins & claimed) & ~upward)
                if guard & ~(lines(rest) + ones) & (target + ones) & used:
                    return True
            return False

        return can

    def legal(self, mask):
        return [col for col in self.order if mask & self.columns[col] != self.columns[col]]

    def drop(self, mask, col):
        return (mask + (1 << (col * self.stride))) & self.columns[col] & ~mask

    def settled(self, own, mask):
        """A column with certainty: by rule, by the book. None if it has to be searched."""
        legal = self.legal(mask)
        moves = (mask + self.bottom) & self.full
        for goal in (own, own ^ mask):
            cells = self.threats(goal, moves)
            if cells:
                return next(col for col in legal if cells & self.columns[col])
        if len(legal) == 1:
            return legal[0]
        if not self.book.data:
            return None
        key, other = own + mask, (self.mirror(own), self.mirror(mask))
        mirrored = sum(other) < key
        if mirrored:
            key, legal = sum(other), self.legal(other[1])
        column = self.book.first(key, legal) if count(mask) <= COMPLETE else self.book.later(key)
        if column not in legal:
            return None
        return self.cols - 1 - column if mirrored else column

    def mirror(self, cells):
        width, out = (1 << self.stride) - 1, 0
        for _ in range(self.cols):
            out = (out << self.stride) | (cells & width)
            cells >>= self.stride
        return out

    def solve(self, own, mask):
        """A column and what it leads to, 1, 0 or -1, found by looking at everything. Raises OutOfTime."""
        other, moves = own ^ mask, []
        theirs = self.threats(other, self.full & ~mask)
        for col in self.legal(mask):
            move = self.drop(mask, col)
            if not theirs & (mask + move + self.bottom) & self.full & ~mask:
                mine = self.threats(own | move, self.full & ~(mask | move))
                now = mine & (mask + move + self.bottom)
                if now & (now - 1):
                    return col, 1
                moves.append((-count(mine), len(moves), col, move, mine))
        moves.sort()
        for goal in (0, 1):
            # Does the other side fail to hold? Then we win. Does it fail to win? Then we hold.
            for _, _, col, move, mine in moves:
                if mask | move == self.full:
                    return col, 0
                if not self.can(other, mask | move, mine, goal):
                    return col, 1 - goal
        return None, -1

    def guess(self, own, mask):
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
                best, moves = scored[0], [col for _, col in scored]
                # Won for certain, or every move loses and none lasts longer than can be seen.
                if best[0] > 1000 or depth >= self.rows * self.cols - count(mask):
                    break
        except OutOfTime:
            pass
        return moves[0] if best is None else best[1]

    def value(self, own, mask, depth, alpha, beta):
        """Negamax with a table; winning cells are what counts at the leaves."""
        self.tick()
        moves = (mask + self.bottom) & self.full
        mine = self.threats(own, self.full & ~mask)
        if mine & moves:
            return 2000 - count(mask)
        if mask == self.full:
            return 0
        theirs = self.threats(own ^ mask, self.full & ~mask)
        forced = moves & theirs
        if forced:
            if forced & (forced - 1):
                return count(mask) - 1999
            moves, depth = forced, depth + 1
        if depth <= 0:
            return 10 * (count(mine) - count(theirs))
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


def compiled(lines):
    scope = {}
    exec("\n".join(lines), scope)
    return scope["function"]


class Book:
    """Columns of positions, in two tables. What is known of a key lies at the three places that it is mixed to, taken together by exclusive or.

    The first table has every position with few stones and a bit for each of its moves from the middle outwards, until one is the one to play. The
    second has single positions: their columns, and a mark by which other keys are known. Of other keys one in two million passes for one of the book.
    Nothing is unpacked but the text.
    """

    def __init__(self, text):
        self.data = base64.b85decode(text) if len(text) > 6 else b""
        # How many bits a third of the first table has, where the second begins, and how many columns a third of that has.
        self.bits = int.from_bytes(self.data[:3], "big")
        self.start = 3 + (3 * self.bits + 7) // 8
        self.columns = (len(self.data) - self.start) // 9

    def mixed(self, key, third):
        """The places and the mark of a key."""
        for odd in (0x9E3779B97F4A7C15F39CC0605CEDC835, 0xC2B2AE3D27D4EB4F165667B19E3779F9):
            key = key * odd & (1 << 128) - 1
            key ^= key >> 61
        places = [((key >> 32 * i) % (1 << 32) * third >> 32) + i * third for i in range(3)]
        return places, key >> 107

    def first(self, key, legal):
        """The column of a position with few stones."""
        for number, column in enumerate(legal[:-1]):
            found = 0
            for place in self.mixed(key << 3 | number, self.bits)[0]:
                found ^= self.data[3 + place // 8] >> place % 8
            if found & 1:
                return column
        return legal[-1]

    def later(self, key):
        """The column of a position with more stones, if the book has it."""
        places, mark = self.mixed(key, self.columns)
        found = 0
        for place in places:
            at = self.start + 3 * place
            found ^= int.from_bytes(self.data[at : at + 3], "big")
        return found & 7 if found >> 3 == mark else None


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
    column = search.settled(own, mask)
    if column is not None:
        return column
    search.nodes, sign = 0, 0
    search.deadline = start + SOLVE_SHARE * seconds + OVERAGE_SHARE * max(0.0, overage - 20.0)
    if (rows, cols, k) == BOOK_BOARD or rows * cols - count(mask) <= SOLVABLE:
        try:
            column, sign = search.solve(own, mask)
        except OutOfTime:
            pass
    if column is None:
        # Not solved in time, or lost: then as well as can be seen.
        now, end = time.perf_counter(), start + ACT_SHARE * seconds
        search.deadline = max(min(end, now + LOST) if sign < 0 else end, now + 0.05 * min(seconds, ACT_DEFAULT))
        column = search.guess(own, mask)
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
