# SPDX-License-Identifier: Apache-2.0
"""Descriptions as C++ headers, formatted as clang-format does."""
from .text import LICENCE, camel, comment, plain, register_meaning, sentence

WIDTH = 100


def doc(text, indent=0):
    return comment(sentence(plain(text)), "///", indent, WIDTH)


def header(head, about, includes, body, namespace="dragonfly"):
    """A whole header. `includes`: names in <> or plain; `about`: what it is."""
    lines = [LICENCE] + comment(head, "//", 0, WIDTH) + ["//"] + comment(about, "//", 0, WIDTH) + ["#pragma once", ""]
    system = sorted(name for name in includes if name.startswith("<"))
    own = sorted(name for name in includes if not name.startswith("<"))
    lines += [f"#include {name}" for name in system] + ([""] if system and own else [])
    lines += [f'#include "{name}"' for name in own]
    lines += ["", f"namespace {namespace} {{", ""] + body + ["", f"}}  // namespace {namespace}"]
    return "\n".join(lines) + "\n"


def table(kind, count, name, rows):
    """An array of structures. Each row is a list of texts."""
    return ([f"inline constexpr std::array<{kind}, {count}> {name}{{{{"]
            + [line for row in rows for line in row_lines(row)] + ["}};"])


def row_lines(row):
    line = "    {" + ", ".join(row) + "},"
    if len(line) <= WIDTH:
        return [line]
    lines, current = [], "    {"
    for number, cell in enumerate(row):
        cell += "}," if number + 1 == len(row) else ", "
        if len((current + cell).rstrip()) > WIDTH:
            lines.append(current.rstrip())
            current = "     "
        current += cell
    return lines + [current]


def packed(begin, cells, end):
    """A list on as few lines as hold it."""
    lines = [begin]
    for number, cell in enumerate(cells):
        cell += end if number + 1 == len(cells) else ","
        if len(lines[-1] + cell) + 1 > WIDTH:
            lines.append(" " * len(begin) + cell)
        else:
            lines[-1] += cell if lines[-1] == begin else " " + cell
    return lines


def function(signature, expression):
    """One that returns an expression."""
    line = f"{signature} {{ return {expression}; }}"
    return [line] if len(line) <= WIDTH else [signature + " {", f"  return {expression};", "}"]


def text_of(value):
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def address_lines(registers):
    """Addresses of registers, and places of their parts."""
    lines = []
    for register in registers:
        name = "k" + camel(register.name)
        about = register_meaning(register)
        if register.entries > 1:
            lines += doc(f"+ {register.index}, up to {name}End: {about}")
            lines.append(f"inline constexpr unsigned {name} = {register.address:#06x}, {name}End = {register.end:#06x};")
        else:
            lines += doc(about)
            lines.append(f"inline constexpr unsigned {name} = {register.address:#06x};")
        for part in register.field:
            lines.append(f"inline constexpr RegisterField {name}{camel(part.name)}{{{part.at}, {part.bits}}};")
        for value in register.value:
            lines.append(f"inline constexpr unsigned k{camel(value.name)} = {value.value:#x};  ///< {value.meaning}")
    return lines


REGISTER_FIELD = """\
/// Some bits of a control register.
struct RegisterField {
  unsigned shift, bits;

  [[nodiscard]] constexpr std::uint32_t mask() const {
    return static_cast<std::uint32_t>((std::uint64_t{1} << bits) - 1);
  }
  /// What they hold, of the register's value.
  [[nodiscard]] constexpr std::uint32_t of(std::uint32_t data) const {
    return data >> shift & mask();
  }
  /// A value in its place.
  [[nodiscard]] constexpr std::uint32_t in_place(std::uint32_t value) const {
    return (value & mask()) << shift;
  }
};

/// An algorithm of a family, for people: its name in keys, and what it does.
struct AlgorithmText {
  const char* name;
  const char* meaning;
};""".split("\n")


WRITTEN = """\
/// What a write of `data` leaves in one.
[[nodiscard]] constexpr std::uint32_t written(ControlRegister number, std::uint32_t data) {
  return RegisterField{0, kControlRegisterKinds[static_cast<std::size_t>(number)].bits}.of(data);
}""".split("\n")


def member_rows(base):
    """Rows of control_members(), and where members of registers that are not plain are."""
    plain_names = {id(register): name for name, register in reversed(base.plain_registers())}
    members = []  # (register or None, shift in it, member, bits or name of a width)
    for register in base.registers:
        for part in register.field:
            if part.member:
                members.append((camel(plain_names[id(register)]), part.at, part.member, part.bits))
        width = register.width.lower() or register.bits
        if not register.member:
            continue
        if id(register) not in plain_names:
            members.append((None, 0, register.member, width))
        elif register.entries == 1:
            members.append((camel(register.name), 0, register.member, width))
        else:
            members += [(f"{camel(register.name)}{k}", 0, f"{register.member}_{k}", width) for k in range(register.entries)]
    rows, places, below, bits_below = [], [], [], 0
    for register, shift, name, bits in reversed(members):
        at = " + ".join(below + ([f"{bits_below}U"] if bits_below or not below else []))
        if register is None:
            places.append((name, at))
        else:
            rows.append([f"ControlRegister::k{register}", f"{shift}", at, f"{bits}"])
        if isinstance(bits, int):
            bits_below += bits
        else:
            below.append(bits)
    return rows, places, sorted({bits for _, _, _, bits in members if not isinstance(bits, int)})


def registers_text(base, head):
    numbers = base.plain_registers()
    rows, places, widths = member_rows(base)
    parameters = ", ".join(f"unsigned {width}" for width in widths)
    body = REGISTER_FIELD + ["", "namespace register_addresses {", ""] + address_lines(base.registers)
    body += doc("from here on: the family's")
    body += [f"inline constexpr unsigned kTables = {base.tables:#06x};", "", "}  // namespace register_addresses", ""]
    body += ["/// The registers of a word each from address 0 on, by their address.",
             "enum class ControlRegister : std::size_t {"]
    body += [f"  k{camel(name)}," for name, _ in numbers] + ["};"]
    body += [f"inline constexpr std::size_t kControlRegisters = {len(numbers)};", "",
             "/// Name and bits of each.", "struct ControlRegisterKind {", "  const char* name;", "  unsigned bits;", "};"]
    body += table("ControlRegisterKind", "kControlRegisters", "kControlRegisterKinds",
                  [[text_of(f"{register.name}({name.removeprefix(register.name)})" if register.entries > 1 else name),
                    str(register.bits)] for name, register in numbers])
    body += WRITTEN
    body += ["", "/// Where df_pkg::control_t has some bits of a register.", "struct ControlMember {",
             "  ControlRegister number;", "  unsigned shift;   ///< of the bits in the register",
             "  unsigned lowest;  ///< bit in control_t", "  unsigned bits;", "};",
             "/// All, in routers of these sizes (df_pkg)."]
    body += [f"constexpr std::array<ControlMember, {len(rows)}> control_members({parameters}) {{", "  return {{"]
    body += ["  " + line for row in rows for line in row_lines(row)] + ["  }};", "}"]
    for name, at in places:
        body += [f"/// The lowest bit of its member `{name}`.",
                 f"inline constexpr unsigned k{camel(name)}Lowest = {at.removesuffix('U')};"]
    return header(head, 'The control registers that routers of all families have (docs/microarchitecture.md, "Control '
                  'registers").', ["<array>", "<cstddef>", "<cstdint>"], body)


FLIT_FIELD = """\
/// A field that is at the same place in all headers, which are the most significant word of a flit.
struct Field {
  const char* name;
  int shift;  ///< of its lowest bit
  int bits;

  [[nodiscard]] constexpr std::uint64_t mask() const {
    return ((std::uint64_t{1} << bits) - 1) << shift;
  }
  /// Its value in a header.
  [[nodiscard]] constexpr unsigned of(std::uint64_t header) const {
    return static_cast<unsigned>((header & mask()) >> shift);
  }
};
""".split("\n")


def flit_text(base, head):
    fixed = [entry for entry in base.flit if entry.bits]
    sized = [entry for entry in base.flit[:-1] if entry.width]
    body, shift = list(FLIT_FIELD), 64
    for entry in fixed:
        shift -= entry.bits
        body += doc(f"{entry.meaning}; set by: {entry.by}")
        body.append(f'inline constexpr Field k{camel(entry.name)}{{"{entry.name}", {shift}, {entry.bits}}};')
    body += ["/// All of them, from the most significant one.",
             *packed(f"inline constexpr std::array<Field, {len(fixed)}> kFields{{",
                     ["k" + camel(entry.name) for entry in fixed], "};"), "",
             "/// Bits below them, for the fields that are as wide as the family says, and the tag.",
             f"inline constexpr int kBitsBelow = {shift};",
             "/// The widths of these fields.", "struct Widths {",
             "  int " + ", ".join(f"{entry.name} = 0" for entry in sized) + ";", "};", "/// Their lowest bits in the header."]
    place = "kBitsBelow"
    for entry in sized:
        body += function(f"constexpr int {entry.name}_shift(const Widths& widths)", f"{place} - widths.{entry.name}")
        place = f"{entry.name}_shift(widths)"
    return header(head, 'The fields of a flit (docs/microarchitecture.md, "The flit").', ["<array>", "<cstdint>"], body,
                  "dragonfly::flit_fields")


AXES = {"router": "kNone", "register": "kRegister", "input VC": "kVc", "output VC": "kVc", "port": "kPort",
        "asker": "kAsker"}


def state_text(base, head):
    body = ["/// Parts of the state, in the order of the stream and of reports.", "enum class StatePart : std::size_t {"]
    for item in base.state:
        unless = "; 0 unless credits are delayed" if item.delays else ""
        meaning = f"entries of the {item.name}" if item.fifo else item.meaning
        body += doc(f"by {item.of}: {meaning}{unless}" if item.of != "router" else meaning + unless, 2)
        body.append(f"  k{item.part},")
    body += ["};", f"inline constexpr std::size_t kStateParts = {len(base.state)};", "",
             "/// What the numbers of a part's entries stand for.",
             "enum class StateAxis { kNone, kRegister, kVc, kPort, kAsker };", "",
             "struct StatePartKind {", "  StatePart part;", "  const char* name;  ///< in reports",
             "  StateAxis axis;", "  unsigned bits;  ///< of an entry: 1, 16 or 32",
             "  bool fifo;      ///< the entries are the lengths of FIFOs", "};", "/// By StatePart."]
    body += table("StatePartKind", "kStateParts", "kStatePartKinds",
                  [[f"StatePart::k{item.part}", text_of(item.name), f"StateAxis::{AXES[item.of]}", str(item.bits),
                    "true" if item.fifo else "false"] for item in base.state])
    fields = [(item, part) for item in base.state for part in item.field]
    body += ["", "/// A part of an entry's value that is reported by itself.", "struct StateField {", "  StatePart part;",
             "  const char* name;  ///< in reports", "  unsigned shift, bits;", "};"]
    for item, part in fields:
        body.append(f"inline constexpr StateField k{item.part}{camel(part.name)}{{")
        body[-1] += f"StatePart::k{item.part}, {text_of(f'{item.name}: {part.name}')}, {part.at}, {part.bits}}};"
    body += packed(f"inline constexpr std::array<StateField, {len(fields)}> kStateFields{{",
                   [f"k{item.part}{camel(part.name)}" for item, part in fields], "};")
    return header(head, 'The architectural state of a router (docs/microarchitecture.md, "Architectural state").',
                  ["<array>", "<cstddef>"], body)


def family_text(family, head, includes):
    base = family.base
    body = []
    space = f"{family.family}_registers"
    if family.algorithms:
        body += ["/// Values of the control register ALGORITHM.", f"enum class {family.algorithm_type} : int {{"]
        for algorithm in family.algorithms:
            body += doc(algorithm.meaning, 2) + [f"  k{camel(algorithm.name)} = {algorithm.code},"]
        body += ["};", ""]
    body += [f"namespace {space} {{", ""]
    if family.algorithms:
        body.append(f"/// By {family.algorithm_type}.")
        body += table("AlgorithmText", len(family.algorithms), "kAlgorithms",
                      [[text_of(algorithm.name.lower().replace("_", "-")), text_of(algorithm.meaning)]
                       for algorithm in family.algorithms])
        body.append("")
    body += address_lines(family.registers)
    asked = base.flit[[entry.name for entry in base.flit].index(family.asked):-1]
    fixed = sum(entry.bits for entry in asked)
    terms = ([str(fixed)] if fixed else []) + [f"widths.{entry.name}" for entry in asked if entry.width]
    body += ["", "/// Bits of the header that a decision depends on.",
             *function("constexpr int asked_bits(const flit_fields::Widths& widths)", " + ".join(terms)), "",
             f"}}  // namespace {space}"]
    return header(head, f"The control registers of routers of the family {family.family}, beside those of all families.",
                  ["<array>"] * bool(family.algorithms) + includes, body)
