"""Shared by several tests: scenarios, terminals, disks, records."""
