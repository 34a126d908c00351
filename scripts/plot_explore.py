#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws a design space: heat maps over imbalance b and density d.

    plot_explore.py EXPLORE.json STEM

writes STEM.png and STEM.svg from what `dragonfly explore --json` writes: cost per terminal, router
radix, average distance, terminals per router, diameter, utilisation, routers and share of electrical
links, as Figures 5, 6, 8 and 9 of Teh et al. 2017 show them. Designs that cannot be built are blank;
crosses are the cheapest ones.
"""

from plotting import main

import matplotlib.pyplot as plt  # noqa: E402  (plotting chooses the back-end)
import numpy as np  # noqa: E402

PANELS = [
    ("cost_per_terminal", "cost per terminal ($)"),
    ("router_radix", "ports of the router"),
    ("average_distance", "average distance (hops)"),
    ("p", "terminals per router"),
    ("diameter", "diameter (hops)"),
    ("utilisation", "utilisation"),
    ("routers", "routers"),
    ("electrical_share", "share of electrical links"),
]


def checked(explore):
    if not explore["designs"]:
        raise ValueError("no designs")
    return explore


def grid(designs, key, across, up):
    values = np.full((len(up), len(across)), np.nan)
    for design in designs:
        values[up.index(design["d"]), across.index(design["b"])] = design[key]
    return values


def edges(centres):
    """Of the cells around these centres."""
    if len(centres) == 1:
        return [centres[0] - 0.05, centres[0] + 0.05]
    half = [(right - left) / 2 for left, right in zip(centres, centres[1:])]
    return (
        [centres[0] - half[0]]
        + [left + step for left, step in zip(centres, half)]
        + [centres[-1] + half[-1]]
    )


def draw(explore):
    designs = explore["designs"]
    across = sorted({design["b"] for design in designs})
    up = sorted({design["d"] for design in designs})
    figure, panels = plt.subplots(2, 4, figsize=(18, 7), constrained_layout=True)
    for axes, (key, title) in zip(panels.flat, PANELS):
        values = grid(designs, key, across, up)
        # A few extreme designs are not to take all colours from the others.
        most = np.nanpercentile(values, 92)
        extremes = np.nanmax(values) > 1.5 * most
        image = axes.pcolormesh(
            edges(across), edges(up), values, cmap="viridis", vmax=most if extremes else np.nanmax(values)
        )
        figure.colorbar(image, ax=axes, extend="max" if extremes else "neither")
        for best in explore["cheapest_designs"]:
            axes.plot(best["b"], best["d"], marker="x", color="#d55e00", markersize=9, markeredgewidth=2)
        axes.set_title(title)
        axes.set_xlabel("imbalance b")
        axes.set_ylabel("density d")
    size = f"{explore['routers']} routers" if "routers" in explore else f"{explore['terminals']} terminals"
    radices = ", ".join(map(str, explore["radices"])) or "any number of"
    figure.suptitle(
        f"at least {size}, electrical link \\${explore['electrical_cost']:g}, "
        f"optical link \\${explore['optical_cost']:g}, routers of {radices} ports"
    )
    return figure


if __name__ == "__main__":
    main(__doc__, "JSON of `dragonfly explore`", checked, draw)
