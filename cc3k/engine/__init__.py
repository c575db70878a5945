"""The machinery of the rules: it knows no monster's name and writes no prose."""
