import doctest
import runpy
from pathlib import Path

import pytest

import filetto
from filetto import _accuracy, vector

HERE = Path(__file__).parent


@pytest.mark.parametrize("module", [filetto, filetto._filetto, _accuracy, vector], ids=lambda module: module.__name__)
def test_examples_in_docstrings(module):
    result = doctest.testmod(module, optionflags=doctest.IGNORE_EXCEPTION_DETAIL | doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0 and (result.attempted > 0 or module is filetto._filetto)


@pytest.mark.parametrize("page", ["../README.md", "../../../docs/python.md"])
def test_examples_in_pages(page):
    path = (HERE / page).resolve()
    if not path.exists():
        pytest.skip("an installed package without its pages")
    assert doctest.testfile(str(path), module_relative=False, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE).failed == 0


@pytest.mark.parametrize("script", sorted((HERE.parent / "examples").glob("*.py")), ids=lambda path: path.stem)
def test_examples_run(script, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FILETTO_QUICK", "1")
    runpy.run_path(str(script), run_name="__main__")
