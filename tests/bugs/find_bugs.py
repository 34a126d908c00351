#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts each bug of this folder into the RTL and lets `dragonfly lockstep` find it.

A bug is a patch against the root of the repository with a header: what is wrong, and the line

    Configuration: OPTIONS      of a lockstep run that finds it

and, for a bug that lockstep cannot find, the line

    Not found: REASON           the run must then end without a difference

Each configuration runs on the RTL as it is first, which must show no difference; so what is found
later is the bug's. With the bug, lockstep must end with exit code 7: an assertion that fires before
(exit code 3) is no find of lockstep.

`scripts/mutate --patches tests/bugs` looks for them where nobody says where to look: with the quick suite.
"""

import argparse
import concurrent.futures
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from wrong_rtl import (  # noqa: E402
    ASSERTION, DIFFERENCE, NO_DIFFERENCE, BadPatch, Patch, environment_of, indented, patched, quick_compiler)

# Longer than any build and run takes on a busy machine.
PATIENCE_S = 600
# A line of the header that is not about what is wrong.
FIELD = r"(?:Configuration|Not found): "
BEGIN, END = "<!-- bugs: begin -->", "<!-- bugs: end -->"


class Bug(Patch):
    def __init__(self, path):
        super().__init__(path)
        paragraphs = [" ".join(p.split()) for p in re.split(rf"\n(?={FIELD})|\n\n", self.header)]
        names = dict(p.split(": ", 1) for p in paragraphs if re.match(FIELD, p))
        self.text = " ".join(p for p in paragraphs if not re.match(FIELD, p)).strip()
        if not self.text:
            raise BadPatch("its header does not say what is wrong")
        if "Configuration" not in names:
            raise BadPatch("its header has no line 'Configuration: '")
        self.configuration = names["Configuration"]
        self.not_found = names.get("Not found")

    @property
    def unit(self):
        return ", ".join(sorted({Path(name).stem for name in self.files}))


class Outcome:
    """What became of a bug: `problem` is empty if it is as it must be."""

    def __init__(self, problem="", cycle=None, router=None, item=""):
        self.problem, self.cycle, self.router, self.item = problem, cycle, router, item


def lockstep(command, configuration, rtl, cache, compiler=None):
    """Runs lockstep: exit code and all that it says."""
    try:
        # In this folder, where files that configurations name are. A report would take a second
        # build of the RTL with the bug.
        run = subprocess.run([command, "lockstep", *shlex.split(configuration), "--no-report"],
                             cwd=FOLDER, env=environment_of(rtl, cache, compiler), timeout=PATIENCE_S, check=False,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    except subprocess.TimeoutExpired:
        return None, f"lockstep did not end within {PATIENCE_S} s"
    return run.returncode, run.stdout


def judge(bug, code, output):
    """What a run with the bug in the RTL came to."""
    found = re.search(r"router (\d+) and its model differ in cycle (\d+):\n\s*(.*)", output)
    where = {"router": int(found[1]), "cycle": int(found[2]), "item": found[3]} if found else {}
    if bug.not_found:
        if code == NO_DIFFERENCE:
            return Outcome(item="not found: " + bug.not_found)
        if code == DIFFERENCE:
            return Outcome("lockstep finds it now; remove 'Not found: ' from its header", **where)
    if code == DIFFERENCE and found:
        return Outcome(**where)
    if code == NO_DIFFERENCE:
        return Outcome("lockstep does not find it")
    if code == ASSERTION:
        return Outcome("an assertion fires before there is a difference:" + indented(output))
    return Outcome(f"exit code {code}:" + indented(output))


def look_for(bug, command):
    with tempfile.TemporaryDirectory(prefix="dragonfly-bug-") as name:
        directory = Path(name)
        try:
            rtl = patched(bug, directory)
        except BadPatch as problem:
            return Outcome(str(problem))
        return judge(bug, *lockstep(command, bug.configuration, rtl, directory / "cache",
                                    quick_compiler(directory)))


def parts_of(bugs, count):
    """Splits the bugs so that those with the same configuration stay together."""
    groups = {}
    for bug in bugs:
        groups.setdefault(bug.configuration, []).append(bug)
    parts = [[] for _ in range(count)]
    for group in sorted(groups.values(), key=len, reverse=True):
        min(parts, key=len).extend(group)
    return parts


def sample_of(bugs):
    """Of the bugs that change the same files the first, and of these one in three."""
    chosen = {}
    for bug in bugs:
        chosen.setdefault(tuple(bug.files), bug)
    return list(chosen.values())[::3]


def markdown(results):
    lines = ["| bug | unit | what is wrong | cycle | router | first difference |",
             "|---|---|---|---|---|---|"]
    for bug, outcome in results:
        cycle = "-" if outcome.cycle is None else outcome.cycle
        router = "-" if outcome.router is None else outcome.router
        lines.append(f"| `{bug.name}` | `{bug.unit}` | {bug.text} | {cycle} | {router} "
                     f"| {outcome.item} |")
    return "\n".join(lines) + "\n"


def write_table(path, results):
    before, begin, rest = path.read_text().partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        sys.exit(f"{path} has no lines {BEGIN} and {END}")
    path.write_text(f"{before}{BEGIN}\n{markdown(results)}{END}{after}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", default=ROOT / "build/release/bin/dragonfly", type=Path,
                        help="the dragonfly command")
    parser.add_argument("--cache", default=ROOT / "build/release/variants", type=Path,
                        help="where variants of the RTL without bugs are kept")
    parser.add_argument("--jobs", default=2, type=int, help="bugs looked for at a time")
    parser.add_argument("--sample", action="store_true", help="one bug of every third module")
    parser.add_argument("--part", default="1/1", help="K/N: only the Kth of N parts")
    parser.add_argument("--update", type=Path, metavar="FILE",
                        help="write the table into this Markdown file, between its marks")
    parser.add_argument("names", nargs="*", help="of bugs; without any, all of this folder")
    arguments = parser.parse_args()
    if arguments.update and (arguments.names or arguments.sample or arguments.part != "1/1"):
        parser.error("--update needs all bugs: it writes the whole table")
    command = arguments.command.resolve()
    cache = arguments.cache.resolve()

    problems = []
    bugs = []
    paths = sorted(FOLDER.glob("*.patch"))
    if unknown := set(arguments.names) - {path.stem for path in paths}:
        sys.exit(f"there is no bug {', '.join(sorted(unknown))} in {FOLDER}")
    for path in paths:
        if arguments.names and path.stem not in arguments.names:
            continue
        try:
            bugs.append(Bug(path))
        except BadPatch as problem:
            problems.append(f"{path.stem}: {problem}")
    if not bugs and not problems:
        sys.exit(f"there are no patches in {FOLDER}")
    if arguments.sample:
        bugs = sample_of([bug for bug in bugs if not bug.not_found])
    part, _, count = arguments.part.partition("/")
    bugs = parts_of(bugs, int(count))[int(part) - 1]

    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        configurations = list(dict.fromkeys(bug.configuration for bug in bugs))
        sound = set()
        runs = pool.map(lambda c: lockstep(command, c, ROOT / "rtl", cache), configurations)
        for configuration, (code, output) in zip(configurations, runs):
            if code == NO_DIFFERENCE:
                sound.add(configuration)
            else:
                problems.append(f"the RTL without bugs ends with exit code {code} under"
                                f"\n  {configuration}" + indented(output))
        bugs = sorted((bug for bug in bugs if bug.configuration in sound), key=lambda b: b.name)
        results = []
        print(f"{'bug':<46} {'cycle':>6} {'router':>6}  first difference")
        for bug, outcome in zip(bugs, pool.map(lambda bug: look_for(bug, command), bugs)):
            results.append((bug, outcome))
            cycle = "" if outcome.cycle is None else outcome.cycle
            router = "" if outcome.router is None else outcome.router
            item = outcome.item or "FAILED"
            print(f"{bug.name:<46} {cycle:>6} {router:>6}  {item}", flush=True)
            if outcome.problem:
                problems.append(f"{bug.name}: {outcome.problem}")

    hidden = sum(1 for bug, outcome in results if bug.not_found and not outcome.problem)
    found = sum(1 for bug, outcome in results if not bug.not_found and not outcome.problem)
    print(f"{found} bugs found, {hidden} known not to be found, {len(problems)} problems, "
          f"{len(sound)} configurations, {time.monotonic() - start:.0f} s")
    for problem in problems:
        print("\nPROBLEM " + problem)
    if problems:
        sys.exit(1)
    if arguments.update:
        write_table(arguments.update, results)


if __name__ == "__main__":
    main()
