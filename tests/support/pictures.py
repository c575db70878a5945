"""Pictures of the page for the README: `python -m tests.support.pictures` takes them anew.

It needs what the tests in a browser need: `CC3K_PYODIDE`, and a Chromium.
"""

import tempfile
from pathlib import Path

from tests.support.browser import PHONE_WINDOW, Served, Tab, built_site, launched, playing_driver
from tests.support.processes import ROOT

GAME = "seed=42&race=shade"
PICTURES = (
    ("desk", (1100, 660), ("ArrowLeft", "l", "Tab")),
    ("phone", PHONE_WINDOW, ("ArrowLeft",)),
)
"""The name of each, its window, and the keys that lead there; the phone has the light theme."""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, playing_driver() as driver:
        server = Served(built_site(Path(folder) / "site"))
        for name, window, keys in PICTURES:
            profile, is_phone = Path(folder) / name, name == "phone"
            with launched(driver, profile, window, is_phone=is_phone) as context:
                tab = Tab(context.new_page(), server.address)
                tab.page.emulate_media(color_scheme="light" if is_phone else "dark")
                tab.page.add_init_script("localStorage.setItem('cc3k tiles', 'fill')")
                tab.open(GAME).press(*keys).settle()
                path = ROOT / ".github" / f"{name}.png"
                tab.page.screenshot(path=path, scale="css")
        server.stop()


if __name__ == "__main__":
    main()
