# SPDX-License-Identifier: Apache-2.0
"""Whether Yosys proves two readings of a module of the RTL to be the same.

Registers with the same name are equal in the next cycle if all are in this one: induction over one step. So a proof says
that no input and no state, be it one that is never reached, tells the two apart.
"""
import subprocess
import time

# Routers of each family: what it is, and its sizes.
ROUTERS = {
    # masks of two machine words; no number of ports, VCs or flits is a power of two
    "radix-31": ("dragonfly", dict(TERMINALS=8, ROUTERS=16, GLOBALS=8, VCS=3, DEPTH=8, SPEEDUP=3, OQ_DEPTH=32, TAG_W=22)),
    # 1,056 terminals
    "radix-15": ("dragonfly", dict(TERMINALS=4, ROUTERS=8, GLOBALS=4, VCS=3, DEPTH=16, SPEEDUP=4, OQ_DEPTH=64, TAG_W=28)),
    # 72 terminals
    "radix-7": ("dragonfly", dict(TERMINALS=2, ROUTERS=4, GLOBALS=2, VCS=3, DEPTH=4, SPEEDUP=4, OQ_DEPTH=16, TAG_W=34)),
    "one-vc": ("dragonfly", dict(TERMINALS=3, ROUTERS=2, GLOBALS=0, VCS=1, DEPTH=2, SPEEDUP=8, OQ_DEPTH=16, TAG_W=39)),
    "table": ("table", dict(PORTS=7, TERMINAL_PORTS="7'h2d", NODES=11, TERMINALS=3, WAYS=16, VCS=5, DEPTH=16, SPEEDUP=2,
                            OQ_DEPTH=128, TAG_W=35)),
    "flat": ("flattened_butterfly", dict(TERMINALS=2, DIMENSIONS=2, SIZES="192'h004003", PARALLEL="192'h002001", PAIRED=0, VCS=3,
                                         DEPTH=8, SPEEDUP=2, OQ_DEPTH=32, TAG_W=36)),
    "torus": ("torus", dict(TERMINALS=2, DIMENSIONS=2, SIZES="192'h004003", VCS=2, DEPTH=4, SPEEDUP=2, OQ_DEPTH=16, TAG_W=35)),
    "adaptive": ("adaptive_table", dict(PORTS=7, NODES=11, TERMINALS=3, SETS=16, VCS=3, DEPTH=4, SPEEDUP=2, OQ_DEPTH=16, TAG_W=35)),
    # with memories small enough to be registers
    "small": ("dragonfly", dict(TERMINALS=1, ROUTERS=2, GLOBALS=1, VCS=2, DEPTH=2, SPEEDUP=2, OQ_DEPTH=8, CTQ_DEPTH=2, TAG_W=2)),
    "small-torus": ("torus", dict(TERMINALS=1, DIMENSIONS=1, SIZES="192'h003", VCS=2, DEPTH=2, SPEEDUP=2, OQ_DEPTH=8, CTQ_DEPTH=2,
                                  TAG_W=2)),
    "small-table": ("table", dict(PORTS=3, TERMINAL_PORTS="3'h3", NODES=3, TERMINALS=2, WAYS=4, VCS=2, DEPTH=2, SPEEDUP=2,
                                  OQ_DEPTH=8, CTQ_DEPTH=2, TAG_W=2)),
    "small-adaptive": ("adaptive_table", dict(PORTS=3, NODES=3, TERMINALS=2, SETS=2, VCS=2, DEPTH=2, SPEEDUP=2, OQ_DEPTH=8,
                                              CTQ_DEPTH=2, TAG_W=2)),
    "small-flat": ("flattened_butterfly", dict(TERMINALS=1, DIMENSIONS=1, SIZES="192'h003", PARALLEL="192'h001", PAIRED=0, VCS=2,
                                               DEPTH=2, SPEEDUP=2, OQ_DEPTH=8, CTQ_DEPTH=2, TAG_W=2)),
}
# Where each family's decisions are taken: the folder with what those families share that do it there.
DECIDES = {"dragonfly": "front", "table": "front", "torus": "arrival", "flattened_butterfly": "arrival",
           "adaptive_table": "arrival"}


def reading(name, top, files, rtl, family, sizes, defines, registers_only=False, state=()):
    """Has Yosys read files as the design NAME. `files` are of the folder `rtl` unless absolute; `defines`: NAME or NAME=VALUE.
    With `registers_only`, wires between registers and ports (names without _q) may differ. With `state`, registers have other
    names in the other reading, too: (the name after flattening, its name in both)."""
    flags = [f"-I{rtl}", f"-I{rtl}/{DECIDES[family]}", f"-I{rtl}/{family}",
             *(f"-DDF_{size}={value}" for size, value in sizes.items()), *(f"-D{define}" for define in defines)]
    return [f"read_verilog -sv -mem2reg {' '.join(flags)} {' '.join(str(rtl / file) for file in files)}",
            f"hierarchy -check -top {top}", "proc", "flatten", "opt -fast",
            *([f"cd {top}", *(f"rename {old} {new}" for old, new in state), "cd ..", "rename -hide w:* w:state_* %d"] if state else []),
            *(["rename -hide w:* w:*_q* %d"] if registers_only else []), f"rename {top} {name}", f"design -stash {name}"]


def script_of(readings):
    """The script of a proof; `readings` are the arguments of two, but for their names."""
    lines = []
    for number, arguments in enumerate(readings):
        lines += reading(f"reading_{number}", *arguments)
    lines += [f"design -copy-from reading_{number} -as reading_{number} reading_{number}" for number in (0, 1)]
    lines += ["equiv_make reading_0 reading_1 both", "hierarchy -top both", "opt -full", "equiv_struct", "equiv_simple",
              "equiv_induct -seq 1", "equiv_status -assert"]
    return "\n".join(lines) + "\n"


def prove(script, path, limit_s=None):
    """Whether it is proved, the end of what Yosys said, and the seconds. The script is kept as `path`."""
    start = time.monotonic()
    path.write_text(script)
    try:
        done = subprocess.run(["yosys", "-Q", "-T", str(path)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False, timeout=limit_s)
    except subprocess.TimeoutExpired:
        return False, f"Yosys did not end within {limit_s} s", time.monotonic() - start
    proved = done.returncode == 0 and "Equivalence successfully proven!" in done.stdout
    return proved, "\n".join(done.stdout.splitlines()[-25:]), time.monotonic() - start
