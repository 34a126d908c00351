# SPDX-License-Identifier: Apache-2.0
"""Mutants of the RTL: small mistakes, made one at a time in the text of rtl/.

A mutant replaces a piece of a file. One that stays within an expression or a statement can also stand beside the original
and be chosen when the simulation starts ("switched"): one build then holds all of them. Others, of what is fixed at
elaboration or stands in a macro, need a build of their own ("fixed").
"""
import collections
import dataclasses
import hashlib
import re
import tomllib

TOKEN = re.compile(r"""
    (?P<comment>//[^\n]*|/\*.*?\*/)
  | (?P<string>"(?:\\.|[^"\\])*")
  | (?P<directive>`(?:define|undef|include|ifdef|ifndef|else|elsif|endif|default_nettype)\b(?:\\\n|[^\n])*)
  | (?P<macro>`[A-Za-z_]\w*)
  | (?P<number>\d[\d_]*'s?[bdho][0-9a-fA-F_]+|'s?[bdho][0-9a-fA-F_]+|'[01](?!\w)|\d[\d_]*)
  | (?P<name>[$A-Za-z_][\w$]*(?:::[A-Za-z_]\w*)*)
  | (?P<op>`[`"]|<<<|>>>|===|!==|<=|>=|==|!=|&&|\|\||<<|>>|\+:|-:|::|[-+*/%&|^~!<>=?:;,.(){}\[\]@\#'])
  | (?P<space>\s+)
""", re.VERBOSE | re.DOTALL)

# How tightly binary operators bind.
BINDING = {"*": 11, "/": 11, "%": 11, "+": 10, "-": 10, "<<": 9, ">>": 9, "<<<": 9, ">>>": 9, "<": 8, "<=": 8, ">": 8, ">=": 8,
           "==": 7, "!=": 7, "===": 7, "!==": 7, "&": 6, "^": 5, "|": 4, "&&": 3, "||": 2}
# What may stand in the place of an operator.
OPERATORS = {"&": ("|",), "|": ("&",), "^": ("|",), "+": ("-",), "-": ("+",), "*": ("+",), "==": ("!=",), "!=": ("==",),
             "<": ("<=", ">"), "<=": ("<", ">="), ">": (">=", "<"), ">=": (">", "<="), "&&": ("||",), "||": ("&&",),
             "<<": (">>",), ">>": ("<<",)}
# Those of which one side may be left out.
SIDES = {"&", "|", "^", "+", "-", "&&", "||"}
PREFIXES = {"~", "!", "-", "+", "&", "|", "^"}
# Macros that are statements which may be left out, and which of their arguments are expressions of values.
STATEMENTS = {"`DF_MEM_WRITE": (1,)}
# Those that are heads of loops over the set bits of a mask, or of the one round for a word.
LOOPS = ("`DF_FOR_EACH", "`DF_FOR_WORD")
# Claims: the mutants are there to be found by them.
CLAIMS = {"`DF_CLAIMS", "`DF_CLAIM", "`DF_ASSERT", "`DF_PARAMETER_CHECK"}


@dataclasses.dataclass(frozen=True)
class Explanation:
    """Why nothing has to find some mutants of a file: those whose change() is all of `change`, a regular expression, in a line
    with a match of `source`, as it was or as it is then: two places of a line may have the same change."""
    file: str
    source: str
    change: str
    because: str

    def fits(self, mutant, source):
        if mutant.file != self.file or not re.fullmatch(self.change, mutant.change()):
            return False
        lines = [text.split("\n")[mutant.line - 1] for text in (source, mutant.apply(source))]
        return any(re.search(self.source, line) for line in lines)


def read_explanations(text):
    """Those of a TOML file. Raises ValueError for what is none."""
    explanations = []
    for number, entry in enumerate(tomllib.loads(text).get("mutant", []), 1):
        if wrong := set(entry) ^ {"file", "source", "change", "because"}:
            raise ValueError(f"entry {number}: {' and '.join(sorted(wrong))}: each has file, source, change and because")
        explanations.append(Explanation(**entry))
    return explanations


def explained(every, explanations, sources):
    """{number: explanation} of mutants, and the explanations that fit none."""
    fitting = {}
    for mutant in every:
        for explanation in explanations:
            if explanation.fits(mutant, sources[mutant.file]):
                fitting[mutant.number] = explanation
    return fitting, [one for one in explanations if one not in fitting.values()]


class NotRead(Exception):
    """A text that the reader of this file does not know; the message says where."""


@dataclasses.dataclass(frozen=True)
class Mutant:
    """`text` in the place of characters `start` to `end` of a file of rtl/."""
    file: str
    start: int
    end: int
    text: str
    operator: str           # which kind of mistake it is
    line: int
    before: str             # what stands there, in one line
    switched: bool = True
    number: int = 0         # by which it is chosen

    @property
    def key(self):
        return str(self.number)

    def apply(self, source):
        """The file with this mutant alone."""
        return source[:self.start] + self.text + source[self.end:]

    def change(self):
        after = " ".join(self.text.split()) or "(nothing)"
        return f"{self.operator}: {self.before} -> {after}"

    def described(self):
        return f"rtl/{self.file}:{self.line}: {self.change()}"


@dataclasses.dataclass(frozen=True)
class Token:
    kind: str
    text: str
    start: int
    end: int


def tokens_of(source, file):
    tokens = []
    at = 0
    while at < len(source):
        match = TOKEN.match(source, at)
        if not match:
            raise NotRead(f"rtl/{file}:{source.count(chr(10), 0, at) + 1}: unknown character {source[at]!r}")
        if match.lastgroup not in ("space", "comment"):
            tokens.append(Token(match.lastgroup, match.group(), at, match.end()))
        at = match.end()
    return tokens


def next_number(text):
    """The literal with 1 added, modulo its width."""
    if text in ("'0", "'1"):
        return "'1" if text == "'0" else "'0"
    match = re.fullmatch(r"(\d+)?'(s?)([bdho])([0-9a-fA-F_]+)", text)
    if not match:
        return str(int(text.replace("_", "")) + 1)
    width, sign, base, digits = match.groups()
    value = int(digits.replace("_", ""), {"b": 2, "d": 10, "h": 16, "o": 8}[base]) + 1
    if width:
        value %= 1 << int(width)
    return f"{width or ''}'{sign}{base}{format(value, {'b': 'b', 'd': 'd', 'h': 'x', 'o': 'o'}[base])}"


class Reader:
    """Reads one file of modules, or of a package, and collects the mutants of it."""

    def __init__(self, file, source):
        self.file, self.source = file, source
        # Directives are no part of what is read: of alternatives, all are.
        self.tokens = [token for token in tokens_of(source, file) if token.kind != "directive"]
        self.at = 0
        self.found = []
        self.switched = True
        self.silent = 0  # depth of what must stay constant

    # ---- tokens ----
    def peek(self, ahead=0):
        index = self.at + ahead
        return self.tokens[index].text if index < len(self.tokens) else ""

    def kind(self):
        return self.tokens[self.at].kind if self.at < len(self.tokens) else ""

    def take(self, expected=None):
        if self.at >= len(self.tokens):
            raise NotRead(f"rtl/{self.file}: ends too early")
        token = self.tokens[self.at]
        if expected is not None and token.text != expected:
            line = self.source.count("\n", 0, token.start) + 1
            raise NotRead(f"rtl/{self.file}:{line}: '{token.text}' where '{expected}' is expected")
        self.at += 1
        return token

    def accept(self, text):
        if self.peek() == text:
            self.at += 1
            return True
        return False

    def last_end(self):
        return self.tokens[self.at - 1].end

    def skip_brackets(self):
        """From an opening bracket to the one that closes it."""
        depth = 0
        while True:
            text = self.take().text
            depth += (text in "([{") - (text in ")]}")
            if depth == 0:
                return

    def skip_to(self, *ends):
        """To the first of these outside brackets, which is taken."""
        while self.peek() not in ends:
            if self.peek() in ("(", "[", "{"):
                self.skip_brackets()
            else:
                self.take()
        self.take()

    # ---- mutants ----
    def mutate(self, start, end, text, operator):
        if self.silent:
            return
        before = " ".join(self.source[start:end].split())
        line = self.source.count("\n", 0, start) + 1
        self.found.append(Mutant(self.file, start, end, text, operator, line, before, self.switched))

    def drop(self, start, operator="statement"):
        self.mutate(start, self.last_end(), "begin end", operator)

    # ---- expressions: each returns where it begins ----
    def expression(self, limit=0):
        """A whole expression, with the choice ?: if nothing binds tighter from outside."""
        start = self.prefix()
        while BINDING.get(self.peek(), 0) > limit:
            operator = self.take().text
            left_end = self.tokens[self.at - 2].end
            right_start = self.expression(BINDING[operator])
            end = self.last_end()
            left, right = self.source[start:left_end], self.source[right_start:end]
            for other in OPERATORS.get(operator, ()):
                self.mutate(start, end, f"({left} {other} {right})", "operator")
            if operator in SIDES:
                self.mutate(start, end, f"({left})", "operand")
                if operator != "-":
                    self.mutate(start, end, f"({right})", "operand")
        if limit == 0 and self.peek() == "?":
            condition_end = self.last_end()
            self.take("?")
            yes = self.expression()
            yes_end = self.last_end()
            self.take(":")
            no = self.expression()
            end = self.last_end()
            parts = [self.source[a:b] for a, b in ((start, condition_end), (yes, yes_end), (no, end))]
            self.mutate(start, end, f"({parts[1]})", "choice")
            self.mutate(start, end, f"({parts[2]})", "choice")
        return start

    def prefix(self):
        if self.kind() == "op" and self.peek() in PREFIXES:
            token = self.take()
            start = self.prefix()
            self.mutate(token.start, self.last_end(), f"({self.source[start:self.last_end()]})", "operator")
            return token.start
        return self.postfix()

    def constant(self, read):
        """Reads what must stay as it is."""
        self.silent += 1
        read()
        self.silent -= 1

    def postfix(self):
        start = self.tokens[self.at].start
        known = len(self.found)
        self.primary()
        while True:
            if self.peek() == "[":
                self.take()
                index = len(self.found)
                index_start = self.expression()
                if self.peek() == ":":  # a range of constants
                    del self.found[index:]
                    self.take()
                    self.constant(self.expression)
                else:
                    end = self.last_end()
                    if self.peek() in ("+:", "-:"):
                        self.take()
                        self.constant(self.expression)
                    if end == self.tokens[self.at - 1].end and self.source[index_start:end].strip().isdigit():
                        pass  # a number has its own mutant
                    else:
                        self.mutate(index_start, end, f"({self.source[index_start:end]} + 1)", "range")
                self.take("]")
            elif self.peek() == ".":
                self.take()
                self.take()
            elif self.peek() == "'" and self.peek(1) == "(":  # a cast: what stands before is a width or type
                del self.found[known:]
                self.take()
                self.take("(")
                self.expression()
                self.take(")")
            else:
                return start

    def primary(self):
        kind = self.kind()
        if kind == "number":
            token = self.take()
            self.mutate(token.start, token.end, next_number(token.text), "constant")
        elif kind == "macro":
            self.take()
            if self.peek() == "(":  # what its arguments are, only the macro knows
                self.skip_brackets()
        elif kind == "name":
            token = self.take()
            if self.peek() == "(":
                if token.text in ("$bits", "$clog2"):
                    self.skip_brackets()
                else:
                    self.arguments()
        elif kind == "string":
            self.take()
        elif self.accept("("):
            self.expression()
            self.take(")")
        elif self.peek() == "{":
            self.concatenation()
        else:
            token = self.take()
            line = self.source.count("\n", 0, token.start) + 1
            raise NotRead(f"rtl/{self.file}:{line}: '{token.text}' where a value is expected")

    def arguments(self):
        self.take("(")
        while not self.accept(")"):
            self.expression()
            self.accept(",")

    def concatenation(self):
        self.take("{")
        known = len(self.found)
        self.expression()
        if self.peek() == "{":  # how often something is repeated
            del self.found[known:]
            self.concatenation()
        while self.accept(","):
            self.expression()
        self.take("}")

    # ---- statements ----
    def block(self, *ends):
        while self.peek() not in ends:
            self.statement()
        return self.take()

    def statement(self, at_head=False):
        """One statement. Defaults at the head of a process are not left out: lint finds the latch."""
        start = self.tokens[self.at].start
        text = self.peek()
        if text == "begin":
            self.take()
            if self.accept(":"):
                self.take()
            head = at_head
            while self.peek() != "end":
                head = head and self.kind() in ("name", "macro") and self.peek() not in ("if", "for", "case")
                self.statement(head)
            self.take("end")
        elif text == "if":
            self.condition()
            self.statement()
            if self.accept("else"):
                self.statement()
        elif text == "for":
            self.loop()
        elif text in ("integer", "logic", "reg", "int", "automatic"):
            self.skip_to(";")
        elif text == "case":
            self.case()
        elif text == ";":
            self.take()
        elif self.kind() == "macro":
            self.macro_statement(start)
        elif self.kind() == "name" and self.peek(1) == "(":  # a call of a task
            self.take()
            self.skip_brackets()
            self.take(";")
            if not at_head:
                self.drop(start, "statement")
        else:
            self.assignment(start, at_head)

    def condition(self):
        self.take("if")
        self.take("(")
        start = self.expression()
        end = self.last_end()
        self.take(")")
        condition = self.source[start:end]
        self.mutate(start, end, f"!({condition})", "condition")
        self.mutate(start, end, "1'b1", "condition")
        self.mutate(start, end, "1'b0", "condition")

    def loop(self):
        self.take("for")
        self.take("(")
        if self.peek() in ("integer", "int"):
            self.take()
        self.constant(self.lvalue)
        self.take("=")
        self.expression()
        self.take(";")
        start = self.tokens[self.at].start
        self.constant(self.expression)
        condition = self.source[start:self.last_end()]
        if " < " in condition:
            self.mutate(start, self.last_end(), condition.replace(" < ", " + 1 < ", 1), "range")
        self.take(";")
        self.skip_to(")")
        self.statement()

    def case(self):
        self.take("case")
        self.take("(")
        self.expression()
        self.take(")")
        while not self.accept("endcase"):
            if not self.accept("default"):
                self.constant(self.expression)
                while self.accept(","):
                    self.constant(self.expression)
            self.accept(":")
            self.statement()

    def macro_statement(self, start):
        name = self.peek()
        if name in CLAIMS:
            self.take()
            if self.peek() == "(":
                self.skip_brackets()
            self.accept(";")
        elif name in LOOPS:
            self.take()
            self.skip_brackets()
            self.statement()
        elif name in STATEMENTS:
            self.take()
            self.macro_arguments(STATEMENTS[name])
            self.accept(";")
            self.drop(start, "statement")
        elif name in ("`DF_WORD", "`DF_BIT"):
            self.assignment(start, False)
        else:
            self.take()
            if self.peek() == "(":
                self.skip_brackets()
            self.accept(";")

    def macro_arguments(self, values):
        """Those of which the numbers are given are read as expressions."""
        self.take("(")
        number = 0
        while not self.accept(")"):
            if number in values:
                self.expression()
            else:
                while self.peek() not in (",", ")"):
                    if self.peek() in ("(", "[", "{"):
                        self.skip_brackets()
                    else:
                        self.take()
            self.accept(",")
            number += 1

    def assignment(self, start, at_head):
        self.constant(self.lvalue)
        token = self.take()
        if token.text not in ("=", "<="):
            line = self.source.count("\n", 0, token.start) + 1
            raise NotRead(f"rtl/{self.file}:{line}: '{token.text}' where a statement is expected")
        value = self.expression()
        value_text = self.source[value:self.last_end()]
        self.take(";")
        if at_head and token.text == "=":
            return
        self.drop(start, "reset" if token.text == "<=" and value_text == "'0" else "statement")

    def lvalue(self):
        if self.peek() == "{":
            self.skip_brackets()
        else:
            self.postfix()

    # ---- items of a module or package ----
    def file_items(self):
        if self.file.endswith(".svh"):  # a part of the package, or macros alone
            self.switched = False
            while self.at < len(self.tokens):
                self.item()
            return self.found
        while self.at < len(self.tokens):
            text = self.take().text
            if text == "module":
                self.take()
                if self.accept("#"):
                    self.skip_brackets()
                if self.peek() == "(":
                    self.skip_brackets()
                self.take(";")
                self.items("endmodule")
            elif text == "package":
                self.switched = False  # its functions say what sizes are, and so are fixed
                self.skip_to(";")
                self.items("endpackage")
        return self.found

    def items(self, end):
        while not self.accept(end):
            self.item()

    def item(self):
        text = self.peek()
        if text in ("always_comb", "always_latch"):
            self.take()
            self.statement(at_head=True)
        elif text in ("always_ff", "always", "initial"):
            self.take()
            if self.accept("@"):
                self.skip_brackets()
            self.statement()
        elif text == "assign":
            self.take()
            self.constant(self.lvalue)
            self.take("=")
            self.expression()
            self.take(";")
        elif text == "wire":
            self.declaration()
        elif text in ("localparam", "parameter"):
            self.parameter()
        elif text in ("function", "task"):
            self.take()
            self.skip_to(";")
            self.block("end" + text)
        elif text == "for":
            self.take()
            self.skip_brackets()
            self.generate_block()
        elif text == "if":
            self.take()
            switched, self.switched = self.switched, False
            self.take("(")
            start = self.expression()
            self.mutate(start, self.last_end(), f"!({self.source[start:self.last_end()]})", "condition")
            self.take(")")
            self.switched = switched
            self.generate_block()
            if self.accept("else"):
                if self.peek() == "if":
                    self.item()
                else:
                    self.generate_block()
        elif self.kind() == "macro":
            claims = self.take().text == "`DF_CLAIMS"
            if self.peek() == "(":
                self.skip_brackets()
            if claims:
                known = len(self.found)
                self.statement()
                del self.found[known:]
            self.accept(";")
        elif text in ("typedef", "logic", "reg", "integer", "genvar", "import", "int"):
            if text == "typedef" and self.peek(1) in ("struct", "enum"):
                while self.take().text != "}":
                    pass
            self.skip_to(";")
        elif self.kind() == "name" and "::" in text:  # a declaration with a type of the package
            self.skip_to(";")
        elif self.kind() == "name":
            self.instance()
        else:
            token = self.take()
            line = self.source.count("\n", 0, token.start) + 1
            raise NotRead(f"rtl/{self.file}:{line}: '{token.text}' where an item of a module is expected")

    def generate_block(self):
        if self.accept("begin"):
            if self.accept(":"):
                self.take()
            self.items("end")
        else:
            self.item()

    def declaration(self):
        self.take("wire")
        while self.peek() not in ("=", ";"):
            if self.peek() in ("(", "["):
                self.skip_brackets()
            else:
                self.take()
        if self.accept("="):
            self.expression()
        self.take(";")

    def parameter(self):
        switched, self.switched = self.switched, False
        while self.peek() not in ("=", ";"):
            if self.peek() in ("(", "["):
                self.skip_brackets()
            else:
                self.take()
        if self.accept("="):
            self.expression()
        self.skip_to(";")
        self.switched = switched

    def instance(self):
        self.take()
        if self.accept("#"):
            self.skip_brackets()
        self.take()
        self.take("(")
        while not self.accept(")"):
            self.take(".")
            port = self.take().text
            if self.accept("("):
                if self.peek() == ")":
                    pass
                elif port.endswith("_i"):
                    self.expression()
                else:
                    self.constant(self.expression)
                self.take(")")
            self.accept(",")
        self.take(";")


def macro_mutants(file, source):
    """Of the text of macros, where only operators and numbers are known."""
    found = []
    swapped = {"&": "|", "|": "&", "+": "-", "==": "!=", "!=": "==", "<": "<=", ">=": ">", "&&": "||", "||": "&&", "<<": ">>",
               ">>": "<<"}
    for token in tokens_of(source, file):
        if token.kind != "directive" or not token.text.startswith("`define"):
            continue
        name = re.match(r"`define\s+(\w+)(\([^)]*\))?", token.text)
        if "`" + name[1] in CLAIMS:
            continue
        body = token.start + name.end()
        text = source[body:token.end].replace("\\\n", " \n")
        for part in tokens_of(text, file):
            other = None
            if part.kind == "op" and part.text in swapped:
                other, operator = swapped[part.text], "operator"
            elif part.kind == "number":
                other, operator = next_number(part.text), "constant"
            if other is None:
                continue
            start = body + part.start
            line = source.count("\n", 0, start) + 1
            around = source[max(body, start - 20):start + 20].replace("\\\n", " ")
            found.append(Mutant(file, start, body + part.end, other, operator, line,
                                f"{part.text} in `{name[1]}: {' '.join(around.split())}", switched=False))
    return found


def mutants_of(file, source):
    """All mutants of a file of rtl/, by its name there. Lists of ports have none."""
    if file.endswith("_ports.svh"):
        return []
    return Reader(file, source).file_items() + macro_mutants(file, source)


def numbered(mutants):
    """Each once (of `n + n` either side may be left out), and with its number."""
    once = {(mutant.file, mutant.start, mutant.end, mutant.text): mutant for mutant in reversed(mutants)}
    return [dataclasses.replace(mutant, number=number) for number, mutant in enumerate(reversed(once.values()), 1)]


def drawn(mutants, count, seed):
    """As many as asked for, the files in turn, so that each has its share. The order in a file is that of hashes of the seed
    and of what is changed: where another place of the RTL changes, nearly the same ones are drawn."""
    by_file = {}
    alike = collections.Counter()
    for mutant in sorted(mutants, key=lambda mutant: (mutant.file, mutant.start, mutant.end, mutant.text)):
        what = f"{seed} {mutant.file} {mutant.change()}"
        alike[what] += 1
        rank = hashlib.sha256(f"{what} {alike[what]}".encode()).digest()
        by_file.setdefault(mutant.file, []).append((rank, mutant))
    for ranked in by_file.values():
        ranked.sort(reverse=True)
    chosen = []
    while len(chosen) < count and any(by_file.values()):
        for file in sorted(by_file):
            if by_file[file] and len(chosen) < count:
                chosen.append(by_file[file].pop()[1])
    return sorted(chosen, key=lambda mutant: (mutant.file, mutant.start, mutant.end, mutant.text))


# What chooses a mutant: a variable of a package, in a file of its own that each file with switches includes.
CHOICE = "df_mutants::chosen"
VARIABLE = "DF_MUTANT"  # of the environment, from which it is read
HEADER = "df_mutants.svh"
HEADER_TEXT = f"""`ifndef DF_MUTANTS_SVH
`define DF_MUTANTS_SVH
package df_mutants;
  int chosen = $c("(std::getenv(\\"{VARIABLE}\\") ? std::atoi(std::getenv(\\"{VARIABLE}\\")) : 0)");
endpackage
`endif
"""


def with_switches(source, mutants):
    """A file in which each of its mutants can be chosen; lines keep their numbers."""
    spans = {}
    for mutant in mutants:
        spans.setdefault((mutant.start, mutant.end), []).append(mutant)
    # Outer pieces come before those that they hold.
    order = sorted(spans, key=lambda span: (span[0], -span[1]))

    def rendered(start, end, inner):
        text = []
        at = start
        while inner:
            span = inner[0]
            below = [other for other in inner[1:] if other[1] <= span[1]]
            inner = inner[1 + len(below):]
            text.append(source[at:span[0]])
            piece = rendered(*span, below)
            for mutant in spans[span]:
                if mutant.text == "begin end":
                    piece = f"begin if ({CHOICE} != {mutant.number}) begin {piece} end end"
                else:
                    piece = f"({CHOICE} == {mutant.number} ? {mutant.text} : {piece})"
            text.append(piece)
            at = span[1]
        text.append(source[at:end])
        return "".join(text)

    return f'`include "{HEADER}" ' + rendered(0, len(source), order)
