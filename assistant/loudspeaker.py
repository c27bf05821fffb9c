"""The table speaks: what the dealer says, aloud through this computer, where espeak-ng is installed."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
from collections.abc import Sequence
from typing import TYPE_CHECKING

from assistant.web.port import Recipient

if TYPE_CHECKING:
    from assistant.session import Session

VOICES = {"pt-BR": "pt-br", "en": "en"}
WORDS_A_MINUTE = 150


def voice_command() -> tuple[str, ...] | None:
    """How this machine speaks; None where it cannot."""
    found = shutil.which("espeak-ng")
    return (found,) if found else None


class Loudspeaker:
    """One voice: new words cut short what is being said, since they are truer."""

    def __init__(self, session: Session, command: Sequence[str], lang: str) -> None:
        self._session, self._lang = session, lang
        self._command = (*command, "-v", VOICES.get(lang, "en"), "-s", str(WORDS_A_MINUTE), "--stdin")
        self._saying: asyncio.subprocess.Process | None = None
        self.said: list[str] = []

    def words(self) -> str:
        """What the table's screen shows in its largest type, and why at the end of a hand."""
        view = self._session.view(Recipient("screen", language=self._lang))
        return f"{view.headline}. {view.verdict.reason}" if view.verdict is not None else view.headline

    async def run(self) -> None:
        """Speak at every change of those words, until cancelled."""
        last = self.words()
        try:
            while True:
                version = self._session.version
                now = self.words()
                if now != last:
                    last = now
                    await self.say(now)
                await self._session.changed(version)
        finally:
            await self._stop()

    async def say(self, text: str) -> None:
        """Begin to say something; a machine without sound stays silent."""
        await self._stop()
        self.said.append(text)
        with contextlib.suppress(OSError):
            self._saying = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
            )
            assert self._saying.stdin is not None
            self._saying.stdin.write(text.encode())
            self._saying.stdin.close()

    async def finished(self) -> int | None:
        """Wait until the last words are said; returns the speaker's exit status."""
        return await self._saying.wait() if self._saying is not None else None

    async def _stop(self) -> None:
        if self._saying is not None and self._saying.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._saying.kill()
            await self._saying.wait()
        self._saying = None
