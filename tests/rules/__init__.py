"""Tests of the rules: actions, enemies, potions, spawning, dice."""
