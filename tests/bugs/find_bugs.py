#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts each bug of bugs.toml into the RTL and lets `dragonfly lockstep` find it.

The options of each bug run on the unchanged RTL first, which must show no difference. With the bug, lockstep must exit
with code 7: an assertion that fails earlier (exit code 3) does not count. A bug with `not_found` must end without a
difference.
"""
import argparse
import concurrent.futures
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from seeded_bugs import BadBug, read_bugs, seeded_rtl  # noqa: E402
from wrong_rtl import ASSERTION, DIFFERENCE, NO_DIFFERENCE, environment_of, indented, quick_compiler  # noqa: E402

# Longer than any build and run takes on a busy machine.
PATIENCE_S = 600
BEGIN, END = "<!-- bugs: begin -->", "<!-- bugs: end -->"


class Outcome:
    """The result of a run with a bug; `problem` is empty if it is as expected."""

    def __init__(self, problem="", cycle=None, router=None, item=""):
        self.problem, self.cycle, self.router, self.item = problem, cycle, router, item


def lockstep(command, options, rtl, cache, compiler=None):
    """Runs lockstep; returns its exit code and its output."""
    try:
        # A report would take a second build of the RTL with the bug.
        run = subprocess.run([command, "lockstep", *shlex.split(options), "--no-report"], cwd=FOLDER,
                             env=environment_of(rtl, cache, compiler), timeout=PATIENCE_S, check=False,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    except subprocess.TimeoutExpired:
        return None, f"lockstep did not end within {PATIENCE_S} s"
    return run.returncode, run.stdout


def judge(bug, code, output):
    found = re.search(r"router (\d+) and its model differ in cycle (\d+):\n\s*(.*)", output)
    where = {"router": int(found[1]), "cycle": int(found[2]), "item": found[3]} if found else {}
    if bug.not_found:
        if code == NO_DIFFERENCE:
            return Outcome(item="not found: " + bug.not_found)
        if code == DIFFERENCE:
            return Outcome("lockstep finds it now; remove `not_found`", **where)
    if code == DIFFERENCE and found:
        return Outcome(**where)
    if code == NO_DIFFERENCE:
        return Outcome("lockstep does not find it")
    if code == ASSERTION:
        return Outcome("an assertion fails before there is a difference:" + indented(output))
    return Outcome(f"exit code {code}:" + indented(output))


def look_for(bug, command):
    with tempfile.TemporaryDirectory(prefix="dragonfly-bug-") as name:
        directory = pathlib.Path(name)
        try:
            rtl = seeded_rtl(bug, directory)
        except BadBug as problem:
            return Outcome(str(problem))
        compiler = quick_compiler(directory)
        for seed in range(1, bug.seeds + 1):
            code, output = lockstep(command, f"{bug.options} --seed {seed}", rtl, directory / "cache", compiler)
            if code != NO_DIFFERENCE:
                break
        return judge(bug, code, output)


def markdown(results):
    lines = ["| bug | unit | what is wrong | cycle | router | first difference |", "|---|---|---|---|---|---|"]
    for bug, outcome in results:
        cycle = "-" if outcome.cycle is None else outcome.cycle
        router = "-" if outcome.router is None else outcome.router
        unit = ", ".join(sorted({pathlib.Path(name).stem for name in bug.files}))
        lines.append(f"| `{bug.name}` | `{unit}` | {bug.wrong} | {cycle} | {router} | {outcome.item} |")
    return "\n".join(lines) + "\n"


def write_table(path, results):
    before, begin, rest = path.read_text().partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        sys.exit(f"{path} has no lines {BEGIN} and {END}")
    path.write_text(f"{before}{BEGIN}\n{markdown(results)}{END}{after}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", default=ROOT / "build/release/bin/dragonfly", type=pathlib.Path,
                        help="the dragonfly command")
    parser.add_argument("--cache", default=ROOT / "build/release/variants", type=pathlib.Path,
                        help="where variants of the unchanged RTL are kept")
    parser.add_argument("--jobs", default=2, type=int, help="bugs at a time")
    parser.add_argument("--quick", action="store_true", help="one bug in each kind of router")
    parser.add_argument("--update", type=pathlib.Path, metavar="FILE",
                        help="write the table into this Markdown file, between its marks")
    parser.add_argument("names", nargs="*", help="names of bugs; default: all")
    arguments = parser.parse_args()
    if arguments.update and (arguments.names or arguments.quick):
        parser.error("--update needs all bugs: it writes the whole table")
    command = arguments.command.resolve()
    try:
        bugs = read_bugs()
    except BadBug as problem:
        sys.exit(f"find_bugs: {problem}")
    if unknown := set(arguments.names) - set(bugs):
        sys.exit(f"find_bugs: bugs.toml has no bug {', '.join(sorted(unknown))}")
    chosen = sorted((bug for bug in bugs.values() if (bug.name in arguments.names or not arguments.names)
                     and (bug.quick or not arguments.quick)), key=lambda bug: bug.name)

    start = time.monotonic()
    problems, results = [], []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        all_options = list(dict.fromkeys(bug.options for bug in chosen))
        runs = pool.map(lambda options: lockstep(command, options, ROOT / "rtl", arguments.cache.resolve()), all_options)
        for options, (code, output) in zip(all_options, runs):
            if code != NO_DIFFERENCE:
                problems.append(f"the unchanged RTL exits with code {code} under\n  {options}" + indented(output))
        print(f"{'bug':<40} {'cycle':>6} {'router':>6}  first difference")
        for bug, outcome in zip(chosen, pool.map(lambda bug: look_for(bug, command), chosen)):
            results.append((bug, outcome))
            cycle = "" if outcome.cycle is None else outcome.cycle
            router = "" if outcome.router is None else outcome.router
            print(f"{bug.name:<40} {cycle:>6} {router:>6}  {outcome.item or 'FAILED'}", flush=True)
            if outcome.problem:
                problems.append(f"{bug.name}: {outcome.problem}")

    found = sum(not bug.not_found and not outcome.problem for bug, outcome in results)
    hidden = sum(bool(bug.not_found) and not outcome.problem for bug, outcome in results)
    print(f"{found} bugs found, {hidden} known not to be found, {len(problems)} problems, {time.monotonic() - start:.0f} s")
    for problem in problems:
        print("\nPROBLEM " + problem)
    if problems:
        sys.exit(1)
    if arguments.update:
        write_table(arguments.update, results)


if __name__ == "__main__":
    main()
