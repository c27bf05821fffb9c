"""A wire between a phone and the table that can be cut, or swallow everything without a word."""

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
        self._passes = threading.Event()  # of the connections made from now on
        self._passes.set()
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

    def swallow(self) -> None:
        """From now on nothing passes through the present connections, and none of them ends; new ones work."""
        self._passes.clear()
        self._passes = threading.Event()
        self._passes.set()

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
                threading.Thread(target=_pump, args=(a, b, self._passes), daemon=True).start()


def _pump(source: socket.socket, sink: socket.socket, passes: threading.Event) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65_536):
            if passes.is_set():
                sink.sendall(data)
    if not passes.is_set():
        return
    with contextlib.suppress(OSError):
        sink.shutdown(socket.SHUT_WR)
