#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs of several processes by mpirun have the packets and results of one process, byte for byte;
what goes wrong ends all of them with one message.

    mpirun_test.py COMMAND MPIRUN"""
import json
import os
import subprocess
import sys
import tempfile
import time

COMMAND, MPIRUN = sys.argv[1:3]
# Containers run tests as root and have few processors.
os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
START = [MPIRUN, "--oversubscribe", "--bind-to", "none"]
SHAPES = [
    "--p 2 --a 4 --h 2",
    "--p 2 --a 4 --h 2 --g 5 --global-latency 7",
    "--p 1 --a 6 --h 1 --local-latency 2",
]
ROUTINGS = "min val ugal-l ugal-g ugal-l-vc ugal-l-vch ugal-l-cr".split()
SHORT = "--pattern worst-case --load 0.4 --warmup-min 50 --warmup-max 50 --window 100".split()
failures = 0


def check(holds, what):
    global failures
    if not holds:
        failures += 1
        print("FAILED:", what, flush=True)


def run(command):
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


def simulate(directory, ranks, threads, options):
    """Packet trace and result; of one process that mpirun has not started if ranks is 0."""
    trace, result = os.path.join(directory, "trace"), os.path.join(directory, "result")
    start = START + ["-n", str(ranks)] if ranks else []
    done = run(start + [COMMAND, "run", "--engine", "model", "--threads", str(threads), *options,
                        "--packet-trace", trace, "--json", result])
    if done.returncode != 0:
        return done.stderr
    with open(trace) as file:
        packets = file.read()
    with open(result) as file:
        found = json.load(file)
    for key in ("wall_seconds", "cycles_per_second"):
        found.pop(key, None)
    return packets, found


def check_refused(ranks, commands, code, words):
    """commands: what follows -n RANKS, of groups of processes with options of their own."""
    done = run(START + ["-n", str(ranks), *commands])
    check(done.returncode == code, f"exit code {done.returncode} of {commands}: {done.stderr}")
    check(done.stderr.count(words) == 1, f"'{words}' once in: {done.stderr}")


with tempfile.TemporaryDirectory() as directory:
    number = 0
    for shape in SHAPES:
        for routing in ROUTINGS:
            # Packets of one flit and of several, by turns.
            number += 1
            size = "1" if number % 2 else "4"
            options = [*shape.split(), *SHORT, "--routing", routing, "--packet-size", size]
            alone = simulate(directory, 0, 1, options)
            check(isinstance(alone, tuple) and alone[0].count("\n") > 100, f"{options}: {alone}")
            for ranks, threads in ((1, 1), (2, 1), (3, 1), (4, 1), (2, 2)):
                found = simulate(directory, ranks, threads, options)
                check(found == alone, f"{ranks} processes of {threads} threads: {options}: "
                      f"{found if isinstance(found, str) else 'other packets or results'}")

    model = ["run", "--engine", "model", *SHAPES[0].split(), *SHORT]
    check_refused(10, [COMMAND, *model], 2, "can be divided among 9 at most")
    check_refused(2, [COMMAND, "run", *SHORT], 2, "several processes can simulate with --engine")
    # By the rank, as mpirun of Debian 13 crashes where it is given two commands (`mpirun -n 1 true : -n 1 true`).
    second_differs = 'test "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" = 0 || set -- "$@" --seed 7; exec "$@"'
    check_refused(2, ["sh", "-c", second_differs, "sh", COMMAND, *model], 2,
                  "process 1 has another configuration than process 0")
    check_refused(2, [COMMAND, *model, "--json", "/nowhere/result"], 2, "/nowhere/result")
    check_refused(2, [COMMAND, *model, "--routing", "val", "--vcs", "1"], 2, "virtual channel")
    # Results whose files were open already.
    results = os.path.join(directory, "results")
    os.mkdir(results)
    outputs = ["--json", os.path.join(results, "json"), "--csv", os.path.join(results, "csv"),
               "--packet-trace", os.path.join(results, "trace")]
    check_refused(10, [COMMAND, *model, *outputs], 2, "can be divided among 9 at most")
    run(["timeout", "--signal", "TERM", "5", *START, "-n", "2", COMMAND, *model, "--window", "1000000000", *outputs])
    time.sleep(2)
    check(os.listdir(results) == [], f"left behind: {os.listdir(results)}")

sys.exit(1 if failures else 0)
