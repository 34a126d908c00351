# SPDX-License-Identifier: Apache-2.0
"""How scripts/rtl_coverage.py reads counts, merges them, leaves out what cannot be reached, and tells."""
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
import rtl_coverage as coverage  # pylint: disable=wrong-import-position

SOURCE = """module df_some (input wire clk_i);
  always_ff @(posedge clk_i)
    if (a) b <= 1'b1;
    else b <= 1'b0;
  `DF_CLAIM(both, a != b,
            "not (both")
  wire c = a;
endmodule
"""
SOURCES = {"df_some.sv": SOURCE}


def point(count, page, line, column=1, what="", lines="", file="/here/rtl/df_some.sv", hier="top.u_some"):
    pairs = {"f": file, "l": line, "n": column, "page": f"{page}/df_some", "o": what, "S": lines, "h": hier}
    return "C '" + "".join(f"\1{key}\2{value}" for key, value in pairs.items() if value != "") + f"' {count}\n"


def text(*points):
    return coverage.HEADER + "\n" + "".join(points)


def read(*points):
    return coverage.read(text(*points), {"/here/rtl": "", "rtl": "", "/here/cover": coverage.COVER_POINTS})


def branch(line, what, column=1):
    return coverage.Point("df_some.sv", line, column, coverage.BRANCHES, what)


def line_point(line):
    return coverage.Point("df_some.sv", line, 0, coverage.LINES)


def toggle(line, what):
    return coverage.Point("df_some.sv", line, 0, coverage.TOGGLES, what)


EXCLUSION = """[[exclusion]]
file = "df_some.sv"
kind = "branches"
source = 'if \\(a\\)'
what = "else"
because = "a is always there"
"""


class Reading(unittest.TestCase):
    def test_branches_of_choices_are_left_out(self):
        counts = read(point(1, "v_branch", 3, what="if"), point(0, "v_branch", 3, what="cond_then", column=9))
        self.assertEqual({branch(3, "if"): 1}, dict(counts))

    def test_lines_of_blocks(self):
        counts = read(point(3, "v_line", 2, what="block", lines="2-3"), point(0, "v_branch", 3, what="if", lines="3"))
        self.assertEqual(3, counts[line_point(2)])
        self.assertEqual(3, counts[line_point(3)], "of two blocks with the line, the one that was reached more often")
        self.assertEqual(0, counts[branch(3, "if")])

    def test_instances_and_sizes_are_one_point(self):
        counts = read(point(2, "v_branch", 3, what="if", hier="top.u_one"), point(5, "v_branch", 3, what="if", hier="top.u_other"),
                      point(0, "v_branch", 3, what="if", file="rtl/df_some.sv"))
        self.assertEqual({branch(3, "if"): 7}, dict(counts))

    def test_branches_of_a_line_are_apart(self):
        counts = read(point(1, "v_branch", 3, 5, "if"), point(0, "v_branch", 3, 6, "else"), point(0, "v_branch", 3, 9, "if"))
        self.assertEqual(3, len(counts))

    def test_bits_are_one_point_wherever_they_stand_in_the_line(self):
        counts = read(point(1, "v_toggle", 7, 3, "c[0]"), point(0, "v_toggle", 7, 8, "c[0]"), point(0, "v_toggle", 7, 8, "c[1]"))
        self.assertEqual({toggle(7, "c[0]"): 1, toggle(7, "c[1]"): 0}, dict(counts))

    def test_what_is_not_of_the_rtl_is_left_out(self):
        self.assertFalse(read(point(1, "v_branch", 3, what="if", file="/here/tb/prim/prim_visit.sv")))

    def test_functions_of_the_package_are_left_out(self):
        self.assertFalse(coverage.read(text("C '\1f\2rtl/df_pkg.sv\1l\0023\1n\0021\1page\2v_line/df_pkg\1o\2block\1S\0023' 0\n"), {"rtl": ""}))

    def test_of_files_of_cover_points_nothing_else_counts(self):
        counts = read(point(2, "v_user", 3, what="it_is_so", file="/here/cover/common.sv"),
                      point(2, "v_branch", 3, what="if", file="/here/cover/common.sv"))
        self.assertEqual([coverage.Point("cover/common.sv", 3, 1, coverage.COVERS, "it_is_so")], list(counts))

    def test_another_file_is_refused(self):
        with self.assertRaises(coverage.Fault):
            coverage.read("something else\n", {})
        with self.assertRaises(coverage.Fault):
            coverage.read(coverage.HEADER + "\nwhat is this\n", {})

    def test_line_numbers(self):
        self.assertEqual([4, 7, 8, 9], coverage.line_numbers("4,7-9"))
        self.assertEqual([], coverage.line_numbers(""))


class Claims(unittest.TestCase):
    def test_claims_do_not_count(self):
        self.assertEqual({5, 6}, coverage.claim_lines(SOURCE))
        counts = read(point(0, "v_branch", 5, what="if"), point(1, "v_branch", 3, what="if"))
        self.assertEqual({branch(3, "if"): 1}, coverage.without_claims(counts, SOURCES))

    def test_every_claim_of_the_rtl_ends(self):
        for path in (ROOT / "rtl").rglob("*.sv"):
            source = path.read_text()
            self.assertLess(len(coverage.claim_lines(source)), source.count("\n") / 2, path)


class Exclusions(unittest.TestCase):
    def test_what_matches_is_left_out(self):
        counts = {branch(3, "if"): 1, branch(3, "else"): 0}
        left_out, faults = coverage.excluded(counts, coverage.read_exclusions(EXCLUSION), SOURCES)
        self.assertEqual([branch(3, "else")], list(left_out))
        self.assertEqual([], faults)
        share = coverage.shares(counts, left_out)["all"][coverage.BRANCHES]
        self.assertEqual((1, 1, 1), (share.reached, share.all, share.excluded))

    def test_what_has_been_reached_is_a_fault(self):
        counts = {branch(3, "else"): 4}
        left_out, faults = coverage.excluded(counts, coverage.read_exclusions(EXCLUSION), SOURCES)
        self.assertEqual({}, left_out)
        self.assertIn("has been reached: df_some.sv:3: else", faults[0])

    def test_what_matches_nothing_is_a_fault(self):
        for counts in ({branch(3, "if"): 0}, {branch(4, "else"): 0}, {}):
            _, faults = coverage.excluded(counts, coverage.read_exclusions(EXCLUSION), SOURCES)
            self.assertIn("matches nothing", faults[0])

    def test_each_says_why_and_what(self):
        for removed in ("because", "file", "kind"):
            wrong = "\n".join(line for line in EXCLUSION.splitlines() if not line.startswith(removed))
            with self.assertRaisesRegex(coverage.Fault, removed):
                coverage.read_exclusions(wrong)
        with self.assertRaisesRegex(coverage.Fault, "which points"):
            coverage.read_exclusions('[[exclusion]]\nfile = "a"\nkind = "lines"\nbecause = "b"\n')
        with self.assertRaisesRegex(coverage.Fault, "unknown"):
            coverage.read_exclusions(EXCLUSION + 'reason = "another"\n')

    def test_those_of_the_project_can_be_read(self):
        for exclusion in coverage.read_exclusions((ROOT / "tb/coverage_exclusions.toml").read_text()):
            self.assertTrue((ROOT / "rtl" / exclusion.file).is_file(), exclusion.described())


class Telling(unittest.TestCase):
    COUNTS = {branch(3, "if"): 1, branch(3, "else"): 0, line_point(3): 1, toggle(7, "c[0]"): 0, toggle(7, "c[1]"): 0}

    def test_table(self):
        table = coverage.markdown(coverage.shares(self.COUNTS, {}))
        self.assertIn("| df_some.sv | 100.0 (1/1) | 50.0 (1/2) | 0.0 (0/2) | - | - |", table)

    def test_shares_are_not_rounded_up(self):
        self.assertEqual("99.9 (9999/10000)", str(coverage.Share(9999, 10000)))

    def test_bits_of_a_signal_are_told_in_a_line(self):
        said = coverage.listed(coverage.missed(self.COUNTS, {}), SOURCES)
        self.assertEqual(["df_some.sv:3: branches: else   if (a) b <= 1'b1;", "df_some.sv:7: toggles: c[0][1]   wire c = a;"], said)

    def test_report(self):
        page = coverage.page(self.COUNTS, {toggle(7, "c[0]"): coverage.Exclusion("df_some.sv", coverage.TOGGLES, "", ".*", "it <is>")},
                             SOURCES, "here")
        self.assertIn("if (a) b &lt;= 1&#x27;b1;", page)
        self.assertIn("if 1; else 0", page)
        self.assertIn("excluded: it &lt;is&gt;", page)
        self.assertIn("no toggle: c[1]", page)


if __name__ == "__main__":
    unittest.main()
