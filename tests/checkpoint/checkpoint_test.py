#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs that are killed at any moment, or interrupted, and started again with the same command have the
packets and results of runs that are not.

    checkpoint_test.py COMMAND           of one process
    checkpoint_test.py COMMAND MPIRUN    of several processes"""
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

COMMAND = sys.argv[1]
MPIRUN = sys.argv[2] if len(sys.argv) > 2 else None
# Containers run tests as root and have few processors.
os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
START = [MPIRUN, "--oversubscribe", "--bind-to", "none", "-n", "3"] if MPIRUN else []
# Each takes several times as long as from one checkpoint to the next, with few packets for their number of cycles.
LONG = "--warmup-min 2000 --warmup-max 2000".split()
# A cycle of several processes that share few processors takes longer.
SHORTER = 3 if MPIRUN else 1
RUNS = [
    f"--p 3 --a 6 --h 3 --routing ugal-l-vch --pattern worst-case --load 0.3 --window {12000 // SHORTER}",
    f"--p 2 --a 4 --h 2 --routing ugal-l-cr --packet-size 4 --load 0.1 --window {150000 // SHORTER}",
    f"--topology k-ary-n-flat --k 8 --n 2 --routing clos-ad --load 0.05 --window {250000 // SHORTER}",
]
chance = random.Random(1)
failures = 0


def check(holds, what):
    global failures
    if not holds:
        failures += 1
        print("FAILED:", what, flush=True)


class Run:
    """A run in a directory of its own."""

    def __init__(self, options, start):
        self.directory = tempfile.TemporaryDirectory()
        self.command = [*start, COMMAND, "run", "--engine", "model", *options.split(), *LONG,
                        "--json", self.path("result")]

    def trace_packets(self):
        self.command += ["--packet-trace", self.path("trace")]

    def path(self, name):
        return os.path.join(self.directory.name, name)

    def save_in(self, name, minutes):
        self.command += ["--checkpoint", self.path(name), "--checkpoint-minutes", str(minutes)]

    def begin(self, **how):
        return subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                text=True, **how)

    def finish(self, **how):
        """What it says on standard error."""
        process = self.begin(**how)
        errors = process.communicate(timeout=300)[1]
        check(process.returncode == 0, f"{self.command}: {errors}")
        return errors

    def packets(self):
        with open(self.path("trace")) as file:
            return file.read()

    def result(self):
        with open(self.path("result")) as file:
            result = json.load(file)
        for key in ("wall_seconds", "cycles_per_second"):
            result.pop(key)
        return result

    def saved(self):
        """When it was saved; None if it has not been."""
        try:
            return os.stat(self.path("checkpoint")).st_mtime_ns
        except FileNotFoundError:
            return None

    def files(self):
        return sorted(os.listdir(self.directory.name))


def processes(parent):
    """Of the command; below mpirun its children, once they simulate."""
    if not MPIRUN:
        return [parent]
    while True:
        found = subprocess.run(["pgrep", "-P", str(parent)], capture_output=True, text=True)
        children = [int(number) for number in found.stdout.split()]
        if len(children) == 3 or not os.path.exists(f"/proc/{parent}"):
            return children
        time.sleep(0.01)


def check_same(run, expected, what):
    run.finish()
    check(run.packets() == expected.packets(), f"{what}: other packets")
    check(run.result() == expected.result(), f"{what}: another result")
    # Only what was open when a process was killed may be there too.
    left = [name for name in run.files() if ".part-" not in name]
    check(left == ["result", "trace"], f"{what}: {left}")


def check_killed(options, expected, kills):
    run = Run(options, START)
    run.trace_packets()
    run.save_in("checkpoint", 0.001)
    resumed = 0
    for _ in range(kills):
        before = run.saved()
        process = run.begin()
        victims = processes(process.pid)
        # Not before it has been saved once more, so that the run comes to an end, however slow the machine is.
        while run.saved() == before and process.poll() is None:
            time.sleep(0.005)
        time.sleep(chance.uniform(0, 0.05))
        if process.poll() is None and victims:
            os.kill(chance.choice(victims), signal.SIGKILL)
        errors = process.communicate()[1]
        resumed += errors.count("goes on from cycle")
        if process.returncode == 0:
            break
    check(resumed > 1, f"{options}: went on from a checkpoint {resumed} times: {errors}")
    check_same(run, expected, f"{options}, killed")


def check_interrupted(options, expected, number):
    run = Run(options, START)
    run.trace_packets()
    run.save_in("checkpoint", 10)
    process = run.begin()
    victims = processes(process.pid)
    while not os.path.exists(run.path("trace.part")) or os.path.getsize(run.path("trace.part")) == 0:
        time.sleep(0.005)
    os.kill(chance.choice(victims), number)
    errors = process.communicate()[1]
    check(process.returncode == 130, f"{options}: exit code {process.returncode}: {errors}")
    words = f"saved in {run.path('checkpoint')}: the same command goes on from there"
    check(errors.count(words) == 1, f"'{words}' once in: {errors}")
    check("result" not in run.files() and "trace" not in run.files(), run.files())
    check_same(run, expected, f"{options}, interrupted")


def check_without_room(options, expected):
    """A checkpoint that cannot be written ends nothing."""
    run = Run(options, START)
    run.save_in("checkpoint", 0.001)
    size = 100_000  # bytes, of a file
    errors = run.finish(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))
    check("goes on without being saved: cannot write" in errors, errors)
    check(run.result() == expected.result(), f"{options}: not saved, and another result")
    check(run.files() == ["result"], f"{options}: {run.files()}")


for which, options in enumerate(RUNS):
    expected = Run(options, [])
    expected.trace_packets()
    expected.finish()
    check(expected.packets().count("\n") > 1000, options)
    check_killed(options, expected, 4 if MPIRUN else 8)
    check_interrupted(options, expected, signal.SIGTERM if which % 2 else signal.SIGINT)
    if not MPIRUN and which == 0:
        check_without_room(options, expected)

sys.exit(1 if failures else 0)
