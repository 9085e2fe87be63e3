"""Work items on a Ray cluster: what ``filetto arena … --on ray`` talks to, and an executor for scripts.

The cluster needs Ray and nothing else of ours: the program ``filetto`` goes to every machine with the first item that is done there, so that
all of them run the same version. An item is done by a process of its own, which is ended when its time is over. A machine that is lost, a
process that hangs and an answer that is no result cost an attempt; an item has four. What an engine does wrong is a result of its game.

>>> import filetto.ray                                            # doctest: +SKIP
>>> with filetto.ray.Executor() as executor:                      # doctest: +SKIP
...     for reply in executor.map(open("items.jsonl")):
...         print(reply["id"], reply.get("error"))

``python -m filetto.ray`` reads items and writes results, a line of JSON each (``docs/clusters.md``).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import pathlib
import queue
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from typing import Any, TextIO

import ray

__all__ = ["ClusterError", "Executor", "main"]

ITEM, RESULT, VERSION = "filetto-work", "filetto-result", 1
#: How often an item is tried, machines that are lost counted by Ray apart.
TRIES = 4
#: Items of a machine that wait while others are done, so that no core does.
WAITING = 1
#: What a process may take beyond the time of its item, in seconds.
GRACE = 10.0


class ClusterError(RuntimeError):
    """The cluster cannot be reached, or not be used."""


# What runs on the machines of the cluster. It is sent there as code: nothing of this package need be installed on them.


#: Programs that this process has found where the driver has them.
_SAME: set[str] = set()


def _program(name: str, path: str, content: list[Any]) -> str:
    """The program on this machine: the driver's own file where it is the same, else a copy, which is fetched once."""
    folder = pathlib.Path(tempfile.gettempdir()) / f"filetto-{os.getuid()}-{name}"
    copy = folder / "filetto"
    if name in _SAME:
        return path
    if copy.exists():
        return str(copy)
    if path:
        try:
            if hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest().startswith(name):
                _SAME.add(name)
                return path
        except OSError:
            pass
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise PermissionError(f"{folder} belongs to somebody else")
    draft = folder / f"draft-{os.getpid()}-{time.monotonic_ns()}"
    draft.write_bytes(ray.get(content[0]))
    draft.chmod(0o700)
    # Others may do the same at this moment: the last one wins, and all are the same.
    draft.replace(copy)
    return str(copy)


def _do(program: tuple[str, str, list[Any]], line: str, item: str, seconds: float) -> tuple[bool, str]:
    """Does one item: whether its result is one, and the line, or what is wrong."""
    command = [_program(*program), "worker"]
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, encoding="utf-8", errors="replace", start_new_session=True
    )
    try:
        output, said = process.communicate(line.rstrip("\n") + "\n", timeout=seconds)
    except subprocess.TimeoutExpired:
        return False, "its worker hung"
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
    last = said.strip().splitlines()[-1:] or [f"exit code {process.returncode}"]
    for reply in output.splitlines():
        try:
            read = json.loads(reply)
        except ValueError:
            return False, "a worker answered what is no result"
        if isinstance(read, dict) and read.get("format") == RESULT and read.get("id") == item:
            return True, reply
    return False, f"its worker ended: {last[0]}"


def _machine() -> dict[str, str]:
    """What a machine is."""
    import platform

    processor = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            processor = next((row.split(":", 1)[1].strip() for row in file if row.startswith("model name")), processor)
    except OSError:
        pass
    return {
        "host": platform.node(),
        "processor": processor,
        "python": platform.python_version(),
        "ray": ray.__version__,
        "system": f"{platform.system()} {platform.machine()}",
    }


class Executor:
    """Sends work items to a Ray cluster and gives their results back, each once, in the order in which they come.

    ``address`` is that of the cluster (``ray://HEAD:10001``); without one the cluster is taken that this machine is part of.
    ``program`` is the program ``filetto`` that the machines run, the one in the path if none is named. Machines that see the same file use it
    where it is, unless ``shared`` is false; to the others it is sent.
    """

    def __init__(
        self, address: str | None = None, *, program: str | os.PathLike[str] | None = None, shared: bool = True
    ) -> None:
        found = os.fspath(program) if program is not None else shutil.which("filetto")
        if found is None:
            raise ClusterError("the program filetto is not in the path: name it with program=, or build it with cargo install")
        content = pathlib.Path(found).read_bytes()
        name = hashlib.sha256(content).hexdigest()[:16]
        try:
            ray.init(address=address or "auto", log_to_driver=False, logging_level="ERROR", configure_logging=True)
        except ConnectionError as error:
            where = address or "this machine"
            raise ClusterError(
                f"no Ray cluster answers at {where}: start one with ray start --head, or use --on local:N ({_first(error)})"
            ) from error
        ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
        # In a list: a task that needs no copy does not wait for one.
        self._program = (name, os.path.abspath(found) if shared else "", [ray.put(content)])
        self._task = ray.remote(num_cpus=1, max_retries=TRIES - 1, retry_exceptions=False)(_do)
        self._ask = ray.remote(num_cpus=0, max_retries=1)(_machine)
        self._known: dict[str, dict[str, str]] = {}
        self._items: dict[Any, tuple[str, str, float, int]] = {}

    def __enter__(self) -> Executor:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Takes back what is not done and leaves the cluster."""
        for item in [known[0] for known in self._items.values()]:
            self.cancel(item)
        ray.shutdown()

    def cores(self) -> int:
        """How many items are done at the same time."""
        return sum(int(node["Resources"].get("CPU", 0)) for node in ray.nodes() if node["Alive"])

    def machines(self) -> list[dict[str, str]]:
        """The machines that work: names, processors, versions."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        alive = [node["NodeID"] for node in ray.nodes() if node["Alive"] and node["Resources"].get("CPU", 0) > 0]
        for node in alive:
            if node not in self._known:
                there = NodeAffinitySchedulingStrategy(node, soft=False)
                try:
                    self._known[node] = ray.get(self._ask.options(scheduling_strategy=there).remote(), timeout=60)
                except Exception:
                    # It is on its way out, or not ready: asked again the next time.
                    continue
        return [self._known[node] for node in alive if node in self._known]

    def __len__(self) -> int:
        """Items that are not back yet."""
        return len(self._items)

    def submit(self, line: str) -> None:
        """Takes an item, as a line of JSON."""
        try:
            item = json.loads(line)
            name, seconds = str(item["id"]), float(item["seconds"])
            fits = item["format"] == ITEM
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"no work item: {error}") from None
        if not fits:
            raise ValueError(f'no work item: its format must be "{ITEM}"')
        self._start(name, line, seconds, 0)

    def _start(self, name: str, line: str, seconds: float, tries: int) -> None:
        reference = self._task.remote(self._program, line, name, seconds + GRACE)
        self._items[reference] = (name, line, seconds, tries)

    def cancel(self, item: str) -> None:
        """Takes an item back, by its id."""
        for reference, known in list(self._items.items()):
            if known[0] == item:
                del self._items[reference]
                ray.cancel(reference, force=False)

    def wait(self, timeout: float) -> str | None:
        """The next result as a line of JSON, if one comes in time."""
        if not self._items:
            return None
        ready, _ = ray.wait(list(self._items), num_returns=1, timeout=timeout)
        if not ready:
            return None
        name, line, seconds, tries = self._items.pop(ready[0])
        try:
            good, said = ray.get(ready[0])
        except Exception as error:
            # The machine is lost more often than Ray tries by itself, or the task's process was ended.
            good, said = False, f"its machine or its task was lost: {_first(error)}"
        if good:
            return str(said)
        if tries + 1 < TRIES:
            self._start(name, line, seconds, tries + 1)
            return None
        why = f"given up after {TRIES} attempts: {said}"
        return json.dumps({"format": RESULT, "version": VERSION, "id": name, "error": why, "host": "", "ms": 0})

    def map(self, lines: Iterable[str]) -> Iterator[dict[str, Any]]:
        """The results of many items, as objects. No more are under way than the cluster can do."""
        waiting = iter(lines)
        more = True
        while more or self._items:
            while more and len(self._items) < (1 + WAITING) * max(1, self.cores()):
                line = next(waiting, None)
                if line is None:
                    more = False
                elif line.strip():
                    self.submit(line)
            reply = self.wait(1.0)
            if reply is not None:
                yield json.loads(reply)


def _first(error: BaseException) -> str:
    cause = getattr(error, "cause", None)
    error = cause if isinstance(cause, BaseException) else error
    rows = [row.strip() for row in str(error).splitlines() if row.strip()]
    return rows[0] if rows else type(error).__name__


class _Front:
    """Items on one stream, results on another: what the program talks to."""

    #: How often the cluster is looked at.
    EVERY = 2.0

    def __init__(self, executor: Executor, output: TextIO) -> None:
        self.executor = executor
        self.output = output
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.told = ""

    def say(self, line: str) -> None:
        self.output.write(line + "\n")
        self.output.flush()

    def tell_cluster(self) -> None:
        cores = max(1, self.executor.cores())
        machines = [[machine["host"], machine["processor"]] for machine in self.executor.machines()]
        line = json.dumps({"format": "filetto-cluster", "capacity": (1 + WAITING) * cores, "machines": machines})
        if line != self.told:
            self.told = line
            self.say(line)

    def read(self, source: Iterable[str]) -> None:
        for line in source:
            self.lines.put(line)
        self.lines.put(None)

    def deserted(self) -> bool:
        """Whether nobody is left who reads results."""
        poll = select.poll()
        poll.register(self.output.fileno(), 0)
        return any(event & (select.POLLERR | select.POLLHUP) for _, event in poll.poll(0))

    def take(self, line: str) -> None:
        try:
            asked = json.loads(line)
        except ValueError:
            asked = None
        if isinstance(asked, dict) and "cancel" in asked:
            self.executor.cancel(str(asked["cancel"]))
            return
        try:
            self.executor.submit(line)
        except ValueError as error:
            reply = {"format": RESULT, "version": VERSION, "id": None, "error": str(error), "host": "", "ms": 0}
            self.say(json.dumps(reply))

    def run(self, source: Iterable[str]) -> None:
        threading.Thread(target=self.read, args=(source,), daemon=True).start()
        ended, looked = False, 0.0
        while not (ended and not len(self.executor) and self.lines.empty()):
            if self.deserted():
                return
            if time.monotonic() - looked > self.EVERY:
                self.tell_cluster()
                looked = time.monotonic()
            try:
                while True:
                    line = self.lines.get(timeout=0.0 if len(self.executor) else 0.2)
                    if line is None:
                        ended = True
                    elif line.strip():
                        self.take(line)
            except queue.Empty:
                pass
            reply = self.executor.wait(0.2)
            if reply is not None:
                self.say(reply)


def main() -> int:
    """``python -m filetto.ray``."""
    parser = argparse.ArgumentParser(prog="python -m filetto.ray", description="Work items on a Ray cluster.")
    parser.add_argument("--address", help="of the cluster, such as ray://HEAD:10001; else the one that this machine is part of")
    parser.add_argument("--program", help="the program filetto that the machines run; else the one in the path")
    parser.add_argument("--check", action="store_true", help="print the machines and their versions as JSON, and do nothing else")
    args = parser.parse_args()
    # Whatever prints on standard output must not stand among the results.
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    try:
        with Executor(args.address, program=args.program) as executor:
            if args.check:
                here = _machine()
                output.write(json.dumps({"here": here, "cores": executor.cores(), "machines": executor.machines()}) + "\n")
                output.flush()
            else:
                _Front(executor, output).run(sys.stdin)
    except ClusterError as error:
        print(error, file=sys.stderr)
        return 1
    except (BrokenPipeError, KeyboardInterrupt):
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
