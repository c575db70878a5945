"""Fixtures of the tests in a browser; without its driver, the extra `browser`, there are none."""

try:
    from tests.support.browser_fixtures import (
        context,
        desk_browser,
        driver,
        new_browser,
        new_tab,
        phone,
        phone_browser,
        plain_site,
        plain_tab,
        served,
        shared_server,
        site,
        tab,
    )
except ModuleNotFoundError:
    collect_ignore_glob = ["test_*.py"]
else:
    __all__ = [
        "context",
        "desk_browser",
        "driver",
        "new_browser",
        "new_tab",
        "phone",
        "phone_browser",
        "plain_site",
        "plain_tab",
        "served",
        "shared_server",
        "site",
        "tab",
    ]
