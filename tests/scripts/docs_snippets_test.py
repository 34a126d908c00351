#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The lines for pandas and gnuplot in docs/results.md, run on the CSV of Figure 8 that is kept in docs/papers.

Ends with 77, skipped, where neither pandas with Matplotlib nor gnuplot is there.
"""
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MOST_LINES = 5


def lines_after(text, beginning):
    """The indented lines that follow a line."""
    rest = text.split(beginning, 1)[1].split("\n\n", 1)[1]
    block = []
    for line in rest.splitlines():
        if not line.startswith("    "):
            break
        block.append(line[4:])
    assert 0 < len(block) <= MOST_LINES, f"{beginning} {len(block)} lines"
    return block


def write_csv(path):
    """As `dragonfly paper kim2008 fig8` does (a test of the command holds its columns)."""
    with open(os.path.join(ROOT, "docs", "papers", "kim2008.json"), encoding="utf-8") as file:
        figure = next(item for item in json.load(file) if item["item"] == "fig8")
    os.makedirs(os.path.dirname(path))
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("panel", "curve", "x", "y", "error", "saturated"))
        for panel in figure["panels"]:
            for curve in panel["curves"]:
                for x, y, _, saturated in curve["points"]:
                    writer.writerow((panel["title"], curve["name"], x, y, "", str(saturated).lower()))


def draws(command, lines, folder):
    """Whether the lines draw fig8b.png."""
    picture = os.path.join(folder, "fig8b.png")
    done = subprocess.run(command, input="\n".join(lines), text=True, cwd=folder, capture_output=True, check=False,
                          env={**os.environ, "MPLBACKEND": "Agg"})
    drawn = done.returncode == 0 and os.path.exists(picture) and os.path.getsize(picture) > 1000
    if not drawn:
        print(done.stdout, done.stderr, sep="\n", file=sys.stderr)
    if os.path.exists(picture):
        os.remove(picture)
    return drawn


def main():
    with open(os.path.join(ROOT, "docs", "results.md"), encoding="utf-8") as file:
        text = file.read()
    tools = {}
    if subprocess.run([sys.executable, "-c", "import pandas, matplotlib"], capture_output=True, check=False).returncode == 0:
        tools["With pandas:"] = [sys.executable, "-"]
    if shutil.which("gnuplot"):
        tools["With gnuplot:"] = ["gnuplot", "-"]
    with tempfile.TemporaryDirectory() as folder:
        write_csv(os.path.join(folder, "paper-results", "kim2008", "fig8.csv"))
        failed = [name for name, command in tools.items() if not draws(command, lines_after(text, name), folder)]
    for name in failed:
        print(f"docs/results.md: the lines after {name!r} draw nothing", file=sys.stderr)
    if not tools:
        return 77
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
