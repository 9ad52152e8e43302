"""The package as a stranger installs it."""

import subprocess
import sys
import tomllib
import venv
from importlib.metadata import distribution
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]

# All that a bare install brings along: the core stays light.
BROUGHT_ALONG = ("click", "markdown-it-py", "mdurl", "msgspec", "pygments", "rich")


def run(*command: str | Path, cwd: Path) -> str:
    """What a command prints; its complaint is the test's if it fails."""
    result = subprocess.run(command, cwd=cwd, check=False, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of scripts of a clean environment into which the wheel is installed.

    What it depends on is copied from this environment, so that no network is needed; pip refuses the wheel if
    that is not all.
    """
    place = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", place, ROOT, cwd=place)
    (wheel,) = place.glob("tussle-*.whl")
    venv.create(place / "venv", symlinks=True)
    python = place / "venv/bin/python"
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(run(python, "-c", where, cwd=place).strip())
    for name in BROUGHT_ALONG:
        for file in distribution(name).files or ():
            if ".." not in file.parts and file.suffix != ".pyc":
                copy = packages / file
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(Path(file.locate()).read_bytes())
    run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-index", wheel, cwd=place)
    return python.parent


def test_the_command_tells_its_version(installed: Path) -> None:
    assert VERSION in run(installed / "tussle", "--version", cwd=installed)


def test_importing_the_package_imports_nothing_of_the_command_line(installed: Path) -> None:
    loaded = run(installed / "python", "-c", "import sys, tussle; print(*sys.modules)", cwd=installed).split()
    assert not {"click", "rich"} & set(loaded)


def test_the_package_is_typed(installed: Path) -> None:
    where = "import tussle, pathlib; print(pathlib.Path(tussle.__file__).with_name('py.typed').exists())"
    assert run(installed / "python", "-c", where, cwd=installed).strip() == "True"
