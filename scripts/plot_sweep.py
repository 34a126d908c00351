#!/usr/bin/env python3
"""Draws a sweep: mean packet latency and accepted throughput against offered load.

    plot_sweep.py SWEEP.json STEM [--max-latency CYCLES]

writes STEM.png and STEM.svg from the sweep.json that `dragonfly sweep` leaves. Points of several
seeds are averaged. Points that measured no packet are gaps. A curve of latencies ends where the
network saturates: its last segment rises towards the latency at the first saturated load, which has
no meaning as a number (it grows as long as the run goes on), and leaves the picture. A curve that
is saturated from its first load on is a mark at the upper edge.
"""

import argparse
import math
import sys
from collections import defaultdict

from plotting import read, save, style

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


def latency_line(points, limit):
    """Loads and latencies to draw: the steady points, and the way up to the first saturated one."""
    loads, latencies, steady = [], [], 0
    for load, latency, _, saturated in points:
        loads.append(load)
        if saturated:
            latencies.append(1.5 * limit if math.isnan(latency) else max(latency, 1.5 * limit))
            break
        latencies.append(latency)
        steady += 1
    return loads, latencies, steady


def draw(curves, limit):
    figure, (left, right) = plt.subplots(1, 2, figsize=(12, 4.4), constrained_layout=True)
    largest = max(load for points in curves.values() for load, *_ in points)
    for number, (curve, points) in enumerate(curves.items()):
        loads, latencies, steady = latency_line(points, limit)
        if steady > 0:
            left.plot(loads, latencies, markevery=slice(0, steady), **style(number))
        else:  # no load was low enough: a mark at the edge says where it begins
            left.plot(loads[0], limit, clip_on=False, zorder=3, **style(number))
        right.plot([p[0] for p in points], [p[2] for p in points], label=curve, **style(number))
    left.set_ylim(0, limit)
    left.set_ylabel("mean packet latency (cycles)")
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


def curves_in(sweep):
    if not sweep["points"]:
        raise ValueError("no points")
    return curves_of(sweep["points"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("sweep", help="sweep.json")
    parser.add_argument("stem", help="pictures are STEM.png and STEM.svg")
    parser.add_argument("--max-latency", type=float, help="end of the latency axis in cycles")
    arguments = parser.parse_args()
    curves = read(arguments.sweep, curves_in)
    save(draw(curves, arguments.max_latency or latency_limit(curves)), arguments.stem)
    return 0


if __name__ == "__main__":
    sys.exit(main())
