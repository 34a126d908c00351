# SPDX-License-Identifier: Apache-2.0
"""What simulations have reached of the RTL, from the files of counts that Verilator's models write.

A point is a place of the source text: the same one in every instance of a module and in every size that it is built in, so that
it is reached if any of them has been there.
"""
import collections
import dataclasses
import html
import posixpath
import re
import tomllib

LINES, BRANCHES, TOGGLES, COVERS = "lines", "branches", "toggles", "cover points"
KINDS = (LINES, BRANCHES, TOGGLES, COVERS)
# Per cent that has to be reached, of what is not excluded.
THRESHOLDS = {LINES: 98, BRANCHES: 98, TOGGLES: 95, COVERS: 100}
PAGES = {"v_branch": BRANCHES, "v_toggle": TOGGLES, "v_user": COVERS}
# Of a package, which these are in, Verilator keeps no counts of functions that it has inlined, as it has nearly all.
PACKAGE = "df_pkg"
# What files of cover points (sim/rtl/cover) are called.
COVER_POINTS = "cover/"
HEADER = "# SystemC::Coverage-3"
# Claims are there not to fail; that benches make them fail is another check (tb/check_benches.cmake).
CLAIM = re.compile(r"`DF_(?:ASSERT|ASSERT_IF|CLAIM|CLAIMS_IF|CLAIMS_END)\b")


class Fault(Exception):
    """What is wrong with a file."""


@dataclasses.dataclass(frozen=True)
class Point:
    """A place: `what` is the branch, the bit that toggles, or the name of the cover point; '' for a line."""
    file: str
    line: int
    column: int
    kind: str
    what: str = ""

    def described(self):
        return f"{self.file}:{self.line}: {self.what or 'line'}"


def fields_of(text):
    """The pairs of a point, as they stand in a file."""
    return dict(pair.split("\2", 1) for pair in text.split("\1") if "\2" in pair)


def line_numbers(text):
    """Of "69-70,74"."""
    numbers = []
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        numbers += range(int(first), int(last or first) + 1)
    return numbers


def name_of(path, roots):
    """The name of a file below one of the directories `roots`, which are those of {directory: what their files' names begin
    with}; None of a file elsewhere."""
    path = posixpath.normpath(path)
    return next((prefix + path[len(root) + 1:] for root, prefix in roots.items() if path.startswith(f"{root}/")), None)


def read(text, roots):
    """The counts of a file: {point: count}. A line's count is the highest of the blocks that it is part of."""
    lines = text.split("\n")
    if lines[0] != HEADER:
        raise Fault(f'it does not begin with "{HEADER}"')
    counts = collections.Counter()
    line_counts = collections.Counter()
    for number, line in enumerate(lines[1:], 2):
        if not line:
            continue
        found = re.fullmatch(r"C '(.*)' (\d+)", line)
        if not found:
            raise Fault(f"line {number} cannot be read: {line}")
        fields = fields_of(found[1])
        name = name_of(fields.get("f", ""), roots)
        page, _, module = fields["page"].partition("/")
        if name is None or module == PACKAGE:
            continue
        # Versions of Verilator after 5.006 count the branches of `?:`, too.
        if fields.get("o", "").startswith("cond_"):
            continue
        count = int(found[2])
        kind = PAGES.get(page, LINES)
        # Nothing else in files of cover points is of the router.
        if name.startswith(COVER_POINTS) and kind != COVERS:
            continue
        if kind != LINES:
            # A bit of a signal is the same wherever versions of Verilator say that the signal stands.
            column = 0 if kind == TOGGLES else int(fields["n"])
            counts[Point(name, int(fields["l"]), column, kind, fields.get("o", ""))] += count
        if kind == COVERS:
            continue
        for one in line_numbers(fields.get("S", "")):
            line_counts[Point(name, one, 0, LINES)] = max(line_counts[Point(name, one, 0, LINES)], count)
    counts.update(line_counts)
    return counts


def claim_lines(source):
    """The numbers of the lines that claims take."""
    lines = source.split("\n")
    found = set()
    for number, line in enumerate(lines, 1):
        start = CLAIM.search(line)
        if not start or line.lstrip().startswith(("//", "`define")):
            continue
        depth, at = 0, number
        rest = line[start.start():]
        while True:
            found.add(at)
            text = re.sub(r'"(?:[^"\\]|\\.)*"', "", rest)
            depth += text.count("(") - text.count(")")
            if depth <= 0 or at == len(lines):
                break
            at += 1
            rest = lines[at - 1]
    return found


def without_claims(counts, sources):
    claims = {name: claim_lines(source) for name, source in sources.items()}
    return {point: count for point, count in counts.items() if point.line not in claims.get(point.file, ())}


# ---- exclusions ----
@dataclasses.dataclass(frozen=True)
class Exclusion:
    """Points of a file that cannot be reached: of a kind, whose line of source and whose `what` match. `because` says why."""
    file: str
    kind: str
    source: str
    what: str
    because: str

    def matches(self, point, source_line):
        return (point.file == self.file and point.kind == self.kind and re.search(self.source, source_line) is not None
                and re.fullmatch(self.what, point.what) is not None)

    def described(self):
        return f"{self.file}, {self.kind}" + (f", source '{self.source}'" if self.source else "") \
            + (f", what '{self.what}'" if self.what != ".*" else "")


def read_exclusions(text):
    exclusions = []
    for number, entry in enumerate(tomllib.loads(text).get("exclusion", []), 1):
        unknown = set(entry) - {"file", "kind", "source", "what", "because"}
        if unknown:
            raise Fault(f"exclusion {number}: unknown keys {', '.join(sorted(unknown))}")
        for key in ("file", "kind", "because"):
            if not entry.get(key):
                raise Fault(f"exclusion {number} has no '{key}'")
        if entry["kind"] not in KINDS:
            raise Fault(f"exclusion {number}: kind must be one of {', '.join(KINDS)}")
        if not entry.get("source") and not entry.get("what"):
            raise Fault(f"exclusion {number} must say which points: 'source', 'what' or both")
        exclusions.append(Exclusion(entry["file"], entry["kind"], entry.get("source", ""), entry.get("what", ".*"),
                                    entry["because"]))
    return exclusions


def excluded(counts, exclusions, sources):
    """{point: exclusion} of what is left out, and what is wrong: exclusions that match nothing, or what has been reached."""
    lines = {name: source.split("\n") for name, source in sources.items()}
    left_out, faults = {}, []
    by_file = collections.defaultdict(list)
    for point in counts:
        by_file[point.file].append(point)
    for exclusion in exclusions:
        matching = [point for point in by_file[exclusion.file]
                    if exclusion.matches(point, lines[point.file][point.line - 1])]
        reached = [point for point in matching if counts[point]]
        if not matching:
            faults.append(f"the exclusion of {exclusion.described()} matches nothing")
        if reached:
            faults.append(f"what is excluded has been reached: {reached[0].described()}"
                          + (f" and {len(reached) - 1} more" if len(reached) > 1 else "") + f" ({exclusion.described()})")
        left_out.update({point: exclusion for point in matching if not counts[point]})
    return left_out, faults


# ---- results ----
@dataclasses.dataclass
class Share:
    reached: int = 0
    all: int = 0
    excluded: int = 0

    def percent(self):
        return 100 * self.reached / self.all if self.all else 100

    def __str__(self):
        # Never rounded up to what has to be reached.
        return f"{int(10 * self.percent()) / 10:.1f} ({self.reached}/{self.all})" if self.all else "-"


def shares(counts, left_out):
    """{file: {kind: share}}, with "all" last."""
    table = collections.defaultdict(lambda: {kind: Share() for kind in KINDS})
    for point, count in counts.items():
        for row in (point.file, "all"):
            share = table[row][point.kind]
            if point in left_out:
                share.excluded += 1
            else:
                share.all += 1
                share.reached += count > 0
    return {**{file: table[file] for file in sorted(set(table) - {"all"})}, "all": table["all"]}


def markdown(table):
    lines = ["| file of rtl/ | lines % | branches % | toggles % | cover points % | excluded |", "|---|---|---|---|---|---|"]
    for file, row in table.items():
        left_out = sum(share.excluded for share in row.values())
        lines.append(f"| {file} | " + " | ".join(str(row[kind]) for kind in KINDS) + f" | {left_out or '-'} |")
    return "\n".join(lines)


def missed(counts, left_out):
    """What has not been reached, in the order of the sources."""
    return sorted((point for point, count in counts.items() if not count and point not in left_out),
                  key=lambda point: (point.file, point.line, point.kind, point.column, point.what))


def listed(points, sources):
    """A line for each place; the bits of a signal in one."""
    lines = {name: source.split("\n") for name, source in sources.items()}
    groups = collections.defaultdict(list)
    for point in points:
        signal = re.sub(r"\[\d+\](:\S+)?$", "", point.what) if point.kind == TOGGLES else point.what
        groups[point.file, point.line, point.kind, signal].append(point)
    said = []
    for (file, line, kind, what), group in groups.items():
        bits = [re.sub(r".*(\[\d+\])(?::\S+)?$", r"\1", point.what) for point in group] if kind == TOGGLES else []
        some = "".join(bits[:8]) + ("..." if len(bits) > 8 else "") if bits != [what] else ""
        source = lines[file][line - 1].strip() if line <= len(lines[file]) else ""
        said.append(f"{file}:{line}: {kind}: {what}{some}   {source[:100]}")
    return said


# ---- HTML ----
STYLE = """
body { font: 14px sans-serif; margin: 2em; } table { border-collapse: collapse; } td, th { padding: 2px 10px; text-align: right; }
td:first-child, th:first-child { text-align: left; } tr:nth-child(even) { background: #f4f4f4; } .low { background: #fcc; }
pre { font-size: 12px; line-height: 1.35; } .n { color: #888; } .m { background: #fcc; } .p { background: #fec; } .x { background: #e4e4f4; }
.b { color: #06a; }
"""


def annotated(file, source, counts, left_out):
    """The text of a file with counts: of lines, and behind them of branches, cover points and bits that have not toggled."""
    by_line = collections.defaultdict(list)
    for point, count in counts.items():
        by_line[point.line].append((point, count))
    out = []
    for number, text in enumerate(source.rstrip("\n").split("\n"), 1):
        here = by_line.get(number, [])
        count = next((str(count) for point, count in here if point.kind == LINES), "")
        notes = [f"{point.what} {count}" for point, count in here if point.kind in (BRANCHES, COVERS)]
        still = [point.what for point, count in here if point.kind == TOGGLES and not count and point not in left_out]
        if still:
            notes.append(f"no toggle: {', '.join(still[:6])}" + (f" and {len(still) - 6} more" if len(still) > 6 else ""))
        open_points = [point for point, count in here if not count and point not in left_out]
        reasons = sorted({left_out[point].because for point, _ in here if point in left_out})
        notes += [f"excluded: {reason}" for reason in reasons]
        mark = "m" if any(point.kind == LINES for point in open_points) else "p" if open_points else "x" if reasons else ""
        note = f'  <span class="b">// {html.escape("; ".join(notes))}</span>' if notes else ""
        out.append(f'<span class="n">{count:>10} {number:5} </span><span class="{mark}">{html.escape(text)}</span>{note}')
    return f'<h2 id="{html.escape(file)}">{html.escape(file)}</h2>\n<pre>' + "\n".join(out) + "</pre>"


def page(counts, left_out, sources, said):
    """The whole report; `said` is what it was measured by."""
    table = shares(counts, left_out)
    rows = []
    for file, row in table.items():
        cells = "".join(f'<td{" class=low" if row[kind].percent() < THRESHOLDS[kind] else ""}>{row[kind]}</td>' for kind in KINDS)
        name = f'<a href="#{html.escape(file)}">{html.escape(file)}</a>' if file in sources else file
        rows.append(f"<tr><td>{name}</td>{cells}<td>{sum(share.excluded for share in row.values()) or ''}</td></tr>")
    by_file = collections.defaultdict(dict)
    for point, count in counts.items():
        by_file[point.file][point] = count
    heads = "".join(f"<th>{kind} %</th>" for kind in KINDS)
    return (f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Coverage of the RTL</title><style>{STYLE}</style>'
            f"</head><body>\n<h1>Coverage of the RTL</h1>\n<p>{html.escape(said)}</p>\n"
            f"<table><tr><th>file of rtl/</th>{heads}<th>excluded</th></tr>\n" + "\n".join(rows) + "</table>\n"
            + "\n".join(annotated(file, sources[file], by_file[file], left_out) for file in table if file in sources)
            + "\n</body></html>\n")
