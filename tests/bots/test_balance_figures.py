"""The figures of `cc3k help balance` that the arena does not tell."""

from tests.support.balance_figures import Played, figures


def test_payments_things_and_deaths_are_counted() -> None:
    """Section "With expansions" of `cc3k help balance`: shares of what was offered and paid."""
    deeds = ["took the ring of lore for 20 gold", "took the chalice for the key"]
    toll = "paid the elder dragon 96 gold"
    games = [
        Played("Drow", has_won=True, turns=[9] * 8, low=2, offers=["chalice"], deeds=[toll]),
        Played(
            "Troll",
            has_won=False,
            turns=[4, 4],
            low=1,
            offers=["ring of lore", "chalice"],
            deeds=deeds,
        ),
    ]
    told = dict(line.split(": ", 1) for line in figures(games))
    counts = {name: text.partition(",")[0] for name, text in told.items()}
    assert counts["Won"] == counts["Paid with the key"] == counts["Took the chalice"] == "1 of 2"
    assert counts["Paid with gold"] == "1 of 2"
    assert counts["Paid with blood"] == "0 of 2"
    assert counts["Took the ring of lore"] == counts["Wins by the toll"] == "1 of 1"
    assert counts["Floors under 40 % HP"] == "3 of 10"
    assert told["Deaths by floor"] == "{2: 1}"
    assert told["Turns"] == "40 a game, 8 a floor"
