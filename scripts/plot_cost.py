#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws cost per terminal against the number of terminals, a curve for each topology.

    plot_cost.py COST.json STEM

writes STEM.png and STEM.svg from what `dragonfly cost --json` writes for several sizes. With one
size: a bar for each topology, divided into what the money goes to.
"""

from plotting import COLOURS, main, style

import matplotlib.pyplot as plt  # noqa: E402  (plotting chooses the back-end)


HATCHES = ["", "//", "xx"]  # for more classes than colours


def curves_in(cost):
    """{topology: [network]}, ascending by size."""
    curves = {}
    for network in cost["networks"]:
        curves.setdefault(network["topology"], []).append(network)
    if not curves:
        raise ValueError("no networks")
    for networks in curves.values():
        networks.sort(key=lambda network: network["terminals"])
    return cost["model"], curves


def lines(model, curves):
    figure, axes = plt.subplots(figsize=(7, 4.8), constrained_layout=True)
    for number, (topology, networks) in enumerate(curves.items()):
        axes.plot(
            [n["terminals"] for n in networks],
            [n["cost_per_terminal"] for n in networks],
            label=topology,
            **style(number),
        )
    sizes = [n["terminals"] for networks in curves.values() for n in networks]
    if max(sizes) > 20 * min(sizes):
        axes.set_xscale("log", base=2)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("terminals")
    axes.set_ylabel("cost per terminal ($)")
    axes.set_title(f"cost model {model}")
    axes.grid(color="#dddddd", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    return figure


def bars(model, curves):
    figure, axes = plt.subplots(figsize=(7, 4.8), constrained_layout=True)
    classes = []
    for (network,) in curves.values():
        classes += [name for name in network["breakdown"] if name not in classes]
    below = [0.0] * len(curves)
    for number, name in enumerate(classes):
        heights = []
        for (network,) in curves.values():
            heights.append(network["breakdown"].get(name, {"cost_per_terminal": 0})["cost_per_terminal"])
        axes.bar(
            list(curves),
            heights,
            bottom=below,
            label=name,
            color=COLOURS[number % len(COLOURS)],
            hatch=HATCHES[number // len(COLOURS) % len(HATCHES)],
            edgecolor="#ffffff",
            linewidth=0.4,
            width=0.6,
        )
        below = [b + h for b, h in zip(below, heights)]
    axes.set_ylabel("cost per terminal ($)")
    axes.set_title(f"cost model {model}")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1.01, 0.5))
    return figure


def draw(cost):
    model, curves = cost
    several = any(len(networks) > 1 for networks in curves.values())
    return lines(model, curves) if several else bars(model, curves)


if __name__ == "__main__":
    main(__doc__, "JSON of `dragonfly cost`", curves_in, draw)
