"""Tests of the checks that `.ci/run` makes of wheels, versions and numbers."""
