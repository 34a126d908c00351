#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/plot_paper.py draws every kind of part, and refuses what is none. Skipped without Matplotlib."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

try:
    import matplotlib  # noqa: F401
except ImportError:
    sys.exit(77)

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts", "plot_paper.py")


def axis(label, **more):
    return {"label": label, "logarithmic": False, "low": None, "high": None, **more}


def panel(**more):
    curve = {"name": "MIN", "on_second_axis": False,
             "points": [[0.1, 5, 0.2, False], [0.2, None, None, False], [0.3, 7, 0, True]]}
    return {"title": "(a)", "kind": "lines", "x": axis("load"), "y": axis("latency", high=100), "second": None,
            "categories": [], "curves": [curve, {**curve, "name": "VAL"}], **more}


def item(**parts):
    return {"paper": "kim2008", "printed": "Figure 8", "shows": "latency", "panels": [], "diagrams": [],
            "tables": [], **parts}


DIAGRAM = {"title": "net", "directed": True,
           "nodes": [{"name": "R0", "x": 0, "y": 0, "box": "G"}, {"name": "R1", "x": 1, "y": 0, "box": "G"}],
           "edges": [{"from": 0, "to": 1, "kind": "local", "label": "VC0", "bend": 0.2},
                     {"from": 1, "to": 0, "kind": "local", "label": "", "bend": 0}]}
TABLE = {"title": "ports", "columns": ["name", "k"], "rows": [["a", "7"]]}


class PlotPaper(unittest.TestCase):
    def test_no_line_leads_to_a_point_above_the_axis(self):
        sys.path.insert(0, os.path.dirname(SCRIPT))
        import plot_paper

        data = panel()
        data["curves"] = [{"name": "UGAL-L", "on_second_axis": False,
                           "points": [[0.1, 5, 0, False], [0.2, 140, 0, False], [0.3, 60, 0, False],
                                      [0.4, 70, 0, True]]}]
        figure = plot_paper.draw(item(panels=[data]))
        drawn = [list(zip(*(axis.tolist() for axis in line.get_data()))) for line in figure.axes[0].lines]
        curve = drawn[0]
        self.assertEqual((curve[0], curve[2]), ((0.1, 5), (0.3, 60)))
        self.assertNotEqual(curve[1][1], curve[1][1])  # not a number: a gap
        self.assertEqual(drawn[1], [(0.2, 100)])  # above the axis
        self.assertEqual(drawn[2], [(0.4, 100)])  # saturated

    def draw(self, data):
        with tempfile.TemporaryDirectory() as folder:
            path, stem = os.path.join(folder, "in.json"), os.path.join(folder, "out")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(data, file)
            result = subprocess.run([sys.executable, SCRIPT, path, stem], capture_output=True, text=True, check=False)
            sizes = [os.path.getsize(f"{stem}.{kind}") if os.path.exists(f"{stem}.{kind}") else 0
                     for kind in ("png", "svg")]
            return result, sizes

    def test_every_kind_of_part(self):
        second = panel(kind="bars", second=axis("cost"), categories=["1", "2", "3"])
        second["curves"][1]["on_second_axis"] = True
        parts = {
            "lines": item(panels=[panel()]),
            "bars, steps, and a second axis": item(panels=[second, panel(kind="steps"), panel()]),
            "a diagram": item(diagrams=[DIAGRAM]),
            "tables": item(tables=[TABLE, TABLE]),
        }
        for name, data in parts.items():
            with self.subTest(name):
                result, sizes = self.draw(data)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertTrue(all(size > 1000 for size in sizes))

    def test_nothing_to_draw(self):
        result, sizes = self.draw(item())
        self.assertEqual(result.returncode, 2)
        self.assertIn("cannot be drawn", result.stderr)
        self.assertEqual(sizes, [0, 0])


if __name__ == "__main__":
    unittest.main()
