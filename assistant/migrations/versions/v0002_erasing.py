"""Private fields of a fact may be erased, and nothing else of it changed: the chain still verifies afterwards."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_KEPT = ("table_id", "seq", "kind", "at", "source", "hand", "certainty", "tap", "pictures", "prev", "hash")


def _changed(different: str) -> str:
    """SQL that is true when anything but payload and salt changes, or when the new row is no erased one."""
    parts = [f"NEW.{c} {different} OLD.{c}" for c in _KEPT]
    return " OR ".join([*parts, "OLD.salt LIKE 'erased:%'", "NEW.salt NOT LIKE 'erased:%'"])


def upgrade() -> None:
    """Let an update through that only takes private fields away."""
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TRIGGER facts_no_UPDATE")
        op.execute(
            f"CREATE TRIGGER facts_no_UPDATE BEFORE UPDATE ON facts WHEN {_changed('IS NOT')} "
            "BEGIN SELECT RAISE(ABORT, 'the journal and its books are never changed'); END"
        )
    else:
        op.execute(
            "CREATE FUNCTION fala_only_erased() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"IF {_changed('IS DISTINCT FROM')} THEN "
            "RAISE EXCEPTION 'the journal and its books are never changed'; END IF; RETURN NEW; END $$"
        )
        op.execute("DROP TRIGGER facts_never ON facts")
        op.execute("CREATE TRIGGER facts_never BEFORE DELETE ON facts FOR EACH ROW EXECUTE FUNCTION fala_never()")
        op.execute(
            "CREATE TRIGGER facts_only_erased BEFORE UPDATE ON facts FOR EACH ROW EXECUTE FUNCTION fala_only_erased()"
        )


def downgrade() -> None:
    """Journals are not taken back."""
    raise RuntimeError("a journal is never deleted by a migration")
