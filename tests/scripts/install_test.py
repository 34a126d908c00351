# SPDX-License-Identifier: Apache-2.0
"""The installed command builds a router variant from the files that are installed with it, and simulates it.

    install_test.py CMAKE BUILD
"""
import os
import pathlib
import subprocess
import sys
import tempfile


def lockstep(prefix):
    """A small network, with variants of its own. Exit code and what it says."""
    command = [prefix / "bin/dragonfly", "lockstep", "--p", "1", "--a", "2", "--h", "1", "--load", "0.5", "--warmup-min", "0",
               "--warmup-max", "0", "--window", "200", "--drain-max", "200"]
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env=dict(os.environ, DRAGONFLY_CACHE=str(prefix / "variants")))
    return done.returncode, done.stdout


cmake, build = sys.argv[1:]
with tempfile.TemporaryDirectory() as folder:
    prefix = pathlib.Path(folder)
    subprocess.run([cmake, "--install", build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
    code, said = lockstep(prefix)
    if code != 0:
        sys.exit(f"lockstep of the installed command ends with {code}:\n{said}")
    # The command knows the sources that it was built from, too, which are not those to take.
    (prefix / "share/dragonfly/rtl/df_router_core.sv").write_text("not SystemVerilog\n", encoding="utf-8")
    code, said = lockstep(prefix)
    if code == 0 or str(prefix) not in said:
        sys.exit(f"the installed command does not read the RTL that is installed with it; it ends with {code}:\n{said}")
