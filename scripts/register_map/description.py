# SPDX-License-Identifier: Apache-2.0
"""Descriptions of control registers, flit and state (registers.toml), read and checked."""
import dataclasses
import difflib
import pathlib
import re
import tomllib
from dataclasses import dataclass


class DescriptionError(Exception):
    """What is wrong with a description, and where."""


@dataclass
class Part:
    """Some bits of a register, or of an item of the state."""
    name: str
    bits: int
    at: int = -1  # the lowest; -1: above the part before
    member: str = ""
    meaning: str = ""


@dataclass
class Value:
    """A value of a register that has a name."""
    name: str
    value: int
    meaning: str


@dataclass
class Register:
    name: str
    address: int
    bits: int
    entries: int = 1
    index: str = ""
    member: str = ""
    width: str = ""
    meaning: str = ""
    field: list[Part] = dataclasses.field(default_factory=list)
    value: list[Value] = dataclasses.field(default_factory=list)
    statement: str = ""  # its number in the docs
    route: int = -1  # the number of the route register that this is; -1: none

    @property
    def end(self):
        return self.address + self.entries


@dataclass
class Route:
    """What a family uses a route register for."""
    name: str
    number: int
    meaning: str
    value: list[Value] = dataclasses.field(default_factory=list)
    statement: str = ""


@dataclass
class FlitField:
    name: str
    by: str
    meaning: str
    bits: int = 0
    width: str = ""
    statement: str = ""


@dataclass
class StatePart:
    name: str
    part: str
    of: str
    bits: int
    meaning: str
    fifo: bool = False
    follows: bool = False
    delays: bool = False
    field: list[Part] = dataclasses.field(default_factory=list)
    statement: str = ""


@dataclass
class Algorithm:
    name: str
    code: int
    meaning: str


@dataclass
class Description:
    """A whole file. Of a family, `base` is what all families have."""
    path: pathlib.Path
    files: dict
    registers: list[Register]
    tables: int = 0
    flit: list[FlitField] = dataclasses.field(default_factory=list)
    state: list[StatePart] = dataclasses.field(default_factory=list)
    family: str = ""
    asked: str = ""
    tables_statement: str = ""
    algorithm_type: str = ""
    algorithm_statement: str = ""
    algorithms: list[Algorithm] = dataclasses.field(default_factory=list)
    base: "Description | None" = None

    def register(self, name):
        return next(register for register in self.registers if register.name == name)

    def plain_registers(self):
        """(name, register) of the registers of a word each that begin at address 0, by address."""
        plain = []
        for register in self.registers:
            if register.address != len(plain):
                break
            plain += [(register.name + (str(k) if register.entries > 1 else ""), register) for k in range(register.entries)]
        return plain


KINDS_OF_STATE = ("router", "register", "input VC", "output VC", "port", "asker")
UPPER, LOWER, IDENTIFIER = r"[A-Z][A-Z0-9_]*", r"[a-z][a-z0-9_]*", r"[A-Za-z][A-Za-z0-9]*"


def check(condition, message):
    if not condition:
        raise DescriptionError(message)


def known_keys(table, known, where):
    for key in table:
        near = difflib.get_close_matches(key, known, 1)
        check(key in known, f"{where}: there is no key '{key}'"
              + (f"; did you mean {near[0]}?" if near else f"; known are {', '.join(known)}"))


def read_as(kind, table, where):
    """A table of the file as an object of a class, whose fields are the keys: those without a default must be there."""
    check(isinstance(table, dict), f"{where} must be a table")
    fields = {entry.name: entry for entry in dataclasses.fields(kind) if entry.name != "route"}
    where += f" {table['name']}" if isinstance(table.get("name"), str) else ""
    known_keys(table, fields, where)
    values = {}
    for name, entry in fields.items():
        if name not in table:
            needed = entry.default is dataclasses.MISSING and entry.default_factory is dataclasses.MISSING
            check(not needed, f"{where}: '{name}' is missing")
            continue
        value = table[name]
        if entry.type in (int, str, bool):
            check(type(value) is entry.type, f"{where}: {name} = {value!r} must be of type {entry.type.__name__}")
        else:
            check(isinstance(value, list), f"{where}: '{name}' must be tables, [[...{name}]]")
            value = [read_as(entry.type.__args__[0], inner, f"{where}, {name}") for inner in value]
        values[name] = value
    return kind(**values)


def read_list(document, key, kind, where):
    entries = document.get(key, [])
    check(isinstance(entries, list), f"{where}: '{key}' must be tables, [[{key}]]")
    return [read_as(kind, entry, f"{where}: {key}") for entry in entries]


def read_section(document, key, keys, where):
    """A table with texts or numbers under these keys and no others."""
    section = document.get(key)
    check(isinstance(section, dict), f"{where}: the table [{key}] is missing")
    known_keys(section, keys, f"{where}: [{key}]")
    for name, kind in keys.items():
        check(type(section.get(name)) is kind, f"{where}: [{key}]: '{name}' is missing, or not of type {kind.__name__}")
    return section


def with_statement(section):
    """The key of the number in the docs, which a section need not have."""
    return {"statement": str} if "statement" in section else {}


def check_names(names, pattern, where):
    for name in names:
        check(re.fullmatch(pattern, name), f"{where}: the name '{name}' is not of the form {pattern}")
    twice = {name for name in names if names.count(name) > 1}
    check(not twice, f"{where}: there are two called {', '.join(sorted(twice))}")


def place_parts(parts, bits, where):
    """Gives parts their places, and checks that they fit `bits` bits and do not overlap."""
    end = 0
    for part in parts:
        if part.at < 0:
            part.at = end
        check(part.at >= end, f"{where}: {part.name} overlaps what is below it; the lowest field comes first")
        end = part.at + part.bits
        check(part.bits >= 1 and end <= bits, f"{where}: {part.name} does not fit the {bits} bits")
    check_names([part.name for part in parts], r"[A-Za-z][A-Za-z0-9_]*", where)


def check_registers(registers, first, end, where):
    """Registers in [first, end), by address."""
    check_names([register.name for register in registers], UPPER, where)
    for register in registers:
        place = f"{where}: register {register.name}"
        check(first <= register.address and register.end <= end and register.entries >= 1,
              f"{place}: addresses {register.address:#06x} .. {register.end - 1:#06x} are outside of "
              f"{first:#06x} .. {end - 1:#06x}")
        check(1 <= register.bits <= 32, f"{place}: bits = {register.bits} must be 1 .. 32")
        check((register.entries > 1) == (register.index != ""), f"{place}: several entries have an index, and only they")
        check(register.meaning or register.field, f"{place}: 'meaning' is missing")
        place_parts(register.field, register.bits, place)
    for before, after in zip(registers, registers[1:]):
        check(before.end <= after.address,
              f"{where}: register {after.name} at {after.address:#06x} does not come behind {before.name}, which has "
              f"{before.address:#06x} .. {before.end - 1:#06x}")


def check_flit(fields, where):
    check_names([entry.name for entry in fields], LOWER, where)
    check(len(fields) > 1 and fields[-1].name == "tag", f"{where}: the last field of a flit must be the tag")
    sized = [bool(entry.width) for entry in fields]
    check(sized == sorted(sized), f"{where}: fields of fixed size come first in a flit")
    for entry in fields:
        check((entry.bits > 0) != bool(entry.width), f"{where}: flit {entry.name} must have either 'bits' or 'width'")
        check(not entry.width or re.fullmatch(r"[A-Z]+_W", entry.width), f"{where}: flit {entry.name}: width = "
              f"{entry.width} must be the name of a width, as MID_W")
    check(sum(entry.bits for entry in fields) < 64, f"{where}: the fields of fixed size do not fit a word")


def check_state(state, where):
    check_names([item.part for item in state], IDENTIFIER, where)
    twice = {item.name for item in state if [other.name for other in state].count(item.name) > 1}
    check(not twice, f"{where}: two items of the state are called {', '.join(twice)}")
    fifos = [item.fifo for item in state]
    check(fifos == sorted(fifos), f"{where}: FIFOs come last in the state")
    for item in state:
        place = f"{where}: state {item.name}"
        check(item.of in KINDS_OF_STATE, f"{place}: of = '{item.of}' must be one of {', '.join(KINDS_OF_STATE)}")
        check(item.bits in (1, 16, 32), f"{place}: bits = {item.bits} must be 1, 16 or 32")
        check(not item.fifo or item.bits == 16, f"{place}: a FIFO has values of 16 bits")
        place_parts(item.field, item.bits, place)
    registers = [item for item in state if item.of == "register"]
    check(len(registers) == 1 and registers[0].bits == 32,
          f"{where}: the control registers must be one item of the state, of 32 bits")


def read_base(path, document, where):
    known_keys(document, ("files", "registers", "register", "flit", "state"), where)
    files = read_section(document, "files", {"systemverilog": str, "docs": str, "cpp": dict}, where)
    read_section(files, "cpp", {"registers": str, "flit": str, "state": str}, f"{where}: [files]")
    section = read_section(document, "registers", {"tables": int} | with_statement(document.get("registers", {})), where)
    tables = section["tables"]
    description = Description(path, files, read_list(document, "register", Register, where), tables,
                              read_list(document, "flit", FlitField, where),
                              read_list(document, "state", StatePart, where),
                              tables_statement=section.get("statement", ""))
    check_registers(description.registers, 0, tables, where)
    check_flit(description.flit, where)
    check_state(description.state, where)
    for name in ("ALGORITHM", "ROUTE"):
        check(any(register.name == name for register in description.registers),
              f"{where}: families need the register {name}")
    return description


def routes_as_registers(routes, base, where):
    """The route registers under the names that a family gives them."""
    of_base = base.register("ROUTE")
    check_names([route.name for route in routes], UPPER, where)
    numbers = [route.number for route in routes]
    check(len(set(numbers)) == len(numbers) and all(0 <= number < of_base.entries for number in numbers),
          f"{where}: route registers have numbers 0 .. {of_base.entries - 1}, each for one")
    return [Register(route.name, of_base.address + route.number, of_base.bits, meaning=route.meaning, value=route.value,
                     statement=route.statement, route=route.number) for route in sorted(routes, key=lambda route: route.number)]


def read_family(path, document, where, root):
    known_keys(document, ("family", "files", "algorithms", "algorithm", "route", "register"), where)
    family = read_section(document, "family", {"name": str, "base": str, "asked": str}, where)
    files = read_section(document, "files", {"systemverilog": str, "cpp": str}
                         | ({"docs": str} if "docs" in document.get("files", {}) else {}), where)
    base_path = path.parent / family["base"]
    check("family" not in read_document(base_path, root), f"{where}: base = '{family['base']}' is a family's description")
    base = read(base_path, root)
    tables = read_list(document, "register", Register, where)
    check_registers(tables, base.tables, 0x10000, where)
    algorithms = read_list(document, "algorithm", Algorithm, where)
    codes = [algorithm.code for algorithm in algorithms]
    check(codes == list(range(len(codes))), f"{where}: the codes of algorithms must be 0, 1, 2, ... in this order")
    most = 1 << base.register("ALGORITHM").bits
    check(len(codes) <= most, f"{where}: ALGORITHM has no room for more than {most} algorithms")
    check_names([algorithm.name for algorithm in algorithms], r"[A-Z][A-Z0-9_-]*", where)
    of_flit = [entry.name for entry in base.flit[:-1]]
    check(family["asked"] in of_flit, f"{where}: asked = '{family['asked']}' must be one of {', '.join(of_flit)}")
    check_names([family["name"]], LOWER, where)
    keys = {"cpp": str} | with_statement(document.get("algorithms", {}))
    section = read_section(document, "algorithms", keys, where) if algorithms else {}
    routes = routes_as_registers(read_list(document, "route", Route, where), base, where)
    names = [register.name for register in base.registers + routes + tables]
    check_names(names, UPPER, where)
    return Description(path, files, routes + tables, family=family["name"], asked=family["asked"],
                       algorithm_type=section.get("cpp", ""), algorithm_statement=section.get("statement", ""), algorithms=algorithms, base=base)


def name_of(path, root):
    path = path.resolve()
    return str(path.relative_to(root)) if path.is_relative_to(root) else str(path)


def read_document(path, root):
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise DescriptionError(f"{name_of(path, root)}: {error.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DescriptionError(f"{name_of(path, root)}: {error}") from None


def read(path, root):
    """The description in a file. Throws DescriptionError."""
    path, where, document = path.resolve(), name_of(path, root), read_document(path, root)
    return read_family(path, document, where, root) if "family" in document else read_base(path, document, where)
