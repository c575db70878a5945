"""`python -m cc3k`."""

from cc3k.cli import main

raise SystemExit(main())
