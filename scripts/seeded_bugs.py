# SPDX-License-Identifier: Apache-2.0
"""The seeded bugs of tests/bugs/bugs.toml: mistakes in the RTL, as substitutions of text."""
import dataclasses
import pathlib
import shutil
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUGS = ROOT / "tests/bugs/bugs.toml"
REQUIRED = {"name": str, "wrong": str, "statements": list, "options": str, "change": list}
OPTIONAL = {"quick": bool, "seeds": int, "not_found": str}


class BadBug(Exception):
    """A bug that cannot be put into the RTL; the message says why."""


@dataclasses.dataclass(frozen=True)
class Change:
    file: str  # below the root of the project
    text: str  # stands there once
    becomes: str

    def apply(self, source):
        count = source.count(self.text)
        if count != 1:
            raise BadBug(f"{self.file} has its text {count} times, and must have it once:\n{self.text}")
        return source.replace(self.text, self.becomes)


@dataclasses.dataclass(frozen=True)
class Bug:
    name: str
    wrong: str
    statements: tuple
    options: str  # of a run of lockstep that finds it
    changes: tuple
    quick: bool = False
    seeds: int = 1  # with 1 .. seeds, until one finds it: what is left unset starts with a value by chance
    not_found: str = ""  # why lockstep cannot find it; empty if it can

    @property
    def files(self):
        return tuple(dict.fromkeys(change.file for change in self.changes))


def bug_of(table, where):
    def fail(why):
        raise BadBug(f"{where}: {table.get('name', 'a bug')}: {why}")
    for key, kind in REQUIRED.items():
        if not isinstance(table.get(key), kind):
            fail(f"'{key}' is missing, or not a {kind.__name__}")
    if unknown := set(table) - set(REQUIRED) - set(OPTIONAL):
        fail(f"unknown key '{min(unknown)}'")
    changes = []
    for change in table["change"]:
        if set(change) != {"file", "text", "becomes"}:
            fail("a change must have 'file', 'text' and 'becomes'")
        parts = pathlib.PurePosixPath(change["file"]).parts
        if parts[0] != "rtl" or ".." in parts:
            fail(f"{change['file']} is not in rtl/")
        changes.append(Change(**change))
    if not changes:
        fail("it changes nothing")
    if (seeds := table.get("seeds", 1)) < 1:
        fail(f"'seeds' is {seeds}, and must be at least 1")
    return Bug(table["name"], table["wrong"], tuple(table["statements"]), table["options"], tuple(changes),
               table.get("quick", False), seeds, table.get("not_found", ""))


def read_bugs(path=BUGS):
    """All of a file, by name. Raises BadBug."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8")).get("bug", [])
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadBug(f"{path}: {error}") from error
    bugs = [bug_of(table, path) for table in tables]
    by_name = {bug.name: bug for bug in bugs}
    if len(by_name) != len(bugs):
        raise BadBug(f"{path}: two bugs have the same name")
    return by_name


def seeded_rtl(bug, directory, root=ROOT):
    """A copy of rtl/ in `directory` with the bug in it. Raises BadBug."""
    shutil.copytree(root / "rtl", directory / "rtl")
    for change in bug.changes:
        path = directory / change.file
        if not path.is_file():
            raise BadBug(f"there is no file {change.file}")
        path.write_text(change.apply(path.read_text(encoding="utf-8")), encoding="utf-8")
    return directory / "rtl"
