"""Events and proofs on a Ray cluster of several machines, some of which are lost. Run by ``cargo xtask test ray`` in an environment of its own."""

from __future__ import annotations

import json
import os
import pathlib
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest
from ray.cluster_utils import Cluster

import filetto
import filetto.ray

FILETTO = os.environ["FILETTO"]
EVENT = ["arena", "-p", "mcts", "-p", "quasi-random", "-b", "3x3x3,4x4x3g,5x5x4", "--nodes", "300", "--openings", "random:2"]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    yield made
    made.shutdown()


@pytest.fixture
def executor(cluster: Cluster) -> Iterator[Any]:
    """Makes executors, and leaves the cluster behind them."""
    made: list[filetto.ray.Executor] = []

    def make(program: str | os.PathLike[str] = FILETTO, shared: bool = True) -> filetto.ray.Executor:
        made.append(filetto.ray.Executor(cluster.address, program=program, shared=shared))
        return made[-1]

    yield make
    for one in made:
        one.close()


def run(cluster: Cluster | None, *options: str, **more: Any) -> subprocess.Popen[str]:
    env = {**os.environ, "FILETTO_PYTHON": sys.executable}
    if cluster is not None:
        env["RAY_ADDRESS"] = cluster.address
    return subprocess.Popen([FILETTO, *options], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)


def done(process: subprocess.Popen[str]) -> str:
    output, errors = process.communicate(timeout=600)
    assert process.returncode == 0, errors
    return output


def games(ledger: pathlib.Path) -> dict[str, list[Any]]:
    pairs = [json.loads(line) for line in ledger.read_text().splitlines()]
    found = {pair["id"]: [game["record"]["moves"] for game in pair["games"]] for pair in pairs}
    assert len(found) == len(pairs), "a pair was counted twice"
    return found


def wait_for(ledger: pathlib.Path, lines: int, process: subprocess.Popen[str]) -> None:
    while not ledger.exists() or len(ledger.read_text().splitlines()) < lines:
        assert process.poll() is None, "it was over too soon"
        time.sleep(0.01)


def test_an_event_survives_the_loss_of_a_machine_and_of_the_driver(cluster: Cluster, tmp_path: pathlib.Path) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    size = ["--pairs", "50"]
    wanted = json.loads(done(run(None, *EVENT, *size, "--json", "--ledger", str(here))))
    second, third = cluster.add_node(num_cpus=1), cluster.add_node(num_cpus=1)
    event = [*EVENT, *size, "--ledger", str(there), "--on", "ray"]
    process = run(cluster, *event)
    wait_for(there, 20, process)
    cluster.remove_node(second, allow_graceful=False)
    wait_for(there, 60, process)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    process = run(cluster, *event, "--json")
    wait_for(there, 80, process)
    cluster.remove_node(third, allow_graceful=False)
    told = json.loads(done(process))
    assert games(there) == games(here)
    assert len(games(there)) == 150
    points = [[player["points"] for player in one["players"]] for one in (told, wanted)]
    assert points[0] == points[1]


def test_a_proof_survives_the_loss_of_a_machine_and_of_the_driver(cluster: Cluster, tmp_path: pathlib.Path) -> None:
    ledger, there, here = tmp_path / "jobs.jsonl", tmp_path / "there.cert", tmp_path / "here.cert"
    second, third = cluster.add_node(num_cpus=1), cluster.add_node(num_cpus=1)
    jobs = ["--on", "ray", "--job-nodes", "300", "--checkpoint", str(ledger)]
    proof = ["solve", "7x7x5", *jobs, "--certificate", str(there)]
    process = run(cluster, *proof)
    wait_for(ledger, 10, process)
    cluster.remove_node(second, allow_graceful=False)
    wait_for(ledger, 20, process)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    kept = ledger.read_bytes().count(b"\n")  # The last line may be torn.
    process = run(cluster, *proof, "--json")
    wait_for(ledger, kept + 10, process)
    cluster.remove_node(third, allow_graceful=False)
    told = json.loads(done(process))
    assert told["value"] == "draw"
    assert f" {kept} of an earlier run" in told["source"], told["source"]
    done(run(None, "solve", "7x7x5", "--prove", "--certificate", str(here)))
    claims = [filetto.verify(certificate.read_bytes()).claim for certificate in (there, here)]
    assert claims[0] == claims[1]
    assert not ledger.exists(), "what is proved needs no ledger"


def items(pairs: int) -> list[str]:
    return done(run(None, *EVENT, "--pairs", str(pairs), "--items", "--item-time", "3s")).splitlines()


def test_results_come_back_once_and_are_those_of_a_worker_here(executor: Any) -> None:
    lines = items(4)
    replies = list(executor().map(lines))
    assert sorted(reply["id"] for reply in replies) == sorted(json.loads(line)["id"] for line in lines)
    work = subprocess.run([FILETTO, "worker"], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True)

    def moves(reply: dict[str, Any]) -> list[Any]:
        return [game["record"]["moves"] for game in reply["result"]["games"]]

    local = {reply["id"]: moves(reply) for reply in map(json.loads, work.stdout.splitlines())}
    assert {reply["id"]: moves(reply) for reply in replies} == local


BAD = """#!/bin/sh
number=0
until mkdir {folder}/$number 2>/dev/null; do number=$((number + 1)); done
case $((number % 5)) in
0) read item; exit 3;;
1) read item; echo nonsense;;
2) read item; echo '{{"format":"filetto-result","version":1,"id":"0","result":1,"host":"","ms":0}}';;
3) read item; sleep 600;;
*) exec {program} worker;;
esac
"""


def test_workers_that_die_hang_or_answer_nonsense_cost_an_attempt(
    executor: Any, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filetto.ray, "GRACE", 0.0)
    starts = tmp_path / "starts"
    starts.mkdir()
    script = tmp_path / "bad.sh"
    script.write_text(BAD.format(folder=starts, program=FILETTO))
    script.chmod(0o700)
    lines = items(1)
    # One core does one after the other: four attempts of an item never meet the good start alone, four of five are bad.
    replies = {reply["id"]: reply for reply in executor(script).map(lines)}
    assert len(replies) == len(lines)
    good = [reply for reply in replies.values() if "result" in reply]
    given_up = [reply["error"] for reply in replies.values() if "result" not in reply]
    assert good
    assert all(error.startswith("given up after 4 attempts: ") for error in given_up)
    assert len(list(starts.iterdir())) >= 5


def test_the_program_is_sent_to_machines_that_do_not_have_it(executor: Any, tmp_path: pathlib.Path) -> None:
    script = tmp_path / "worker.sh"
    script.write_text(f"#!/bin/sh\necho $0 >> {tmp_path}/ran\nexec {FILETTO} worker\n")
    replies = list(executor(script, shared=False).map(items(1)))
    assert all("result" in reply for reply in replies)
    ran = set((tmp_path / "ran").read_text().split())
    assert len(ran) == 1 and str(script) not in ran


def test_what_is_cancelled_does_not_come_back(executor: Any) -> None:
    one = executor()
    lines = items(2)
    for line in lines:
        one.submit(line)
    one.cancel(json.loads(lines[-1])["id"])
    back = set()
    while len(one):
        reply = one.wait(10.0)
        if reply is not None:
            back.add(json.loads(reply)["id"])
    assert back == {json.loads(line)["id"] for line in lines[:-1]}


def test_what_is_no_item_is_refused(executor: Any) -> None:
    one = executor()
    for line in ["", "nonsense", "{}", '{"format":"other","id":"1","seconds":1}']:
        with pytest.raises(ValueError, match="no work item"):
            one.submit(line)


def test_without_a_cluster_a_sentence_says_what_to_do() -> None:
    env = {key: value for key, value in os.environ.items() if key != "RAY_ADDRESS"}
    env["FILETTO_PYTHON"] = sys.executable
    command = [FILETTO, *EVENT, "--on", "ray://127.0.0.1:9"]
    output = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120)
    assert output.returncode == 1
    assert "no Ray cluster answers at ray://127.0.0.1:9: start one with ray start --head" in output.stderr
