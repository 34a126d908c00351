# SPDX-License-Identifier: Apache-2.0
"""Runs of the command, several at a time."""
import concurrent.futures
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COMMAND = os.path.join(ROOT, "build", "release", "bin", "dragonfly")


def results_of(points, run, jobs):
    """What run(point) returns for each point, by point; a sentence in place of a result tells what failed. Progress
    and failures go to standard error as they come."""
    results = {}
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        futures = {pool.submit(run, point): point for point in points}
        for future in concurrent.futures.as_completed(futures):
            result = results[futures[future]] = future.result()
            if failed(result):
                print(result, file=sys.stderr)
            print(f"{len(results)} of {len(points)} runs", file=sys.stderr)
    return results


def failed(result):
    return isinstance(result, str)
