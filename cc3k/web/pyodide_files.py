"""Pyodide's files: those that the page needs, from a folder or an address, and their hashes."""

import base64
import gzip
import hashlib
import os

from attrs import frozen

from cc3k.saves.open_files import file_error_reason

PYODIDE_VERSION = "314.0.7"
"""The version that is pinned: the page has been tried with it, and the hashes are its own."""

PINNED_INTEGRITY = {
    "pyodide.mjs": "sha384-Lp79fMwxa4n2BLtugpUAoQMlbxIdg8iCUiP1r3h7nJLkQjwlXT1JzZTeHVL+f4Dg",
    "pyodide.asm.mjs": "sha384-/2281iaC0Iimw0B3Kagy1DBfZcJG3W4KYW+EmOqhsdY3fR9BJ88FE2Zt6y0KQKpa",
    "pyodide.asm.wasm": "sha384-y++qrQ72KPA1fTjLIuGMP+jppgGxjbLCgfdb0zMrnNnQVhxRUXTOTF6rTxNzllSu",
    "python_stdlib.zip": "sha384-xW3A5jmenkrPXbsgrIaB1FCJh9OuLT7FRMagsJMgtlhVc19k/mSy3+7nMaF/d767",
    "pyodide-lock.json": "sha384-o8SQQvpVlZnOl04+3dFTJipKxul9GbViVusA379wlOrfHSgxbzt0yPiqCTxOiYES",
}
"""What a browser checks a file by before it uses it (Subresource Integrity)."""

SCRIPTS = ("pyodide.mjs", "pyodide.asm.mjs")
"""Those of them that a browser loads as modules."""

LIBRARY, LOCK = "python_stdlib.zip", "pyodide-lock.json"
"""Those with the standard library, and with a list of all packages that Pyodide can load."""

FOLDER = "pyodide/"
"""Where they lie beside the page, if they come from a folder."""

GZIP_MARK = b"\x1f\x8b"
"""How a file begins that gzip has packed."""


class UnsuitablePyodide(Exception):
    """Raised for a folder or an address that is none of Pyodide: what was found, and expected."""


@frozen
class PyodideSource:
    """Where the page has Pyodide from: files to copy beside it, or an address to load them from."""

    files: dict[str, bytes]
    address: str = ""

    @property
    def base(self) -> str:
        return self.address or FOLDER

    @property
    def origin(self) -> str:
        return "/".join(self.address.split("/")[:3])

    @property
    def integrity(self) -> dict[str, str]:
        if self.address:
            return PINNED_INTEGRITY
        return {name: integrity_of(data) for name, data in self.files.items()}


def read_pyodide(folder: str) -> PyodideSource:
    """Return the files in a folder, as the package unpacks; raise `UnsuitablePyodide`."""
    files = dict[str, bytes]()
    for name in PINNED_INTEGRITY:
        try:
            with open(os.path.join(folder, name), "rb") as file:
                files[name] = file.read()
        except (OSError, ValueError) as error:
            message = (
                f"found {file_error_reason(error)} at {name}; expected a folder with Pyodide "
                f"{PYODIDE_VERSION}: {', '.join(PINNED_INTEGRITY)}"
            )
            raise UnsuitablePyodide(message) from error
    return PyodideSource(files)


def pyodide_at(address: str) -> PyodideSource:
    folder = folder_address(address)
    if folder is None:
        expected = f"the address of a folder with Pyodide {PYODIDE_VERSION}, with https:// before"
        message = f"found {address!a}; expected {expected}"
        raise UnsuitablePyodide(message)
    return PyodideSource({}, folder)


def folder_address(address: str) -> str | None:
    """Return the address of a folder, with / at its end; None for what is unsafe in a page."""
    scheme, sign, rest = address.partition("://")
    host, _, path = rest.partition("/")
    allowed = host.replace(".", "").replace(":", "").replace("-", "").replace("_", "")
    is_plain = address.isascii() and address.isprintable() and not set(address) & set("\"'<>&;, ")
    if scheme not in ("http", "https") or not (sign and allowed.isalnum() and is_plain):
        return None
    folder = path if path.endswith("/") or not path else f"{path}/"
    return f"{scheme}://{host}/{folder}"


def integrity_of(data: bytes) -> str:
    """Return the hash of a file, and of what is inside if it is packed: a browser takes either.

    Some hosts, such as itch.io, let browsers unpack such a file on its way.
    """
    found = [data, gzip.decompress(data)] if data.startswith(GZIP_MARK) else [data]
    hashes = [base64.b64encode(hashlib.sha384(each).digest()).decode("ascii") for each in found]
    return " ".join([f"sha384-{each}" for each in hashes])
