"""Outcomes in words: what a move would do, and what a move has done, for whoever plays on a screen.

Nothing of it is the document's; the pipe has its own answers.
"""

from cc3k.arcade.escape.board import Cell
from cc3k.arcade.escape.coordinates import Coordinate
from cc3k.arcade.escape.manager import EscapeGameManager, fight
from cc3k.arcade.escape.movement import Way
from cc3k.arcade.escape.terms import BLOCK, CLEAR, LOCATION_TYPES

_SEPARATOR = " | "


def describe_cell(game: EscapeGameManager, cell: Cell) -> str:
    """Return what is on a cell: `(3,4) DOG of Ann, value 2`."""
    where = Coordinate(*cell)
    piece = game.piece_at(cell)
    if piece is not None:
        return f"{where} {piece.name} of {piece.player}, value {piece.value}"
    return f"{where} {game.board.tiles.get(cell, CLEAR).lower()}"


def describe_move(game: EscapeGameManager, source: Cell, destination: Cell) -> str:
    """Return what a move would do, in a sentence; why it is not valid, if it is not."""
    piece = game.board.pieces[source]
    name, way = piece.piece_type.name, game.way(source, destination)
    if way is Way.NONE:
        return _refusal(game, destination)
    if way is Way.FALL:
        return f"The {name} would fall through an exit on its way, and be lost."
    if LOCATION_TYPES[game.board.tiles.get(destination, CLEAR)].leads_out:
        return f"The {name} would leave the board and score {piece.value}."
    there = game.board.pieces.get(destination)
    if there is None:
        return f"The {name} can go to {Coordinate(*destination)}."
    return f"The {name} would fight: {describe_fight(game, source, destination)}."


def describe_fight(game: EscapeGameManager, source: Cell, destination: Cell) -> str:
    """Return how a fight would end, in few words: `(3,4) SNAIL lost, DOG keeps 2`."""
    attacker, defender = game.board.pieces[source], game.board.pieces[destination]
    survivor, _ = fight(attacker, defender)
    where = Coordinate(*destination)
    if survivor is None:
        return f"{where} both lost"
    lost = defender if survivor.player == attacker.player else attacker
    names = lost.piece_type.name, survivor.piece_type.name
    return f"{where} {names[0]} lost, {names[1]} keeps {survivor.value}"


def describe_answer(answer: str) -> str:
    """Return what the answers of a program say to a player: replies and messages."""
    told = []
    for line in answer.splitlines():
        head, *messages = line.split(_SEPARATOR)
        words = head.split()
        if words[:2] == ["reply", "move"]:
            told.append(f"({words[2]},{words[3]}) moves to ({words[4]},{words[5]}).")
        told += [f"{message}." for message in messages]
    return " ".join(told)


def _refusal(game: EscapeGameManager, destination: Cell) -> str:
    if game.board.tiles.get(destination) == BLOCK:
        return "No move ends on a block."
    if destination in game.board.pieces:
        return "It cannot go onto that piece."
    return "It cannot go there."
