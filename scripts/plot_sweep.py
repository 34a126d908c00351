#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws a sweep: mean packet latency and accepted throughput against offered load.

    plot_sweep.py SWEEP.json STEM [--max-latency CYCLES]

writes STEM.png and STEM.svg from the sweep.json that `dragonfly sweep` leaves. Points of several
seeds are averaged, with the 95% interval of the mean as error bars. Points that measured no packet are gaps. A curve of latencies ends at its last
steady load; a mark at the upper edge shows the first load at which the network is saturated, where
the latency has no meaning as a number (it grows as long as the run goes on). Curves that coincide
lie inside each other: the first ones are broad and have large marks.
"""

import argparse
import math
import sys
from collections import defaultdict

from plotting import nested_style, read, save

import matplotlib.pyplot as plt  # noqa: E402  (plotting chooses the back-end)

# The latency axis ends at this many times the lowest latency, unless everything lies below.
MOST_LATENCY = 20
PAPER_LATENCY = 100  # cycles; where Figures 8 to 16 of the paper end


def mean(values):
    """Of those that are known; not a number, which is drawn as a gap, if none is."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else math.nan


def curves_of(points):
    """{curve: [(load, latency, accepted, saturated)]}, ascending by load, means over the seeds."""
    runs = defaultdict(lambda: defaultdict(list))
    for point in points:
        runs[point["curve"]][point["offered_load"]].append(point)
    return {
        curve: [
            (
                load,
                mean([p["packet_latency"]["mean"] for p in same]),
                mean([p["accepted_throughput"] for p in same]),
                any(p["saturated"] for p in same),
            )
            for load, same in sorted(loads.items())
        ]
        for curve, loads in runs.items()
    }


def latency_limit(curves):
    """End of the latency axis."""
    steady = [
        latency
        for points in curves.values()
        for _, latency, _, saturated in points
        if not saturated and not math.isnan(latency)
    ]
    if not steady or max(steady) <= PAPER_LATENCY:
        return PAPER_LATENCY
    wanted = min(1.1 * max(steady), MOST_LATENCY * min(steady))
    if wanted <= PAPER_LATENCY:
        return PAPER_LATENCY
    step = 10 ** math.floor(math.log10(wanted))
    return step * math.ceil(wanted / step)


def latency_line(points):
    """Loads and latencies of the steady points below saturation, and the first saturated load or None."""
    loads, latencies = [], []
    for load, latency, _, saturated in points:
        if saturated:
            return loads, latencies, load
        loads.append(load)
        latencies.append(latency)
    return loads, latencies, None


def common(points, value):
    """What value(point) is for all points, or None if it differs."""
    values = {value(point) for point in points}
    return values.pop() if len(values) == 1 else None


def title_of(points):
    """Network, pattern, depth and engine, as far as all points share them."""

    def network(point):
        topology = point["config"]["topology"]
        family = topology.get("family", "dragonfly")
        if family != "dragonfly":
            values = [f"{key}={','.join(map(str, value)) if isinstance(value, list) else value}"
                      for key, value in topology.items() if key != "family"]
            return " ".join([family, *values])
        p, a, h, g = (int(topology[key]) for key in ("p", "a", "h", "g"))
        groups = g if g > 0 else a * h + 1
        return f"dragonfly p={p} a={a} h={h} g={groups}, {p * a * groups:,} terminals"

    parts = [
        common(points, network),
        common(points, lambda point: f"{point['config']['traffic']['pattern']} traffic"),
        common(points, lambda point: f"{point['config']['router']['buffer_depth']}-flit buffers"),
        common(points, lambda point: {"rtl": "RTL"}.get(point["engine"], point["engine"])),
    ]
    return ", ".join(part for part in parts if part)


def intervals_of(means):
    """{(curve, load): (half width of latency, of accepted throughput)}, of several seeds."""
    return {
        (cell["curve"], cell["offered_load"]): (
            cell["packet_latency"]["confidence_95"],
            cell["accepted_throughput"]["confidence_95"],
        )
        for cell in means
        if cell["runs"] > 1
    }


def draw_bars(axes, curve, loads, values, halves, colour):
    """Error bars of the points with an interval. halves: {(curve, load): half width or None}."""
    known = [
        (load, value, halves[curve, load])
        for load, value in zip(loads, values)
        if halves.get((curve, load)) is not None and not math.isnan(value)
    ]
    if known:
        axes.errorbar(*zip(*known), fmt="none", ecolor=colour, elinewidth=1, capsize=2.5, zorder=2)


def draw(sweep, intervals=None):
    curves, limit, title = sweep
    latency_bars = {place: pair[0] for place, pair in (intervals or {}).items()}
    accepted_bars = {place: pair[1] for place, pair in (intervals or {}).items()}
    figure, (left, right) = plt.subplots(1, 2, figsize=(12, 4.6), constrained_layout=True)
    figure.suptitle(title, fontsize=11)
    largest = max(load for points in curves.values() for load, *_ in points)
    for number, (curve, points) in enumerate(curves.items()):
        nested = nested_style(number, len(curves))
        loads, latencies, end = latency_line(points)
        # What lies above a limit that was asked for is off the scale, and so is the way there.
        shown = [latency if latency <= limit else math.nan for latency in latencies]
        left.plot(loads, shown, **nested)
        draw_bars(left, curve, loads, shown, latency_bars, nested["color"])
        if end is not None:
            left.plot(end, limit, clip_on=False, **{**nested, "zorder": 3})
        right.plot([p[0] for p in points], [p[2] for p in points], label=curve, **nested)
        draw_bars(right, curve, [p[0] for p in points], [p[2] for p in points], accepted_bars,
                  nested["color"])
    left.set_ylim(0, limit)
    left.set_ylabel("mean packet latency (cycles)")
    left.set_title("marks at the upper edge: saturated", fontsize=9, color="#666666", pad=12)
    right.plot([0, largest], [0, largest], color="#999999", linewidth=0.8, zorder=0)
    right.set_ylim(bottom=0)
    right.set_ylabel("accepted throughput (flits per terminal and cycle)")
    for axes in (left, right):
        axes.set_xlim(0, min(1, 1.04 * largest) if largest > 0 else 1)
        axes.set_xlabel("offered load (flits per terminal and cycle)")
        axes.grid(color="#dddddd", linewidth=0.6)
        axes.spines[["top", "right"]].set_visible(False)
    right.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False)
    return figure


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("sweep", help="sweep.json")
    parser.add_argument("stem", help="pictures are STEM.png and STEM.svg")
    parser.add_argument("--max-latency", type=float, help="end of the latency axis in cycles")
    arguments = parser.parse_args()

    def take(sweep):
        if not sweep["points"]:
            raise ValueError("no points")
        curves = curves_of(sweep["points"])
        limit = arguments.max_latency or latency_limit(curves)
        return (curves, limit, title_of(sweep["points"])), intervals_of(sweep.get("means", []))

    save(draw(*read(arguments.sweep, take)), arguments.stem)
    return 0


if __name__ == "__main__":
    sys.exit(main())
