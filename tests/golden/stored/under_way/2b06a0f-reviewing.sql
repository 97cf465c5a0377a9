BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE application_versions (
    version_id TEXT NOT NULL PRIMARY KEY,
    version_name TEXT NOT NULL UNIQUE,
    version_timestamp INTEGER NOT NULL DEFAULT (strftime('%s','now') * 1000),
    created_at INTEGER NOT NULL DEFAULT (strftime('%s','now') * 1000)
, "application_name" TEXT DEFAULT NULL);
INSERT INTO "application_versions" VALUES('99407612-46db-483a-8e8c-704643f74f08','1-serve',1795140444000,1795140444000,'council');
CREATE TABLE ballots (
	run_id VARCHAR(32) NOT NULL, 
	voter VARCHAR(128) NOT NULL, 
	choice JSON NOT NULL, 
	cast_at DATETIME NOT NULL, 
	CONSTRAINT pk_ballots PRIMARY KEY (run_id, voter), 
	CONSTRAINT fk_ballots_run_id FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
);
CREATE TABLE dbos_migrations (version INTEGER NOT NULL PRIMARY KEY);
INSERT INTO "dbos_migrations" VALUES(125);
CREATE TABLE feedback (
	run_id VARCHAR(32) NOT NULL, 
	person VARCHAR(128) NOT NULL, 
	good BOOLEAN NOT NULL, 
	given_at DATETIME NOT NULL, 
	CONSTRAINT pk_feedback PRIMARY KEY (run_id, person), 
	CONSTRAINT fk_feedback_run_id FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
);
CREATE TABLE notifications (
    message_uuid TEXT NOT NULL DEFAULT (hex(randomblob(16))) PRIMARY KEY,
    destination_uuid TEXT NOT NULL,
    topic TEXT,
    message TEXT NOT NULL,
    created_at_epoch_ms INTEGER NOT NULL DEFAULT (strftime('%s','now') * 1000), "serialization" TEXT DEFAULT NULL, "consumed" BOOLEAN NOT NULL DEFAULT FALSE, consumed_by_function_id INTEGER,
    FOREIGN KEY (destination_uuid) REFERENCES workflow_status(workflow_uuid) 
        ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE TABLE "operation_outputs" (
    workflow_uuid TEXT NOT NULL,
    function_id INTEGER NOT NULL,
    function_name TEXT NOT NULL DEFAULT '',
    output TEXT,
    error TEXT,
    child_workflow_id TEXT,
    started_at_epoch_ms INTEGER,
    completed_at_epoch_ms INTEGER,
    serialization TEXT,
    application_name TEXT DEFAULT NULL,
    retention_timestamp INTEGER NOT NULL DEFAULT (strftime('%s','now') * 1000),
    PRIMARY KEY (workflow_uuid, function_id)
);
INSERT INTO "operation_outputs" VALUES('ra2dd91cc0351',1,'tell:run_started','null',NULL,NULL,1795140444406,1795140444508,'portable_json','council',1795140444000);
INSERT INTO "operation_outputs" VALUES('ra2dd91cc0351',2,'answer:openai:gpt-6.1-sol','{"kind":"answer","member":"openai:gpt-6.1-sol","reply":{"text":"gpt-6.1-sol on this: Tabs or spaces?","latency":0.248251609998988,"usage":{"tokens_in":161,"tokens_out":9,"cost":"0.000412","cost_is_estimate":true},"finish_reason":"stop","reasoning":""},"first":null}',NULL,NULL,1795140444406,1795140445427,'portable_json','council',1795140445000);
INSERT INTO "operation_outputs" VALUES('ra2dd91cc0351',3,'answer:anthropic:claude-sonnet-5-5','{"kind":"answer","member":"anthropic:claude-sonnet-5-5","reply":{"text":"claude-sonnet-5-5 on this: Tabs or spaces?","latency":0.2466416110000864,"usage":{"tokens_in":161,"tokens_out":10,"cost":"0.000422","cost_is_estimate":true},"finish_reason":"stop","reasoning":""},"first":null}',NULL,NULL,1795140444410,1795140446135,'portable_json','council',1795140446000);
INSERT INTO "operation_outputs" VALUES('ra2dd91cc0351',4,'answer:google:gemini-4-argon','{"kind":"answer","member":"google:gemini-4-argon","reply":{"text":"gemini-4-argon on this: Tabs or spaces?","latency":0.234713540001394,"usage":{"tokens_in":161,"tokens_out":9,"cost":"0.000412","cost_is_estimate":true},"finish_reason":"stop","reasoning":""},"first":null}',NULL,NULL,1795140444412,1795140446399,'portable_json','council',1795140446000);
INSERT INTO "operation_outputs" VALUES('ra2dd91cc0351',5,'answer:openrouter:vendor/quartz','{"kind":"answer","member":"openrouter:vendor/quartz","reply":{"text":"Quartz says: whatever the file has already.","latency":0.21580538399939542,"usage":{"tokens_in":161,"tokens_out":10,"cost":"0.0001","cost_is_estimate":false},"finish_reason":"stop","reasoning":""},"first":null}',NULL,NULL,1795140444412,1795140446421,'portable_json','council',1795140446000);
INSERT INTO "operation_outputs" VALUES('ra2dd91cc0351',6,'keep:answering','[null,null]',NULL,NULL,1795140446424,1795140446432,'portable_json','council',1795140446000);
INSERT INTO "operation_outputs" VALUES('ra2dd91cc0351',7,'keep:reviewing','["2026-11-20T02:07:26.820110Z",null]',NULL,NULL,1795140446817,1795140446834,'portable_json','council',1795140446000);
INSERT INTO "operation_outputs" VALUES('ra2dd91cc0351',10,'trust','{}',NULL,NULL,1795140446837,1795140446844,'portable_json','council',1795140446000);
INSERT INTO "operation_outputs" VALUES('ra2dd91cc0351',8,'tell:slate_opened','null',NULL,NULL,1795140446837,1795140446904,'portable_json','council',1795140446000);
INSERT INTO "operation_outputs" VALUES('ra2dd91cc0351',15,'review:google:gemini-4-argon','{"text":"{\"nonce\": \"55f19375ac3989bb1a69e4942e22320b\", \"reasons\": {\"x8g3\": \"Place 1 for what it says.\", \"k6r6\": \"Place 2 for what it says.\", \"t7n9\": \"Place 3 for what it says.\", \"w7g3\": \"Place 4 for what it says.\"}, \"ranking\": [\"x8g3\", \"k6r6\", \"t7n9\", \"w7g3\"], \"comment\": \"Ranked by the local model server.\"}","latency":0.20608169000115595,"usage":{"tokens_in":666,"tokens_out":74,"cost":"0.002072","cost_is_estimate":true},"finish_reason":"stop","reasoning":""}',NULL,NULL,1795140446848,1795140447063,'portable_json','council',1795140447000);
INSERT INTO "operation_outputs" VALUES('ra2dd91cc0351',13,'review:anthropic:claude-sonnet-5-5','{"text":"{\"nonce\": \"82cc6495df998d95f3be7302fa914dfa\", \"reasons\": {\"h7k7\": \"Place 1 for what it says.\", \"j4t3\": \"Place 2 for what it says.\", \"v8z7\": \"Place 3 for what it says.\", \"x8j8\": \"Place 4 for what it says.\"}, \"ranking\": [\"h7k7\", \"j4t3\", \"v8z7\", \"x8j8\"], \"comment\": \"Ranked by the local model server.\"}","latency":0.21187082799951895,"usage":{"tokens_in":666,"tokens_out":74,"cost":"0.002072","cost_is_estimate":true},"finish_reason":"stop","reasoning":""}',NULL,NULL,1795140446848,1795140447065,'portable_json','council',1795140447000);
INSERT INTO "operation_outputs" VALUES('ra2dd91cc0351',11,'review:openai:gpt-6.1-sol','{"text":"{\"nonce\": \"5189dca460b760bceefca45a9f60e7d0\", \"reasons\": {\"p8x7\": \"Place 1 for what it says.\", \"z9h9\": \"Place 2 for what it says.\", \"j9z7\": \"Place 3 for what it says.\", \"g4k7\": \"Place 4 for what it says.\"}, \"ranking\": [\"p8x7\", \"z9h9\", \"j9z7\", \"g4k7\"], \"comment\": \"Ranked by the local model server.\"}","latency":0.21413179999944987,"usage":{"tokens_in":666,"tokens_out":74,"cost":"0.002072","cost_is_estimate":true},"finish_reason":"stop","reasoning":""}',NULL,NULL,1795140446848,1795140447076,'portable_json','council',1795140447000);
INSERT INTO "operation_outputs" VALUES('ra2dd91cc0351',9,'tell:voting_opened','null',NULL,NULL,1795140446906,1795140447883,'portable_json','council',1795140447000);
CREATE TABLE outcomes (
	run_id VARCHAR(32) NOT NULL, 
	member VARCHAR(200) NOT NULL, 
	late BOOLEAN NOT NULL, 
	position INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	reason VARCHAR(32), 
	latency FLOAT NOT NULL, 
	tokens_in INTEGER, 
	tokens_out INTEGER, 
	cost NUMERIC(20, 10), 
	body JSON NOT NULL, 
	CONSTRAINT pk_outcomes PRIMARY KEY (run_id, member, late), 
	CONSTRAINT fk_outcomes_run_id FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
);
INSERT INTO "outcomes" VALUES('ra2dd91cc0351','openai:gpt-6.1-sol',0,0,'answer',NULL,0.248251609998988,161,9,0.000412,'{"kind": "answer", "member": "openai:gpt-6.1-sol", "reply": {"text": "gpt-6.1-sol on this: Tabs or spaces?", "latency": 0.248251609998988, "usage": {"tokens_in": 161, "tokens_out": 9, "cost": "0.000412", "cost_is_estimate": true}, "finish_reason": "stop", "reasoning": ""}, "first": null}');
INSERT INTO "outcomes" VALUES('ra2dd91cc0351','anthropic:claude-sonnet-5-5',0,1,'answer',NULL,2.46641611000086413696e-01,161,10,0.000422,'{"kind": "answer", "member": "anthropic:claude-sonnet-5-5", "reply": {"text": "claude-sonnet-5-5 on this: Tabs or spaces?", "latency": 0.2466416110000864, "usage": {"tokens_in": 161, "tokens_out": 10, "cost": "0.000422", "cost_is_estimate": true}, "finish_reason": "stop", "reasoning": ""}, "first": null}');
INSERT INTO "outcomes" VALUES('ra2dd91cc0351','google:gemini-4-argon',0,2,'answer',NULL,0.234713540001394,161,9,0.000412,'{"kind": "answer", "member": "google:gemini-4-argon", "reply": {"text": "gemini-4-argon on this: Tabs or spaces?", "latency": 0.234713540001394, "usage": {"tokens_in": 161, "tokens_out": 9, "cost": "0.000412", "cost_is_estimate": true}, "finish_reason": "stop", "reasoning": ""}, "first": null}');
INSERT INTO "outcomes" VALUES('ra2dd91cc0351','openrouter:vendor/quartz',0,3,'answer',NULL,2.15805383999395417049e-01,161,10,0.0001,'{"kind": "answer", "member": "openrouter:vendor/quartz", "reply": {"text": "Quartz says: whatever the file has already.", "latency": 0.21580538399939542, "usage": {"tokens_in": 161, "tokens_out": 10, "cost": "0.0001", "cost_is_estimate": false}, "finish_reason": "stop", "reasoning": ""}, "first": null}');
CREATE TABLE place_settings (
	platform VARCHAR(32) NOT NULL, 
	workspace VARCHAR(128) NOT NULL, 
	channel VARCHAR(128) NOT NULL, 
	settings JSON NOT NULL, 
	version INTEGER NOT NULL, 
	changed_by VARCHAR(128) NOT NULL, 
	changed_at DATETIME NOT NULL, 
	CONSTRAINT pk_place_settings PRIMARY KEY (platform, workspace, channel)
);
CREATE TABLE queues (
    queue_id TEXT PRIMARY KEY DEFAULT (hex(randomblob(16))),
    name TEXT NOT NULL UNIQUE,
    concurrency INTEGER,
    worker_concurrency INTEGER,
    rate_limit_max INTEGER,
    rate_limit_period_sec REAL,
    priority_enabled BOOLEAN NOT NULL DEFAULT FALSE,
    partition_queue BOOLEAN NOT NULL DEFAULT FALSE,
    polling_interval_sec REAL NOT NULL DEFAULT 1.0,
    created_at INTEGER NOT NULL DEFAULT (strftime('%s','now') * 1000),
    updated_at INTEGER NOT NULL DEFAULT (strftime('%s','now') * 1000)
, "application_name" TEXT DEFAULT NULL, "partition_concurrency" INTEGER DEFAULT NULL, "partition_worker_concurrency" INTEGER DEFAULT NULL, "partition_rate_limit_max" INTEGER DEFAULT NULL, "partition_rate_limit_period_sec" REAL DEFAULT NULL);
CREATE TABLE receipts (
	"key" VARCHAR(200) NOT NULL, 
	message JSON, 
	thread JSON, 
	claimed_at DATETIME NOT NULL, 
	CONSTRAINT pk_receipts PRIMARY KEY ("key")
);
INSERT INTO "receipts" VALUES('ra2dd91cc0351/card','{"place": {"platform": "slack", "channel": "C1", "workspace": "T1", "thread": null, "origin": null}, "id": "1700000000.000200"}','{"platform": "slack", "channel": "C1", "workspace": "T1", "thread": "1700000000.000200", "origin": null}','2026-11-20 02:07:24.442263');
INSERT INTO "receipts" VALUES('ra2dd91cc0351/slate/A/1','{"place": {"platform": "slack", "channel": "C1", "workspace": "T1", "thread": "1700000000.000200", "origin": null}, "id": "1700000000.000300"}','null','2026-11-20 02:07:26.870207');
INSERT INTO "receipts" VALUES('ra2dd91cc0351/slate/B/1','{"place": {"platform": "slack", "channel": "C1", "workspace": "T1", "thread": "1700000000.000200", "origin": null}, "id": "1700000000.000400"}','null','2026-11-20 02:07:26.880134');
INSERT INTO "receipts" VALUES('ra2dd91cc0351/slate/C/1','{"place": {"platform": "slack", "channel": "C1", "workspace": "T1", "thread": "1700000000.000200", "origin": null}, "id": "1700000000.000500"}','null','2026-11-20 02:07:26.887800');
INSERT INTO "receipts" VALUES('ra2dd91cc0351/slate/D/1','{"place": {"platform": "slack", "channel": "C1", "workspace": "T1", "thread": "1700000000.000200", "origin": null}, "id": "1700000000.000600"}','null','2026-11-20 02:07:26.895020');
INSERT INTO "receipts" VALUES('ra2dd91cc0351/voting','{"place": {"platform": "slack", "channel": "C1", "workspace": "T1", "thread": "1700000000.000200", "origin": null}, "id": "1700000000.000700"}','null','2026-11-20 02:07:26.912958');
CREATE TABLE reviews (
	run_id VARCHAR(32) NOT NULL, 
	position INTEGER NOT NULL, 
	reviewer VARCHAR(200) NOT NULL, 
	number INTEGER NOT NULL, 
	status VARCHAR(8) NOT NULL, 
	body JSON NOT NULL, 
	CONSTRAINT pk_reviews PRIMARY KEY (run_id, position), 
	CONSTRAINT fk_reviews_run_id FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
);
CREATE TABLE runs (
	id VARCHAR(32) NOT NULL, 
	platform VARCHAR(32) NOT NULL, 
	workspace VARCHAR(128) NOT NULL, 
	channel VARCHAR(128) NOT NULL, 
	thread VARCHAR(128), 
	asker VARCHAR(128) NOT NULL, 
	question_text TEXT NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	asked_at DATETIME NOT NULL, 
	finished_at DATETIME, 
	voting_opened_at DATETIME, 
	voting_closes_at DATETIME, 
	voting_closed_at DATETIME, 
	seed VARCHAR(32) NOT NULL, 
	failure TEXT NOT NULL, 
	question JSON NOT NULL, 
	settings JSON NOT NULL, 
	slate JSON, 
	"key" JSON, 
	ranking JSON, 
	verdict JSON, 
	no_verdict JSON, 
	tally JSON, card_thread VARCHAR(128), 
	CONSTRAINT pk_runs PRIMARY KEY (id)
);
INSERT INTO "runs" VALUES('ra2dd91cc0351','slack','T1','C1',NULL,'UALICE','Tabs or spaces?','reviewing','2026-11-20 02:07:24.330347',NULL,'2026-11-20 02:07:26.820110',NULL,NULL,'b8808f3e4d5e77c976386caf9f95710c','','{"text": "Tabs or spaces?", "asker": {"id": "UALICE", "name": "alice"}, "place": {"platform": "slack", "channel": "C1", "workspace": "T1", "thread": null, "origin": "http://127.0.0.1:44367/actions/T1/ec801bb384f735d041b6fe05"}, "files": [], "follows": null, "repeats": null, "earlier": []}','{"roster": {"members": [{"id": "openai:gpt-6.1-sol", "model": "openai:gpt-6.1-sol", "name": "Onyx", "temperature": null, "max_tokens": null, "system_prompt": null, "reasoning_effort": null, "answers": true, "reviews": true}, {"id": "anthropic:claude-sonnet-5-5", "model": "anthropic:claude-sonnet-5-5", "name": "Beryl", "temperature": null, "max_tokens": null, "system_prompt": null, "reasoning_effort": null, "answers": true, "reviews": true}, {"id": "google:gemini-4-argon", "model": "google:gemini-4-argon", "name": "Topaz", "temperature": null, "max_tokens": null, "system_prompt": null, "reasoning_effort": null, "answers": true, "reviews": true}, {"id": "openrouter:vendor/quartz", "model": "openrouter:vendor/quartz", "name": "Quartz", "temperature": null, "max_tokens": null, "system_prompt": null, "reasoning_effort": null, "answers": true, "reviews": true}], "chairman": {"id": "openai:gpt-6.1-sol", "model": "openai:gpt-6.1-sol", "name": "Onyx", "temperature": null, "max_tokens": null, "system_prompt": null, "reasoning_effort": null, "answers": true, "reviews": true}}, "rubric": "ranking", "aggregation": "bradley_terry", "own_answer": "half", "quorum": 2, "call_seconds": 180.0, "stage_seconds": 90.0, "vote_seconds": 3600.0, "votes_needed": null, "who_reveals": "asker", "instructions": "", "revise": false, "critique": false, "both_orders": false, "plain_style": false}','{"responses": [{"alias": "A", "text": "claude-sonnet-5-5 on this: Tabs or spaces?", "revised": false, "flags": []}, {"alias": "B", "text": "gemini-4-argon on this: Tabs or spaces?", "revised": false, "flags": []}, {"alias": "C", "text": "gpt-6.1-sol on this: Tabs or spaces?", "revised": false, "flags": []}, {"alias": "D", "text": "Quartz says: whatever the file has already.", "revised": false, "flags": []}]}','{"seals": [{"alias": "A", "member": "anthropic:claude-sonnet-5-5", "masked": []}, {"alias": "B", "member": "google:gemini-4-argon", "masked": []}, {"alias": "C", "member": "openai:gpt-6.1-sol", "masked": []}, {"alias": "D", "member": "openrouter:vendor/quartz", "masked": []}]}','null','null','null','null','1700000000.000200');
CREATE TABLE streams (
    workflow_uuid TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    "offset" INTEGER NOT NULL, function_id INTEGER NOT NULL DEFAULT 0, "serialization" TEXT DEFAULT NULL,
    PRIMARY KEY (workflow_uuid, key, "offset"),
    FOREIGN KEY (workflow_uuid) REFERENCES workflow_status(workflow_uuid) 
        ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE TABLE workflow_events (
    workflow_uuid TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL, "serialization" TEXT DEFAULT NULL,
    PRIMARY KEY (workflow_uuid, key),
    FOREIGN KEY (workflow_uuid) REFERENCES workflow_status(workflow_uuid) 
        ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE TABLE workflow_events_history (
    workflow_uuid TEXT NOT NULL,
    function_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL, "serialization" TEXT DEFAULT NULL,
    PRIMARY KEY (workflow_uuid, function_id, key),
    FOREIGN KEY (workflow_uuid) REFERENCES workflow_status(workflow_uuid)
        ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE TABLE workflow_input (
    workflow_uuid TEXT NOT NULL PRIMARY KEY,
    inputs TEXT,
    retention_timestamp INTEGER NOT NULL DEFAULT (strftime('%s','now') * 1000)
);
INSERT INTO "workflow_input" VALUES('ra2dd91cc0351','{"namedArgs":{},"positionalArgs":["ra2dd91cc0351"]}',1795140444000);
CREATE TABLE workflow_output (
    workflow_uuid TEXT NOT NULL PRIMARY KEY,
    output TEXT,
    error TEXT,
    retention_timestamp INTEGER NOT NULL DEFAULT (strftime('%s','now') * 1000)
);
CREATE TABLE workflow_schedules (
    schedule_id TEXT PRIMARY KEY,
    schedule_name TEXT NOT NULL UNIQUE,
    workflow_name TEXT NOT NULL,
    workflow_class_name TEXT,
    schedule TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'ACTIVE',
    context TEXT NOT NULL
, "last_fired_at" TEXT DEFAULT NULL, "automatic_backfill" BOOLEAN NOT NULL DEFAULT FALSE, "cron_timezone" TEXT DEFAULT NULL, "queue_name" TEXT DEFAULT NULL, "application_name" TEXT DEFAULT NULL);
CREATE TABLE workflow_status (
    workflow_uuid TEXT PRIMARY KEY,
    status TEXT,
    name TEXT,
    authenticated_user TEXT,
    assumed_role TEXT,
    authenticated_roles TEXT,
    request TEXT,
    output TEXT,
    error TEXT,
    executor_id TEXT,
    created_at INTEGER NOT NULL DEFAULT (strftime('%s','now') * 1000),
    updated_at INTEGER NOT NULL DEFAULT (strftime('%s','now') * 1000),
    application_version TEXT,
    application_id TEXT,
    class_name TEXT DEFAULT NULL,
    config_name TEXT DEFAULT NULL,
    recovery_attempts INTEGER DEFAULT 0,
    queue_name TEXT,
    workflow_timeout_ms INTEGER,
    workflow_deadline_epoch_ms INTEGER,
    inputs TEXT,
    started_at_epoch_ms INTEGER,
    deduplication_id TEXT,
    priority INTEGER NOT NULL DEFAULT 0
, queue_partition_key TEXT, forked_from TEXT, "owner_xid" TEXT DEFAULT NULL, "parent_workflow_id" TEXT DEFAULT NULL, "serialization" TEXT DEFAULT NULL, "delay_until_epoch_ms" BIGINT DEFAULT NULL, "was_forked_from" BOOLEAN NOT NULL DEFAULT FALSE, "rate_limited" BOOLEAN NOT NULL DEFAULT FALSE, "completed_at" BIGINT, "attributes" TEXT, "schedule_name" TEXT, "debounce_deadline_epoch_ms" BIGINT DEFAULT NULL, "is_debounced" BOOLEAN NOT NULL DEFAULT FALSE, "application_name" TEXT DEFAULT NULL, "creator_xid" TEXT DEFAULT NULL);
INSERT INTO "workflow_status" VALUES('ra2dd91cc0351','PENDING','council_run',NULL,NULL,NULL,NULL,NULL,NULL,'local',1795140444000,1795140444000,'1-serve','',NULL,NULL,1,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,'304f3cd4-c877-44c8-902b-b048b469b31a',NULL,'portable_json',NULL,0,0,NULL,'null',NULL,NULL,0,'council','304f3cd4-c877-44c8-902b-b048b469b31a');
CREATE INDEX ix_runs_platform_workspace_channel_asked_at ON runs (platform, workspace, channel, asked_at);
CREATE INDEX ix_runs_asked_at ON runs (asked_at);
CREATE INDEX ix_runs_status ON runs (status);
CREATE INDEX ix_runs_card_thread ON runs (card_thread);
CREATE INDEX ix_runs_thread ON runs (thread);
CREATE INDEX workflow_status_created_at_index ON workflow_status (created_at);
CREATE INDEX idx_workflow_topic ON notifications (destination_uuid, topic);
CREATE INDEX "idx_workflow_status_delayed" ON "workflow_status" ("delay_until_epoch_ms") WHERE status = 'DELAYED';
CREATE INDEX "idx_workflow_status_forked_from" ON "workflow_status" ("forked_from") WHERE "forked_from" IS NOT NULL;
CREATE INDEX "idx_workflow_status_parent_workflow_id" ON "workflow_status" ("parent_workflow_id") WHERE "parent_workflow_id" IS NOT NULL;
CREATE UNIQUE INDEX "uq_workflow_status_dedup_id" ON "workflow_status" ("queue_name", "deduplication_id") WHERE "deduplication_id" IS NOT NULL;
CREATE INDEX "idx_workflow_status_pending" ON "workflow_status" ("created_at") WHERE "status" = 'PENDING';
CREATE INDEX "idx_workflow_status_failed" ON "workflow_status" ("status", "created_at") WHERE "status" IN ('ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED');
CREATE INDEX "idx_workflow_status_rate_limited" ON "workflow_status" ("queue_name", "started_at_epoch_ms") WHERE "rate_limited" = TRUE;
CREATE INDEX "idx_workflow_status_completed_at" ON "workflow_status" ("completed_at") WHERE "completed_at" IS NOT NULL;
CREATE INDEX "idx_workflow_status_started_at" ON "workflow_status" ("started_at_epoch_ms") WHERE "started_at_epoch_ms" IS NOT NULL;
CREATE INDEX "idx_workflow_status_schedule_name" ON "workflow_status" ("schedule_name") WHERE "schedule_name" IS NOT NULL;
CREATE UNIQUE INDEX "uq_application_versions_owner_version"
    ON application_versions ("application_name", "version_name")
    WHERE "application_name" IS NOT NULL;
CREATE UNIQUE INDEX "uq_application_versions_unclaimed_version"
    ON application_versions ("version_name")
    WHERE "application_name" IS NULL;
CREATE INDEX idx_workflow_input_retention
    ON workflow_input (retention_timestamp);
CREATE INDEX idx_workflow_output_retention
    ON workflow_output (retention_timestamp);
CREATE INDEX idx_operation_outputs_retention
    ON operation_outputs (retention_timestamp);
CREATE INDEX "idx_workflow_status_in_flight_v2" ON "workflow_status" ("queue_name", "status", "priority", "created_at", "application_name") WHERE "status" IN ('ENQUEUED', 'PENDING');
CREATE INDEX "idx_workflow_status_partition_dequeue_v3" ON "workflow_status" ("queue_name", "status", "queue_partition_key", "priority", "created_at", "workflow_uuid", "application_name") WHERE "status" IN ('ENQUEUED', 'PENDING') AND "queue_partition_key" IS NOT NULL;
CREATE INDEX "idx_operation_outputs_completed_at_function_name_v2" ON "operation_outputs" ("completed_at_epoch_ms", "function_name", "application_name");
CREATE INDEX "idx_workflow_status_deadline" ON "workflow_status" ("workflow_deadline_epoch_ms") WHERE "status" IN ('ENQUEUED', 'PENDING', 'DELAYED') AND "workflow_deadline_epoch_ms" IS NOT NULL;
CREATE INDEX "idx_application_versions_timestamp" ON "application_versions" ("version_timestamp" DESC);
CREATE INDEX "idx_application_versions_owner_timestamp" ON "application_versions" ("application_name", "version_timestamp" DESC);
COMMIT;
