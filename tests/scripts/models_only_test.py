# SPDX-License-Identifier: Apache-2.0
"""The models build, pass their tests and install without Verilator, SystemC, GTKWave and what only the command needs.

    models_only_test.py CMAKE SCRATCH
"""
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HIDDEN = ("PkgConfig", "CLI11", "pugixml")  # packages
sys.path.insert(0, str(ROOT / "tests/scripts"))
from package_test import PROJECT, run  # noqa: E402


def main():
    cmake, scratch = sys.argv[1], pathlib.Path(sys.argv[2])
    build, prefix = scratch / "build", scratch / "prefix"
    # Whatever finds Verilator or GTKWave on the way shows here: no program is found by its name alone.
    hidden = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in HIDDEN]
    run(cmake, "-S", ROOT, "-B", build, "-G", "Ninja", "-DDRAGONFLY_RTL=OFF", "-DDRAGONFLY_BUILD_TESTS=ON",
        "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O0", "-DCMAKE_UNITY_BUILD=ON", *hidden,
        "-DVERILATOR_EXECUTABLE=/nonexistent", "-DFST2VCD_EXECUTABLE=/nonexistent")
    run(cmake, "--build", build, "--target", "all", "test_wiring", "test_run", "test_paths", "test_cost")
    run(cmake.replace("cmake", "ctest"), "--test-dir", build, "-R", "^test_(wiring|run|paths|cost)$", "--output-on-failure")
    run(cmake, "--install", build, "--prefix", prefix)
    if (prefix / "share/dragonfly/rtl").exists() or (prefix / "bin/dragonfly").exists():
        sys.exit("an installation of the models has more than the models")
    run(cmake, "-S", PROJECT, "-B", scratch / "use", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}", "-DCOMPONENT=models", *hidden)
    run(cmake, "--build", scratch / "use")
    run(scratch / "use/uses_dragonfly")


if __name__ == "__main__":
    os.environ.pop("CXX", None)  # a variant compiler of tests
    main()
