# SPDX-License-Identifier: Apache-2.0
"""Projects outside use the installed CMake package: the models without SystemC, and what runs the RTL.

    package_test.py CMAKE BUILD
"""
import pathlib
import subprocess
import sys
import tempfile

PROJECT = pathlib.Path(__file__).resolve().parents[1] / "package"
# A component, and what its user must not need.
USES = {"models": ["-DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON", "-DCMAKE_DISABLE_FIND_PACKAGE_pugixml=ON"], "sim": []}


def run(*command):
    done = subprocess.run([str(word) for word in command], check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} exits with {done.returncode}:\n{done.stdout}")


def main():
    cmake, build = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        prefix = pathlib.Path(folder) / "prefix"
        run(cmake, "--install", build, "--prefix", prefix)
        for component, without in USES.items():
            directory = pathlib.Path(folder) / component
            run(cmake, "-S", PROJECT, "-B", directory, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}",
                f"-DCOMPONENT={component}", *without)
            run(cmake, "--build", directory)
            run(directory / "uses_dragonfly")


if __name__ == "__main__":
    main()
