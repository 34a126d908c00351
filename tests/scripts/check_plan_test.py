# SPDX-License-Identifier: Apache-2.0
"""What scripts/check_plan finds in a plan, in a small tree of files like those of the project."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SPEC, PLAN = "docs/microarchitecture.md", "docs/verification-plan.md"

FILES = {
    SPEC: """# The router

What is said before the first chapter needs no number.

## Words

- **node**: nor does the meaning of a word.

## Ports

One clock. [PT-1] A flit leaves in the cycle of its arrival [PT-2], and so does its credit. [PT-3]

[SP-1]

<!-- generated: rtl/registers.toml state -->
| state | of each | meaning |
|---|---|---|
| `held` | output VC | a packet holds it [SP-2] |
| `decision`: `nonmin`, `mid` | asker | what was decided [SP-3] |
<!-- generated: end -->

**Choice**: reasons need none.

The latency is

    r + f

cycles. A decision has [SP-4]

- a port;
- a VC.

At the edge:

- the flit leaves. [SP-5]
""",
    PLAN: """# Plan

| name | check |
|---|---|
| *core* | bench `tb/df_core_test.cpp`: "It does what the text says" |

## Ports

| | statement | checked by | seeded bugs |
|---|---|---|---|
| PT-1 | clock | *core*<br>script `scripts/lint` | – |
| PT-2 | flits | bench `tb/df_core_test.cpp`: "Flits leave (all of them)", "It does what the text says" (a note)<br>claim `df_core.one_at_a_time`<br>test `tests/model_test.cpp`: "in two pieces" | `flit_too_late`, `flit_lost` |
| PT-3 | credits | **lockstep alone**: lockstep `credit_ivc_o`, `held`, `decision` | no bug |
| SP-1 | sizes | refusal `two/df_unit.gen_size`<br>proof `scripts/lint`<br>claim `two/df_unit.claimed_once` | no bug |

| SP-2 | held | script `scripts/lint` | no bug |
| SP-3 | decided | script `scripts/lint` | no bug |
| SP-4 | latency | script `scripts/lint` | no bug |
| SP-5 | edge | script `scripts/lint` | no bug |

## Cover points

| cover point | statement | case |
|---|---|---|
| `common.two_leave` | PT-1, PT-2 | two flits |

## What remains

Nothing.
""",
    "tb/df_core_test.cpp": """
TEMPLATE_LIST_TEST_CASE("It does what the text says", "[df_core]", Variants) {}
TEST_CASE("Flits leave (all of them)",
          "[df_core]") {}
// TEST_CASE("Not a test")
""",
    "tests/model_test.cpp": 'TEST_CASE(\n    "in "\n    "two pieces") {}\n',
    "rtl/df_core.sv": '  `DF_CLAIM(one_at_a_time, x == 0, "two at a time")\n',
    "rtl/one/df_unit.sv": '  `DF_ASSERT(claimed_once, x, "not")\n',
    "rtl/two/df_unit.sv": '  `DF_ASSERT_IF(claimed_once, y, x, "not")\n'
                          '  `DF_PARAMETER_CHECK(gen_size, SIZE > 0\n'
                          '                      && SIZE < 9, "(SIZE + 1) must be 2 to 9")\n'
                          '  `DF_PARAMETER_CHECK(gen_other, OTHER, "OTHER must be")\n',
    "tb/check_parameters.cmake": 'refuses(two "-DDF_SIZE=9" "[(]SIZE [+] 1[)] must be 2 to 9")\n',
    "sim/rtl/cover/common.sv": "  `DF_COVER(two_leave, x)\n",
    "tests/bugs/flit_too_late.patch": "",
    "tests/bugs/flit_lost.patch": "",
    "scripts/lint": "",
}


class CheckPlan(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name, text in FILES.items():
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text(text, encoding="utf-8")
        shutil.copy(ROOT / "scripts/check_plan", self.root / "scripts/check_plan")

    def check(self, *arguments):
        return subprocess.run([sys.executable, self.root / "scripts/check_plan", *arguments], capture_output=True, text=True,
                              check=False)

    def change(self, name, old, new):
        text = FILES[name]
        self.assertIn(old, text)
        (self.root / name).write_text(text.replace(old, new, 1), encoding="utf-8")

    def finds(self, *faults):
        """The faults that are found, and no others."""
        result = self.check()
        self.assertEqual(result.stderr.splitlines(), [f"check_plan: {fault}" for fault in faults])
        self.assertEqual(result.returncode, 1)

    def test_a_plan_without_faults_is_counted(self):
        for arguments in ((), ("--strict",)):
            result = self.check(*arguments)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertEqual([line.split() for line in result.stdout.splitlines()], [line.split() for line in (
                "8 statements, checked by", "a bench: 2", "a test of model or software: 1", "a claim: 2", "a refusal: 1",
                "a proof: 1", "a script: 5", "lockstep: 1", "lockstep alone: 1", "PT-3", "nothing: 0",
                "of the router, by no bench: 0",
                "of 0 about what happens in a cycle, with a cover point: 0", "broken by a seeded bug: 1", "broken by none: 6", "PT-3 SP-1 SP-2 SP-3 SP-4 SP-5",
                "bugs that no row names: 0")])

    def test_a_number_without_a_row(self):
        self.change(SPEC, "[PT-3]", "[PT-3] And so on. [PT-7]")
        self.finds("PT-7: has no row")

    def test_a_row_without_a_number(self):
        self.change(SPEC, " [PT-3]", "")
        self.finds(f"PT-3: no statement of {SPEC} has this number")

    def test_text_without_a_number(self):
        for old, new, line, text in (
                (" [SP-2]", "", 18, "| `held` | output VC | a packet holds it |"),
                (" [SP-5]", "", 35, "- the flit leaves."),
                ("**Choice**: reasons", "Reasons", 22, "Reasons need none."),
                ("A decision has [SP-4]", "All of them. [SP-4]", 30, "- a port;"),
                ("At the edge:", "It is so.", 33, "It is so."),
                ("At the edge:", "At the edge:\n\nNothing else.", 33, "At the edge:"),
                ("**Choice**: reasons need none.", "    - in the cycle.", 22, "- in the cycle."),
                ("**Choice**: reasons", "| a | b |\n|---|---|\n| c [SP-6] |\n\n- Reasons", 26, "- Reasons need none."),
                ("**Choice**: reasons", "1. Reasons", 22, "1. Reasons need none.")):
            with self.subTest(new=new):
                self.change(SPEC, old, new)
                result = self.check()
                self.assertIn(f"check_plan: {SPEC}:{line}: has no number: {text}\n", result.stderr)
                self.assertEqual(result.returncode, 1)

    def test_numbers_that_stand_twice(self):
        self.change(SPEC, "[PT-2]", "[PT-1] [PT-2]")
        self.change(PLAN, "| PT-3 |", "| PT-2 | again | *core* | no bug |\n| PT-3 |")
        self.finds(f"PT-1: stands twice in {SPEC}", "PT-2: has two rows")

    def test_what_rows_name_and_is_not_there(self):
        for old, new, fault in (
                ('"Flits leave (all of them)"', '"Flits leave"', 'PT-2: tb/df_core_test.cpp has no test "Flits leave"'),
                ('"in two pieces"', '"in two"', 'PT-2: tests/model_test.cpp has no test "in two"'),
                ('"Flits leave (all of them)"', '"Not a test"', 'PT-2: tb/df_core_test.cpp has no test "Not a test"'),
                ("tests/model_test.cpp", "tests/none_test.cpp", "PT-2: there is no file tests/none_test.cpp"),
                ("bench `tb/df_core_test.cpp`: \"Fl", "test `tb/df_core_test.cpp`: \"Fl",
                 "PT-2: benches are in tb/, tests are not: test tb/df_core_test.cpp"),
                ("test `tests/", "bench `tests/", "PT-2: benches are in tb/, tests are not: bench tests/model_test.cpp"),
                ("df_core.one_at", "df_core.two_at", "PT-2: rtl/df_core.sv makes no claim two_at_a_time"),
                ("df_core.one_at", "df_more.one_at", "PT-2: rtl/ has no module df_more"),
                ("df_core.one_at", "one_at", "PT-2: `one_at_a_time` is not MODULE.NAME"),
                ("claim `two/df_unit", "claim `df_unit", "SP-1: several files of rtl/ are called df_unit: say which folder"),
                ("claim `two/df_unit.claimed_once", "claim `two/df_unit.gen_size",
                 "SP-1: rtl/two/df_unit.sv makes no claim gen_size"),
                ("gen_size", "gen_none", "SP-1: rtl/two/df_unit.sv has no parameter check gen_none"),
                ("gen_size", "gen_other", "SP-1: tb/check_parameters.cmake does not ask for the refusal gen_other of "
                                          "rtl/two/df_unit.sv, \"OTHER must be\""),
                ("proof `scripts/lint`", "proof `scripts/formal`", "SP-1: there is no file scripts/formal"),
                ("script `scripts/lint`", "script `scripts/lints`", "PT-1: there is no file scripts/lints"),
                ("`held`", "`helt`", "PT-3: lockstep compares no `helt`: neither a port nor a part of the state"),
                ("`decision`", "`nonmin`", "PT-3: lockstep compares no `nonmin`: neither a port nor a part of the state"),
                ("| *core*<", "| *cure*<", "PT-1: no check is called *cure*"),
                ("It does what the text says\" |", "It does\" |", '*core*: tb/df_core_test.cpp has no test "It does"'),
                ("flit_too_late", "flit_too_soon", "PT-2: there is no file tests/bugs/flit_too_soon.patch")):
            with self.subTest(new=new):
                self.change(PLAN, old, new)
                self.finds(fault)

    def test_statements_about_a_cycle_have_cover_points(self):
        spec = FILES[SPEC].replace("[PT-3]", "[PT-3] A flit leaves. [SE-1]")
        row = "| PT-3 | credits"
        plan = FILES[PLAN].replace(row, "| SE-1 | it leaves | *core* | no bug |\n" + row)
        no_point = "SE-1: says what happens in a cycle, and has neither a cover point nor a reason why not"
        no_reason = 'has a cover point, or is not of "What happens in a cycle", and a reason why it has no point'
        remains, point = "\n## What remains", "| `common.two_leave` | PT-1, PT-2 |"
        for changed, covered, faults in (
                (plan, 0, [no_point]),
                (plan.replace(point, "| `common.two_leave` | PT-1, SE-1 |"), 1, []),
                (plan.replace(remains, "\n| each does | SE-1 |\n" + remains), 0, []),
                (plan.replace(remains, "\n| each does | SE-1, PT-2 |\n" + remains), 0, [f"PT-2: {no_reason}"]),
                (plan.replace(remains, "\n| each does | SE-1 |\n" + remains).replace(point, "| `common.two_leave` | SE-1 |"),
                 1, [f"SE-1: {no_reason}"])):
            with self.subTest(faults=faults):
                (self.root / SPEC).write_text(spec, encoding="utf-8")
                (self.root / PLAN).write_text(changed, encoding="utf-8")
                result = self.check()
                self.assertEqual(result.stderr.splitlines(), [f"check_plan: {fault}" for fault in faults])
                self.assertIn(f"of 1 about what happens in a cycle, with a cover point: {covered}\n", result.stdout)

    def test_cover_points(self):
        for name, old, new, faults in (
                (PLAN, "two_leave", "one_leaves", ["two_leave: has no row", "one_leaves: sim/rtl/cover has none of this name"]),
                (PLAN, "PT-1, PT-2 |", "PT-1, PT-9 |", [f"two_leave: no statement of {SPEC} has the number PT-9"]),
                ("sim/rtl/cover/common.sv", "  `DF", "  `DF_COVER(late, y)\n  `DF", ["late: has no row"])):
            with self.subTest(new=new):
                self.change(name, old, new)
                self.finds(*(f"cover point common.{fault}" for fault in faults))
                self.change(name, old, old)

    def test_rows_that_cannot_be_read(self):
        for old, new, fault in (
                ("<br>script", "; script", "PT-1: '<br>' must follow, not ; script `scripts/lint`"),
                ("*core*<", "the core<", "PT-1: cannot be read from here on: the core<br>script `scripts/lint`"),
                ("**lockstep alone**: ", "", "PT-3: where lockstep is the only check, and only there, the cell begins with "
                                             "**lockstep alone**:"),
                ("| clock | *core*", "| clock | **lockstep alone**: *core*",
                 "PT-1: where lockstep is the only check, and only there, the cell begins with **lockstep alone**:"),
                ("| no bug |", "| none |", "PT-3: the last cell must name bugs, or say 'no bug' or '–': none"),
                ("| clock |", "| clock | of all |", "PT-1: a row has four cells, not 5")):
            with self.subTest(new=new):
                self.change(PLAN, old, new)
                self.finds(fault)

    def test_statements_that_nothing_checks_are_counted(self):
        nothing = "**nothing** (it is hard)"
        self.change(PLAN, "*core*<br>script `scripts/lint`", nothing)
        self.finds('PT-1: nothing checks it, and "What remains" does not name it')
        text = (self.root / PLAN).read_text(encoding="utf-8")
        (self.root / PLAN).write_text(text.replace("Nothing.", "- PT-1: it is hard."), encoding="utf-8")
        result = self.check()
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("nothing:", result.stdout)
        self.assertIn("\n    PT-1\n", result.stdout)
        result = self.check("--strict")
        self.assertEqual((result.returncode, result.stderr), (1, "check_plan: PT-1: nothing checks it\n"))

    def test_bugs_that_lockstep_does_not_find_do_not_count(self):
        for name in ("flit_too_late", "flit_lost"):
            self.assertIn("broken by a seeded bug: 1\n", self.check().stdout)
            (self.root / f"tests/bugs/{name}.patch").write_text("A bug.\n\nNot found: it is too small.\n", encoding="utf-8")
        self.assertIn("broken by a seeded bug: 0\nbroken by none: 7\n    PT-2 PT-3 SP-1 SP-2 SP-3 SP-4 SP-5\n", self.check().stdout)

    def test_bugs_that_no_row_names_are_told(self):
        (self.root / "tests/bugs/another.patch").touch()
        result = self.check("--strict")
        self.assertEqual(result.returncode, 0)
        self.assertIn("bugs that no row names: 1\n    another\n", result.stdout)


if __name__ == "__main__":
    unittest.main()
