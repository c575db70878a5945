"""Looks of the page in a browser: room for fingers, tiles, and the light theme."""

import pytest

from tests.support.browser import PHONE_WINDOW, Tab

pytestmark = pytest.mark.browser

SMALL_WINDOW = 320, 568
FINGER = 44
"""Pixels of a fingertip."""

GAME = "seed=42&race=shade"

MEASURE = """() => {
  const wrong = [];
  for (const one of document.querySelectorAll("button, select, summary, dialog[open] a")) {
    if (!one.getClientRects().length || !one.checkVisibility()) continue;
    const box = one.getBoundingClientRect(), around = one.parentElement.getBoundingClientRect();
    const isSmall = box.width < FINGER || box.height < FINGER
      || one.scrollWidth > one.clientWidth + 1;
    const isOut = box.left < 1 || box.right > innerWidth - 1 || box.bottom > innerHeight - 1
      || box.bottom > around.bottom + 1 || box.right > around.right + 1;
    if (isSmall || isOut) wrong.push(`${one.textContent}: ${JSON.stringify(box)}`);
  }
  const screen = document.getElementById("screen");
  if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page scrolls sideways");
  if (screen.getBoundingClientRect().left < 4) wrong.push("letters at the edge");
  const font = parseFloat(getComputedStyle(screen).fontSize);
  return { wrong, font, beyond: screen.scrollWidth - screen.clientWidth };
}""".replace("FINGER", str(FINGER))
"""Finds buttons that are too small for a finger, or beyond an edge; and the size of letters."""


def show(tab: Tab, link: str, text: str) -> Tab:
    tab.page.evaluate("link => { location.hash = link; }", link)
    return tab.wait_for(text)


def test_every_button_has_room_for_a_finger(phone: Tab) -> None:
    phone.open()
    for width, height in (PHONE_WINDOW, SMALL_WINDOW):
        phone.page.set_viewport_size({"width": width, "height": height})
        for link, text in (
            ("daily", "Daily 20"),
            ("", "Choose" if width > height else "Tap a row"),
            (GAME, "Shade"),
            ("gems", "Tap a board"),
        ):
            show(phone, link, text)
            found = phone.page.evaluate(MEASURE)
            assert not found["wrong"], (width, link, found["wrong"])
            assert found["beyond"] <= 0, (width, link)
            if link == "gems":
                assert found["font"] >= (14 if width == PHONE_WINDOW[0] else 12)
            elif not link:
                assert phone.page.get_by_role("button", name="mark a vampire").is_visible()
                assert "Vampire" in phone.text
    signs = phone.page.locator("#ways svg")
    sizes = signs.evaluate_all("all => all.map((one) => one.getBoundingClientRect().width)")
    assert len(sizes) == 9, "drawn, whatever fonts there are"
    assert min(sizes) > 12
    phone.press("Enter").settle()
    assert "Adjacent gems of the same kind" in phone.text, "the panel comes below the board"
    assert phone.page.evaluate(MEASURE)["beyond"] <= 0
    show(phone, "", "Tap a row")
    phone.page.click("#play-button")
    assert not phone.page.evaluate(MEASURE)["wrong"]
    assert not phone.errors


def test_tiles_are_an_option_and_light_is_a_theme(phone: Tab) -> None:
    phone.open("seed=42&race=troll&floor=dragon")
    assert not phone.page.is_visible("#tiles"), "text is the default"
    rows = phone.rows
    phone.page.click("#settings-button")
    phone.page.select_option("#board-tiles", "fill")
    phone.page.keyboard.press("Escape")
    phone.page.wait_for_selector("#tiles:not([hidden])")
    phone.reload()
    phone.page.wait_for_selector("#tiles:not([hidden])")
    assert phone.rows == rows
    box = phone.page.locator("#tiles").bounding_box()
    assert box is not None
    assert box["width"] > 300
    colours = """() => {
      const { width, height } = tiles, context = tiles.getContext("2d");
      const { data } = context.getImageData(0, 0, width, height), found = new Set();
      for (let at = 0; at < data.length; at += 4) found.add(data.slice(at, at + 3).join());
      return found.size;
    }"""
    assert phone.page.evaluate(colours) > 20, "walls, figures and floors"
    frame = phone.frame
    phone.page.touchscreen.tap(box["x"] + box["width"] / 2 + 44, box["y"] + box["height"] / 2)
    phone.wait_for_frame(frame + 1)
    assert "You move" in "\n".join(phone.settle().said)
    for theme, paper in (("dark", "rgb(20, 22, 26)"), ("light", "rgb(251, 250, 246)")):
        phone.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        for part in ("body", "#screen"):
            found = phone.page.eval_on_selector(part, "one => getComputedStyle(one).background")
            assert found.startswith(paper), (theme, part)
    phone.page.click("#settings-button")
    phone.page.select_option("#board-tiles", "off")
    phone.page.wait_for_selector("#tiles", state="hidden")
    assert not phone.errors


def test_a_desk_has_the_first_games_above_the_screen(tab: Tab) -> None:
    tab.open()
    offered = tab.page.locator("#offers button")
    assert offered.all_inner_texts() == ["Play", "Daily", "Learn"]
    assert not tab.page.evaluate(MEASURE)["wrong"]
    tab.press("t")
    assert not offered.count()
