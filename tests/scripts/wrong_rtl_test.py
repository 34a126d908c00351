"""Patches that are bugs: what one must be, and that it comes into a copy of rtl/."""
import pathlib
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
