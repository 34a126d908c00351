# SPDX-License-Identifier: Apache-2.0
"""The command with RTL that has a mistake, and mistakes that are patches of rtl/ with a header that says what is wrong."""
import json
import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Exit codes of `dragonfly lockstep`.
NO_DIFFERENCE, ASSERTION, DIFFERENCE, INTERRUPTED = 0, 3, 7, 130


class Stopped(Exception):
    """Somebody else ended a run of the command, so that it says nothing."""


class BadPatch(Exception):
    """A patch that is not what is asked for; the message says why."""


class Patch:
    """Of the files `files`, all in rtl/."""

    def __init__(self, path):
        self.path = path.resolve()
        self.name = path.stem
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise BadPatch(f"it is not text in UTF-8 (byte {error.start})") from error
        self.header, mark, diff = ("\n" + text).partition("\n--- a/")
        if not mark:
            raise BadPatch("it has no diff (a line that begins with '--- a/')")
        self.files = re.findall(r"^\+\+\+ b/(\S+)", mark + diff, re.MULTILINE)
        if not self.files or any(not name.startswith("rtl/") or ".." in name.split("/") for name in self.files):
            raise BadPatch("it must change files of rtl/ and no others")


def patched(patch, directory):
    """A copy of rtl/ in `directory` with a patch in it."""
    shutil.copytree(ROOT / "rtl", directory / "rtl")
    # No fuzz: what surrounds a changed line is part of the bug.
    run = subprocess.run(["patch", "-p1", "-F0", "--batch", "--forward", "--no-backup-if-mismatch", "-i", str(patch.path)],
                         cwd=directory, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if run.returncode != 0:
        raise BadPatch("the patch does not apply any more; make it again for the RTL as it is now:" + indented(run.stdout))
    return directory / "rtl"


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


def battery(command, options, environment, directory):
    """The first configuration of the short battery that fails: what it puts under stress, and its exit code. None where
    none fails. `directory` is for what runs leave behind. Raises Stopped."""
    report = directory / "battery.json"
    with subprocess.Popen([command, "lockstep", "--battery", "short", "--no-report", "--json", report,
                           "--out", directory / "out", *options], env=environment, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True) as run:
        failed = None
        for line in run.stderr:
            found = re.search(r"configuration (\d+) failed with exit code (\d+)", line)
            if found and not failed:
                failed = int(found[1]), int(found[2])
                run.send_signal(signal.SIGINT)
    if not failed:
        if run.returncode < 0 or run.returncode == INTERRUPTED:
            raise Stopped(f"the battery was stopped (exit code {run.returncode})")
        return None if run.returncode == NO_DIFFERENCE else ("", run.returncode)
    stresses = {entry["configuration"]: entry["stress"] for entry in json.loads(report.read_text())["battery"]}
    return stresses[failed[0]], failed[1]
