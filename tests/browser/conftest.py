"""Fixtures of the tests in a browser; without its driver, the extra `browser`, there are none."""

try:
    from tests.support.browser_fixtures import context, driver, phone, served, site, tab
except ModuleNotFoundError:
    collect_ignore_glob = ["test_*.py"]
else:
    __all__ = ["context", "driver", "phone", "served", "site", "tab"]
