"""Laws of Space Defender that hold for any input (S1 to S32)."""

from hypothesis import given
from hypothesis import strategies as st

from cc3k.arcade.defender.board import Battle, EnemyShip, Entity, Projectile
from cc3k.arcade.defender.command_parser import DECLARATIONS, Command, RowLetter, read_commands
from cc3k.arcade.defender.program import MENUS, DefenderProgram, process_of_lines
from tests.support.characters import ANY_CHARACTER

numbers = st.integers(1, 101)
thresholds = st.one_of(
    st.lists(numbers, min_size=5, max_size=5).map(sorted),
    st.sampled_from([[101] * 5, [20, 40, 60, 80, 101], [1, 1, 101, 101, 101], [1, 1, 1, 1, 101]]),
)


@st.composite
def games(draw: st.DrawFn) -> list[Command]:
    size = draw(st.integers(5, 10)), draw(st.integers(10, 30))
    commands = [Command("play", (*size, *draw(thresholds)))]
    commands += [Command("toggle_debug_mode")] * draw(st.integers(0, 1))
    for menu in MENUS:
        selected = draw(st.integers(1, len(menu.options)))
        commands += [Command("setup_select", (selected,)), Command("setup_next", (1,))]
    commands.append(Command("setup_next", (1,)))
    move = st.tuples(st.integers(1, size[0]), st.integers(1, 8)).map(lambda to: Command("move", to))
    turn = st.one_of(st.sampled_from(["pass", "fire", "fire", "special"]).map(Command), move)
    return commands + draw(st.lists(turn, min_size=5, max_size=40))


def battles(commands: list[Command]) -> list[tuple[DefenderProgram, Battle]]:
    program, found = DefenderProgram(), []
    for command in commands:
        list(program.run([command]))
        if program.battle is not None:
            found.append((program, program.battle))
            check(program.battle)
    return found


def check(battle: Battle) -> None:
    ship = battle.starfighter
    assert (ship.health > 0) is not battle.is_over
    assert ship.health >= 0
    assert ship.energy >= 0
    everybody: list[Entity] = [ship, *battle.enemies.values(), *battle.projectiles.values()]
    assert battle.standing == {each.cell: each for each in everybody}
    assert len(battle.standing) == len(everybody)
    assert all(battle.has(each.cell) for each in everybody)
    assert len({each.number for each in everybody}) == len(everybody)
    assert list(battle.enemies) == sorted(battle.enemies)
    assert list(battle.projectiles) == sorted(battle.projectiles, reverse=True)
    assert all(1 <= number <= battle.last_enemy_id for number in battle.enemies)
    assert all(battle.last_projectile_id <= number <= -1 for number in battle.projectiles)
    for enemy in battle.enemies.values():
        assert isinstance(enemy, EnemyShip)
        assert 0 < enemy.health <= enemy.total_health
    for projectile in battle.projectiles.values():
        assert isinstance(projectile, Projectile)
        assert projectile.damage > 0


@given(st.lists(games(), min_size=2, max_size=3))
def test_games_begun_from_the_process_of_the_last_are_those_of_one_process(
    played: list[list[Command]],
) -> None:
    """S30, S32: the lines that a journal begins with hold all that outlives a game."""
    whole, told = DefenderProgram(), ""
    process = whole.process
    for commands in played:
        ended = [Command("abort"), *commands]
        told += "".join(whole.run(ended))
        part = DefenderProgram(process_of_lines(process.lines()))
        answers = "".join(part.run(ended))
        assert told.endswith(answers.partition("->play")[2])
        process = part.process
    assert process == whole.process


def test_a_process_may_have_drawn_nothing() -> None:
    """S32: something was selected, and no game was played."""
    assert process_of_lines(("2 1 1 1", "normal", "0")).selected == (2, 1, 1, 1)


@given(games())
def test_one_entity_a_cell_ids_unique_figures_within_their_rules(commands: list[Command]) -> None:
    """S19, S30: after every command of any game."""
    battles(commands)


@given(games())
def test_health_and_energy_pass_their_totals_by_powers_alone(commands: list[Command]) -> None:
    """S22: only Repair and Overcharge go beyond a total."""
    repairs = any(command.name == "special" for command in commands)
    for _, battle in battles(commands):
        ship = battle.starfighter
        if not (repairs and ship.power.name == "Repair"):
            assert ship.health <= ship.figures.health
        if not (repairs and ship.power.name == "Overcharge"):
            assert ship.energy <= ship.figures.energy


words = st.sampled_from(
    [*DECLARATIONS, "true", "type", "jump", "A", "J", "K", "(", ")", ",", "-", "--", "?", "\n"]
)
pieces = st.one_of(words, st.integers(-40, 1 << 33).map(str), st.text(ANY_CHARACTER, max_size=3))


@given(st.lists(pieces, max_size=25), st.sampled_from(["", " ", "\n"]))
def test_no_input_raises(typed: list[str], between: str) -> None:
    """S1 to S5: any text has a transcript, or is refused in one of two ways."""
    program = DefenderProgram()
    told = program.take(between.join(typed))
    assert told == "" or told.startswith(("->", "Syntax Error: ", "Type Error: "))
    assert told == "" or told.endswith("\n")


@given(st.data())
def test_what_conforms_is_read_as_it_was_meant(data: st.DataObject) -> None:
    """S3, S5: whatever stands between the tokens."""
    name = data.draw(st.sampled_from(list(DECLARATIONS)))
    values = tuple(
        data.draw(
            st.integers(1, 10)
            if isinstance(parameter, RowLetter)
            else st.integers(parameter.low, parameter.high)
        )
        for parameter in DECLARATIONS[name]
    )
    command = Command(name, values)
    gap = data.draw(st.sampled_from(["", " ", "\t", "\r\n", "?", " -- (\n"]))
    spaced = str(command).replace("(", f"{gap}({gap}").replace(",", f"{gap},{gap}")
    assert read_commands(spaced) == [command]
