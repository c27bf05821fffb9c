"""The dealer machine at a table: what the session asks of it, and what it asks of people."""

from assistant.machine.game import DealerMachine, Patience

__all__ = ["DealerMachine", "Patience"]
