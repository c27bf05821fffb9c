"""Runs the migrations on the connection (and inside the transaction) that ``assistant.storage`` opened."""

from __future__ import annotations

from alembic import context

from assistant.storage import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
