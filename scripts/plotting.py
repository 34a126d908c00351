# SPDX-License-Identifier: Apache-2.0
"""What the plotting scripts of this folder have in common."""

import argparse
import json
import os
import re
import sys

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams["svg.hashsalt"] = "dragonfly"  # the same drawing has the same names in every file

# Colours that readers with any colour vision can tell apart (Okabe and Ito).
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"]
MARKERS = ["o", "s", "^", "D", "v", "P", "X"]
DASHES = ["-", "--", ":"]


def style(number):
    """Of the curve of this number."""
    return {
        "color": COLOURS[number % len(COLOURS)],
        "marker": MARKERS[number % len(MARKERS)],
        "linestyle": DASHES[number // len(COLOURS) % len(DASHES)],
        "markersize": 4.5,
        "linewidth": 1.4,
    }


def nested_style(number, count):
    """The same for curves that may coincide: each lies inside those before it, and all can be seen."""
    outer = count - 1 - number
    return {
        **style(number),
        "linewidth": 1.1 + min(0.7, 5 / count) * outer,
        "markersize": 4 + min(1.2, 8 / count) * outer,
        "markerfacecolor": "none",
        "markeredgewidth": 1.1,
        "zorder": 2 + number / count,
    }


def read(path, take):
    """take(JSON of the file); ends the program with exit code 2 if that is not what it should be."""
    try:
        with open(path, encoding="utf-8") as file:
            return take(json.load(file))
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        print(f"{os.path.basename(sys.argv[0])}: {path} cannot be drawn: {error!r}", file=sys.stderr)
        sys.exit(2)


def shortened(svg):
    """The same drawing with places to a hundredth of a point, in a file smaller by a third."""
    places = re.compile(r' (?:d|x|y)="[^"]*"')
    return places.sub(lambda found: re.sub(r"(\.\d\d)\d+", r"\1", found[0]), svg)


def save(figure, stem):
    """STEM.png and STEM.svg, under other names first: a picture appears complete or not at all."""
    for kind in ("png", "svg"):
        unfinished = f"{stem}.{kind}.part-{os.getpid()}"
        try:
            # Without the date: the same data make the same file.
            figure.savefig(unfinished, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else None)
            if kind == "svg":
                with open(unfinished, "r+", encoding="utf-8") as file:
                    text = shortened(file.read())
                    file.seek(0)
                    file.write(text)
                    file.truncate()
            os.replace(unfinished, f"{stem}.{kind}")
        finally:
            if os.path.exists(unfinished):
                os.remove(unfinished)


def main(description, what, take, draw):
    """The program that draws a file: draw(take(JSON of the file)). `what`: the file it needs."""
    parser = argparse.ArgumentParser(description=description.split("\n", maxsplit=1)[0])
    parser.add_argument("json", help=what)
    parser.add_argument("stem", help="pictures are STEM.png and STEM.svg")
    arguments = parser.parse_args()
    save(draw(read(arguments.json, take)), arguments.stem)
