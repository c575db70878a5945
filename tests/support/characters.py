"""Characters of any kind, for properties: what `st.text()` draws from."""

from hypothesis import strategies as st

ANY_CHARACTER = st.characters(exclude_categories=["Cs"])
"""All but surrogates, by their category: `st.text()` tries to encode each one there is first."""
