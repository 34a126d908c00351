# SPDX-License-Identifier: Apache-2.0
"""What the benches beside other simulators share: runs of programs with the CPU time that they took."""
import json
import os
import resource
import subprocess
import tempfile


def children_seconds():
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def timed(command):
    """CPU seconds (user) of a program, and what it printed."""
    before = children_seconds()
    text = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return children_seconds() - before, text


def dragonfly(command, engine, network, load, cycles):
    """CPU seconds and result of a run of the command over `cycles` measured cycles, after a fill of 1,000."""
    before = children_seconds()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "result.json")
        subprocess.run([command, "run", "--engine", engine, *network, "--load", str(load), "--warmup-min", "1000",
                        "--warmup-max", "1000", "--window", str(cycles), "--drain-max", "0", "--json", path],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(path, encoding="utf-8") as file:
            result = json.load(file)
    return children_seconds() - before, result


def speed(short, long):
    """Cycles per CPU second of a long run without what a short one takes: (seconds, cycles, ...) each."""
    return (long[1] - short[1]) / (long[0] - short[0])
