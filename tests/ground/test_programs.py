"""The harness of proofs and benchmarks, and every one of them at a hundredth of its size."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bench import against, paired, within
from prove import Journal, OutOfTime
from tools import programs

LINE = re.compile(r"\S.*?(?:\s{2,}\S.*?){2,}\s{2,}(?:ok|SHORT)")

SOUND = '''
"""A proof of the tests."""
from prove import Figure

TITLE = "three squares"

def run(size, work):
    for root in range(3):
        yield Figure(f"square of {root}", root**2, "its root times itself", ok=True)

def control(size, work):
    yield Figure("planted", 5, "the square of 2", ok=False)
'''
SHORT = SOUND.replace("ok=True", "ok=root != 1")
BLIND = SOUND.replace("ok=False", "ok=True")
BROKEN = SOUND.replace("root**2", "root / 0")

LONG = '''
"""A proof of the tests whose first run is out of time after two of three chunks."""
from prove import Figure, Journal, clock

TITLE = "three chunks"

def run(size, work):
    journal = Journal(work / "chunks")
    first = len(journal) == 0
    def compute(key):
        print("computed", key)
        if first and key == 1:
            clock.end = 0
        return key
    total = sum(value for _, value in journal.each(range(3), compute))
    yield Figure("total", total, "3", ok=total == 3)

def control(size, work):
    yield Figure("planted", 4, "3", ok=False)
'''


@pytest.fixture
def harness(tmp_path: Path) -> Path:
    """A project of its own that has the harness and no program."""
    for package in ("prove", "bench", "tools"):
        (tmp_path / package).mkdir()
        for path in (programs.ROOT / package).glob("_*.py"):
            shutil.copy(path, tmp_path / package)
    shutil.copy(Path(programs.__file__), tmp_path / "tools")
    return tmp_path


def run(root: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run `python -m` there."""
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, cwd=root, check=False, capture_output=True, text=True)


def proof(harness: Path, text: str, *arguments: str) -> tuple[int, list[str]]:
    """Run a proof of this text: its exit code and its lines."""
    (harness / "prove/squares.py").write_text(text)
    result = run(harness, "prove", "squares", *arguments)
    return result.returncode, result.stdout.splitlines()


def verdicts(lines: list[str]) -> list[str]:
    return [line.split()[-1] for line in lines]


@pytest.mark.parametrize("name", programs.find("prove"))
def test_a_proof_holds_at_a_hundredth(name: str, tmp_path: Path) -> None:
    result = run(programs.ROOT, "prove", name, "--size", "1", "--work", tmp_path)
    lines = result.stdout.splitlines()
    assert result.returncode == 0, result.stdout + result.stderr
    assert len(lines) >= 2
    assert all(LINE.fullmatch(line) for line in lines), result.stdout


@pytest.mark.parametrize("name", programs.find("bench"))
def test_a_benchmark_runs_at_a_hundredth(name: str, tmp_path: Path) -> None:
    result = run(programs.ROOT, "bench", name, "--size", "1", "--work", tmp_path)
    lines = result.stdout.splitlines()
    assert result.returncode == 0, result.stdout + result.stderr
    assert lines
    assert all(LINE.fullmatch(line) for line in lines), result.stdout


def test_a_sound_proof_is_ok(harness: Path) -> None:
    code, lines = proof(harness, SOUND)
    assert code == 0
    assert verdicts(lines) == ["ok", "ok", "ok", "ok"]
    assert all(LINE.fullmatch(line) for line in lines)


def test_one_short_figure_fails_the_proof(harness: Path) -> None:
    code, lines = proof(harness, SHORT)
    assert code == 1
    assert verdicts(lines) == ["ok", "SHORT", "ok", "ok"]


def test_a_control_that_misses_its_fault_is_short(harness: Path) -> None:
    code, lines = proof(harness, BLIND)
    assert code == 1
    assert verdicts(lines) == ["ok", "ok", "ok", "SHORT"]


def test_the_control_runs_alone_when_asked(harness: Path) -> None:
    code, lines = proof(harness, SOUND, "--control")
    assert code == 0
    assert verdicts(lines) == ["ok"]
    assert lines[0].startswith("control ")


def test_a_broken_proof_is_short_and_hides_no_other(harness: Path) -> None:
    (harness / "prove/a_broken_one.py").write_text(BROKEN)
    (harness / "prove/b_sound_one.py").write_text(SOUND)
    result = run(harness, "prove", "--all")
    assert result.returncode == 1
    assert verdicts(result.stdout.splitlines()) == ["SHORT", "ok", "ok", "ok", "ok"]
    assert "ZeroDivisionError" in result.stderr


def test_a_proof_out_of_time_says_how_far_it_came_and_goes_on_from_there(harness: Path) -> None:
    code, lines = proof(harness, LONG)
    assert code == 1
    assert lines[:2] == ["computed 0", "computed 1"]
    assert "2 of 3 chunks" in lines[2]
    code, lines = proof(harness, LONG)
    assert code == 0
    assert lines[0] == "computed 2"
    assert verdicts(lines[1:]) == ["ok", "ok"]


def test_a_changed_package_starts_afresh(harness: Path) -> None:
    proof(harness, LONG)
    (harness / "src").mkdir()
    (harness / "src/new.py").touch()
    assert proof(harness, LONG)[1][0] == "computed 0"


@pytest.mark.parametrize("package", ["prove", "bench"])
def test_a_harness_without_programs_is_content(harness: Path, package: str) -> None:
    assert run(harness, package, "--all").returncode == 0
    assert run(harness, package, "--list").stdout == ""


def test_programs_are_listed_with_their_titles(harness: Path) -> None:
    proof(harness, SOUND)
    assert run(harness, "prove", "--list").stdout.split() == ["squares", "three", "squares"]


def test_a_wrong_name_is_answered_with_the_right_one(harness: Path) -> None:
    proof(harness, SOUND)
    result = run(harness, "prove", "sqares")
    assert result.returncode == programs.NOT_FOUND
    assert result.stderr == "There is no program sqares in prove: did you mean squares?\n"


def test_seconds_fail_no_benchmark_but_breaking_does(harness: Path) -> None:
    (harness / "bench/slow.py").write_text(
        "from bench import within\nTITLE = 'slow'\ndef run(size, work): yield within('slow', 2, 1)\n"
    )
    result = run(harness, "bench", "slow")
    assert result.returncode == 0
    assert verdicts(result.stdout.splitlines()) == ["SHORT"]
    (harness / "bench/slow.py").write_text("TITLE = 'broken'\ndef run(size, work): yield 1 / 0\n")
    assert run(harness, "bench", "--all").returncode == 1


def test_a_journal_computes_what_is_missing_only(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    assert list(Journal(path).each(["a", "b"], str.upper)) == [("a", "A"), ("b", "B")]
    path.write_text(path.read_text() + '["c", "torn')
    computed: list[str] = []

    def compute(key: str) -> str:
        computed.append(key)
        return key

    again = dict(Journal(path).each("abcd", compute))
    assert computed == ["c", "d"]
    assert again == {"a": "A", "b": "B", "c": "c", "d": "d"}
    assert len(Journal(path)) == 4


def test_a_journal_gives_the_same_with_several_workers(tmp_path: Path) -> None:
    alone = list(Journal(tmp_path / "one").each(range(-5, 5), abs))
    assert list(Journal(tmp_path / "two").each(range(-5, 5), abs, workers=2)) == alone


def test_a_clock_is_endless_until_it_is_wound() -> None:
    clock = programs.Clock()
    clock.check("nothing")
    clock.end = 0
    with pytest.raises(OutOfTime, match="half"):
        clock.check("half")


def test_rows_say_what_was_measured() -> None:
    assert str(against("law", 0.25e-6, 100e-6, goal=300)).split("  ")[-1] == "ok"
    assert against("law", 0.25e-6, 100e-6, goal=300)[1:] == ("250 ns", "100 µs", "400 ×", "≥ 300 ×", True)
    assert within("start", 0.2, goal=0.15)[1:] == ("200 ms", "—", "—", "≤ 150 ms", False)


def test_a_pair_is_timed_in_seconds_a_call() -> None:
    short, long = paired(lambda: sum(range(10)), lambda: sum(range(10_000)), repeats=3)
    assert 0 < short < long < 1
