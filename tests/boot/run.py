"""Runs the cases of tests/image that the command names, or the usual ones."""

import os
import sys
import tempfile
import time
import traceback
from pathlib import Path

sys.dont_write_bytecode = True
from cases import CASES, USUAL, Environment  # noqa: E402
from machine import Failed  # noqa: E402


def main():
    names = sys.argv[1:] or USUAL
    unknown = [name for name in names if name not in CASES]
    if unknown:
        sys.exit(f"There is no case {' '.join(unknown)}: {' '.join(CASES)}")
    passed, failed = 0, []
    for name in names:
        print(f"{name}: {CASES[name].__doc__.splitlines()[0]}", flush=True)
        began = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="barback-box-", dir=os.environ.get("TMPDIR"), ignore_cleanup_errors=True) as folder:
            if os.environ.get("LOGS"):
                folder = Path(os.environ["LOGS"]) / f"{name}-{os.getpid()}"
                folder.mkdir(parents=True)
            try:
                env = Environment(os.environ["IMAGE"], os.environ["KEYS"], os.environ["STAND_INS"], folder, bool(os.environ.get("BARBACK")))
                CASES[name](env)
                passed += 1
                print(f"  passed in {time.monotonic() - began:.0f} s", flush=True)
            except Failed as error:
                failed.append(name)
                print(f"  FAILED after {time.monotonic() - began:.0f} s: {error}", flush=True)
            except Exception:  # noqa: BLE001
                failed.append(name)
                print(f"  FAILED after {time.monotonic() - began:.0f} s:", flush=True)
                traceback.print_exc()
    print(f"{passed} passed, {len(failed)} failed")
    sys.exit(1 if failed else 0)


main()
