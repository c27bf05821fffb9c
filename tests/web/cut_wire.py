"""A wire between a phone and the table that can be cut: connections die without a word, new ones find nobody."""

from __future__ import annotations

import contextlib
import socket
import threading


class CutWire:
    """Forwards TCP from a port of its own to ``port`` of this machine."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._lock = threading.Lock()
        self._server: socket.socket | None = None
        self.port = 0
        self.mend()

    def mend(self) -> None:
        """Listen (again) on the same port."""
        server = socket.create_server(("127.0.0.1", self.port))
        self.port = int(server.getsockname()[1])
        self._server = server
        threading.Thread(target=self._accept, args=(server,), daemon=True).start()

    def cut(self) -> None:
        """End every connection with a reset and refuse new ones."""
        server, self._server = self._server, None
        if server is not None:
            server.shutdown(socket.SHUT_RDWR)
            server.close()
        with self._lock:
            pairs, self._pairs = self._pairs, []
        for pair in pairs:
            for end in pair:
                with contextlib.suppress(OSError):
                    end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
                    end.shutdown(socket.SHUT_RDWR)
                end.close()

    def _accept(self, server: socket.socket) -> None:
        while True:
            try:
                near, _ = server.accept()
                far = socket.create_connection(("127.0.0.1", self._to))
            except OSError:
                return
            with self._lock:
                self._pairs.append((near, far))
            for a, b in ((near, far), (far, near)):
                threading.Thread(target=_pump, args=(a, b), daemon=True).start()


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65_536):
            sink.sendall(data)
    with contextlib.suppress(OSError):
        sink.shutdown(socket.SHUT_WR)
