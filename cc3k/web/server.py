"""Server: the folder of the page on this machine alone, for trying it out."""

import hashlib
import os
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

from cc3k.web.site import INDEX, NotOurFolder, listed_files, read_site_file

ADDRESS = "127.0.0.1"

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}
"""The type of a file by the end of its name; any other is just bytes."""

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
"""Sent with every file. The page has the rest of its policy in itself, for any host. A browser may
keep a file, but asks each time whether it is still the same: a name says nothing of a version."""


class SiteHandler(BaseHTTPRequestHandler):
    """Answers requests for the files of the page, and for nothing else."""

    protocol_version = "HTTP/1.1"

    def __init__(self, folder: str, *arguments: object) -> None:
        self._folder = folder
        super().__init__(*arguments)  # type: ignore[arg-type] # as the server passes them

    def do_GET(self) -> None:
        self._send(has_body=True)

    def do_HEAD(self) -> None:
        self._send(has_body=False)

    def _send(self, *, has_body: bool) -> None:
        name = unquote(urlsplit(self.path).path).removeprefix("/") or INDEX
        data = self._read(name)
        if data is None:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        kind = TYPES.get(os.path.splitext(name)[1], "application/octet-stream")
        tag = f'"{hashlib.sha256(data).hexdigest()}"'
        is_known = tag in self.headers.get("If-None-Match", "")
        self.send_response(HTTPStatus.NOT_MODIFIED if is_known else HTTPStatus.OK)
        for header, value in {"Content-Type": kind, "ETag": tag, **HEADERS}.items():
            self.send_header(header, value)
        if not is_known:
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if has_body and not is_known:
            self.wfile.write(data)

    def _read(self, name: str) -> bytes | None:
        try:
            is_listed = name in (listed_files(self._folder) or ())
            return read_site_file(self._folder, name) if is_listed else None
        except NotOurFolder:
            return None

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - its own name
        """Say nothing of each request."""


def serve(folder: str, port: int, report: Callable[[str], None]) -> None:
    """Serve a folder on this machine until an interrupt; report its address first.

    Any free port is taken for 0. Raises `OSError` if the port is taken.
    """
    with ThreadingHTTPServer((ADDRESS, port), partial(SiteHandler, folder)) as server:
        report(f"http://{ADDRESS}:{server.server_port}/")
        server.serve_forever()
