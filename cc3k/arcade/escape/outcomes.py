"""Outcomes in words: what a move would do, and what a move has done, for whoever plays on a screen.

Nothing of it is the document's; the pipe has its own answers.
"""

from cc3k.arcade.escape.board import Cell, PieceType
from cc3k.arcade.escape.coordinates import Coordinate, number_text
from cc3k.arcade.escape.manager import EscapeGameManager, fight
from cc3k.arcade.escape.movement import Way
from cc3k.arcade.escape.terms import BLOCK, CLEAR, EXIT, LOCATION_TYPES, SCORE, TURN_LIMIT

_SEPARATOR = " | "


def describe_cell(game: EscapeGameManager, cell: Cell) -> str:
    """Return what is on a cell: `(3,4) DOG of Ann, value 2`."""
    where = Coordinate(*cell)
    piece = game.piece_at(cell)
    if piece is not None:
        return f"{where} {piece.name} of {piece.player}, value {piece.value}"
    return f"{where} {game.board.tiles.get(cell, CLEAR).lower()}"


def describe_move(game: EscapeGameManager, source: Cell, destination: Cell) -> str:
    """Return what a valid move would do, in a sentence; or what is on the cell."""
    piece = game.board.pieces[source]
    name, way = piece.piece_type.name, game.way(source, destination)
    if way is Way.NONE:
        return describe_cell(game, destination)
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
    told = []
    for line in answer.splitlines():
        head, *messages = line.split(_SEPARATOR)
        words = head.split()
        if words[:2] == ["reply", "move"]:
            told.append(f"({words[2]},{words[3]}) moves to ({words[4]},{words[5]}).")
        told += [f"{message}." for message in messages]
    return " ".join(told)


def describe_refusal(game: EscapeGameManager, source: Cell, destination: Cell) -> str:
    if game.board.tiles.get(destination) == BLOCK:
        return "No move ends on a block."
    if destination in game.board.pieces and not game.can_fight:
        return "No piece moves onto another here."
    kind = game.board.pieces[source].piece_type
    return f"The {kind.name} cannot get there: {describe_way(kind)}."


def describe_way(kind: PieceType) -> str:
    """Return how a piece moves: `at most 3 diagonal, flies`."""
    shape = kind.step_set.word
    turns = "turning" if shape else "any way"
    words = [shape, turns if kind.turns else "" if shape else "straight"]
    steps = " ".join([f"{kind.distance}", ", ".join(filter(None, words))])
    flies = EXIT in kind.opens
    abilities = [
        "flies" if flies else "",
        "crosses blocks" if BLOCK in kind.opens and not flies else "",
        "jumps" if kind.leaps else "",
    ]
    return ", ".join([steps, *filter(None, abilities)])


def describe_goal(game: EscapeGameManager) -> list[str]:
    ways = []
    if SCORE in game.rules:
        ways.append(f"with {_points(game.rules[SCORE])}")
    if TURN_LIMIT in game.rules:
        moves = game.rules[TURN_LIMIT] * game.term.moves_a_turn
        ways.append(f"with more points after {number_text(moves)} moves")
    ways.append("when the other side cannot move")
    told = ["Goal: move pieces onto an exit (*). Each scores its value."]
    told.append(f"You win {', '.join(ways[:-1])}{' or ' if ways[1:] else ''}{ways[-1]}.")
    if game.can_fight:
        told.append("Fights: the greater value stays, less the smaller.")
    return told


def describe_end(game: EscapeGameManager) -> str:
    if game.winner is None:
        return f"A draw: {_points(game.scores[0])} each."
    winner, loser = game.winner, 1 - game.winner
    has_scored = SCORE in game.rules and game.scores[winner] >= game.rules[SCORE]
    if not has_scored and not game.can_move(loser):
        return f"{game.players[loser]} has no move: {game.players[winner]} wins."
    return f"{game.players[winner]} wins with {_points(game.scores[winner])}."


def _points(count: int) -> str:
    return "1 point" if count == 1 else f"{number_text(count)} points"
