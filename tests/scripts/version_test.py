# SPDX-License-Identifier: Apache-2.0
"""The version in CMakeLists.txt is the one that every other file names."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# Files that must name the version, and how each does.
NAMED = {
    "CITATION.cff": r"^version: (\S+)$",
    "CHANGELOG.md": r"^## \[(\d+\.\d+\.\d+)\]",
    "rtl/dragonfly.core": r"^name: dragonfly:network:router:(\S+)$",
}


def first(pattern, path):
    found = re.search(pattern, (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else None


class Version(unittest.TestCase):
    def test_every_file_names_the_project_version(self):
        version = first(r"^project\(dragonfly VERSION (\S+)", "CMakeLists.txt")
        self.assertIsNotNone(version)
        for path, pattern in NAMED.items():
            with self.subTest(path):
                self.assertEqual(first(pattern, path), version)


if __name__ == "__main__":
    unittest.main()
