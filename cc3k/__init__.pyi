# What type checkers and editors see of the package: all that `cc3k.api` offers.

from cc3k.api import *  # noqa: F403 - its `__all__` names them
from cc3k.api import __all__ as __all__

__version__: str
