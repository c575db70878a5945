"""The machinery of the rules: it knows no monster's name and tells nothing but refusals."""
