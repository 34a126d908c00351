# SPDX-License-Identifier: Apache-2.0
"""Bugs of bugs.toml: what one must be, and how it gets into a copy of rtl/; and what runs with such RTL say."""
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import seeded_bugs  # pylint: disable=wrong-import-position
import wrong_rtl  # pylint: disable=wrong-import-position

BUG = """[[bug]]
name = "some"
wrong = "The file ends."
statements = ["FR-1"]
options = "--p 2"
[[bug.change]]
file = "rtl/df_x.sv"
text = "module"
becomes = "package"
"""


class InDirectory(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        self.addCleanup(temporary.cleanup)
        self.directory = pathlib.Path(temporary.name)


class SeededBugs(InDirectory):
    def read(self, text):
        path = self.directory / "bugs.toml"
        path.write_text(text)
        return seeded_bugs.read_bugs(path)

    def test_a_bug(self):
        bug = self.read(BUG)["some"]
        self.assertEqual(("rtl/df_x.sv",), bug.files)
        self.assertFalse(bug.quick)

    def test_what_is_refused(self):
        for wrong, reason in ((BUG.replace('name = "some"\n', ""), "'name' is missing"),
                              (BUG.replace("wrong =", "colour ="), "'wrong' is missing"),
                              (BUG + "size = 1", "must have 'file', 'text' and 'becomes'"),
                              (BUG.replace("rtl/df_x.sv", "README.md"), "not in rtl/"),
                              (BUG.replace("rtl/df_x.sv", "rtl/../README.md"), "not in rtl/"),
                              (BUG + BUG, "same name"), ("[[bug", "bugs.toml")):
            with self.assertRaisesRegex(seeded_bugs.BadBug, reason):
                self.read(wrong)

    def test_a_copy_of_the_rtl_has_it(self):
        (self.directory / "rtl").mkdir()
        source = self.directory / "rtl/df_x.sv"
        bug = self.read(BUG)["some"]
        for number, (text, becomes) in enumerate((("module a", "package a"), ("module module", None), ("a", None))):
            source.write_text(text)
            copy = self.directory / str(number)
            if becomes is None:
                with self.assertRaisesRegex(seeded_bugs.BadBug, "must have it once"):
                    seeded_bugs.seeded_rtl(bug, copy, self.directory)
            else:
                rtl = seeded_bugs.seeded_rtl(bug, copy, self.directory)
                self.assertEqual(becomes, (rtl / "df_x.sv").read_text())
            self.assertEqual(text, source.read_text())

    def test_every_bug_applies(self):
        for bug in seeded_bugs.read_bugs().values():
            with self.subTest(bug.name):
                for change in bug.changes:
                    change.apply((ROOT / change.file).read_text(encoding="utf-8"))


class Battery(InDirectory):
    def battery(self, script):
        command = self.directory / "command"
        command.write_text(f"#!/bin/sh\n{script}\n")
        command.chmod(0o755)
        return wrong_rtl.battery(command, "quick", [], None, self.directory)

    def test_what_a_battery_says(self):
        self.assertIsNone(self.battery("exit 0"))
        self.assertEqual(("the battery", 2), self.battery("exit 2"))
        self.assertEqual(("configuration 5", 7), self.battery(
            "echo configuration 5 failed with exit code 7: it differs >&2\nexec sleep 60"))

    def test_a_battery_that_somebody_stops_says_nothing(self):
        for script in ("exit 130", "kill -TERM $$"):
            with self.assertRaisesRegex(wrong_rtl.Stopped, "was stopped"):
                self.battery(script)


if __name__ == "__main__":
    unittest.main()
