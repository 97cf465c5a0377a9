"""Define the tables. Values that are searched or counted have columns of their own; the rest is JSON."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Numeric,
    String,
    Table,
    Text,
    TypeDecorator,
    text,
)


class UtcTime(TypeDecorator[datetime]):
    """Aware time, stored in UTC. SQLite drops the zone, so it is added again on reading."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if not isinstance(value, datetime):
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
    }
)

WITH_TEMPLATE = text("template IS NOT NULL")

CARRIES_EARLIER = text("""CAST(question AS TEXT) NOT LIKE '%"earlier":[]%'""")
"""Rows whose question contains earlier questions of its conversation, or was stored by a version without that field.
Quotation marks inside a question are escaped, so no text that a person wrote looks like this."""

runs = Table(
    "runs",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("platform", String(32), nullable=False),
    Column("workspace", String(128), nullable=False),
    Column("channel", String(128), nullable=False),
    Column("parent", String(128)),
    Column("thread", String(128)),
    Column("card_thread", String(128)),
    Column("asker", String(128), nullable=False),
    Column("question_text", Text, nullable=False),
    Column("status", String(16), nullable=False),
    Column("asked_at", UtcTime, nullable=False),
    Column("finished_at", UtcTime),
    Column("voting_opened_at", UtcTime),
    Column("voting_closes_at", UtcTime),
    Column("voting_closed_at", UtcTime),
    Column("seed", String(32), nullable=False),
    Column("failure", Text, nullable=False),
    Column("question", JSON, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("material", JSON),
    Column("describers", JSON),
    Column("slate", JSON),
    Column("key", JSON),
    Column("ranking", JSON),
    Column("verdict", JSON),
    Column("no_verdict", JSON),
    Column("tally", JSON),
    Column("template", String(64)),
    Index(None, "platform", "workspace", "channel", "asked_at"),
    Index(None, "platform", "workspace", "channel", "asker", "asked_at"),
    Index(None, "platform", "workspace", "asker", "asked_at"),
    Index(None, "platform", "workspace", "status", "asked_at"),
    Index(
        "ix_runs_platform_workspace_channel_template_asked_at",
        "platform",
        "workspace",
        "channel",
        "template",
        "asked_at",
        sqlite_where=WITH_TEMPLATE,
        postgresql_where=WITH_TEMPLATE,
    ),
    Index(
        "ix_runs_carrying_earlier",
        "platform",
        "workspace",
        "channel",
        "asked_at",
        sqlite_where=CARRIES_EARLIER,
        postgresql_where=CARRIES_EARLIER,
    ),
    Index(None, "card_thread"),
    Index(None, "thread"),
    Index(None, "asked_at"),
    Index(None, "status"),
)

outcomes = Table(
    "outcomes",
    metadata,
    Column("run_id", String(32), ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True, server_default="1"),
    Column("member", String(200), primary_key=True),
    Column("late", Boolean, primary_key=True),
    Column("position", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("reason", String(32)),
    Column("latency", Float, nullable=False),
    Column("tokens_in", Integer),
    Column("tokens_out", Integer),
    Column("cost", Numeric(20, 10, asdecimal=True)),
    Column("body", JSON, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    Column("run_id", String(32), ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True, server_default="1"),
    Column("position", Integer, primary_key=True),
    Column("reviewer", String(200), nullable=False),
    Column("number", Integer, nullable=False),
    Column("status", String(8), nullable=False),
    Column("body", JSON, nullable=False),
)

judged = Table(
    "judged",
    metadata,
    Column("run_id", String(32), ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("reviews", JSON, nullable=False),
)
"""Reviews of revealed runs without their texts, in a table of their own because statistics read hundreds at once.
Runs revealed before this table existed are not in it."""

results = Table(
    "results",
    metadata,
    Column("run_id", String(32), ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("member", String(200), primary_key=True),
    Column("platform", String(32), nullable=False),
    Column("workspace", String(128), nullable=False),
    Column("channel", String(128), nullable=False),
    Column("asked_at", UtcTime, nullable=False),
    Column("name", Text, nullable=False),
    Column("place", Float),
    Column("team_place", Float),
    Column("seconds", Float, nullable=False),
    Column("cost", Numeric(20, 10, asdecimal=True)),
    Column("reason", String(32)),
    Column("rubric", String(64)),
    Column("template", String(64)),
    Column("tools", Integer),
    Index(None, "platform", "workspace", "channel", "asked_at"),
    Index(None, "platform", "workspace", "asked_at"),
    Index(None, "platform", "workspace", "channel", "member", "name"),
    Index(None, "asked_at"),
)
"""Members' results of revealed runs, for the boards (`storage.member_results`). Demonstrations are not in it."""

fillings = Table(
    "fillings",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("before_at", UtcTime),
    Column("before_id", String(32)),
)
"""Tables that still lack rows of earlier versions' runs, and the oldest run that is done."""

schedules = Table(
    "schedules",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("platform", String(32), nullable=False),
    Column("workspace", String(128), nullable=False),
    Column("channel", String(128), nullable=False),
    Column("parent", String(128)),
    Column("owner", String(128), nullable=False),
    Column("owner_name", Text, nullable=False),
    Column("locale", String(32), nullable=False),
    Column("text", Text, nullable=False),
    Column("recurrence", JSON, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("next_at", UtcTime, nullable=False),
    Column("state", String(16), nullable=False),
    Column("trouble", Text, nullable=False),
    Index(None, "state", "next_at"),
    Index(None, "platform", "workspace", "channel", "next_at"),
)

decisions = Table(
    "decisions",
    metadata,
    Column("run_id", String(32), ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("platform", String(32), nullable=False),
    Column("workspace", String(128), nullable=False),
    Column("channel", String(128), nullable=False),
    Column("person", String(128), nullable=False),
    Column("name", Text, nullable=False),
    Column("locale", String(32), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", UtcTime, nullable=False),
    Column("look_again", UtcTime),
    Column("reminded", Boolean, nullable=False),
    Index(None, "platform", "workspace", "channel", "at"),
    Index(None, "reminded", "look_again"),
)

public_links = Table(
    "public_links",
    metadata,
    Column("run_id", String(32), ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("token", String(64), nullable=False),
    Column("made_by", String(128), nullable=False),
    Index(None, "token", unique=True),
)
"""Addresses of public runs (`storage.run_records`)."""

drafts = Table(
    "drafts",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("at", UtcTime, nullable=False),
    Column("draft", JSON, nullable=False),
    Column("better", Text, nullable=False),
    Index(None, "at"),
)
"""Questions that wait until their person chooses how to ask them; deleted after a day (`storage.drafts`)."""

own_templates = Table(
    "own_templates",
    metadata,
    Column("platform", String(32), primary_key=True),
    Column("workspace", String(128), primary_key=True),
    Column("name", String(64), primary_key=True),
    Column("template", Text, nullable=False),
    Column("changed_by", String(128), nullable=False),
    Column("changed_at", UtcTime, nullable=False),
)
"""Templates that a workspace made of its own; they belong to no run (`storage.places`)."""

connector_tokens = Table(
    "connector_tokens",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("connector", String(64), nullable=False),
    Column("access_token", Text, nullable=False),
    Column("refresh_token", Text, nullable=False),
    Column("ends_at", UtcTime),
    Column("claimed_until", UtcTime),
)
"""Tokens of connectors, sealed, by account. They belong to no run (`storage.secrets`)."""

hints = Table(
    "hints",
    metadata,
    Column("platform", String(32), primary_key=True),
    Column("workspace", String(128), primary_key=True),
    Column("person", String(128), primary_key=True),
    Column("run_id", String(32), ForeignKey("runs.id", ondelete="CASCADE")),
    Index(None, "run_id"),
)
"""People who got advice about a vague question (`storage.drafts`). Only versions before 0043 name workspace and run."""

line = Table(
    "line",
    metadata,
    Column("run_id", String(32), ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("platform", String(32), nullable=False),
    Column("person", String(300), nullable=False),
    Column("channel", String(300), nullable=False),
    Column("asked", UtcTime, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("inside", Boolean, nullable=False),
    Column("carrier", String(128)),
    Index(None, "inside", "turn", "asked", "run_id"),
    Index(None, "person", "turn"),
    Index(None, "carrier"),
)
"""Runs before their verdict, waiting or admitted (`storage.queue`)."""

ballots = Table(
    "ballots",
    metadata,
    Column("run_id", String(32), ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("voter", String(128), primary_key=True),
    Column("choice", JSON, nullable=False),
    Column("cast_at", UtcTime, nullable=False),
    Column("blind_choice", JSON),
)

looks = Table(
    "looks",
    metadata,
    Column("run_id", String(32), ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(128), primary_key=True),
)
"""Voters who saw ranking and verdict before voting."""

feedback = Table(
    "feedback",
    metadata,
    Column("run_id", String(32), ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(128), primary_key=True),
    Column("good", Boolean, nullable=False),
    Column("given_at", UtcTime, nullable=False),
    Column("reason", Text),
)

place_settings = Table(
    "place_settings",
    metadata,
    Column("platform", String(32), primary_key=True),
    Column("workspace", String(128), primary_key=True),
    Column("channel", String(128), primary_key=True),
    Column("settings", JSON, nullable=False),
    Column("version", Integer, nullable=False),
    Column("changed_by", String(128), nullable=False),
    Column("changed_at", UtcTime, nullable=False),
)

spending = Table(
    "spending",
    metadata,
    Column("run_id", String(32), primary_key=True),
    Column("platform", String(32), nullable=False),
    Column("workspace", String(128), nullable=False),
    Column("channel", String(128), nullable=False),
    Column("asked_at", UtcTime, nullable=False),
    Column("expected", Numeric(20, 10, asdecimal=True)),
    Column("cost", Numeric(20, 10, asdecimal=True)),
    Column("ended", Boolean, nullable=False),
    Column("allowances", JSON),
    Index(None, "asked_at"),
    Index(None, "platform", "workspace", "channel", "asked_at"),
)
"""Costs of runs, in a table of their own because they outlive a deleted run."""

UNSETTLED = text("message IS NULL")

calibrations = Table(
    "calibrations",
    metadata,
    Column("version", String(300), primary_key=True),
    Column("rubric", String(64), primary_key=True),
    Column("agreed", Float, nullable=False),
    Column("pairs", Float, nullable=False),
    Column("picks", Integer, nullable=False),
    Column("at", UtcTime, nullable=False),
)
"""Results of `council calibrate`, by model and rubric. They belong to no run."""

receipts = Table(
    "receipts",
    metadata,
    Column("key", String(200), primary_key=True),
    Column("message", JSON),
    Column("thread", JSON),
    Column("claimed_at", UtcTime, nullable=False),
    Column("drawn", String(32)),
    Index("ix_receipts_unsettled", "key", sqlite_where=UNSETTLED, postgresql_where=UNSETTLED),
)
"""Postgres also has an index of keys by bytes (`storage.retention.receipts_of`)."""

forgotten = Table(
    "forgotten",
    metadata,
    Column("run_id", String(32), primary_key=True),
    Column("platform", String(32), nullable=False),
    Column("workspace", String(128), nullable=False),
    Column("channel", String(128), nullable=False),
    Column("forgotten_at", UtcTime, nullable=False),
    Column("had_ended", Boolean, nullable=False),
    Column("language", String(16), nullable=False, server_default=""),
    Column("posts", JSON, nullable=False),
    Column("is_settled", Boolean, nullable=False),
)

blobs = Table(
    "blobs",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("size", BigInteger, nullable=False),
    Column("content", LargeBinary, nullable=False),
)

blob_references = Table(
    "blob_references",
    metadata,
    Column("run_id", String(32), ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("digest", String(64), ForeignKey("blobs.digest"), primary_key=True),
    Index(None, "digest"),
)
"""References from runs to blobs."""

searchable = Table(
    "searchable",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("run_id", String(32), nullable=False),
    Index(None, "run_id", unique=True),
)
"""Run of each row of `search_words`, which is a different kind of table in each database (`storage.search`)."""

compatibility = Table("compatibility", metadata, Column("serves_from", String(32), primary_key=True))
"""One row: the oldest revision whose code still works with these tables (`storage.migrate`)."""

run_steps = Table(
    "run_steps",
    metadata,
    Column("run_id", String(32), primary_key=True),
    Column("scope", String(400), primary_key=True),
    Column("name", String(400), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("output", Text, nullable=False),
    Column("started", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False),
)
"""Results of steps, for resuming a run (`storage.checkpoints`). There is no foreign key: the engine's row of a run
fences them, and they are deleted after that row."""

run_signals = Table(
    "run_signals",
    metadata,
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("run_id", String(32), nullable=False),
    Column("key", String(400), nullable=False),
    Column("body", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "run_id", "key", unique=True),
)
"""Signals to runs, such as Reveal, in the order of arrival."""
