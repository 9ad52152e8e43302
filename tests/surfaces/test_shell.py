"""The command line as a whole: help, exit codes, bad input, pipes, colour, completion, and how fast it starts."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.surfaces.shell import TUSSLE, process, run
from tussle import __version__, errors
from tussle.bestiary import UnreadableFile
from tussle.surfaces.cli import COMMANDS
from tussle.surfaces.cli.common import EXIT_CODES, code_of

OPENING = "order=Otto,Arangu turn=Otto budgets=Otto:standard:1"


def test_with_no_arguments_a_first_screen_with_examples_that_work() -> None:
    ran = process()
    assert (ran.code, ran.err) == (0, "")
    assert len(ran.out.splitlines()) < 12
    examples = [line.split("  ")[1] for line in ran.out.splitlines() if line.startswith("  tussle ")]
    assert len(examples) == 3
    for example in examples:
        assert process(*[word.strip('"') for word in _words(example)][1:]).code == 0


def _words(line: str) -> list[str]:
    head, sign, rest = line.partition('"')
    return [*head.split(), rest.partition('"')[0]] if sign else head.split()


def test_every_command_is_in_the_help_and_has_a_help_of_its_own() -> None:
    text = run("--help").out
    for name in COMMANDS:
        assert f"\n  {name} " in text
        own = run(name, "--help")
        assert own.code == 0
        assert own.out.startswith(f"Usage: tussle {name} ")


def test_the_version() -> None:
    assert run("--version").out == f"tussle {__version__}\n"


# Bad input: a sentence, the right exit code, nothing on standard output

BAD = [
    # 2: what cannot be read on the command line
    (2, ["chek"], "there is no command 'chek': did you mean check?"),
    (2, ["--colour"], "No such option"),
    (2, ["check"], "Missing argument"),
    (2, ["check", "d20 vs d20", "--tie", "coin"], "'coin' is not one of"),
    (2, ["check", "1000000d6 vs d20"], "out of range: 1 to 100 dice of 1 to 1000 sides"),
    (2, ["check", "8d6>4 vs 7d6>4"], "write 8d6>=5"),
    (2, ["odds", "hug"], "Missing argument"),
    (2, ["odds", "hug", "Otto"], "a grapple takes 2 to 16 fighters, not 1"),
    (2, ["odds", "hug", *["Otto"] * 17], "a grapple takes 2 to 16 fighters, not 17"),
    (2, ["odds", "hug", "vs", "Otto"], "vs stands between"),
    (2, ["odds", "hug", "Otto", "vs"], "vs stands between"),
    (2, ["odds", "hug(", "Otto", "Arangu"], "is no load string"),
    (2, ["odds", "hug(luck=good)", "Otto", "Arangu"], "no ruling luck: it has hit, contest, tie, unarmed_melee"),
    (2, ["odds", "hug(tie=maybe)", "Otto", "Arangu"], "cannot be 'maybe': actor-fails, actor-wins, reroll"),
    (2, ["odds", "hug", '{"name": "Bob", "melee": NaN}', "Otto"], "cannot be read"),
    (2, ["odds", "hug", '{"name": "Bob", "melee": 1e999}', "Otto"], "cannot be read"),
    (2, ["odds", "hug", '{"name": "Bob", "hits": 0}', "Otto"], "hits"),
    (2, ["odds", "hug", '{"name": "Bob", "colour": 1}', "Otto"], "unknown field colour"),
    (2, ["odds", "hug", "Bob: hits 5000", "Otto"], "hits"),
    (2, ["odds", "hug", "Bob: luck 5", "Otto"], "hug has no 'luck'"),
    (2, ["odds", "hug", "Otto", "Arangu", "--at", "order=Otto"], "the position cannot be"),
    (2, ["odds", "hug", "Otto", "Arangu", "--at", "gibberish"], "cannot be read at 'gibberish'"),
    (2, ["odds", "hug", "Otto", "Arangu", "--at", f"{OPENING} tallies=Otto:harm:999"], "the position cannot be"),
    (2, ["odds", "hug", "Otto", "Arangu", "--at", f"{OPENING} turn=Bob"], "turn twice"),
    (2, ["odds", "hug", "Otto", "Arangu", "--at", OPENING.replace("turn=Otto", "turn=Bob")], "'Bob', who is not in"),
    (2, ["odds", "hug", "Otto", "Arangu", "--at", f"{OPENING} holds=Otto:Otto:hug"], "cannot hold itself"),
    (2, ["odds", "hug", "Otto", "Arangu", "--map", "5x5 Otto@1.1"], "does not place Arangu"),
    (2, ["odds", "hug", "Otto", "Arangu", "--map", "0x0 Otto@1.1 Arangu@1.2"], "out of range"),
    (2, ["odds", "hug", "Otto", "Arangu", "--action", "tickle:Arangu"], "hug has no verb 'tickle'"),
    (2, ["odds", "hug", "Otto", "Arangu", "--action", "grapple:Arangu:luck"], "not among the ways to grapple"),
    (2, ["perft", "hug", "Otto", "Arangu", "--depth", "-1"], "is not in the range"),
    (2, ["perft", "hug", "Otto", "Arangu", "--depth", "many"], "is not a valid integer"),
    (2, ["rules", "--coverage"], "say of which rule set"),
    # 3: refused by a rule
    (
        3,
        ["odds", "hug", "Otto", "Arangu", "--action", "escape"],
        "Otto cannot escape now: in no grapple [hug.outside.menu]",
    ),
    (3, ["odds", "hug", "Otto", "Arangu", "--action", "grapple:Otto"], "Otto cannot grapple Otto now: not oneself"),
    (3, ["odds", "hug", "Otto", "Arangu", "--action", "stand"], "[hug.base.prone]"),
    (3, ["check", "d1 vs d1"], "ties are rolled again, for ever"),
    # 5: a name that is not there
    (5, ["odds", "hgu", "Otto", "Arangu"], "there is no rule set 'hgu': did you mean hug?"),
    (5, ["odds", "hug", "Otto", "Aragnu"], "hug has no fighter 'Aragnu': did you mean Arangu?"),
    (5, ["odds", "hug", "Otto", "nowhere/bob.json"], "there is no file 'nowhere/bob.json'"),
    (5, ["rules", "hgu"], "did you mean hug?"),
    (5, ["conform", "hgu"], "did you mean hug?"),
    (5, ["perft", "hug", "Otto", "Oto", "--depth", "1"], "did you mean Otto?"),
]


@pytest.mark.parametrize(("code", "args", "said"), BAD, ids=[" ".join(args)[:60] for _, args, _ in BAD])
def test_bad_input_is_a_sentence_and_an_exit_code(code: int, args: list[str], said: str) -> None:
    ran = run(*args)
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.startswith("tussle: ")
    assert ran.err.count("\n") == 1
    assert said in ran.err
    json = run(*args, "--json")
    assert (json.code, json.out) == (code, "")


@pytest.mark.parametrize("given", ["gibberish", "", "order=Otto", b"\xff\xfe"])
def test_a_position_from_standard_input_that_cannot_be_read_is_exit_code_4(given: str | bytes) -> None:
    ran = run("odds", "hug", "Otto", "Arangu", "--at", "-", given=given)
    assert (ran.code, ran.out) == (4, "")
    assert ran.err.startswith("tussle: standard input: ")


def test_a_position_and_a_map_from_standard_input() -> None:
    assert run("odds", "hug", "Otto", "Arangu", "--at", "-", "--json", given=f"{OPENING}\n").json["position"] == OPENING
    assert run("odds", "hug", "A:", "B:", "--map", "-", "--json", given="3x3 A@0.0 B@1.1").json["map"]


def test_every_error_has_its_exit_code() -> None:
    codes = {
        errors.Unreadable("x"): 2,
        UnreadableFile("x"): 4,
        errors.Illegal("x", "hug.check.die"): 3,
        errors.Impossible("x"): 3,
        errors.Uncovered("x"): 3,
        errors.Missing("x"): 5,
        errors.Fault("x"): 1,
    }
    kinds = [kind for kind in errors.TussleError.__subclasses__() if kind.__module__.startswith("tussle.")]
    ours = {kind for kind in kinds if ".web." not in kind.__module__}  # those of the web page have a status instead
    assert {type(error) for error in codes} >= ours
    assert len(EXIT_CODES) == len(codes)
    for error, code in codes.items():
        assert code_of(error) == code


def test_a_fault_of_ours_is_said_and_is_exit_code_1(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("tussle.surfaces.cli.check.read_contest", broken)
    ran = run("check", "d20 vs d20")
    assert ran.code == 1
    assert "a fault in tussle itself, please report it: ZeroDivisionError() at " in ran.err


def test_an_interrupt_is_exit_code_130() -> None:
    # Whoever runs the tests in the background has interrupts ignored, and what they start inherits that.
    waiting = subprocess.Popen(
        [TUSSLE, "check", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no thread runs here
    )
    assert waiting.stdin
    waiting.stdin.write(b"d20" * 50_000)  # more than a pipe holds: it is written when it reads
    waiting.stdin.flush()
    waiting.send_signal(signal.SIGINT)
    _, said = waiting.communicate()
    assert waiting.returncode == 130
    assert said.decode().strip().splitlines()[-1] == "tussle: interrupted"


# Where the output goes


def test_a_pipe_that_closes_is_no_error() -> None:
    line = f"'{TUSSLE}' odds hug Otto Arangu --json | true; echo ${{PIPESTATUS[0]}}"
    for _ in range(3):
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True)
        assert (done.stdout, done.stderr) == ("0\n", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_full_disk_is_said() -> None:
    with open("/dev/full", "w") as full:  # noqa: PTH123 - a device, not a path of ours
        done = subprocess.run([TUSSLE, "rules", "hug"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "tussle: the output cannot be written: No space left on device\n"


def _on_a_terminal(*args: str, **environment: str) -> str:
    """What a command prints on a terminal of 80 columns."""
    master, slave = pty.openpty()
    done = subprocess.Popen(
        [TUSSLE, *args], stdout=slave, env={**os.environ, "TERM": "xterm", "COLUMNS": "80", **environment}
    )
    os.close(slave)
    said = b""
    while True:
        try:
            more = os.read(master, 65_536)
        except OSError:  # the terminal is gone with the process
            break
        if not more:
            break
        said += more
    os.close(master)
    assert done.wait() == 0
    return said.decode().replace("\r\n", "\n")


@pytest.mark.parametrize(
    "args", [["odds", "hug", "Otto", "Arangu"], ["rules", "hug"], ["fighters", "--rules", "hug"], ["demo"], ["rules"]]
)
def test_on_a_terminal_there_is_colour_unless_it_is_declined_and_lines_fit(args: list[str]) -> None:
    coloured, plain = _on_a_terminal(*args), _on_a_terminal(*args, NO_COLOR="1")
    assert "\x1b[" in coloured
    assert "\x1b" not in plain
    assert "\x1b" not in _on_a_terminal(*args, TERM="dumb")
    assert max(map(len, plain.splitlines())) <= 80
    assert process(*args).out.split() == plain.split()  # the same words, whatever the width


def test_json_is_indented_where_a_person_looks() -> None:
    assert _on_a_terminal("check", "d20 vs d20", "--json").startswith('{\n  "schema": "tussle/check/1"')
    assert process("check", "d20 vs d20", "--json").out.count("\n") == 1


def test_an_old_terminal_gets_what_it_has_letters_for_and_json_is_utf_8_even_there() -> None:
    for encoding in ("ascii", "latin-1"):
        for command in (["odds", "hug", "Otto", "Arangu"], ["rules", "hug"], ["demo"]):
            ran = process(*command, PYTHONIOENCODING=encoding)
            assert (ran.code, ran.err) == (0, "")
        ran = process("rules", "hug", "--json", PYTHONIOENCODING=encoding)
        assert ran.json == run("rules", "hug", "--json").json


# Completion


def _completed(words: str) -> list[str]:
    said = process(_TUSSLE_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(len(words.split(" ")) - 1)).out
    return [line.partition(",")[2] for line in said.splitlines() if line.startswith("plain")]


def test_the_shell_completes_commands_rule_sets_and_fighters() -> None:
    assert "odds" in _completed("tussle o")
    assert "hug" in _completed("tussle odds h")
    assert _completed("tussle odds hug Ot") == ["Otto"]
    assert _completed("tussle odds hug Otto ar") == ["Arangu"]
    assert "Tivid" in _completed("tussle fighters ti")
    assert _completed("tussle odds hgu Ot") == []


# What it costs to start


def test_the_command_line_loads_nothing_heavy_to_answer_one_question() -> None:
    program = (
        "import sys; from tussle.surfaces.cli import main\n"
        "try: main(['odds', 'hug', 'Otto', 'Arangu'])\n"
        "except SystemExit: print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    assert "tussle.analysis.odds" in loaded
    assert not {"numpy", "rich", "asyncio", "tussle.analysis.perft", "tussle.play.session"} & loaded
