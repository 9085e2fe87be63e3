"""Filetto plays, proves and explains every k-in-a-row game.

>>> import filetto
>>> game = filetto.Game("6x7x4g", "4455")
>>> game.play("d3").to_move
'second'
>>> filetto.Solver("4x5x4g").scores("3")
{'a1': 0, 'b1': 0, 'c2': 0, 'd1': 0, 'e1': 0}

Boards are written ``ROWSxCOLSxK``, with ``g`` for gravity and ``e`` for exactly K. Moves are text in any notation that the command
line reads (``"d3"``, ``"4455"``, ``"7,7"``, ``"[7,7]"``) or actions: columns from 0 with gravity, else ``row * cols + col`` with
row 0 on top, as in OpenSpiel. Arrays have row 0 on top too.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Union

from . import vector
from ._accuracy import Accuracy, Share, accuracy
from ._filetto import (
    Choice,
    Engine,
    Explanation,
    FilettoError,
    Game,
    IllegalMove,
    NotProved,
    Proof,
    Review,
    Rules,
    Solved,
    Solver,
    Unsolved,
    __version__,
    analyse,
    explain,
    players,
    random_positions,
    review,
    values,
)
from ._filetto import verify as _verify

__all__ = [
    "Accuracy",
    "Choice",
    "Engine",
    "Explanation",
    "FilettoError",
    "Game",
    "IllegalMove",
    "NotProved",
    "Proof",
    "Review",
    "Rules",
    "Share",
    "Solved",
    "Solver",
    "Unsolved",
    "__version__",
    "accuracy",
    "analyse",
    "convert",
    "explain",
    "load",
    "players",
    "random_positions",
    "review",
    "save",
    "values",
    "vector",
    "verify",
]

_Path = Union[str, "os.PathLike[str]"]


def load(path: _Path, *, number: int | None = None) -> Game:
    """The game in a file: JSON lines, PSQ or SGF.

    ``number`` chooses one of a file of JSON lines, from 1.
    """
    return Game.read(Path(path).read_text(encoding="utf-8"), number=number)


def save(game: Game, path: _Path) -> None:
    """Writes a game to a file; the ending of its name says how.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "game.sgf")
    >>> save(Game("gomoku", "h8 i9"), file)
    >>> load(file).moves
    ['h8', 'i9']
    """
    path = Path(path)
    path.write_text(game.write(path.suffix.lstrip(".")), encoding="utf-8")


def convert(source: _Path, target: _Path) -> None:
    """Writes the game of one file to another; the endings of the names say how: json, jsonl, psq, sgf."""
    save(load(source), target)


def verify(certificate: bytes | _Path) -> Proof:
    """Checks a certificate, given as bytes or as a file, by the independent checker.

    >>> verify(Solver("3x3x3").certificate()[0]).claim
    '3x3x3: X does not win'

    Raises :class:`NotProved` with the first fault of one that proves nothing.
    """
    if isinstance(certificate, (bytes, bytearray)):
        return _verify(bytes(certificate))
    return _verify(Path(certificate).read_bytes())
