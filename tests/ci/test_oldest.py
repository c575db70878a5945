"""The oldest versions that are declared: each requirement has one, and it is what is tested."""

import pytest

from tests.support.oldest import oldest
from tests.support.processes import ROOT
from tests.support.tables import for_each

PYPROJECT = '[project]\ndependencies = [{}]\noptional-dependencies.x = ["b-c>=2"]'


def test_oldest_versions_are_the_lower_bounds() -> None:
    assert list(oldest(PYPROJECT.format('"a>=1.25"'), [])) == ["a==1.25"]
    assert list(oldest(PYPROJECT.format('"a>=1.25"'), ["x"])) == ["a==1.25", "b-c==2"]


@for_each("requirement", ["a", "a==1", "a>1", "a>=1,<2", "a[b]>=1"])
def test_requirement_without_a_plain_lower_bound_is_told(requirement: str) -> None:
    with pytest.raises(ValueError, match=r"expected NAME>=VERSION"):
        list(oldest(PYPROJECT.format(f'"{requirement}"'), []))


def test_own_requirements_have_lower_bounds() -> None:
    """Of blessed below 1.41, a vt100 is shown the padding of its capabilities."""
    declared = (ROOT / "pyproject.toml").read_text("utf-8")
    constraints = list(oldest(declared, ["test", "gym"]))
    assert "blessed==1.41" in constraints
    assert any(each.startswith("shtab==") for each in constraints)  # by way of `cc3k[completion]`
