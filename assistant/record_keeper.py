"""The running table's record as its pages see it: contests, replays, the night in numbers, a cold verdict."""

from __future__ import annotations

from assistant.contesting import Disputes
from assistant.records.evidence import EvidenceStore
from assistant.session import Session


class Records(Disputes):
    """Everything that the record's pages ask for."""

    def __init__(self, session: Session, store: EvidenceStore) -> None:
        super().__init__(session, store)
        session.extras["contests"] = lambda: sorted({c.hand for c in self.open_contests()})
