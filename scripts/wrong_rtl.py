# SPDX-License-Identifier: Apache-2.0
"""Runs of the command with RTL that has a mistake."""
import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Exit codes of `dragonfly lockstep`.
NO_DIFFERENCE, ASSERTION, DIFFERENCE, INTERRUPTED = 0, 3, 7, 130


class Stopped(Exception):
    """Somebody else ended a run of the command, so that it says nothing."""


def indented(text):
    return "".join(f"\n    {line}" for line in text.strip().splitlines())


def environment_of(rtl, cache, compiler=None):
    """The environment in which the command finds this RTL, its cache of variants and a compiler."""
    environment = dict(os.environ, DRAGONFLY_RTL_DIR=str(rtl), DRAGONFLY_CACHE=str(cache))
    if compiler:
        environment["CXX"] = str(compiler)
    return environment


def quick_compiler(directory):
    """A compiler that does not optimize: a variant with a bug runs once, for a few cycles."""
    script = directory / "compiler"
    script.write_text(f'#!/bin/sh\nexec {os.environ.get("CXX") or "g++"} "$@" -O0\n')
    script.chmod(0o755)
    return script


def battery(command, which, options, environment, directory):
    """The first configuration of a battery (`which`) that fails: its number, and its exit code. None where none fails.
    `directory` is for what runs leave behind. Raises Stopped."""
    with subprocess.Popen([command, "lockstep", "--battery", which, "--no-report", "--out", directory / "out", *options],
                          env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as run:
        for line in run.stderr:
            if found := re.search(r"configuration (\d+) failed with exit code (\d+)", line):
                run.kill()  # its children end with it; it would shrink the configuration first
                return f"configuration {found[1]}", int(found[2])
    if run.returncode < 0 or run.returncode == INTERRUPTED:
        raise Stopped(f"the battery was stopped (exit code {run.returncode})")
    return None if run.returncode == NO_DIFFERENCE else ("the battery", run.returncode)
