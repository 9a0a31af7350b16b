"""Settings: `tape config`, the file on the screen, and what is made for shells and man."""

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
