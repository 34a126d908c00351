# SPDX-License-Identifier: Apache-2.0
"""Descriptions as SystemVerilog: parts of the package df_pkg."""
from .text import LICENCE, comment, plain

WIDTH = 120


def localparam(kind, name, value, remark=""):
    line = f"  localparam {kind} {name} = {value};"
    return line + (f"  // {remark}" if remark else "")


def addresses(registers):
    """Addresses, bits, numbers and parts of registers."""
    lines = []
    for register in registers:
        remark = f"+ {register.index}" if register.index else f"ROUTE({register.route})" if register.route >= 0 else ""
        lines.append(localparam("logic [15:0]", f"ADDR_{register.name}", f"16'h{register.address:04x}", remark))
    for register in registers:
        if register.route < 0:
            lines.append(localparam("int", f"BITS_{register.name}", register.bits))
    for register in registers:
        if register.entries > 1:
            lines.append(localparam("int", f"ENTRIES_{register.name}", register.entries))
    for register in registers:
        for part in register.field:
            lines.append(localparam("int", f"{register.name}_{part.name}_AT", part.at))
    return lines


def member(width, name, meaning):
    """A member of a structure, with its meaning beside or above it."""
    bits = f"logic [{int(width) - 1 if width.isdigit() else width + '-1'}:0]" if width != "1" else "logic"
    line = f"    {bits} {name};"
    beside = f"{line:<34}// {plain(meaning)}"
    if len(beside) <= WIDTH:
        return [beside]
    return comment(plain(meaning), "//", 4, WIDTH) + [line]


def control_members(base):
    """(width, name, meaning) of the members of control_t, from the most significant one."""
    members = []
    for register in base.registers:
        for part in sorted(register.field, key=lambda part: part.at):
            if part.member:
                members.append((str(part.bits), part.member, part.meaning))
        width = register.width or str(register.bits)
        if register.member and (register.width or register.entries == 1):
            members.append((width, register.member, register.meaning))
        elif register.member:
            members += [(width, f"{register.member}_{k}", f"{register.name}({k})") for k in range(register.entries)]
    return members


def structure(name, members):
    return ["  typedef struct packed {"] + [line for entry in members for line in member(*entry)] + [f"  }} {name};"]


def flit(base):
    """Widths, type and positions of the fields of a flit."""
    fixed = [entry for entry in base.flit if entry.bits]
    lines = [localparam("int", f"{entry.name.upper()}_W", entry.bits) for entry in fixed if entry.bits > 1]
    width_of = {entry.name: entry.width or ("1" if entry.bits == 1 else f"{entry.name.upper()}_W") for entry in base.flit}
    lines.append(localparam("int", "FLIT_W", " + ".join([str(sum(e.bits for e in fixed))]
                                                         + [e.width for e in base.flit if e.width])))
    lines += structure("flit_t", [(width_of[e.name], e.name, e.meaning) for e in base.flit])
    lines += ["", "  // Where these fields are in a flit: the number of the lowest bit."]
    above = "FLIT_W"
    for entry in base.flit:
        at = f"{entry.name.upper()}_AT"
        lines.append(localparam("int", at, f"{above} - {width_of[entry.name]}"))
        above = at
    return lines


def base_text(base):
    lines = ["  // ---- control registers ----", "  // Their addresses, bits, how many there are of a kind, and the lowest bits of what they hold."]
    lines += addresses(base.registers)
    lines += [localparam("logic [15:0]", "ADDR_TABLES", f"16'h{base.tables:04x}", "from here on: the family's"), "",
              "  // The control registers that more than one unit reads."]
    lines += structure("control_t", control_members(base))
    return lines + ["", "  // ---- flit ----"] + flit(base)


def family_text(family):
    base = family.base
    algorithm_bits = base.register("ALGORITHM").bits
    lines = []
    if family.algorithms:
        lines.append("  // Values of the control register ALGORITHM.")
    for algorithm in family.algorithms:
        name = "ALG_" + algorithm.name.replace("-", "_")
        lines.append(localparam(f"logic [{algorithm_bits - 1}:0]", name, f"{algorithm_bits}'d{algorithm.code}"))
    lines.append("  // The family's control registers.")
    lines += addresses(family.registers)
    asked = base.flit[[entry.name for entry in base.flit].index(family.asked):-1]
    lines.append("  // The bits of the header that a decision depends on.")
    widths = [entry.width or str(entry.bits) for entry in asked]
    lines.append(localparam("int", "ASKED_W", " + ".join(widths)))
    lines += structure("asked_t", [(width, entry.name, entry.meaning) for width, entry in zip(widths, asked)])
    return lines


def text(description, head):
    """The whole file; `head` says where it comes from."""
    lines = [LICENCE, f"// {head}", "//"]
    if description.family:
        lines += [f"// The control registers of routers of the family {description.family}, for df_family.svh.", ""]
        lines += family_text(description)
    else:
        lines += ["// The control registers and the flit of all families, for df_pkg.", ""] + base_text(description)
    return "\n".join(lines) + "\n"
