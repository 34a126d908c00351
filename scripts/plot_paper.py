#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws a figure of a paper: its panels in the paper's axes, diagrams of networks, and tables.

    plot_paper.py ITEM.json STEM

writes STEM.png and STEM.svg from what `dragonfly paper` leaves. A curve of latencies ends at its last steady
point; a mark at the upper edge shows the first at which the network is saturated, and a filled triangle there a steady
point above the axis, to which no line leads. Intervals that a mark would hide are left out.
"""

import math
import textwrap

from plotting import COLOURS, main, nested_style

import matplotlib.pyplot as plt  # noqa: E402  (plotting chooses the back-end)
from matplotlib.collections import LineCollection  # noqa: E402
from matplotlib.lines import Line2D  # noqa: E402
from matplotlib.patches import Rectangle  # noqa: E402

MOST_LABELS = 100  # nodes have names as long as these can be read
CURVE_STEPS = 16
TITLE_LETTERS_PER_INCH = 11  # of the figure's width; the layout has room for lines that are broken here
LEAST_CELL_WIDTH = 0.07  # of the axes
HIDDEN_ERROR = 0.008  # of the height of the axes: a shorter bar would lie behind its mark, and only make the file larger


def columns_of(parts):
    """Tables stand below each other, panels beside each other."""
    if len(parts) == 1 or parts[0][1] is draw_table:
        return 1
    return 2 if len(parts) <= 4 else 3


def number(value):
    return math.nan if value is None else value


def draw(item):
    parts = [(panel, draw_panel) for panel in item["panels"]]
    parts += [(diagram, draw_diagram) for diagram in item["diagrams"]]
    if not parts:
        parts = [(table, draw_table) for table in item["tables"]]
    columns = columns_of(parts)
    rows = math.ceil(len(parts) / columns)
    sizes = {draw_panel: (5.6, 3.9), draw_diagram: (5.6, 5.4), draw_table: (9, 0.6)}
    width = max(sizes[how][0] for _, how in parts)
    heights = [sizes[how][1] + (0.22 * len(part["rows"]) if how is draw_table else 0) for part, how in parts]
    if columns > 1:
        heights = [max(heights)] * rows
    figure, axes = plt.subplots(
        rows,
        columns,
        figsize=(width * columns, sum(heights) + 0.5),
        squeeze=False,
        constrained_layout=True,
        gridspec_kw={"height_ratios": heights},
    )
    for place, (part, how) in zip(axes.flat, parts):
        how(place, part)
    for place in list(axes.flat)[len(parts):]:
        place.axis("off")
    title = f"{item['paper']}, {item['printed']}: {item['shows']}"
    figure.suptitle(textwrap.fill(title, int(width * columns * TITLE_LETTERS_PER_INCH), break_on_hyphens=False), fontsize=11)
    return figure


def style_axes(axes):
    axes.grid(color="#dddddd", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)


def set_axis(axis, name, axes):
    getattr(axes, f"set_{name}label")(axis["label"])
    if axis["logarithmic"]:
        getattr(axes, f"set_{name}scale")("log")
    getattr(axes, f"set_{name}lim")(axis["low"], axis["high"])


def draw_panel(axes, panel):
    second = axes.twinx() if panel["second"] else None
    kind = {"lines": draw_lines, "bars": draw_bars, "steps": draw_steps}[panel["kind"]]
    kind(axes, second, panel)
    axes.set_title(panel["title"], fontsize=10)
    style_axes(axes)
    set_axis(panel["x"], "x", axes)
    set_axis(panel["y"], "y", axes)
    if second:
        set_axis(panel["second"], "y", second)
        second.set_ylim(top=1.3 * second.get_ylim()[1])  # room for the legend
    if panel["categories"]:
        axes.set_xticks(range(len(panel["categories"])), panel["categories"])
    handles, labels = axes.get_legend_handles_labels()
    if second:
        more = second.get_legend_handles_labels()
        handles, labels = handles + more[0], labels + more[1]
    if len(labels) > 1:
        # Curves of latency rise at the right.
        corner = "upper left" if panel["kind"] == "lines" and panel["y"]["high"] else "best"
        axes.legend(handles, labels, framealpha=0.8, edgecolor="none", fontsize=8, loc=corner)


def draw_lines(axes, second, panel):
    top = panel["y"]["high"]
    for index, curve in enumerate(panel["curves"]):
        place = second if curve["on_second_axis"] else axes
        style = nested_style(index, len(panel["curves"]))
        if len(curve["points"]) > 40:
            style["marker"] = ""
        x, y, errors, beyond, end = [], [], [], [], None
        for at, value, error, saturated in curve["points"]:
            if saturated:
                end = at
                break
            above = top is not None and number(value) > top
            if above:
                beyond.append(number(at))
            x.append(number(at))
            y.append(math.nan if above else number(value))
            errors.append(error or 0)
        if len(x) == 1:
            place.plot(x, y, label=curve["name"], **{**style, "linestyle": "", "clip_on": False})
        else:
            place.plot(x, y, label=curve["name"], **style)
        height = top or max((value for value in y if not math.isnan(value)), default=0)
        shown = [point for point in zip(x, y, errors) if point[2] > HIDDEN_ERROR * height and not math.isnan(point[1])]
        if shown:
            x, y, errors = zip(*shown)
            place.errorbar(x, y, yerr=errors, fmt="none", ecolor=style["color"], capsize=2, zorder=style["zorder"])
        if beyond:
            place.plot(beyond, [top] * len(beyond), clip_on=False, linestyle="", marker="^", color=style["color"],
                       zorder=style["zorder"])
        if end is not None and top is not None:
            place.plot(end, top, clip_on=False, **{**style, "zorder": 3})


def draw_bars(axes, second, panel):
    bars = [curve for curve in panel["curves"] if not curve["on_second_axis"]]
    width = 0.8 / max(1, len(bars))
    for index, curve in enumerate(bars):
        offset = (index - (len(bars) - 1) / 2) * width
        axes.bar(
            [number(p[0]) + offset for p in curve["points"]],
            [number(p[1]) for p in curve["points"]],
            width,
            label=curve["name"],
            color=COLOURS[index % len(COLOURS)],
        )
    for index, curve in enumerate(panel["curves"]):
        if curve["on_second_axis"]:
            points = curve["points"]
            second.plot([p[0] for p in points], [number(p[1]) for p in points], color="#000000", marker="o",
                        label=curve["name"])


def draw_steps(axes, _, panel):
    for index, curve in enumerate(panel["curves"]):
        points = curve["points"]
        axes.step(
            [p[0] for p in points],
            [number(p[1]) for p in points],
            where="post",
            label=curve["name"],
            color=COLOURS[index % len(COLOURS)],
            linewidth=1.3,
        )


def bowed(start, end, bend):
    """A curve between two points that bows out to its left."""
    if bend == 0:
        return [start, end]
    across = (start[1] - end[1], end[0] - start[0])
    middle = [(a + b) / 2 + bend * c for a, b, c in zip(start, end, across)]
    points = []
    for step in range(CURVE_STEPS + 1):
        t = step / CURVE_STEPS
        points.append(tuple((1 - t) ** 2 * s + 2 * t * (1 - t) * m + t * t * e for s, m, e in zip(start, middle, end)))
    return points


def draw_diagram(axes, diagram):
    places = [(node["x"], node["y"]) for node in diagram["nodes"]]
    kinds = list(dict.fromkeys(edge["kind"] for edge in diagram["edges"]))
    alpha = max(0.25, min(0.9, 300 / max(1, len(diagram["edges"]))))
    for index, kind in enumerate(kinds):
        lines = [
            bowed(places[edge["from"]], places[edge["to"]], edge["bend"])
            for edge in diagram["edges"]
            if edge["kind"] == kind
        ]
        axes.add_collection(LineCollection(lines, colors=COLOURS[index % len(COLOURS)], alpha=alpha, linewidths=1.1))
    for edge in diagram["edges"]:
        curve = bowed(places[edge["from"]], places[edge["to"]], edge["bend"])
        if diagram["directed"]:
            arrow(axes, curve, COLOURS[kinds.index(edge["kind"]) % len(COLOURS)])
        if edge["label"]:
            x, y = curve[len(curve) // 2] if len(curve) > 2 else [sum(pair) / 2 for pair in zip(*curve)]
            axes.text(x, y, edge["label"], fontsize=8, ha="center", va="center",
                      bbox={"facecolor": "#ffffff", "edgecolor": "none", "pad": 1})
    axes.update_datalim(places)
    names = len(places) <= MOST_LABELS
    if names:
        for node, (x, y) in zip(diagram["nodes"], places):
            axes.text(x, y, node["name"], ha="center", va="center", fontsize=7, zorder=4,
                      bbox={"facecolor": "#ffffff", "edgecolor": "#000000", "boxstyle": "round,pad=0.25",
                            "linewidth": 0.7})
    else:
        axes.scatter(*zip(*places), s=max(3, min(30, 4000 / len(places))), color="#000000", zorder=4, linewidths=0)
    draw_boxes(axes, diagram["nodes"])
    axes.set_title(diagram["title"], fontsize=10)
    axes.autoscale_view()
    axes.margins(0.08)
    axes.set_aspect("equal")
    axes.axis("off")
    handles = [
        Line2D([], [], color=COLOURS[index % len(COLOURS)],
               label=f"{kind}: {sum(edge['kind'] == kind for edge in diagram['edges'])}")
        for index, kind in enumerate(kinds)
    ]
    axes.legend(handles=handles, loc="upper center", bbox_to_anchor=(0.5, 0), ncol=3, frameon=False, fontsize=8)


def arrow(axes, curve, colour):
    middle = len(curve) // 2
    start, end = (curve[middle - 1], curve[middle]) if len(curve) > 2 else (
        curve[0], [a + 0.8 * (b - a) for a, b in zip(*curve)])
    axes.annotate("", xy=end, xytext=start, arrowprops={"arrowstyle": "->", "color": colour})


def draw_boxes(axes, nodes):
    boxes = {}
    for node in nodes:
        if node["box"]:
            boxes.setdefault(node["box"], []).append((node["x"], node["y"]))
    for name, places in boxes.items():
        xs, ys = zip(*places)
        pad = 0.045 * max(1, max(node["x"] for node in nodes) - min(node["x"] for node in nodes))
        left, low = min(xs) - pad, min(ys) - pad
        axes.add_patch(Rectangle((left, low), max(xs) - left + pad, max(ys) - low + pad, fill=False, linestyle="--",
                                 linewidth=0.7, edgecolor="#777777"))
        axes.text(left, max(ys) + pad, name, fontsize=7, color="#555555", va="bottom")


def draw_table(axes, table):
    axes.axis("off")
    axes.set_title(table["title"], fontsize=10)
    drawn = axes.table(cellText=table["rows"], colLabels=table["columns"], loc="upper center", cellLoc="left")
    drawn.auto_set_font_size(False)
    drawn.set_fontsize(8)
    drawn.auto_set_column_width(range(len(table["columns"])))
    axes.figure.canvas.draw()  # finds out how wide they are
    for cell in drawn.get_celld().values():
        cell.set_width(max(LEAST_CELL_WIDTH, cell.get_width()))


def checked(item):
    if not item["panels"] and not item["diagrams"] and not item["tables"]:
        raise ValueError("nothing to draw")
    return item


if __name__ == "__main__":
    main(__doc__, "JSON of `dragonfly paper`", checked, draw)
