# SPDX-License-Identifier: Apache-2.0
"""What scripts/generate_registers writes, finds stale and refuses, in a copy of the files that it reads and writes."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCRIPT = "scripts/generate_registers"
COPIED = ("rtl", "models/router", "models/families", "tests/own_family", "scripts/register_map")
BASE, DRAGONFLY, TABLE = "rtl/registers.toml", "rtl/dragonfly/registers.toml", "rtl/table/registers.toml"
DOCS = "docs/microarchitecture.md"


class GenerateRegisters(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        for folder in COPIED:
            shutil.copytree(ROOT / folder, self.root / folder, ignore=shutil.ignore_patterns("*.sv", "*.cpp"))
        (self.root / "docs").mkdir()
        for name in (SCRIPT, DOCS):
            shutil.copy(ROOT / name, self.root / name)

    def run_script(self, *arguments):
        return subprocess.run([sys.executable, self.root / SCRIPT, *arguments], capture_output=True, text=True, check=False)

    def text(self, name):
        return (self.root / name).read_text(encoding="utf-8")

    def change(self, name, old, new):
        text = self.text(name)
        self.assertIn(old, text)
        (self.root / name).write_text(text.replace(old, new, 1), encoding="utf-8")

    def stale(self):
        """The files that --check names."""
        result = self.run_script("--check")
        names = [line.split(" ")[1] for line in result.stderr.splitlines()]
        self.assertEqual(result.returncode, 1 if names else 0, result.stderr)
        return names

    def written(self, stale):
        """Writes, and says whether those were the stale files and none is left."""
        self.assertEqual(self.stale(), stale)
        self.assertEqual(self.run_script().stdout.split(), [word for name in stale for word in ("written:", name)])
        self.assertEqual(self.stale(), [])

    def refused(self, *parts):
        before = {path: path.read_bytes() for path in self.root.rglob("*") if path.is_file()}
        for arguments in ((), ("--check",)):
            result = self.run_script(*arguments)
            self.assertEqual(result.returncode, 2, result.stderr)
            for part in parts:
                self.assertIn(part, result.stderr)
        self.assertEqual(before, {path: path.read_bytes() for path in self.root.rglob("*") if path.is_file()})

    def test_an_address_goes_everywhere(self):
        self.change(BASE, "address = 0x0300", "address = 0x0400")
        self.written([DOCS, "models/router/register_map.hpp", "rtl/df_registers.svh"])
        self.assertIn("| 0x0400 + o | INTERVAL(o) | 8 |", self.text(DOCS))
        self.assertIn("kInterval = 0x0400, kIntervalEnd = 0x0500;", self.text("models/router/register_map.hpp"))
        self.assertIn("ADDR_INTERVAL = 16'h0400;", self.text("rtl/df_registers.svh"))

    def test_route_registers_follow_those_of_all_families(self):
        self.change(BASE, 'name = "ROUTE"\naddress = 0x0005', 'name = "ROUTE"\naddress = 0x000a')
        self.refused(BASE, "CTQ_ONE_IN", "does not come behind ROUTE")
        self.change(BASE, 'name = "CTQ_ONE_IN"\naddress = 0x0009', 'name = "CTQ_ONE_IN"\naddress = 0x000e')
        self.assertEqual(self.run_script().returncode, 0)
        self.assertIn("ADDR_MIN_START_VC = 16'h000d;", self.text("rtl/dragonfly/df_family_registers.svh"))
        self.assertIn("kSplitVc = 0x000c;", self.text("models/families/table/table_registers.hpp"))
        self.assertIn("| 0x000a | MY_NODE | 16 | ROUTE(0): number of this node; 0xffff for a router that is none [TB-28] |",
                      self.text(DOCS))

    def test_a_wider_field_moves_those_below_it(self):
        self.change(BASE, 'name = "hops"\nbits = 4', 'name = "hops"\nbits = 5')
        self.assertEqual(self.run_script().returncode, 0)
        fields = self.text("models/router/flit_fields.hpp")
        # 64 bits: head, tail, nonmin and len have 7 of them.
        for line in ('kLen{"len", 57, 4}', 'kHops{"hops", 52, 5}', 'kSalt{"salt", 44, 8}', "kBitsBelow = 44;"):
            self.assertIn(line, fields)
        package = self.text("rtl/df_registers.svh")
        for line in ("FLIT_W = 20 + MID_W + NODE_W + TERM_W + TAG_W;", "logic [HOPS_W-1:0] hops;", "HOPS_W = 5;"):
            self.assertIn(line, package)
        # A decision by table depends on nonmin, len, hops and salt: 18 bits now.
        self.assertIn("18 + widths.mid + widths.dst + widths.dst_term", self.text("models/families/table/table_registers.hpp"))
        self.assertIn("| `hops` | 5 | every router |", self.text(DOCS))

    def test_an_algorithm_gets_its_code_and_names(self):
        self.change(DRAGONFLY, "# The route registers", '[[algorithm]]\nname = "UGAL-X_Y"\ncode = 7\nmeaning = "a new one"\n\n#')
        self.written([DOCS, "models/families/dragonfly/dragonfly_registers.hpp", "rtl/dragonfly/df_family_registers.svh"])
        self.assertIn("localparam logic [2:0] ALG_UGAL_X_Y = 3'd7;", self.text("rtl/dragonfly/df_family_registers.svh"))
        header = self.text("models/families/dragonfly/dragonfly_registers.hpp")
        self.assertIn("kUgalXY = 7,", header)
        self.assertIn('{"ugal-x-y", "a new one"},', header)
        self.assertIn(", 6 UGAL-L_CR, 7 UGAL-X_Y [DF-39] |", self.text(DOCS))

    def test_the_order_of_the_state_is_that_of_its_description(self):
        self.change(BASE, 'name = "held"\npart = "Held"\nof = "output VC"', 'name = "kept"\npart = "Kept"\nof = "port"')
        self.written([DOCS, "models/router/state_parts.hpp"])
        header = self.text("models/router/state_parts.hpp")
        self.assertIn('{StatePart::kKept, "kept", StateAxis::kPort, 1, false},', header)
        self.assertIn("| `kept` | port | a packet holds it [AS-10] |", self.text(DOCS))

    def test_an_edit_by_hand_is_stale(self):
        self.change("rtl/table/df_family_registers.svh", "16'h4000", "16'h6000")
        self.change(DOCS, "| `salt` | 8 |", "| `salt` | 9 |")
        self.written([DOCS, "rtl/table/df_family_registers.svh"])

    def test_what_is_around_the_tables_of_the_docs_stays(self):
        before = self.text(DOCS)
        (self.root / DOCS).write_text(before.replace("| `salt` | 8 |", "|").replace("# The router", "# A router"),
                                      encoding="utf-8")
        self.assertEqual(self.run_script().returncode, 0)
        self.assertEqual(self.text(DOCS), before.replace("# The router", "# A router"))

    def test_a_family_needs_its_own_file_only(self):
        folder = self.root / "elsewhere"
        folder.mkdir()
        (folder / "mine.toml").write_text(
            '[family]\nname = "mine"\nbase = "../rtl/registers.toml"\nasked = "salt"\n'
            '[files]\nsystemverilog = "df_family_registers.svh"\ncpp = "mine.hpp"\n'
            '[[register]]\nname = "ROW"\naddress = 0x3000\nentries = 4\nindex = "r"\nbits = 9\nmeaning = "a row"\n',
            encoding="utf-8")
        self.assertEqual(self.run_script("--check", folder / "mine.toml").returncode, 1)
        self.assertEqual(self.run_script(folder / "mine.toml").returncode, 0)
        self.assertEqual(self.run_script("--check", folder / "mine.toml").returncode, 0)
        self.assertIn("ADDR_ROW = 16'h3000;  // + r", self.text("elsewhere/df_family_registers.svh"))
        self.assertIn("ASKED_W = 8 + MID_W + NODE_W + TERM_W;", self.text("elsewhere/df_family_registers.svh"))
        self.assertIn("kRow = 0x3000, kRowEnd = 0x3004;", self.text("elsewhere/mine.hpp"))

    def test_bad_descriptions_are_refused(self):
        original = {name: self.text(name) for name in (BASE, DRAGONFLY, TABLE)}
        for name, old, new, parts in (
            (BASE, "address = 0x0004", "adress = 0x0004", ["OQ_LIMIT", "'adress'", "did you mean address?"]),
            (BASE, "address = 0x0004", "", ["OQ_LIMIT", "'address' is missing"]),
            (BASE, "address = 0x0004", 'address = "4"', ["OQ_LIMIT", "address = '4' must be of type int"]),
            (BASE, "address = 0x0004", "address = 0x0003", ["OQ_LIMIT at 0x0003", "BUFFER_DEPTH"]),
            (BASE, "address = 0x0200", "address = 0x0f80", ["TCRT0", "0x0f80 .. 0x107f", "0x0000 .. 0x0fff"]),
            (BASE, "at = 2\nbits = 1", "at = 2\nbits = 2", ["FLAGS", "ALL_HOPS does not fit the 3 bits"]),
            (BASE, "at = 1\nbits = 1", "at = 0\nbits = 1", ["FLAGS", "CUT_THROUGH overlaps"]),
            (BASE, 'name = "THRESHOLD"', 'name = "OQ_LIMIT"', ["two called OQ_LIMIT"]),
            (BASE, 'of = "asker"', 'of = "terminal"', ["decided", "of = 'terminal' must be one of", "asker"]),
            (BASE, 'width = "MID_W"', 'width = "MID_W"\nbits = 3', ["flit mid", "either 'bits' or 'width'"]),
            (BASE, "[[flit]]", "[[flits]]", ["no key 'flits'; did you mean flit?"]),
            (BASE, "bits = 3", "bits = ", [BASE, "line"]),
            (DRAGONFLY, "code = 3", "code = 4", [DRAGONFLY, "codes of algorithms must be 0, 1, 2"]),
            (DRAGONFLY, "number = 3", "number = 4", [DRAGONFLY, "numbers 0 .. 3"]),
            (DRAGONFLY, 'asked = "dst"', 'asked = "tag"', [DRAGONFLY, "asked = 'tag' must be one of head"]),
            (TABLE, "address = 0x1000", "address = 0x0800", [TABLE, "TERMINAL", "0x1000 .. 0xffff"]),
            (TABLE, 'base = "../', 'base = "', [TABLE, "base = 'registers.toml' is a family's description"]),
            (TABLE, 'base = "../', 'base = "none/', ["rtl/table/none/registers.toml", "No such file"]),
            (TABLE, "docs/microarchitecture.md", "docs/none.md", [TABLE, "docs/none.md"]),
        ):
            with self.subTest(description=name, new=new):
                self.change(name, old, new)
                self.refused("generate_registers: ", *parts)
                (self.root / name).write_text(original[name], encoding="utf-8")

    def test_a_missing_mark_is_named(self):
        mark = "<!-- generated: rtl/registers.toml flit -->"
        self.change(DOCS, mark, "")
        self.refused(DOCS, mark)


if __name__ == "__main__":
    unittest.main()
