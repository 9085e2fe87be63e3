"""A cluster of any size that does nothing: for measuring the one who has the ledger.

It takes items as ``python -m filetto.ray`` does, and answers each after the time that its pair took when it was really played, with that pair. So
``filetto arena … --on "cmd:1:python3 simulate_cluster.py recorded.jsonl --workers 1000"`` shows how many workers one driver can keep busy.
``recorded.jsonl`` is the ledger of the same event, played here. When the event is over, a line on standard error tells how busy the workers were.
"""

from __future__ import annotations

import argparse
import heapq
import json
import queue
import sys
import threading
import time


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ledger")
    parser.add_argument("--workers", type=int, default=100)
    parser.add_argument("--stretch", type=float, default=1.0, help="pairs take so many times as long as they did")
    parser.add_argument("--told", help="write the numbers here")
    args = parser.parse_args()
    pairs = {}
    with open(args.ledger, encoding="utf-8") as file:
        for line in file:
            pair = json.loads(line)
            took = sum(time or 0 for game in pair["games"] for time in game["record"]["times_ms"])
            pairs[pair["id"]] = (took / 1000 * args.stretch, pair)
    lines: queue.Queue[str | None] = queue.Queue()

    def read() -> None:
        for line in sys.stdin:
            lines.put(line)
        lines.put(None)

    threading.Thread(target=read, daemon=True).start()
    print(json.dumps({"format": "filetto-cluster", "capacity": 2 * args.workers, "machines": []}), flush=True)
    # What is being done, by the moment at which it ends; what waits for a worker.
    doing: list[tuple[float, str, str]] = []
    waiting: list[tuple[str, str]] = []
    busy, done, first, last = 0.0, 0, None, 0.0
    open_ = True
    while open_ or doing or waiting:
        now = time.monotonic()
        while doing and doing[0][0] <= now:
            _, item, slot = heapq.heappop(doing)
            reply = {"format": "filetto-result", "version": 1, "id": item, "result": pairs[slot][1], "host": "simulated", "ms": 0}
            print(json.dumps(reply), flush=True)
            done, last = done + 1, time.monotonic()
        while waiting and len(doing) < args.workers:
            item, slot = waiting.pop()
            seconds = pairs[slot][0]
            busy += seconds
            heapq.heappush(doing, (time.monotonic() + seconds, item, slot))
        pause = max(0.0, min(0.05, doing[0][0] - time.monotonic())) if doing else 0.05
        try:
            line = lines.get(timeout=pause)
            while True:
                if line is None:
                    open_ = False
                elif line.strip():
                    asked = json.loads(line)
                    if "work" in asked:
                        first = first if first is not None else time.monotonic()
                        waiting.append((asked["id"], asked["work"]["slot"]["id"]))
                line = lines.get_nowait()
        except queue.Empty:
            pass
    elapsed = max(1e-9, last - (first or 0.0))
    told = f"{args.workers} workers: {done} pairs in {elapsed:.1f} s, {done / elapsed:.0f} a second, busy {busy / elapsed / args.workers:.1%}\n"
    sys.stderr.write(told)
    if args.told:
        with open(args.told, "w", encoding="utf-8") as file:
            file.write(told)


if __name__ == "__main__":
    main()
