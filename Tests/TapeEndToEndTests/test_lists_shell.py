"""`tape list`: the user's lists from the shell, kept whatever happens to the program, the disk or the file."""

import os
import pathlib
import random
import shutil
import signal
import subprocess
import tempfile
import threading
import time

import pytest


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


@pytest.fixture
def lists(run, home):
    """Runs `tape list` on a data folder of its own; returns what it printed, after checking its status."""

    def start(*words, status=0, stdin=subprocess.DEVNULL):
        done = run("list", *words, env={"XDG_DATA_HOME": str(home)}, stdin=stdin)
        assert done.returncode == status, (words, done.stdout, done.stderr)
        return done.stdout if status == 0 else done.stderr

    return start


def symbols(lists, name):
    return lists("show", name).split()


def test_every_verb(lists):
    assert "There are no lists yet" in lists()
    assert lists("new", "  Core ") == 'Made the list "Core".\n'
    assert 'There is a list "Core" already' in lists("new", "CORE", status=1)
    assert lists("add", "core", "ACME", "BNK", "ORO", "^GSPC") == 'The list "Core" has 4 symbols.\n'
    assert '"BNK" is in the list "Core" already.' in lists("add", "Core", "NEW", "BNK", status=1)
    assert symbols(lists, "Core") == ["ACME", "BNK", "ORO", "^GSPC"], "all of a call or nothing"
    for place, order in (("first", "^GSPC ACME BNK ORO"), ("down", "ACME ^GSPC BNK ORO"), ("last", "ACME BNK ORO ^GSPC"),
                         ("up", "ACME BNK ^GSPC ORO"), ("2", "ACME ^GSPC BNK ORO"), ("99", "ACME BNK ORO ^GSPC")):
        lists("move", "Core", "^GSPC", place)
        assert symbols(lists, "Core") == order.split(), place
    lists("remove", "Core", "BNK", "ORO")
    assert symbols(lists, "Core") == ["ACME", "^GSPC"]
    assert '"BNK" is not in the list "Core".' in lists("remove", "Core", "BNK", status=1)
    lists("rename", "Core", "Two words")
    lists("new", "Other")
    assert lists() == "2  Two words\n0  Other\n"
    assert 'There is no list "Core". There are: "Two words", "Other".' in lists("show", "Core", status=1)
    assert "with 2 symbols" in lists("rm", "two WORDS")
    assert lists() == "0  Other\n"


@pytest.mark.parametrize("words, sentence", [
    (["shw", "x"], "'shw' is nothing that 'tape list' does. Allowed: show, new"),
    (["show"], "Usage: tape list show NAME"),
    (["add", "x"], "Usage: tape list add NAME SYMBOL…"),
    (["add", "x", "A B"], "'A B' is no symbol"),
    (["move", "x", "A", "sideways"], "'sideways' is no place. Allowed: up, down, first, last"),
    (["--format", "xml", "export", "x"], "Allowed: 'json', 'csv', 'txt'"),
])
def test_wrong_usage_says_what_is_allowed(lists, words, sentence):
    assert sentence in lists(*words, status=2)


def test_a_name_that_is_none_is_refused(lists):
    assert "A list needs a name" in lists("new", " ", status=1)
    assert "control characters" in lists("new", "a\x1b[31m", status=1)


def test_what_is_exported_is_imported_again(lists, tmp_path):
    lists("new", "Core")
    lists("add", "Core", "ACME", "BRK.B")
    for form in ("json", "csv", "txt"):
        file = tmp_path / f"copy.{form}"
        file.write_text(lists("export", "Core", "--format", form))
        assert "with 2 symbols" in lists("import", str(file), "--name", f"From {form}")
        assert symbols(lists, f"From {form}") == ["ACME", "BRK.B"]
    assert "already" in lists("import", str(tmp_path / "copy.json"), status=1)
    (tmp_path / "copy.json").write_text('{"name": "core", "instruments": ["ZED"]}')
    lists("import", "--replace", str(tmp_path / "copy.json"))
    assert symbols(lists, "Core") == ["ZED"]
    read, write = os.pipe()
    os.write(write, b"ONE\nTWO\n")
    os.close(write)
    lists("import", "-", stdin=read)
    os.close(read)
    assert symbols(lists, "Imported") == ["ONE", "TWO"]


def test_the_watchlist_of_ticker_is_taken_over(run, home, tmp_path):
    file = tmp_path / ".ticker.yaml"
    file.write_text("watchlist:\n  - NET\n  - BTC-USD\nlots:\n  - symbol: ABNB\n    quantity: 1\n"
                    "groups:\n  - name: crypto\n    watchlist: [SHIB-USD]\n")
    done = run("list", "import", str(file), env={"XDG_DATA_HOME": str(home)})
    assert done.stdout == 'Took over the list "ticker" with 2 symbols.\nTook over the list "crypto" with 1 symbol.\n'
    assert "The holdings at line 5 were not taken over" in done.stderr
    broken = tmp_path / "broken.yaml"
    broken.write_text("watchlist:\n  - A\ngroups: &x\n")
    done = run("list", "import", str(broken), env={"XDG_DATA_HOME": str(home)})
    assert done.returncode == 1 and "line 3" in done.stderr and "Nothing was taken over" in done.stderr


def test_a_hundred_lists_and_five_thousand_rows(lists, tmp_path):
    many = tmp_path / "many.txt"
    many.write_text("".join(f"S{index:04}\n" for index in range(5000)))
    lists("import", str(many))
    all_lists = ", ".join(f'{{"name": "L{index}", "instruments": ["A", "B"]}}' for index in range(99))
    hundred = tmp_path / "hundred.json"
    hundred.write_text(f'{{"lists": [{all_lists}]}}')
    lists("import", str(hundred))
    assert len(lists().splitlines()) == 100
    began = time.monotonic()
    lists("move", "many", "S4999", "first")
    assert time.monotonic() - began < 2
    found = symbols(lists, "many")
    assert len(found) == 5000 and found[:2] == ["S4999", "S0000"]


def test_a_kill_at_any_moment_leaves_the_old_list_or_the_new_one(tape, lists, home, tmp_path):
    """kill -9 in the middle of replacing 3,000 rows, again and again."""
    states = []
    for letter in "AB":
        file = tmp_path / f"{letter}.json"
        file.write_text('{"name": "Core", "instruments": [%s]}' % ", ".join(f'"{letter}{i}"' for i in range(3000)))
        states.append((str(file), [f"{letter}{i}" for i in range(3000)]))
    lists("import", states[0][0])
    chance = random.Random(8)
    # How long one takes decides where the kills have to fall.
    began = time.monotonic()
    lists("import", "--replace", states[0][0])
    lasting = time.monotonic() - began
    cycles, before, after, current = int(os.environ.get("KILL_CYCLES", "60")), 0, 0, 0
    environment = {**os.environ, "XDG_DATA_HOME": str(home), "LC_ALL": "C.UTF-8"}
    for _ in range(cycles):
        file, wanted = states[1 - current]
        process = subprocess.Popen([tape, "list", "import", "--replace", file], env=environment,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0, lasting * 1.2))
        process.send_signal(signal.SIGKILL)
        process.wait()
        found = symbols(lists, "Core")
        assert found in (states[0][1], wanted, states[1][1]), f"half a list: {len(found)} rows, {found[:3]}"
        if found == wanted:
            after += 1
            current = 1 - current
        else:
            before += 1
            assert found == states[current][1]
    print(f"{cycles} cycles, {before} left the old list, {after} the new one, 0 losses")
    assert before > 0 and after > 0, "the kills fell on one side only"


def test_many_programs_write_at_once_and_nothing_is_lost(lists):
    lists("new", "Core")
    failures = []

    def writer(number):
        try:
            for index in range(8):
                lists("add", "Core", f"W{number}N{index}")
        except AssertionError as error:
            failures.append(error)

    threads = [threading.Thread(target=writer, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert sorted(symbols(lists, "Core")) == sorted(f"W{n}N{i}" for n in range(4) for i in range(8))


def database(home):
    return home / "tape" / "tape.db"


def test_a_newer_a_damaged_and_a_foreign_file_are_left_as_they_are(lists, home):
    lists("new", "Core")
    subprocess.run(["python3", "-c", f"import sqlite3; c = sqlite3.connect({str(database(home))!r}); "
                    "c.execute('PRAGMA user_version = 99'); c.execute('PRAGMA wal_checkpoint(TRUNCATE)')"], check=True)
    newer = database(home).read_bytes()
    assert "newer tape (version 99" in lists(status=1)
    assert "Update tape" in lists("new", "Other", status=1)
    assert database(home).read_bytes() == newer
    for content, words in ((b"not a database at all", "is damaged"), (newer[:60] + b"\0" * 2000, "is damaged")):
        for ending in ("-wal", "-shm"):
            (database(home).parent / f"tape.db{ending}").unlink(missing_ok=True)
        database(home).write_bytes(content)
        assert words in lists("new", "Other", status=1) or "another program" in lists("new", "Other", status=1)
        assert database(home).read_bytes() == content


def test_a_full_disk_keeps_the_old_list(tape, tmp_path):
    """In a mount namespace of its own, on a file system of 256 KiB."""
    big = tmp_path / "big.txt"
    big.write_text("".join(f"SYMBOL{index:08}\n" for index in range(20000)))
    script = f"""
      mount -t tmpfs -o size=256k tape {tmp_path} 2>/dev/null || exit 77
      export XDG_DATA_HOME={tmp_path}/data
      {tape} list new Core && {tape} list add Core ACME || exit 1
      {tape} list import --replace --name Core - 2>&1 && exit 2
      {tape} list show Core
    """
    # Opened outside: the file system of the test hides it.
    with open(big) as file:
        done = subprocess.run(["unshare", "-m", "bash", "-c", script], stdin=file, capture_output=True, text=True)
    if done.returncode == 77 or "unshare failed" in done.stderr:
        pytest.skip("no mounts here")
    assert done.returncode == 0, done
    assert "the disk is full. Nothing was lost" in done.stdout
    assert done.stdout.endswith("ACME\n")


@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("setpriv"), reason="needs root to become nobody")
def test_a_home_that_cannot_be_written_is_read(tape, request):
    # Not below the folder of the test run, which is closed to others.
    base = pathlib.Path(tempfile.mkdtemp(prefix="tape-test-"))
    request.addfinalizer(lambda: shutil.rmtree(base))
    program = base / "tape"
    shutil.copy(tape, program)
    folder = base / "data"
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "LC_ALL": "C.UTF-8"}
    for words in (["new", "Core"], ["add", "Core", "ACME"]):
        subprocess.run([program, "list", *words], env=environment, check=True, stdout=subprocess.DEVNULL)
    # A clean end leaves no log beside the file.
    os.chmod(folder, 0o755)
    os.chmod(folder / "tape", 0o555)
    os.chmod(folder / "tape" / "tape.db", 0o444)
    os.chmod(base, 0o755)

    def nobody(*words):
        return subprocess.run(["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", program, "list", *words],
                              env=environment, capture_output=True, text=True)

    before = (folder / "tape" / "tape.db").read_bytes()
    shown = nobody("show", "Core")
    assert (shown.returncode, shown.stdout) == (0, "ACME\n"), shown.stderr
    refused = nobody("add", "Core", "BNK")
    assert refused.returncode == 1
    assert "can be read but not changed: Permission denied" in refused.stderr
    assert (folder / "tape" / "tape.db").read_bytes() == before


def test_without_a_home_it_says_what_to_set(tape):
    done = subprocess.run([tape, "list"], env={"PATH": os.environ["PATH"], "XDG_DATA_HOME": "relative"},
                          capture_output=True, text=True)
    assert done.returncode == 1 and "set HOME, or XDG_DATA_HOME to an absolute path" in done.stderr
