# SPDX-License-Identifier: Apache-2.0
"""What scripts/check_plan reads of sources, and which faults it finds."""
import importlib.machinery
import importlib.util
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
loader = importlib.machinery.SourceFileLoader("check_plan", str(ROOT / "scripts/check_plan"))
check_plan = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_plan", loader))
sys.modules["check_plan"] = check_plan  # dataclasses look it up
loader.exec_module(check_plan)

FILES = {
    "docs/microarchitecture.md": """# The router

## Flits

A flit arrives in a cycle. [FL-1]

- It leaves in a later one. [FL-2]

**Choice**: it could leave at once.

The part of the state is compared. [AS-1]
""",
    "rtl/df_unit.sv": """
  // Checks: FL-1
  `DF_CLAIM(arrives, 1'b1, "")
  // Checks: FL-1,
  // FL-2
  `DF_PARAMETER_CHECK(size, SIZE > 0, "")
""",
    "rtl/registers.toml": '[[state]]\nname = "part"\nstatement = "AS-1"\n',
    "sim/rtl/cover/common.sv": "    // Checks: FL-2\n    `DF_COVER(leaves, 1'b1)\n",
    "tb/df_unit_test.cpp": '// Checks: FL-1, FL-2\nTEST_CASE("Flits come and go") {\n',
    "tests/bugs/bugs.toml": '[[bug]]\nname = "lost"\nwrong = "It is lost."\nstatements = ["FL-2"]\noptions = ""\n'
                            '[[bug.change]]\nfile = "rtl/df_unit.sv"\ntext = "a"\nbecomes = "b"\n',
}


class CheckPlan(unittest.TestCase):
    def plan(self, **changes):
        """Of the files above with changes: a file's stem with `old -> new`."""
        with tempfile.TemporaryDirectory() as name:
            root = pathlib.Path(name)
            for folder in check_plan.FOLDERS:
                (root / folder).mkdir()
            for path, text in FILES.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                old, _, new = changes.pop(pathlib.PurePath(path).stem, "").partition(" -> ")
                self.assertIn(old, text)
                (root / path).write_text(text.replace(old, new))
            self.assertFalse(changes)
            return check_plan.Plan(root)

    def test_each_kind_is_known(self):
        plan = self.plan()
        self.assertEqual([], plan.faults)
        self.assertEqual({"bench", "assertion", "refusal"}, plan.kinds("FL-1"))
        self.assertEqual({"bench", "refusal"}, plan.kinds("FL-2"))
        self.assertEqual({"lockstep"}, plan.kinds("AS-1"))
        self.assertEqual(["refusal", "cover", "bench", "bug"], [check.kind for check in plan.by_number["FL-2"]])
        self.assertIn("alone, which may share a misreading with the model: AS-1", plan.summary())
        self.assertIn("`tb/df_unit_test.cpp:2`", plan.table())

    def test_faults(self):
        for fault, changes in (
                ("FL-3: nothing checks it", {"microarchitecture": "at once. -> at once. [FL-3]"}),
                ("rtl/df_unit.sv:3: docs/microarchitecture.md has no statement FL-9", {"df_unit": "Checks: FL-1\n -> Checks: FL-9\n"}),
                ("AS-1: nothing checks it", {"registers": "AS-1 -> CR-1"}),
                ("docs/microarchitecture.md:7: has no number", {"microarchitecture": " one. [FL-2] ->  one."}),
                ("FL-1: stands 2 times", {"microarchitecture": "[FL-2] -> [FL-2] [FL-1]"}),
                ("sim/rtl/cover/common.sv:2: cover point leaves names no statement", {"common": "Checks: FL-2 -> FL-2"}),
                ("bugs.toml: docs/microarchitecture.md has no statement FL-7", {"bugs": "FL-2 -> FL-7"})):
            with self.subTest(fault):
                self.assertTrue([one for one in self.plan(**changes).faults if fault in one], self.plan(**changes).faults)


if __name__ == "__main__":
    unittest.main()
