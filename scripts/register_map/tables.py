# SPDX-License-Identifier: Apache-2.0
"""Descriptions as tables of the docs."""
from .text import register_meaning


def rows(head, lines):
    return [f"| {' | '.join(head)} |", "|" + "---|" * len(head)] + [f"| {' | '.join(line)} |" for line in lines]


def numbered(meaning, statement):
    """A meaning, with the number of the statement that it is."""
    return f"{meaning} [{statement}]" if statement else meaning


def address(register):
    return f"{register.address:#06x}" + (f" + {register.index}" if register.index else "")


def name(register):
    return register.name + (f"({register.index})" if register.index else "")


def registers(description):
    lines = []
    if description.algorithms:
        algorithm = description.base.register("ALGORITHM")
        lines.append([address(algorithm), algorithm.name, str(algorithm.bits),
                      numbered(", ".join(f"{entry.code} {entry.name}" for entry in description.algorithms),
                               description.algorithm_statement)])
    for register in description.registers:
        lead = f"ROUTE({register.route}): " if register.route >= 0 else ""
        lines.append([address(register), name(register), str(register.bits),
                      numbered(lead + register_meaning(register), register.statement)])
    head = ["address", "name", "bits", "meaning"]
    table = rows(head, lines)
    if not description.family:
        tables_of = numbered("the family's tables", description.tables_statement)
        table.append(f"| from {description.tables:#06x} on | | | {tables_of} |")
    return table


def flit(description):
    return rows(["field", "bits", "set by", "meaning"],
                [[f"`{entry.name}`", entry.width or str(entry.bits), entry.by, numbered(entry.meaning, entry.statement)]
                 for entry in description.flit])


def state(description, follows):
    lines = []
    for item in description.state:
        if item.follows != follows:
            continue
        fields = ": " + ", ".join(f"`{part.name}`" for part in item.field) if item.field else ""
        unless = "; 0 unless credits are delayed" if item.delays and not item.fifo else ""
        unless = "; none unless credits are delayed" if item.delays and item.fifo else unless
        lines.append([f"`{item.name}`" + fields, item.of, numbered(item.meaning + unless, item.statement)])
    return rows(["state", "of each", "meaning"], lines)


def tables(description):
    """The tables of a description, by the names of their marks."""
    if description.family:
        return {"registers": registers(description)}
    return {"registers": registers(description), "flit": flit(description), "state": state(description, False),
            "state that follows": state(description, True)}
