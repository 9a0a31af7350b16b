"""Folders for the settings, lists and caches of programs under test, so that none touches those of who runs the tests."""

import atexit
import os
import shutil
import tempfile

_ROOT = tempfile.mkdtemp(prefix="tape-test-")
atexit.register(shutil.rmtree, _ROOT, ignore_errors=True)


def fresh():
    """The environment of a program with empty folders of its own; they are made by whoever writes."""
    base = os.path.join(tempfile.mkdtemp(dir=_ROOT), "home")
    return {f"XDG_{kind}_HOME": os.path.join(base, kind.lower()) for kind in ("CONFIG", "DATA", "CACHE", "STATE")}
