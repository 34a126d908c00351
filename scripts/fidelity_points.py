"""Points and tables of the scripts that hold simulations against papers."""
import hashlib
import json
import os
import subprocess
import sys

from parallel_runs import COMMAND


class Points:
    """Runs of `dragonfly run`, each kept in a file of the directory and not done again."""

    def __init__(self, directory):
        self.directory = directory
        os.makedirs(directory, exist_ok=True)

    def run(self, *options):
        """The result of a run with these options, as its JSON says it."""
        options = [str(option) for option in options]
        name = hashlib.sha256("\0".join(options).encode()).hexdigest()[:16]
        path = os.path.join(self.directory, name + ".json")
        if not os.path.exists(path):
            print("running", " ".join(options), file=sys.stderr, flush=True)
            part = path + ".part"
            subprocess.run([COMMAND, "run", *options, "--json", part], check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            os.replace(part, path)
        with open(path, encoding="utf-8") as file:
            return json.load(file)


class Table:
    """Statements of a paper beside what was measured, as Markdown."""

    def __init__(self):
        self.failed = False
        print("| statement | paper | bound | measured | holds |")
        print("|---|---|---|---|---|")

    def row(self, statement, paper, bound, measured, holds):
        self.failed |= not holds
        print(f"| {statement} | {paper} | {bound} | {measured} | {'yes' if holds else '**no**'} |",
              flush=True)

    def at_least(self, statement, paper, least, value):
        self.row(statement, paper, f">= {least}", f"{value:.4g}", value >= least)

    def between(self, statement, paper, low, high, value):
        self.row(statement, paper, f"{low} .. {high}", f"{value:.4g}", low <= value <= high)
