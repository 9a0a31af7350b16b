"""Settings: `tape config`, the file on the screen, and what is made for shells and man."""

import os
import shutil
import subprocess

import pytest


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "tape").mkdir()
    return tmp_path


@pytest.fixture
def config(run, folder):
    def start(*words, status=0, env=None):
        done = run("config", *words, env={"XDG_CONFIG_HOME": str(folder), "NO_COLOR": "", "ACCESSIBLE": "", **(env or {})})
        assert done.returncode == status, (done.stdout, done.stderr)
        return done.stdout if status == 0 else done.stderr

    return start


def row(text, key):
    return next(line for line in text.splitlines() if line.startswith(key + " ")).split()


def test_config_prints_what_counts_and_where_it_comes_from(config, folder):
    text = config()
    assert f"file {folder}/tape/config.json (not there; 'tape config --init' writes an example)" in text
    assert row(text, "tick") == ["tick", "250ms", "default"]
    (folder / "tape" / "config.json").write_text("{\n  // mine\n  colors: 'red-green',\n  tick: '5s', sort: 'last'\n}\n")
    text = config("--sort", "symbol", env={"TAPE_TICK": "2s", "NO_COLOR": "1"})
    assert row(text, "colors") == ["colors", "red-green", "file", "line", "3"]
    assert row(text, "tick") == ["tick", "2s", "environment", "TAPE_TICK"]
    assert row(text, "sort") == ["sort", "symbol", "option", "--sort"]
    assert row(text, "color") == ["color", "never", "environment", "NO_COLOR"]
    text = config(env={"ACCESSIBLE": "1"})
    assert row(text, "calm") == ["calm", "true", "environment", "ACCESSIBLE"]


def test_init_writes_an_example_once(config, folder):
    path = folder / "tape" / "config.json"
    path.parent.rmdir()
    assert "Wrote an example" in config("--init")
    example = path.read_text()
    assert "// \"columns\": [" in example
    config()
    path.write_text("{}")
    assert "is there already and was left as it is" in config("--init", status=1)
    assert path.read_text() == "{}"


def test_a_broken_file_is_named_and_left_as_it_is(run, config, folder):
    path = folder / "tape" / "config.json"
    for content, words in (("{\n tick: '5s',\n", "not valid JSON5"), ("{\n colors: 'pink' }", "line 2: \"colors\""),
                           ("{\n\n tik: 1}", "line 3: \"tik\" is no setting. Did you mean \"tick\"?")):
        path.write_text(content)
        assert words in config(status=1)
        for words_of_command in ([], ["--once"], ["demo"]):
            done = run(*words_of_command, env={"XDG_CONFIG_HOME": str(folder)})
            assert done.returncode == 1 and words in done.stderr and str(path) in done.stderr
        assert path.read_text() == content


def test_columns_colours_and_keys_of_the_file_are_on_the_screen(open_exchange, open_terminal, folder):
    exchange = open_exchange()
    path = folder / "tape" / "config.json"
    path.write_text("{columns: ['symbol', 'bid', 'last', 'ask', 'volume', 'state'], keys: {pause: 'z', quit: 'Q'}}")
    terminal = open_terminal(f"--server {exchange.url}", env={"XDG_CONFIG_HOME": str(folder)})
    screen = terminal.wait(lambda s: s.row("ACME") and "182" in s.row("ACME") and s)
    titles = next(line for line in screen if "SYMBOL" in line).split()
    assert titles == ["SYMBOL", "BID", "LAST", "ASK", "VOLUME", "STATE"]
    assert len([cell for cell in screen.row("ACME").split() if cell[0].isdigit()]) >= 4
    terminal.keys("z")
    terminal.wait(lambda s: "PAUSED" in s[0])
    terminal.keys("z")
    # Another choice while it runs.
    path.write_text("{columns: ['name:12', 'symbol', 'last', 'state'], keys: {pause: 'y'}}")
    terminal.keys("C")
    terminal.wait(lambda s: any(line.split()[:2] == ["NAME", "SYMBOL"] for line in s), what="the new columns")
    terminal.wait(lambda s: s.has("Read \""))
    terminal.keys("y")
    terminal.wait(lambda s: "PAUSED" in s[0])
    terminal.keys("y")
    # A mistake is said, and what was set stays.
    path.write_text("{columns: ['name:12',\n'symbl']}")
    terminal.keys("C")
    terminal.wait(lambda s: s.has("'symbl' is no column"))
    assert any(line.split()[:2] == ["NAME", "SYMBOL"] for line in terminal.screen())
    path.write_text("{tick: '5s'}")
    terminal.keys("C")
    # The path may be long enough to break the sentence.
    terminal.wait(lambda s: "At the next start: tick." in " ".join(" ".join(s).split()))
    terminal.keys("q")
    assert terminal.exit_status() == 0


def test_red_rises_and_green_falls_where_the_user_wants_it(open_terminal, folder):
    for pair, rise, fall in (("green-red", "32", "31"), ("red-green", "31", "32")):
        terminal = open_terminal(f"demo --seed 3 --rate 0 --colors {pair} --color 16", env={"XDG_CONFIG_HOME": str(folder)})
        # The first row is selected, and drawn in no colour of its own.
        line = terminal.wait(lambda s: s.row("BNK") and "%" in s.row("BNK") and s.row("BNK"))
        cell = next(part for part in line.split() if part[0] in "+-" and part[1:2].isdigit())
        wanted = rise if cell[0] == "+" else fall
        terminal.wait(lambda s: wanted in (terminal.style_of("BNK", cell) or "").split(";"), what=f"{cell} in {wanted}")
        terminal.keys("q")


def test_bash_completes_commands_options_and_values(run, tmp_path):
    script = tmp_path / "tape.bash"
    script.write_text(run("completions", "bash").stdout)

    def complete(*words):
        line = " ".join(f"'{word}'" for word in words)
        done = subprocess.run(
            ["bash", "--norc", "-c", f"compopt() {{ :; }}; source {script}; COMP_WORDS=({line}); "
             f"COMP_CWORD=$((${{#COMP_WORDS[@]}}-1)); _tape; printf '%s\\n' \"${{COMPREPLY[@]}}\""],
            capture_output=True, text=True, check=True)
        assert done.stderr == ""
        return done.stdout.split()

    assert {"demo", "serve", "list", "config"} <= set(complete("tape", ""))
    assert complete("tape", "--ser") == ["--server"]
    assert complete("tape", "--colors", "r") == ["red-green"]
    assert complete("tape", "list", "--format", "") == ["json", "csv", "txt"]
    assert complete("tape", "list", "mo") == ["move"]
    assert "--seed" in complete("tape", "demo", "--se") and "--server" not in complete("tape", "demo", "--se")
    assert complete("tape", "--tick", "") == []


@pytest.fixture
def shelf(tape, run, tmp_path):
    """A folder with two lists, scripts of every shell, and the environment in which they are found."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "tape").symlink_to(os.path.abspath(tape))
    env = {"PATH": f"{tmp_path}/bin:{os.environ['PATH']}", "XDG_DATA_HOME": str(tmp_path / "data"), "HOME": str(tmp_path)}
    for name in ("My metals", f"$(touch {tmp_path}/ran)"):
        assert run("list", "new", name, env=env).returncode == 0
    for shell, file in (("bash", "tape.bash"), ("zsh", "_tape"), ("fish", "tape.fish")):
        (tmp_path / file).write_text(run("completions", shell).stdout)
    return tmp_path, env


def test_bash_completes_the_names_of_lists_and_runs_nothing_in_them(shelf):
    folder, env = shelf
    for words in ("tape list show", "tape --list"):
        done = subprocess.run(
            ["bash", "--norc", "-c", f"compopt() {{ :; }}; source {folder}/tape.bash; COMP_WORDS=({words} ''); "
             "COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _tape; printf '%s\\n' \"${COMPREPLY[@]}\""],
            capture_output=True, text=True, check=True, env={**os.environ, **env})
        assert done.stdout.split("\n")[:-1] == ["My metals", f"$(touch {folder}/ran)"] and done.stderr == ""
    assert not (folder / "ran").exists()


@pytest.mark.skipif(not shutil.which("fish"), reason="no fish here")
def test_fish_completes(shelf):
    folder, env = shelf

    def complete(line):
        done = subprocess.run(
            ["fish", "--no-config", "-c", f"source {folder}/tape.fish; complete -C '{line}'"],
            capture_output=True, text=True, check=True, env={**os.environ, **env})
        assert done.stderr == ""
        return [found.split("\t")[0] for found in done.stdout.splitlines()]

    assert {"demo", "list", "config"} <= set(complete("tape "))
    assert {"binance", "coinbase", "kraken", "tape"} <= set(complete("tape --source "))
    assert complete("tape list im") == ["import"]
    assert complete("tape serve --ra") == ["--rate"]
    assert complete("tape list export --format ") == ["csv", "json", "txt"]
    assert "My metals" in complete("tape list show ") and "My metals" in complete("tape --list ")
    assert "My metals" not in complete("tape list new ")
    assert not (folder / "ran").exists()


@pytest.mark.skipif(not shutil.which("zsh"), reason="no zsh here")
def test_zsh_completes(shelf, open_terminal):
    folder, env = shelf
    terminal = open_terminal(command="zsh -f", env=env)
    terminal.type(f"PS1='ready> '; fpath=({folder} $fpath); autoload -U compinit; compinit -u -d {folder}/dump; clear")
    terminal.keys("Enter")
    terminal.wait(lambda s: s[0].startswith("ready>") and "compinit" not in s[0])

    def complete(line, *words):
        terminal.keys("C-u", "C-l")
        terminal.wait(lambda s: s[0].strip() == "ready>" and not s.has("--"))
        terminal.type(line)
        terminal.keys("Tab")
        terminal.wait(lambda s: all(any(word in part for part in s) for word in words), what=f"{words} for {line}")

    complete("tape ", "replay", "symbols", "config")
    complete("tape --source ", "coinbase", "kraken", "binance")
    complete("tape serve --r", "tape serve --rate")
    complete("tape ACME --sor", "tape ACME --sort")
    complete("tape list export --format ", "csv", "json", "txt")
    complete("tape list show My", "tape list show My\\ metals")
    complete("tape --list My", "tape --list My\\ metals")
    assert not (folder / "ran").exists()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completions_are_scripts_that_the_shell_takes(run, shell):
    done = run("completions", shell)
    assert done.returncode == 0 and "--server" in done.stdout or "-l server" in done.stdout
    if shutil.which(shell):
        assert subprocess.run([shell, "-n"], input=done.stdout, text=True, capture_output=True).stderr == ""


def test_the_man_page_is_one_that_groff_takes(run):
    page = run("manual")
    assert page.returncode == 0
    if not shutil.which("groff"):
        pytest.skip("no groff here")
    done = subprocess.run(["groff", "-man", "-Tascii", "-ww", "-z"], input=page.stdout, capture_output=True, text=True)
    assert done.stderr == ""


def test_other_shells_are_refused(run):
    done = run("completions", "tcsh")
    assert done.returncode == 2 and "'bash', 'zsh', 'fish'" in done.stderr


def test_a_command_gives_the_token(open_exchange, open_terminal, run, folder):
    secret = "open-sesame-7"
    exchange = open_exchange("--token", secret)
    keeper = folder / "secret"
    keeper.write_text(secret + "\nnot this\n")
    path = folder / "tape" / "config.json"
    env = {"XDG_CONFIG_HOME": str(folder)}
    path.write_text(f"{{server: '{exchange.url}', token_command: ['cat', '{keeper}']}}")
    done = run("--once", env=env)
    assert done.returncode == 0 and "ACME" in done.stdout, done.stderr
    # A token that is not taken: another one, and r.
    keeper.write_text("wrong-9\n")
    log = folder / "log"
    terminal = open_terminal(f"--log {log}", env=env)
    flat = lambda s: " ".join(" ".join(s).split())
    terminal.wait(lambda s: "Let token_command \"cat\" print a valid one and press r" in flat(s))
    keeper.write_text(secret + "\n")
    terminal.keys("r")
    terminal.wait(lambda s: "LIVE" in s[0] and s.row("ACME"))
    terminal.keys("q")
    assert terminal.exit_status() == 0
    assert secret not in log.read_text() and "wrong-9" not in log.read_text()
    for command, words in (("['false']", "failed with status 1"), ("['no-such-program']", "cannot be started"),
                           ("['true']", "printed no token"), ("[]", "begins with a program is expected"),
                           (f"['cat', '{keeper}'], token_file: '/x'", "exclude each other")):
        path.write_text(f"{{server: '{exchange.url}', token_command: {command}}}")
        done = run("--once", env=env)
        assert done.returncode == 1 and words in done.stderr and secret not in done.stderr, done.stderr


def test_a_list_brings_its_source(open_exchange, open_terminal, run, folder):
    own, other = open_exchange("--symbols", "3"), open_exchange("--symbols", "4")
    env = {"XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder / "data")}
    (folder / "tape" / "config.json").write_text(
        f"{{server: '{own.url}', lists: {{'My metals': {{server: '{other.url}'}}}}}}")
    for name in ("Plain", "My metals"):
        assert run("list", "new", name, env=env).returncode == 0
        assert run("list", "add", name, "ACME", "BNK", env=env).returncode == 0
    own_host, other_host = (url.removeprefix("http://") for url in (own.url, other.url))
    flat = lambda s: " ".join(" ".join(s).split())
    terminal = open_terminal(env=env)
    terminal.wait(lambda s: "Core list 1/3" in s[0] and "of 3" in s[0])
    # What is switched to says that its prices are others, and how to have its own.
    terminal.keys("3")
    terminal.wait(lambda s: f"\"My metals\" is to be watched on {other_host}, these are prices of {own_host}. "
                  "For its own: q, then tape --list 'My metals'" in flat(s))
    terminal.keys("q")
    assert terminal.exit_status() == 0
    # The next start begins with it, where it is to be watched.
    terminal = open_terminal(env=env)
    terminal.wait(lambda s: "My metals 3/3" in s[0] and "%" in s.row("ACME"))
    terminal.keys("1")
    terminal.wait(lambda s: "Core list 1/3" in s[0] and "of 4" in s[0])
    terminal.keys("2")
    terminal.wait(lambda s: f"\"Plain\" is to be watched on {own_host}" in flat(s))
    terminal.keys("q")
    assert terminal.exit_status() == 0


def test_a_list_is_printed_and_told_without_a_screen(open_exchange, run, tmp_path):
    exchange = open_exchange()
    env = {"XDG_DATA_HOME": str(tmp_path)}
    assert run("list", "new", "Two", env=env).returncode == 0
    done = run("--server", exchange.url, "--once", "--list", "two", env=env)
    assert done.returncode == 1 and "The list \"Two\" is empty: 'tape list add Two SYMBOL' adds to it." in done.stderr
    assert run("list", "add", "Two", "ORO", "BNK", env=env).returncode == 0
    done = run("--server", exchange.url, "--once", "--list", "two", "--format", "csv", env=env)
    assert [line.split(",")[0] for line in done.stdout.splitlines()[1:]] == ["ORO", "BNK"], done.stderr
    done = run("--server", exchange.url, "--once", "--list", "Three", env=env)
    assert done.returncode == 1 and "There is no list \"Three\". There are: \"Two\"." in done.stderr
