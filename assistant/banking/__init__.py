"""The bank at the table: what phones ask of it and what they see, put together from session, books and profiles."""

from __future__ import annotations

from assistant.banking.bank import Bank

__all__ = ["Bank"]
