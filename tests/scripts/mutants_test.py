# SPDX-License-Identifier: Apache-2.0
"""Which mutants scripts/mutants.py finds in a text, and that those of rtl/ can all be told apart and put back."""
import collections
import dataclasses
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
import mutants  # pylint: disable=wrong-import-position

MODULE = """module df_some #(parameter int N = 2) (input wire clk_i, input wire [3:0] a_i, output reg [3:0] q_o);
  localparam int W = N + 1;
  wire both = a_i[0] && a_i[1];  // both
  always_ff @(posedge clk_i) begin
    if (both) q_o <= a_i + 4'd1;
    `DF_ASSERT(clk_i, sum, a_i == q_o)
  end
endmodule
"""


def mutants_of(source, file="df_some.sv"):
    return mutants.numbered(mutants.mutants_of(file, source))


def changes(source, operator=None):
    """What stands there and what takes its place."""
    return {(one.before, " ".join(one.text.split())) for one in mutants_of(source) if operator in (None, one.operator)}


class Found(unittest.TestCase):
    def test_operators(self):
        self.assertIn(("a_i[0] && a_i[1]", "(a_i[0] || a_i[1])"), changes(MODULE, "operator"))
        self.assertIn(("a_i + 4'd1", "(a_i - 4'd1)"), changes(MODULE, "operator"))

    def test_operands(self):
        self.assertIn(("a_i[0] && a_i[1]", "(a_i[1])"), changes(MODULE, "operand"))
        self.assertIn(("a_i + 4'd1", "(a_i)"), changes(MODULE, "operand"))

    def test_conditions(self):
        self.assertEqual({("both", "!(both)"), ("both", "1'b1"), ("both", "1'b0")}, changes(MODULE, "condition"))

    def test_constants(self):
        self.assertIn(("4'd1", "4'd2"), changes(MODULE, "constant"))
        self.assertIn(("0", "1"), changes(MODULE, "constant"))

    def test_dropped_statements(self):
        self.assertEqual({("q_o <= a_i + 4'd1;", "begin end")}, changes(MODULE, "statement"))

    def test_reset_is_a_kind_of_its_own(self):
        source = MODULE.replace("a_i + 4'd1", "'0")
        self.assertIn(("q_o <= '0;", "begin end"), changes(source, "reset"))

    def test_sizes_cannot_be_switched(self):
        fixed = {(one.before, one.text) for one in mutants_of(MODULE) if not one.switched}
        self.assertIn(("N + 1", "(N - 1)"), fixed)
        self.assertTrue(all(before in ("N + 1", "1", "2") for before, _ in fixed), fixed)

    def test_claims_and_comments_are_left_alone(self):
        for one in mutants_of(MODULE):
            self.assertNotIn("a_i == q_o", one.before)
            self.assertNotIn("//", one.before)

    def test_unknown_text_is_named_with_its_line(self):
        with self.assertRaisesRegex(mutants.NotRead, r"rtl/df_some.sv:3: "):
            mutants_of(MODULE.replace("a_i[0] && a_i[1]", "a_i[0] && ]"))

    def test_literals_wrap_in_their_width(self):
        self.assertEqual("2'd0", mutants.next_number("2'd3"))
        self.assertEqual("4'hf", mutants.next_number("4'he"))
        self.assertEqual("'1", mutants.next_number("'0"))
        self.assertEqual("8", mutants.next_number("7"))


class Switches(unittest.TestCase):
    def test_each_mutant_has_one_switch(self):
        switched = [one for one in mutants_of(MODULE) if one.switched]
        text = mutants.with_switches(MODULE, switched)
        for one in switched:
            self.assertEqual(1, text.count(f"chosen == {one.number} ?") + text.count(f"chosen != {one.number})"), one)

    def test_lines_keep_their_numbers(self):
        text = mutants.with_switches(MODULE, [one for one in mutants_of(MODULE) if one.switched])
        self.assertEqual(MODULE.count("\n"), text.count("\n"))


class OfTheRtl(unittest.TestCase):
    def setUp(self):
        self.sources = {str(path.relative_to(ROOT / "rtl")): path.read_text() for path in sorted((ROOT / "rtl").rglob("*.sv*"))}
        self.every = mutants.numbered([one for file, source in self.sources.items() for one in mutants.mutants_of(file, source)])

    def test_each_module_has_some(self):
        with_some = {one.file for one in self.every}
        for file in self.sources:
            if file.endswith(".sv") and "always" in self.sources[file]:
                self.assertIn(file, with_some)

    def test_each_changes_the_text(self):
        for one in self.every:
            source = self.sources[one.file]
            self.assertNotEqual(source, one.apply(source), one)

    def test_no_two_are_the_same(self):
        places = collections.Counter((one.file, one.start, one.end, one.text) for one in self.every)
        self.assertFalse([place for place, count in places.items() if count > 1])
        self.assertEqual(list(range(1, len(self.every) + 1)), [one.number for one in self.every])

    def test_drawing_is_by_seed_and_reaches_each_file(self):
        files = {one.file for one in self.every}
        first = mutants.drawn(self.every, 600, 1)
        self.assertEqual(first, mutants.drawn(self.every, 600, 1))
        self.assertNotEqual(first, mutants.drawn(self.every, 600, 2))
        self.assertEqual(files, {one.file for one in first})
        self.assertEqual(600, len({one.number for one in first}))

    def test_nearly_the_same_are_drawn_where_another_place_changes(self):
        first = mutants.drawn(self.every, 40, 1)
        # Ten fewer at the beginning of each file, and all others at other places and of other numbers.
        places = collections.Counter()
        changed = []
        for one in self.every:
            places[one.file] += 1
            if places[one.file] > 10:
                changed.append(dataclasses.replace(one, start=one.start + 50, end=one.end + 50, line=one.line + 1,
                                                   number=one.number + 7))
        again = mutants.drawn(changed, 40, 1)
        same = {(one.file, one.change()) for one in first} & {(one.file, one.change()) for one in again}
        self.assertGreater(len(same), 20)  # by place and number there would be hardly any


class Explained(unittest.TestCase):
    ENTRY = '[[mutant]]\nfile = "df_some.sv"\nsource = "q_o"\nchange = "constant: 4\'d1 -> .*"\nbecause = "so"\n'

    def explained(self, text):
        return mutants.explained(mutants_of(MODULE), mutants.read_explanations(text), {"df_some.sv": MODULE})

    def test_those_that_fit(self):
        fitting, idle = self.explained(self.ENTRY)
        self.assertEqual(["4'd1"], [one.before for one in mutants_of(MODULE) if one.number in fitting])
        self.assertFalse(idle)

    def test_the_line_must_fit_too_and_all_of_the_change(self):
        for text in (self.ENTRY.replace("q_o", "wire"), self.ENTRY.replace(".*", ""), self.ENTRY.replace("df_some", "df_other")):
            fitting, idle = self.explained(text)
            self.assertFalse(fitting)
            self.assertEqual(1, len(idle))

    def test_the_line_with_the_change_tells_two_places_apart(self):
        source = MODULE.replace("a_i + 4'd1", "a_i > 4'd5 ? a_i : 4'd5")
        entry = self.ENTRY.replace('"q_o"', '": 4\'d6;"').replace("4'd1", "4'd5")
        fitting, idle = mutants.explained(mutants_of(source), mutants.read_explanations(entry), {"df_some.sv": source})
        self.assertEqual([source.replace(": 4'd5", ": 4'd6")],
                         [one.apply(source) for one in mutants_of(source) if one.number in fitting])
        self.assertFalse(idle)

    def test_keys(self):
        for text in (self.ENTRY + 'more = "x"\n', self.ENTRY.replace("because", "why")):
            with self.assertRaisesRegex(ValueError, "entry 1"):
                self.explained(text)

    def test_of_the_rtl_each_fits(self):
        sources = {str(path.relative_to(ROOT / "rtl")): path.read_text() for path in (ROOT / "rtl").rglob("*.sv*")}
        every = mutants.numbered([one for file, source in sources.items() for one in mutants.mutants_of(file, source)])
        explanations = mutants.read_explanations((ROOT / "tb/mutants_explained.toml").read_text())
        self.assertFalse(mutants.explained(every, explanations, sources)[1])


if __name__ == "__main__":
    unittest.main()
