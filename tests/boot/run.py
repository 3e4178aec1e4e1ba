"""Runs the cases of tests/image that the command names, or all of them."""

import os
import sys
import tempfile
import time
import traceback
from pathlib import Path

sys.dont_write_bytecode = True
from environment import Environment  # noqa: E402
from machine import Failed  # noqa: E402
from radios import guests, network, phones, wifi  # noqa: E402
from starts import boot, cuts, raspi3b, restore, state, stick  # noqa: E402
from surroundings import clock, slip  # noqa: E402
from updates import bad, update, writing  # noqa: E402

CASES = {case.__name__: case for case in (boot, state, stick, restore, cuts, update, bad, writing, wifi, phones, guests, network, slip, clock, raspi3b)}


def run(name, folder):
    """Runs a case and prints how it ended. True if it passed."""
    print(f"{name}: {CASES[name].__doc__.splitlines()[0]}", flush=True)
    began = time.monotonic()
    try:
        CASES[name](Environment(os.environ["IMAGE"], os.environ["KEYS"], os.environ["STAND_INS"], os.environ["NEWER"], folder))
        print(f"  passed in {time.monotonic() - began:.0f} s", flush=True)
        return True
    except Failed as error:
        print(f"  FAILED after {time.monotonic() - began:.0f} s: {error}", flush=True)
    except Exception:  # noqa: BLE001
        print(f"  FAILED after {time.monotonic() - began:.0f} s:", flush=True)
        traceback.print_exc()
    return False


def main():
    names = sys.argv[1:] or list(CASES)
    unknown = [name for name in names if name not in CASES]
    if unknown:
        sys.exit(f"There is no case {' '.join(unknown)}: {' '.join(CASES)}")
    failed = 0
    for name in names:
        with tempfile.TemporaryDirectory(prefix="barback-box-", ignore_cleanup_errors=True) as folder:
            if os.environ.get("LOGS"):
                folder = Path(os.environ["LOGS"]) / f"{name}-{os.getpid()}"
                folder.mkdir(parents=True)
            failed += not run(name, folder)
    print(f"{len(names) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


main()
