# SPDX-License-Identifier: Apache-2.0
"""Stands in for Central's portal on this machine: takes one upload of a bundle, unpacks it, and answers as the portal does.

Usage: portal.py FOLDER PORT_FILE. It listens on a free port of the loopback address, and ends after the upload.
"""

import email.parser
import email.policy
import http.server
import io
import pathlib
import sys
import urllib.parse
import zipfile


class Portal(http.server.BaseHTTPRequestHandler):
    folder = None
    taken = False

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if urllib.parse.urlsplit(self.path).path != "/api/v1/publisher/upload" or not self.headers["Authorization"]:
            self.send_error(404)
            return
        head = f"Content-Type: {self.headers['Content-Type']}\r\n\r\n".encode()
        form = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(head + body)
        bundle = next(form.iter_parts()).get_payload(decode=True)
        with zipfile.ZipFile(io.BytesIO(bundle)) as files:
            files.extractall(self.folder)
        self.send_response(201)
        self.end_headers()
        self.wfile.write(b"00000000-0000-0000-0000-000000000000")
        Portal.taken = True

    def log_message(self, *arguments):
        pass


if __name__ == "__main__":
    Portal.folder = pathlib.Path(sys.argv[1])
    server = http.server.HTTPServer(("127.0.0.1", 0), Portal)
    pathlib.Path(sys.argv[2]).write_text(str(server.server_port))
    while not Portal.taken:
        server.handle_request()
