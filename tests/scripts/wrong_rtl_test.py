# SPDX-License-Identifier: Apache-2.0
"""Patches that are bugs: what one must be, and that it comes into a copy of rtl/."""
import pathlib
import random
import shutil
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import wrong_rtl  # pylint: disable=wrong-import-position


class Patches(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        self.addCleanup(temporary.cleanup)
        self.directory = pathlib.Path(temporary.name)

    def read(self, text):
        path = self.directory / "some.patch"
        path.write_text(text)
        return wrong_rtl.Patch(path)

    def patch_of(self, file, old, new):
        return self.read(f"What is wrong.\n\n--- a/rtl/{file}\n+++ b/rtl/{file}\n@@ -1 +1 @@\n-{old}\n+{new}\n")

    def test_header_and_files(self):
        patch = self.patch_of("df_pkg.sv", "old", "new")
        self.assertEqual("What is wrong.", patch.header.strip())
        self.assertEqual(["rtl/df_pkg.sv"], patch.files)
        self.assertEqual("some", patch.name)

    def test_without_a_header(self):
        self.assertEqual("", self.read("--- a/rtl/df_pkg.sv\n+++ b/rtl/df_pkg.sv\n@@ -1 +1 @@\n-a\n+b\n").header)

    def test_of_other_files(self):
        with self.assertRaisesRegex(wrong_rtl.BadPatch, "files of rtl/ and no others"):
            self.read("--- a/README.md\n+++ b/README.md\n@@ -1 +1 @@\n-a\n+b\n")

    def test_of_files_outside(self):
        with self.assertRaisesRegex(wrong_rtl.BadPatch, "files of rtl/ and no others"):
            self.read("--- a/rtl/../x\n+++ b/rtl/../x\n@@ -0,0 +1 @@\n+b\n")

    def test_no_text(self):
        path = self.directory / "some.patch"
        path.write_bytes(b"What\n\n--- a/rtl/df_view.sv\n\xff\n")
        with self.assertRaisesRegex(wrong_rtl.BadPatch, "not text in UTF-8"):
            wrong_rtl.Patch(path)

    def battery(self, script):
        command = self.directory / "command"
        command.write_text(f"#!/bin/sh\n{script}\n")
        command.chmod(0o755)
        return wrong_rtl.battery(command, [], None, self.directory)

    def test_what_a_battery_says(self):
        self.assertIsNone(self.battery("exit 0"))
        self.assertEqual(("", 2), self.battery("exit 2"))
        report = '{"battery": [{"configuration": 5, "stress": "full buffers"}]}'
        self.assertEqual(("full buffers", 7), self.battery(
            f"echo '{report}' >{self.directory}/battery.json\necho configuration 5 failed with exit code 7 >&2\nexit 130"))

    def test_a_battery_that_somebody_stops_says_nothing(self):
        for script in ("exit 130", "kill -TERM $$"):
            with self.assertRaisesRegex(wrong_rtl.Stopped, "was stopped"):
                self.battery(script)

    def test_variations_are_taken_or_refused(self):
        draw = random.Random(1)
        patches = sorted((ROOT / "tests/bugs").glob("*.patch"))
        taken = 0
        for number in range(150):
            lines = draw.choice(patches).read_bytes().splitlines(keepends=True)
            for _ in range(draw.randrange(4)):
                at = draw.randrange(len(lines))
                line = bytearray(lines[at])
                change = draw.randrange(4)
                if change == 0:
                    lines[at:at + 1] = []
                elif change == 1:
                    lines.insert(draw.randrange(len(lines)), bytes(line))
                elif change == 2 and line:
                    line[draw.randrange(len(line))] = draw.randrange(256)
                    lines[at] = bytes(line)
                else:
                    lines = lines[:at + 1]
                if not lines:
                    break
            directory = self.directory / str(number)
            directory.mkdir()
            path = directory / "varied.patch"
            path.write_bytes(b"".join(lines))
            try:
                wrong_rtl.patched(wrong_rtl.Patch(path), directory)
                taken += 1
            except wrong_rtl.BadPatch:
                pass
            # Nothing else is written.
            self.assertLessEqual({entry.name for entry in directory.iterdir()}, {"varied.patch", "rtl"})
            shutil.rmtree(directory)
        self.assertGreater(taken, 20)
        self.assertLess(taken, 150)

    def test_no_patch(self):
        with self.assertRaisesRegex(wrong_rtl.BadPatch, "no diff"):
            self.read("What is wrong.\n")

    def test_a_copy_of_the_rtl_with_it(self):
        source = (ROOT / "rtl/df_view.sv").read_text()
        first, rest = source.split("\n", 1)
        rtl = wrong_rtl.patched(self.patch_of("df_view.sv", first, "// Another line."), self.directory)
        self.assertEqual("// Another line.\n" + rest, (rtl / "df_view.sv").read_text())
        self.assertEqual(source, (ROOT / "rtl/df_view.sv").read_text())

    def test_one_that_does_not_apply(self):
        with self.assertRaisesRegex(wrong_rtl.BadPatch, "does not apply any more"):
            wrong_rtl.patched(self.patch_of("df_view.sv", "No such line.", "Another."), self.directory)


if __name__ == "__main__":
    unittest.main()
