"""Escape once more, straightforwardly: whole lists, every cell in turn, no table of the game's.

Properties hold the game against it, and so does a benchmark. Boards are finite here, or are
looked at within `FAR` cells of the origin.
"""

from attrs import define, field, frozen

FAR = 9
"""How far from the origin a way may lead on an infinite axis, here."""

ORTHOGONAL = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (-1, -1), (-1, 1), (1, -1))
SIX = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))

Cell = tuple[int, int]


@frozen
class Kind:
    name: str
    pattern: str
    distance: int
    value: int | None = None
    fly: bool = False
    jump: bool = False
    unblock: bool = False


@frozen
class Standing:
    player: int
    kind: Kind
    value: int


@define
class ReferenceGame:
    shape: str
    limits: Cell
    blocks: set[Cell]
    exits: set[Cell]
    pieces: dict[Cell, Standing]
    rules: dict[str, int]
    term: str
    names: tuple[str, str] = ("Ann", "Ben")
    turn: int = 0
    moves: int = 0
    scores: list[int] = field(factory=lambda: [0, 0])
    over: str = "no"

    def on_board(self, cell: Cell) -> bool:
        return all(
            1 <= at <= limit if limit else abs(at) <= FAR
            for at, limit in zip(cell, self.limits, strict=True)
        )

    def reached(self, start: Cell, *, exits_clear: bool = False) -> set[Cell]:
        """Return every cell at which a way ends: tries all steps and jumps, length by length."""
        kind = self.pieces[start].kind
        turns = kind.pattern == "OMNI" or (self.term == "c23" and kind.pattern != "LINEAR")
        steps = {"ORTHOGONAL": ORTHOGONAL, "DIAGONAL": DIAGONAL}.get(
            kind.pattern, SIX if self.shape == "HEX" else (*ORTHOGONAL, *DIAGONAL)
        )
        ended: set[Cell] = set()
        seen: set[tuple[int, Cell, Cell | None]] = set()
        waiting: list[tuple[int, Cell, Cell | None]] = [(0, start, None)]
        while waiting:
            state = waiting.pop()
            if state in seen:
                continue
            seen.add(state)
            length, (x, y), heading = state
            for step in steps:
                if heading not in (None, step):
                    continue
                for cost in (1, 2):
                    to = (x + cost * step[0], y + cost * step[1])
                    over = (x + step[0], y + step[1])
                    if length + cost > kind.distance or not self.on_board(to):
                        continue
                    if cost == 2 and not (kind.jump and self.jumped(over)):
                        continue
                    ended.add(to)
                    if self.free(to, kind, exits_clear=exits_clear):
                        waiting.append((length + cost, to, None if turns else step))
        return ended - {start}

    def jumped(self, cell: Cell) -> bool:
        """Return True if JUMP leads over what is on a cell."""
        return cell in self.pieces or (self.term == "c23" and cell in self.exits)

    def free(self, cell: Cell, kind: Kind, *, exits_clear: bool) -> bool:
        if kind.fly:
            return True
        if cell in self.pieces or (cell in self.exits and not exits_clear):
            return False
        return cell not in self.blocks or kind.unblock

    def can_land(self, cell: Cell, player: int) -> bool:
        if cell in self.blocks:
            return False
        there = self.pieces.get(cell)
        return there is None or (there.player != player and "POINT_CONFLICT" in self.rules)

    def can_move(self, player: int) -> bool:
        return any(
            self.can_land(to, player)
            for cell, piece in self.pieces.items()
            if piece.player == player
            for to in self.reached(cell) | self.reached(cell, exits_clear=True)
        )

    def move(self, start: Cell, goal: Cell) -> str:
        if self.over == "draw":
            return answer(start, "NONE", "Game is over and results in a draw")
        if self.over != "no":
            return answer(start, "NONE", f"Game is over and {self.over[4:]} has won")
        if not self.can_move(self.turn):
            return answer(start, "LOSE", self.win(1 - self.turn))
        if fault := self.fault(start, goal):
            if self.term == "c25":
                return answer(start, "NONE", fault)
            return answer(start, "LOSE", fault, self.win(1 - self.turn))
        final, combat = self.carry_out(start, goal)
        result, *messages = self.end()
        self.turn = 1 - self.turn
        return answer(final, result, *messages, valid="yes", combat=combat)

    def fault(self, start: Cell, goal: Cell) -> str:
        at, to = (f"({cell[0]},{cell[1]})" for cell in (start, goal))
        piece, there = self.pieces.get(start), self.pieces.get(goal)
        on_it = there and (there.player == self.turn or "POINT_CONFLICT" not in self.rules)
        faults = [
            (piece is None, f"There is no piece at {at}"),
            (piece and piece.player != self.turn, f"The piece at {at} belongs to {self.other()}"),
            (start == goal, "The piece does not move"),
            (not self.on_board(goal), f"{to} is not on the board"),
            (goal in self.blocks, f"{to} is a BLOCK"),
            (on_it, f"{to} holds a piece of {self.names[there.player] if there else ''}"),
            (
                piece and goal not in self.reached(start) | self.reached(start, exits_clear=True),
                f"There is no way from {at} to {to}",
            ),
        ]
        return next((message for is_so, message in faults if is_so), "")

    def other(self) -> str:
        return self.names[1 - self.turn]

    def carry_out(self, start: Cell, goal: Cell) -> tuple[Cell | None, str]:
        """Make a valid move; return where the piece is then, and the combat's result."""
        falls = goal not in self.reached(start)
        piece = self.pieces.pop(start)
        if falls:
            return None, "NONE"
        if goal in self.exits:
            self.scores[self.turn] += piece.value
            return None, "NONE"
        there = self.pieces.pop(goal, None)
        if there is None:
            self.pieces[goal] = piece
            return goal, "NONE"
        if piece.value == there.value:
            return None, "DRAW"
        if piece.value > there.value:
            self.pieces[goal] = Standing(piece.player, piece.kind, piece.value - there.value)
            return goal, "ATTACKER"
        self.pieces[goal] = Standing(there.player, there.kind, there.value - piece.value)
        return None, "DEFENDER"

    def end(self) -> tuple[str, ...]:
        """Count a valid move; return its result, and the message if the game is over."""
        self.moves += 1
        mine, yours = self.scores[self.turn], self.scores[1 - self.turn]
        limit = self.rules.get("TURN_LIMIT")
        if "SCORE" in self.rules and mine >= self.rules["SCORE"]:
            return "WIN", self.win(self.turn)
        if limit is not None and self.moves >= (limit if self.term == "c25" else 2 * limit):
            if mine == yours:
                self.over = "draw"
                return "DRAW", "Game is over and results in a draw"
            return (
                ("WIN", self.win(self.turn)) if mine > yours else ("LOSE", self.win(1 - self.turn))
            )
        if not self.can_move(1 - self.turn):
            return "WIN", self.win(self.turn)
        return ("NONE",)

    def win(self, player: int) -> str:
        self.over = f"win:{self.names[player]}"
        return f"{self.names[player]} wins"

    def status(self) -> str:
        turn = "-" if self.over != "no" else self.names[self.turn]
        scores = f"{self.scores[0]},{self.scores[1]}"
        return f"status turn={turn} moves={self.moves} score={scores} over={self.over}\n"

    def text(self) -> str:
        lines = [f"Coordinate type: {self.shape} xMax: {self.limits[0]} yMax: {self.limits[1]}"]
        lines += [f"Players: {self.names[0]} {self.names[1]}", "Locations: (1, 1) clear"]
        lines += [f"({x}, {y}) block" for x, y in self.blocks]
        lines += [f"({x}, {y}) exit" for x, y in self.exits]
        lines += [
            f"({x}, {y}) {self.names[piece.player]} {piece.kind.name}"
            for (x, y), piece in self.pieces.items()
        ]
        if (1, 1) in {*self.blocks, *self.exits, *self.pieces}:
            lines[2] = "Locations:"
        kinds = {piece.kind.name: piece.kind for piece in self.pieces.values()}
        for kind in kinds.values():
            attributes = [f"distance {kind.distance}"]
            attributes += [name for name in ("fly", "jump", "unblock") if getattr(kind, name)]
            attributes += [] if kind.value is None else [f"value {kind.value}"]
            lines += ["Piece descriptors:", f"{kind.name} {kind.pattern} [{', '.join(attributes)}]"]
        for name, number in self.rules.items():
            lines += [f"Rules: {name} {number or ''}"]
        return "\n".join(lines)


def answer(
    final: Cell | None, result: str, *messages: str, valid: str = "no", combat: str = "NONE"
) -> str:
    where = "none" if final is None else f"({final[0]},{final[1]})"
    more = "yes" if messages else "no"
    first = f"move valid={valid} result={result} final={where} combat={combat} more={more}"
    return " | ".join([first, *messages]) + "\n"
