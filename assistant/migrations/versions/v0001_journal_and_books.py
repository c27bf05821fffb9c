"""Journal of facts and the entries they cause; neither can be changed or deleted, only added to."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_SQLITE_GUARD = """
CREATE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table}
BEGIN SELECT RAISE(ABORT, 'the journal and its books are never changed'); END
"""
_POSTGRESQL_GUARD = """
CREATE FUNCTION fala_never() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'the journal and its books are never changed'; END $$
"""


def upgrade() -> None:
    """Create tables, facts, entries and the triggers that keep the last two as they were written."""
    big = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "tables",
        sa.Column("id", big, primary_key=True, autoincrement=True),
        sa.Column("name", sa.String(200), nullable=False, unique=True),
        sa.Column("head", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("head_hash", sa.String(64), nullable=False),
    )
    op.create_table(
        "facts",
        sa.Column("table_id", big, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(60), nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
        sa.Column("source", sa.String(80), nullable=False),
        sa.Column("hand", sa.BigInteger),
        sa.Column("certainty", sa.BigInteger, nullable=False),
        sa.Column("tap", sa.String(200)),
        sa.Column("pictures", sa.Text, nullable=False),
        sa.Column("salt", sa.String(80), nullable=False),
        sa.Column("prev", sa.String(64), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.UniqueConstraint("table_id", "tap", name="one_fact_per_tap"),
    )
    op.create_table(
        "entries",
        sa.Column("table_id", big, primary_key=True),
        sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("line", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("account", sa.String(200), nullable=False),
        sa.Column("unit", sa.String(10), nullable=False),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["table_id", "seq"], ["facts.table_id", "facts.seq"], name="entry_of_a_fact"),
    )
    op.create_index("ix_entries_account", "entries", ["account"])
    if op.get_bind().dialect.name == "sqlite":
        for table in ("facts", "entries"):
            for verb in ("UPDATE", "DELETE"):
                op.execute(_SQLITE_GUARD.format(table=table, verb=verb))
    else:
        op.execute(_POSTGRESQL_GUARD)
        for table in ("facts", "entries"):
            op.execute(
                f"CREATE TRIGGER {table}_never BEFORE UPDATE OR DELETE ON {table} "
                "FOR EACH ROW EXECUTE FUNCTION fala_never()"
            )


def downgrade() -> None:
    """Journals are not taken back."""
    raise RuntimeError("a journal is never deleted by a migration")
