#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What plot_sweep.py draws: title, ends of curves, and that those which coincide can be told apart."""

import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../scripts"))
try:
    import plot_sweep
except ModuleNotFoundError as error:
    print(error)
    sys.exit(77)  # skipped

LOADS = [0.1, 0.2, 0.3, 0.4]


def point(curve, load, latency, saturated, depth=16):
    return {
        "curve": curve,
        "offered_load": load,
        "accepted_throughput": load,
        "saturated": saturated,
        "packet_latency": {"mean": latency},
        "engine": "rtl",
        "config": {
            "topology": {"p": 4, "a": 8, "h": 4, "g": 0},
            "traffic": {"pattern": "worst-case"},
            "router": {"buffer_depth": depth},
        },
    }


# Both saturate at 0.3, and their latencies are the same.
POINTS = [
    point(curve, load, 5000 if load > 0.25 else 10 * load, load > 0.25)
    for curve in ("one", "two")
    for load in LOADS
]


class PlotSweep(unittest.TestCase):
    def test_title_names_network_pattern_depth_and_engine(self):
        # p a g = 4 * 8 * (8 * 4 + 1) terminals
        self.assertEqual(
            plot_sweep.title_of(POINTS),
            "dragonfly p=4 a=8 h=4 g=33, 1,056 terminals, worst-case traffic, 16-flit buffers, RTL",
        )

    def test_title_names_networks_of_other_families(self):
        points = [point("one", 0.1, 1, False)]
        points[0]["config"]["topology"] = {"family": "torus", "sizes": [4, 4], "concentration": 1}
        self.assertTrue(plot_sweep.title_of(points).startswith("torus sizes=4,4 concentration=1, "))

    def test_title_leaves_out_what_differs(self):
        title = plot_sweep.title_of(POINTS + [point("one", 0.1, 1, False, depth=256)])
        self.assertNotIn("buffers", title)
        self.assertIn("worst-case", title)

    def test_no_line_leads_off_the_scale(self):
        limit = 50
        points = POINTS + [point("steep", 0.1, 20, False), point("steep", 0.2, 80, False)]
        left = plot_sweep.draw((plot_sweep.curves_of(points), limit, "")).axes[0]
        for line in left.get_lines():
            for latency in line.get_ydata():
                self.assertFalse(latency > limit, latency)

    def test_throughput_goes_on_past_saturation(self):
        right = plot_sweep.draw((plot_sweep.curves_of(POINTS), 100, "")).axes[1]
        self.assertEqual(list(right.get_lines()[0].get_xdata()), LOADS)

    def test_several_seeds_have_error_bars_below_saturation(self):
        means = [
            {
                "curve": "one",
                "offered_load": load,
                "runs": runs,
                "packet_latency": {"confidence_95": half},
                "accepted_throughput": {"confidence_95": None},
            }
            for load, runs, half in ((LOADS[0], 3, 2.5), (LOADS[1], 1, None))
        ]
        intervals = plot_sweep.intervals_of(means)
        self.assertEqual(list(intervals), [("one", LOADS[0])])
        curves = plot_sweep.curves_of(POINTS)
        left, right = plot_sweep.draw((curves, 100, ""), intervals).axes[:2]
        self.assertEqual(len(left.containers), 1)
        self.assertEqual(len(right.containers), 0)
        ((x, low), (_, high)) = left.containers[0].lines[2][0].get_segments()[0]
        self.assertEqual(x, LOADS[0])
        self.assertAlmostEqual(low, curves["one"][0][1] - 2.5)
        self.assertAlmostEqual(high, curves["one"][0][1] + 2.5)

    def test_a_curve_that_coincides_lies_inside_the_one_before(self):
        right = plot_sweep.draw((plot_sweep.curves_of(POINTS), 100, "")).axes[1]
        one, two = right.get_lines()[:2]
        self.assertGreater(one.get_linewidth(), two.get_linewidth())
        self.assertGreater(one.get_markersize(), two.get_markersize())
        self.assertLess(one.get_zorder(), two.get_zorder())


if __name__ == "__main__":
    unittest.main()
