"""Playing in a browser: keys, touch, links, dialogs, settings, the arcade, and what is said."""

import re

import pytest
from playwright.sync_api import BrowserContext

from cc3k.export.pictures import cell_styles
from cc3k.ui.palette import ROLE_LETTERS
from tests.support.browser import Tab

pytestmark = pytest.mark.browser

GAME = "seed=42&race=shade"


def focused(tab: Tab) -> str:
    return str(tab.page.evaluate("document.activeElement.id"))


def tapped(tab: Tab, place: tuple[float, float]) -> None:
    frame = tab.frame
    tab.page.touchscreen.tap(*place)
    tab.wait_for_frame(frame + 1)


def test_keys_play_and_do_not_leave_the_page(tab: Tab) -> None:
    """Words, arrows and Tab are the game's; F2 reaches the buttons, and Escape comes back."""
    tab.open(GAME)
    assert "Turn 0" in tab.text
    assert "You move West." in tab.press("w", "e").text
    assert "You move" in tab.press("ArrowRight").text
    tab.press("Tab").settle()
    assert focused(tab) == "screen"
    tab.press("Shift+ArrowLeft").settle()
    assert focused(tab) == "screen"
    assert tab.page.evaluate("scrollX + scrollY") == 0
    assert "Messages, by turn" in tab.press("m").text
    assert "Messages, by turn" not in tab.press("Escape").text
    assert "Your keys" in tab.press("?").text
    tab.press("Escape")
    tab.page.keyboard.press("F2")
    assert focused(tab) == "play-button"
    tab.page.keyboard.press("Tab")
    assert focused(tab) == "share-button"
    tab.page.keyboard.press("Escape")
    assert focused(tab) == "screen"
    tab.press("Control+d")
    assert "Choose a race" in tab.text
    assert not tab.errors


def test_a_tap_travels_and_a_long_tap_looks(phone: Tab) -> None:
    phone.open("seed=42&race=troll&floor=dragon")
    row = next(number for number, text in enumerate(phone.rows) if "@" in text)
    column = phone.rows[row].index("@")
    frame = phone.frame
    phone.page.touchscreen.tap(*phone.cell_point(column + 3, row))
    phone.wait_for_frame(frame + 1)
    phone.settle()
    assert phone.page.locator("#say p", has_text="You move").count()
    row = next(number for number, text in enumerate(phone.rows) if "D" in text and "." in text)
    x, y = phone.cell_point(phone.rows[row].index("D"), row)
    frame = phone.frame
    phone.page.mouse.move(x, y)
    phone.page.mouse.down()
    phone.wait_for_frame(frame + 1)
    phone.page.mouse.up()
    assert "dragon" in phone.text.lower()
    phone.page.get_by_role("button", name="stop looking").click()
    phone.page.wait_for_selector("button[aria-label='stop looking']", state="detached")
    frame = phone.settle().frame
    phone.page.get_by_role("button", name="Northwest", exact=True).click()
    phone.wait_for_frame(frame + 1)
    assert "You move Northwest." in "\n".join(phone.said)
    box = phone.page.get_by_role("button", name="Northwest", exact=True).bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44, "as large as a finger"
    width = phone.page.evaluate("document.documentElement.scrollWidth")
    assert width <= phone.page.viewport_size["width"] if phone.page.viewport_size else False
    assert not phone.errors


def test_a_phone_plays_from_the_race_screen_to_an_attack_by_buttons(phone: Tab) -> None:
    phone.open()
    row = next(number for number, text in enumerate(phone.rows) if "Goblin" in text)
    for _ in range(2):
        tapped(phone, phone.cell_point(8, row))
    assert "HP 110/110" in phone.text
    phone.follow("seed=42&race=shade")
    others = phone.page.locator("#pad button").element_handles()
    assert len(others) > 15
    phone.page.get_by_role("button", name="fight the nearest enemy").click()
    phone.settle()
    assert all(one.evaluate("one => one.isConnected") for one in others), "no tap on one is lost"
    phone.page.get_by_role("button", name=re.compile("^Attack the elf")).first.click()
    phone.settle()
    assert re.search("You (hit|miss) the elf", "\n".join(phone.said))


def test_share_makes_a_link_that_plays_and_one_that_replays(
    tab: Tab, context: BrowserContext
) -> None:
    tab.open("seed=42&floor=dragon&race=troll").press("ArrowRight", "ArrowRight", "ArrowDown")
    board = [row[:79] for row in tab.rows[:25]]
    tab.page.click("#share-button")
    play, watch = (tab.page.input_value(f"#{name}-link") for name in ("play", "watch"))
    assert play == f"{tab.address}#seed=42&race=troll&floor=dragon"
    assert len(watch) < 4_000
    tab.page.keyboard.press("Escape")
    other = Tab(context.new_page(), tab.address).open()
    other.page.goto(watch)
    other.wait_for("turn 0 of 3").press("End").settle()
    assert [row[:79] for row in other.rows[:25]] == board
    assert "turn 3 of 3" in other.text
    assert not other.errors


def test_settings_are_the_configuration_file(tab: Tab) -> None:
    tab.open(GAME).press("ArrowLeft")
    turn = "Turn 1"
    assert turn in tab.text
    tab.page.click("#settings-button")
    tab.page.select_option("[data-setting=palette]", "deuteran")
    tab.page.select_option("[data-setting=glyphs]", "unicode")
    tab.page.select_option("[data-setting=keys]", "vi")
    assert 'keys = "vi"' in tab.page.input_value("#config")
    tab.settle()
    assert tab.page.get_attribute("#screen", "data-palette") == "deuteran", "at once"
    tab.page.click("#settings-dialog form button")  # Close, and no Save
    tab.page.wait_for_selector("#settings-dialog", state="hidden")
    assert "│" in tab.settle().text
    tab.reload().settle()
    assert turn in tab.text
    assert "│" in tab.text
    assert tab.page.get_attribute("#screen", "data-palette") == "deuteran"
    assert "You move East." in tab.press("l").text
    tab.page.click("#settings-button")
    tab.page.fill("#config", 'palette = "mauve"')
    tab.page.click("#settings-save")
    tab.page.wait_for_selector("#settings-error:not(:empty)")
    assert tab.page.inner_text("#settings-error").startswith("config.toml:1: found 'palette")
    tab.page.keyboard.press("Escape")
    tab.reload()
    assert "│" in tab.text


def test_what_a_fog_remembers_is_dim_and_who_hunts_is_underlined(tab: Tab) -> None:
    """The roles of expansions have styles of their own, though their letters are marks."""
    tab.open("seed=42&race=troll&dlc=fog,hunters")
    for _ in range(12):
        tab.press("o").settle()
    styles = tab.page.evaluate(
        """() => [...document.querySelectorAll(".row span")].map((span) => {
          const { color, textDecorationLine } = getComputedStyle(span);
          return [span.textContent.trim(), color, textDecorationLine];
        })"""
    )
    remembered = cell_styles("default")[ROLE_LETTERS["remembered"]].foreground
    dim = ", ".join([str(int(remembered[at : at + 2], 16)) for at in (1, 3, 5)])
    assert any(text and color == f"rgb({dim})" for text, color, _ in styles)
    assert any(line == "underline" and text.isalpha() for text, _, line in styles)


def test_a_paste_is_no_flood_of_keys_and_the_window_decides_how_much_is_seen(tab: Tab) -> None:
    tab.open(GAME)
    frame = tab.frame
    tab.page.evaluate(
        """() => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text", "no so ea we");
          const options = { clipboardData, bubbles: true };
          document.body.dispatchEvent(new ClipboardEvent("paste", options));
        }"""
    )
    tab.wait_for_frame(frame + 1)
    assert "paste" in tab.text
    assert "Turn 0" in tab.text
    assert "Enemies near" in tab.text
    tab.page.set_viewport_size({"width": 420, "height": 500})
    assert "@" in tab.wait_for("Enemies near", is_there=False).text
    tab.page.set_viewport_size({"width": 1600, "height": 1000})
    assert "@" in tab.wait_for("Enemies near").text


def test_the_accessibility_tree_names_everything(phone: Tab) -> None:
    phone.open(GAME)
    tree = phone.page.locator("body").aria_snapshot()
    for part in (
        'application "Game screen"',
        'navigation "Game menu"',
        'button "New"',
        'log "What happens"',
        'group "Directions"',
        'button "North"',
        'button "fight the nearest enemy that it pays to fight"',
    ):
        assert part in tree, part
    assert "|---" not in tree, "the picture is no text for ears"
    assert phone.page.get_attribute("#say", "aria-live") == "polite"
    assert "You" in "\n".join(phone.press("ArrowLeft").said)
    titles = {"play": "New game"}
    for name in ("play", "share", "games", "settings"):
        phone.page.click(f"#{name}-button")
        dialog = phone.page.get_by_role("dialog", name=titles.get(name, name.capitalize()))
        assert dialog.is_visible()
        unnamed = dialog.locator("button, input, select, textarea").evaluate_all(
            "all => all.filter(one => !one.hidden && !one.textContent && !one.labels?.length"
            " && !one.ariaLabel).length"
        )
        assert unnamed == 0
        phone.page.keyboard.press("Escape")


def test_only_one_tab_plays(tab: Tab, context: BrowserContext) -> None:
    tab.open(GAME).press("ArrowLeft")
    other = Tab(context.new_page(), tab.address).open(GAME)
    assert other.text == tab.text
    tab.page.wait_for_selector("#told:not([hidden])")
    assert "another tab" in tab.told
    tab.page.click("#screen")
    for key in ("ArrowRight", "w", "e", "Escape", "Tab"):
        tab.page.keyboard.press(key)
        assert "another tab" in tab.told, key
        assert "Go on here" in tab.told, "what to do"
    for name in ("play", "games", "settings"):
        tab.page.click(f"#{name}-button")
        assert not tab.page.is_visible(f"#{name}-dialog"), "nothing is kept from there"
    assert "Turn 1" in other.reload().text
    with tab.page.expect_navigation():
        tab.page.click("#told-close")
    assert "Turn 2" in tab.ready().press("ArrowRight").text
    assert not tab.told
    other.page.wait_for_selector("#told:not([hidden])")
    assert "another tab" in other.told
