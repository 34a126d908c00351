#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws a network: its routers on a circle, group beside group, and its channels.

    plot_topology.py GRAPH.json STEM

writes STEM.png and STEM.svg from what `dragonfly topology --export json` writes (docs/wiring-files.md).
Networks of levels or stages are drawn as rows.
"""

import math

from plotting import COLOURS, main

import matplotlib.pyplot as plt  # noqa: E402  (plotting chooses the back-end)
from matplotlib.collections import LineCollection  # noqa: E402
from matplotlib.lines import Line2D  # noqa: E402
from matplotlib.path import Path  # noqa: E402
from matplotlib.patches import PathPatch  # noqa: E402

MOST_LABELS = 100  # routers and groups are numbered as long as the numbers can be read
CURVE_POINTS = 24


def as_graph(wiring):
    """The routers and channels of an exported wiring; terminals are counted."""
    routers = {}
    for run in wiring["routers"]:
        for number in range(run["first"], run["last"] + 1):
            routers[number] = {"id": number, "terminals": 0}
            if "group" in run:
                routers[number]["group"] = run["group"]
    channels = []
    for row in wiring["channels"]:
        ends = [row["router"], row["peer_router"]]
        if "terminal" not in ends:
            channels.append({"from": ends[0], "to": ends[1], "class": row["class"]})
        elif ends[0] == "terminal" or not wiring["directed"]:  # it injects there
            routers[ends[0] if ends[1] == "terminal" else ends[1]]["terminals"] += 1
    used = {channel["class"] for channel in channels}
    graph = dict(wiring, routers=list(routers.values()), channels=channels)
    graph["classes"] = [name for name in wiring["classes"] if name in used]
    add_levels(graph)
    return graph


def add_levels(graph):
    """Channels from the nearest router at which terminals inject, if there are others."""
    levels = {router["id"]: 0 for router in graph["routers"] if router["terminals"] > 0}
    if len(levels) == len(graph["routers"]):
        return
    neighbours = {}
    for channel in graph["channels"]:
        neighbours.setdefault(channel["from"], []).append(channel["to"])
        if not graph["directed"]:
            neighbours.setdefault(channel["to"], []).append(channel["from"])
    order = list(levels)
    for router in order:
        for other in neighbours.get(router, []):
            if other not in levels:
                levels[other] = levels[router] + 1
                order.append(other)
    if len(levels) == len(graph["routers"]):
        for router in graph["routers"]:
            router["level"] = levels[router["id"]]


def groups_of(graph):
    """Routers by group, in order; one group for each router if there are none."""
    groups = {}
    for router in graph["routers"]:
        groups.setdefault(router.get("group", router["id"]), []).append(router["id"])
    return groups


def on_circle(groups):
    """Positions: clockwise from the top, with a gap between groups as wide as a router."""
    gap = 1 if max(len(members) for members in groups.values()) > 1 else 0
    places = sum(len(members) + gap for members in groups.values())
    positions, middles, place = {}, {}, 0
    for group, members in groups.items():
        middle = place + (len(members) - 1) / 2
        middles[group] = math.pi / 2 - 2 * math.pi * middle / places
        for member in members:
            angle = math.pi / 2 - 2 * math.pi * place / places
            positions[member] = (math.cos(angle), math.sin(angle))
            place += 1
        place += gap
    return positions, middles


def in_rows(routers):
    """Positions of routers with levels: a row for each, the highest level at the top."""
    rows = {}
    for router in routers:
        rows.setdefault(router["level"], []).append(router["id"])
    positions = {}
    for row, level in enumerate(sorted(rows)):
        members = rows[level]
        for place, member in enumerate(members):
            x = 0 if len(members) == 1 else 2 * place / (len(members) - 1) - 1
            positions[member] = (x, 1.4 * row / max(1, len(rows) - 1) - 0.7)
    return positions


def bent(start, end, pull):
    """A curve between two points of the circle, bent towards its centre; pull 1 is straight."""
    middle = ((start[0] + end[0]) / 2 * pull, (start[1] + end[1]) / 2 * pull)
    points = []
    for step in range(CURVE_POINTS + 1):
        t = step / CURVE_POINTS
        points.append(
            tuple((1 - t) ** 2 * s + 2 * t * (1 - t) * m + t * t * e for s, m, e in zip(start, middle, end))
        )
    return points


def title_of(graph):
    parameters = " ".join(f"{name}={value}" for name, value in graph.get("parameters", {}).items())
    return f"{graph['family']} {parameters}".strip()


def draw(graph):
    figure, axes = plt.subplots(figsize=(9, 9), constrained_layout=True)
    routers = graph["routers"]
    rows = all("level" in router for router in routers)
    groups = groups_of(graph)
    if rows:
        positions, middles = in_rows(routers), {}
    else:
        positions, middles = on_circle(groups)
    group = {router["id"]: router.get("group") for router in routers}
    drawn = len(graph["channels"])
    alpha = max(0.08, min(0.8, 400 / max(1, drawn)))
    used = []
    for number, name in enumerate(graph["classes"]):
        lines = []
        for channel in graph["channels"]:
            if channel["class"] != name:
                continue
            start, end = positions[channel["from"]], positions[channel["to"]]
            inside = group[channel["from"]] is not None and group[channel["from"]] == group[channel["to"]]
            if rows:
                lines.append([start, end])
            else:
                lines.append(bent(start, end, 0.88 if inside else 0.35))
        if not lines:
            continue
        colour = COLOURS[number % len(COLOURS)]
        axes.add_collection(LineCollection(lines, colors=colour, alpha=alpha, linewidths=0.9))
        used.append(Line2D([], [], color=colour, label=f"{name}: {len(lines)}"))
    size = max(4, min(60, 6000 / len(routers)))
    axes.scatter(*zip(*(positions[r["id"]] for r in routers)), s=size, color="#000000", zorder=3, linewidths=0)
    if not rows and len(groups) <= MOST_LABELS:
        for name, angle in middles.items():
            axes.text(1.13 * math.cos(angle), 1.13 * math.sin(angle), str(name), ha="center", va="center", fontsize=10)
    if len(routers) <= MOST_LABELS and not rows and len(groups) < len(routers):
        for members in groups.values():
            for index, member in enumerate(members):
                x, y = positions[member]
                axes.text(1.05 * x, 1.05 * y, str(index), ha="center", va="center", fontsize=7, color="#555555")
            box(axes, [positions[member] for member in members])
    axes.set_title(title_of(graph))
    axes.set_xlim(-1.25, 1.25)
    axes.set_ylim(-1.25, 1.25)
    axes.set_aspect("equal")
    axes.axis("off")
    axes.legend(handles=used, loc="lower right", frameon=False, title="channels")
    return figure


def box(axes, points):
    """A dashed arc behind the routers of a group."""
    if len(points) < 2:
        return
    outer = [(1.09 * x, 1.09 * y) for x, y in points]
    inner = [(0.96 * x, 0.96 * y) for x, y in reversed(points)]
    outline = outer + inner + [outer[0]]
    codes = [Path.MOVETO] + [Path.LINETO] * (len(outline) - 2) + [Path.CLOSEPOLY]
    axes.add_patch(
        PathPatch(Path(outline, codes), fill=False, linestyle="--", linewidth=0.8, edgecolor="#777777", zorder=2)
    )


def checked(graph):
    if not graph["routers"]:
        raise ValueError("no routers")
    if "first" in graph["routers"][0]:
        graph = as_graph(graph)
    known = {router["id"] for router in graph["routers"]}
    for channel in graph["channels"]:
        if channel["from"] not in known or channel["to"] not in known:
            raise ValueError(f"channel to an unknown router: {channel}")
    return graph


if __name__ == "__main__":
    main(__doc__, "JSON of `dragonfly topology --export json`", checked, draw)
