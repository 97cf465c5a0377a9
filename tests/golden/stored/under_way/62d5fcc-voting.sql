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
INSERT INTO "application_versions" VALUES('3d4d4b1e-2821-4eec-a368-3e223cf8415e','1-serve',1795140470000,1795140470000,'council');
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
INSERT INTO "operation_outputs" VALUES('r0425b524b0dd',1,'tell:run_started','null',NULL,NULL,1795140471092,1795140471267,'portable_json','council',1795140471000);
INSERT INTO "operation_outputs" VALUES('r0425b524b0dd',2,'answer:openai:gpt-6.1-sol','{"kind":"answer","member":"openai:gpt-6.1-sol","reply":{"text":"gpt-6.1-sol on this: Tabs or spaces?","latency":0.3512800630014681,"usage":{"tokens_in":161,"tokens_out":9,"cost":"0.000412","cost_is_estimate":true},"finish_reason":"stop","reasoning":""},"first":null}',NULL,NULL,1795140471092,1795140472784,'portable_json','council',1795140472000);
INSERT INTO "operation_outputs" VALUES('r0425b524b0dd',3,'answer:anthropic:claude-sonnet-5-5','{"kind":"answer","member":"anthropic:claude-sonnet-5-5","reply":{"text":"claude-sonnet-5-5 on this: Tabs or spaces?","latency":0.31621949799955473,"usage":{"tokens_in":161,"tokens_out":10,"cost":"0.000422","cost_is_estimate":true},"finish_reason":"stop","reasoning":""},"first":null}',NULL,NULL,1795140471096,1795140472786,'portable_json','council',1795140472000);
INSERT INTO "operation_outputs" VALUES('r0425b524b0dd',5,'answer:openrouter:vendor/quartz','{"kind":"answer","member":"openrouter:vendor/quartz","reply":{"text":"vendor/quartz on this: Tabs or spaces?","latency":0.22109868899860885,"usage":{"tokens_in":161,"tokens_out":9,"cost":"0.00009","cost_is_estimate":false},"finish_reason":"stop","reasoning":""},"first":null}',NULL,NULL,1795140471100,1795140472939,'portable_json','council',1795140472000);
INSERT INTO "operation_outputs" VALUES('r0425b524b0dd',4,'answer:google:gemini-4-argon','{"kind":"answer","member":"google:gemini-4-argon","reply":{"text":"gemini-4-argon on this: Tabs or spaces?","latency":0.23854265900081373,"usage":{"tokens_in":161,"tokens_out":9,"cost":"0.000412","cost_is_estimate":true},"finish_reason":"stop","reasoning":""},"first":null}',NULL,NULL,1795140471097,1795140472938,'portable_json','council',1795140472000);
INSERT INTO "operation_outputs" VALUES('r0425b524b0dd',6,'keep:answering','{"at":"2026-11-20T02:07:52.966620Z","opened":null,"closes":null}',NULL,NULL,1795140472946,1795140472993,'portable_json','council',1795140472000);
INSERT INTO "operation_outputs" VALUES('r0425b524b0dd',10,'trust','{}',NULL,NULL,1795140472961,1795140472995,'portable_json','council',1795140472000);
INSERT INTO "operation_outputs" VALUES('r0425b524b0dd',7,'keep:reviewing','{"at":"2026-11-20T02:07:52.998707Z","opened":"2026-11-20T02:07:52.998707Z","closes":null}',NULL,NULL,1795140472996,1795140473005,'portable_json','council',1795140473000);
INSERT INTO "operation_outputs" VALUES('r0425b524b0dd',8,'tell:slate_opened','null',NULL,NULL,1795140473007,1795140473048,'portable_json','council',1795140473000);
INSERT INTO "operation_outputs" VALUES('r0425b524b0dd',13,'review:anthropic:claude-sonnet-5-5','{"text":"{\"nonce\": \"4ed1af5909839c42f2dbdbfa5c44ab3a\", \"reasons\": {\"k6w7\": \"Place 1 for what it says.\", \"k6x9\": \"Place 2 for what it says.\", \"w6f8\": \"Place 3 for what it says.\", \"q6z9\": \"Place 4 for what it says.\"}, \"ranking\": [\"k6w7\", \"k6x9\", \"w6f8\", \"q6z9\"], \"comment\": \"Ranked by the local model server.\"}","latency":0.2082849990001705,"usage":{"tokens_in":664,"tokens_out":74,"cost":"0.002068","cost_is_estimate":true},"finish_reason":"stop","reasoning":""}',NULL,NULL,1795140472961,1795140473177,'portable_json','council',1795140473000);
INSERT INTO "operation_outputs" VALUES('r0425b524b0dd',15,'review:google:gemini-4-argon','{"text":"{\"nonce\": \"b5ff6a12445a6a0b4d4e7ff2888629ff\", \"reasons\": {\"h3z8\": \"Place 1 for what it says.\", \"f4j9\": \"Place 2 for what it says.\", \"n4z3\": \"Place 3 for what it says.\", \"j6v9\": \"Place 4 for what it says.\"}, \"ranking\": [\"h3z8\", \"f4j9\", \"n4z3\", \"j6v9\"], \"comment\": \"Ranked by the local model server.\"}","latency":0.20649141399917426,"usage":{"tokens_in":664,"tokens_out":74,"cost":"0.002068","cost_is_estimate":true},"finish_reason":"stop","reasoning":""}',NULL,NULL,1795140472962,1795140473182,'portable_json','council',1795140473000);
INSERT INTO "operation_outputs" VALUES('r0425b524b0dd',11,'review:openai:gpt-6.1-sol','{"text":"{\"nonce\": \"350f2fcffb400e42b6cb1e071348e8a1\", \"reasons\": {\"f4v4\": \"Place 1 for what it says.\", \"h8q3\": \"Place 2 for what it says.\", \"t4p9\": \"Place 3 for what it says.\", \"h8w6\": \"Place 4 for what it says.\"}, \"ranking\": [\"f4v4\", \"h8q3\", \"t4p9\", \"h8w6\"], \"comment\": \"Ranked by the local model server.\"}","latency":0.2137691210009507,"usage":{"tokens_in":664,"tokens_out":74,"cost":"0.002068","cost_is_estimate":true},"finish_reason":"stop","reasoning":""}',NULL,NULL,1795140472961,1795140473194,'portable_json','council',1795140473000);
INSERT INTO "operation_outputs" VALUES('r0425b524b0dd',17,'review:openrouter:vendor/quartz','{"text":"{\"nonce\":\"a42130c53500872ce4e1203fa499b818\",\"reasons\":{\"g9f4\":\"Place 1 for what it says.\",\"r6z6\":\"Place 2 for what it says.\",\"k4j9\":\"Place 3 for what it says.\",\"f6r6\":\"Place 4 for what it says.\"},\"ranking\":[\"g9f4\",\"r6z6\",\"k4j9\",\"f6r6\"],\"comment\":\"Ranked by the local model server.\"}","latency":0.21238066899968544,"usage":{"tokens_in":664,"tokens_out":74,"cost":"0.0007400000000000001","cost_is_estimate":false},"finish_reason":"stop","reasoning":""}',NULL,NULL,1795140472962,1795140473201,'portable_json','council',1795140473000);
INSERT INTO "operation_outputs" VALUES('r0425b524b0dd',19,'keep:synthesizing','{"at":"2026-11-20T02:07:53.221029Z","opened":"2026-11-20T02:07:52.998707Z","closes":"2026-11-20T03:07:53.221029Z"}',NULL,NULL,1795140473216,1795140473230,'portable_json','council',1795140473000);
INSERT INTO "operation_outputs" VALUES('r0425b524b0dd',21,'synthesize:openai:gpt-6.1-sol','{"text":"Verdict of gpt-6.1-sol: as Response A says.","latency":0.20803786399847013,"usage":{"tokens_in":681,"tokens_out":10,"cost":"0.001462","cost_is_estimate":true},"finish_reason":"stop","reasoning":""}',NULL,NULL,1795140473216,1795140473427,'portable_json','council',1795140473000);
INSERT INTO "operation_outputs" VALUES('r0425b524b0dd',22,'keep:voting','{"at":"2026-11-20T02:07:53.432158Z","opened":"2026-11-20T02:07:52.998707Z","closes":"2026-11-20T03:07:53.221029Z"}',NULL,NULL,1795140473430,1795140473439,'portable_json','council',1795140473000);
INSERT INTO "operation_outputs" VALUES('r0425b524b0dd',9,'tell:voting_opened','null',NULL,NULL,1795140473050,1795140474025,'portable_json','council',1795140474000);
INSERT INTO "operation_outputs" VALUES('r0425b524b0dd',20,'tell:slate_ranked','null',NULL,NULL,1795140474027,1795140475026,'portable_json','council',1795140475000);
INSERT INTO "operation_outputs" VALUES('r0425b524b0dd',23,'tell:verdict_reached','null',NULL,NULL,1795140475029,1795140476026,'portable_json','council',1795140476000);
INSERT INTO "operation_outputs" VALUES('r0425b524b0dd',25,'DBOS.sleep','1795144073.2234128',NULL,NULL,1795140476031,1795140476032,'portable_json','council',1795140476000);
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
INSERT INTO "outcomes" VALUES('r0425b524b0dd','openai:gpt-6.1-sol',0,0,'answer',NULL,3.51280063001468079164e-01,161,9,0.000412,'{"kind": "answer", "member": "openai:gpt-6.1-sol", "reply": {"text": "gpt-6.1-sol on this: Tabs or spaces?", "latency": 0.3512800630014681, "usage": {"tokens_in": 161, "tokens_out": 9, "cost": "0.000412", "cost_is_estimate": true}, "finish_reason": "stop", "reasoning": ""}, "first": null}');
INSERT INTO "outcomes" VALUES('r0425b524b0dd','anthropic:claude-sonnet-5-5',0,1,'answer',NULL,3.16219497999554732814e-01,161,10,0.000422,'{"kind": "answer", "member": "anthropic:claude-sonnet-5-5", "reply": {"text": "claude-sonnet-5-5 on this: Tabs or spaces?", "latency": 0.31621949799955473, "usage": {"tokens_in": 161, "tokens_out": 10, "cost": "0.000422", "cost_is_estimate": true}, "finish_reason": "stop", "reasoning": ""}, "first": null}');
INSERT INTO "outcomes" VALUES('r0425b524b0dd','google:gemini-4-argon',0,2,'answer',NULL,2.38542659000813728198e-01,161,9,0.000412,'{"kind": "answer", "member": "google:gemini-4-argon", "reply": {"text": "gemini-4-argon on this: Tabs or spaces?", "latency": 0.23854265900081373, "usage": {"tokens_in": 161, "tokens_out": 9, "cost": "0.000412", "cost_is_estimate": true}, "finish_reason": "stop", "reasoning": ""}, "first": null}');
INSERT INTO "outcomes" VALUES('r0425b524b0dd','openrouter:vendor/quartz',0,3,'answer',NULL,2.21098688998608849942e-01,161,9,9.0e-05,'{"kind": "answer", "member": "openrouter:vendor/quartz", "reply": {"text": "vendor/quartz on this: Tabs or spaces?", "latency": 0.22109868899860885, "usage": {"tokens_in": 161, "tokens_out": 9, "cost": "0.00009", "cost_is_estimate": false}, "finish_reason": "stop", "reasoning": ""}, "first": null}');
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
INSERT INTO "receipts" VALUES('r0425b524b0dd/card','{"place": {"platform": "slack", "channel": "C1", "workspace": "T1", "thread": null, "origin": null}, "id": "1700000000.000200"}','{"platform": "slack", "channel": "C1", "workspace": "T1", "thread": "1700000000.000200", "origin": null}','2026-11-20 02:07:51.138093');
INSERT INTO "receipts" VALUES('r0425b524b0dd/slate/A/1','{"place": {"platform": "slack", "channel": "C1", "workspace": "T1", "thread": "1700000000.000200", "origin": null}, "id": "1700000000.000300"}','null','2026-11-20 02:07:53.013631');
INSERT INTO "receipts" VALUES('r0425b524b0dd/slate/B/1','{"place": {"platform": "slack", "channel": "C1", "workspace": "T1", "thread": "1700000000.000200", "origin": null}, "id": "1700000000.000400"}','null','2026-11-20 02:07:53.021756');
INSERT INTO "receipts" VALUES('r0425b524b0dd/slate/C/1','{"place": {"platform": "slack", "channel": "C1", "workspace": "T1", "thread": "1700000000.000200", "origin": null}, "id": "1700000000.000500"}','null','2026-11-20 02:07:53.030007');
INSERT INTO "receipts" VALUES('r0425b524b0dd/slate/D/1','{"place": {"platform": "slack", "channel": "C1", "workspace": "T1", "thread": "1700000000.000200", "origin": null}, "id": "1700000000.000600"}','null','2026-11-20 02:07:53.037584');
INSERT INTO "receipts" VALUES('r0425b524b0dd/voting','{"place": {"platform": "slack", "channel": "C1", "workspace": "T1", "thread": "1700000000.000200", "origin": null}, "id": "1700000000.000700"}','null','2026-11-20 02:07:53.055780');
INSERT INTO "receipts" VALUES('r0425b524b0dd/ranking','{"place": {"platform": "slack", "channel": "C1", "workspace": "T1", "thread": "1700000000.000200", "origin": null}, "id": "1700000000.000800"}','null','2026-11-20 02:07:54.032745');
INSERT INTO "receipts" VALUES('r0425b524b0dd/verdict/1','{"place": {"platform": "slack", "channel": "C1", "workspace": "T1", "thread": "1700000000.000200", "origin": null}, "id": "1700000000.000900"}','null','2026-11-20 02:07:55.034938');
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
INSERT INTO "reviews" VALUES('r0425b524b0dd',0,'openai:gpt-6.1-sol',2,'valid','{"reviewer": "openai:gpt-6.1-sol", "number": 2, "shown": ["D", "B", "A", "C"], "texts": ["{\"nonce\": \"\u2026\", \"reasons\": {\"D\": \"Place 1 for what it says.\", \"B\": \"Place 2 for what it says.\", \"A\": \"Place 3 for what it says.\", \"C\": \"Place 4 for what it says.\"}, \"ranking\": [\"D\", \"B\", \"A\", \"C\"], \"comment\": \"Ranked by the local model server.\"}"], "reading": {"status": "valid", "order": [["D"], ["B"], ["A"], ["C"]], "why": "Read from its structured reply.", "scores": [], "reasons": [["D", "Place 1 for what it says."], ["B", "Place 2 for what it says."], ["A", "Place 3 for what it says."], ["C", "Place 4 for what it says."]], "comment": "Ranked by the local model server."}, "latency": 0.2137691210009507, "usage": {"tokens_in": 664, "tokens_out": 74, "cost": "0.002068", "cost_is_estimate": true}, "reliability": 1.0, "failure": null}');
INSERT INTO "reviews" VALUES('r0425b524b0dd',1,'anthropic:claude-sonnet-5-5',4,'valid','{"reviewer": "anthropic:claude-sonnet-5-5", "number": 4, "shown": ["C", "A", "B", "D"], "texts": ["{\"nonce\": \"\u2026\", \"reasons\": {\"D\": \"Place 1 for what it says.\", \"B\": \"Place 2 for what it says.\", \"A\": \"Place 3 for what it says.\", \"C\": \"Place 4 for what it says.\"}, \"ranking\": [\"D\", \"B\", \"A\", \"C\"], \"comment\": \"Ranked by the local model server.\"}"], "reading": {"status": "valid", "order": [["D"], ["B"], ["A"], ["C"]], "why": "Read from its structured reply.", "scores": [], "reasons": [["C", "Place 4 for what it says."], ["A", "Place 3 for what it says."], ["B", "Place 2 for what it says."], ["D", "Place 1 for what it says."]], "comment": "Ranked by the local model server."}, "latency": 0.2082849990001705, "usage": {"tokens_in": 664, "tokens_out": 74, "cost": "0.002068", "cost_is_estimate": true}, "reliability": 1.0, "failure": null}');
INSERT INTO "reviews" VALUES('r0425b524b0dd',2,'google:gemini-4-argon',3,'valid','{"reviewer": "google:gemini-4-argon", "number": 3, "shown": ["A", "D", "C", "B"], "texts": ["{\"nonce\": \"\u2026\", \"reasons\": {\"D\": \"Place 1 for what it says.\", \"B\": \"Place 2 for what it says.\", \"A\": \"Place 3 for what it says.\", \"C\": \"Place 4 for what it says.\"}, \"ranking\": [\"D\", \"B\", \"A\", \"C\"], \"comment\": \"Ranked by the local model server.\"}"], "reading": {"status": "valid", "order": [["D"], ["B"], ["A"], ["C"]], "why": "Read from its structured reply.", "scores": [], "reasons": [["A", "Place 3 for what it says."], ["D", "Place 1 for what it says."], ["C", "Place 4 for what it says."], ["B", "Place 2 for what it says."]], "comment": "Ranked by the local model server."}, "latency": 0.20649141399917426, "usage": {"tokens_in": 664, "tokens_out": 74, "cost": "0.002068", "cost_is_estimate": true}, "reliability": 1.0, "failure": null}');
INSERT INTO "reviews" VALUES('r0425b524b0dd',3,'openrouter:vendor/quartz',1,'valid','{"reviewer": "openrouter:vendor/quartz", "number": 1, "shown": ["B", "C", "D", "A"], "texts": ["{\"nonce\":\"\u2026\",\"reasons\":{\"D\":\"Place 1 for what it says.\",\"B\":\"Place 2 for what it says.\",\"A\":\"Place 3 for what it says.\",\"C\":\"Place 4 for what it says.\"},\"ranking\":[\"D\",\"B\",\"A\",\"C\"],\"comment\":\"Ranked by the local model server.\"}"], "reading": {"status": "valid", "order": [["D"], ["B"], ["A"], ["C"]], "why": "Read from its structured reply.", "scores": [], "reasons": [["B", "Place 2 for what it says."], ["C", "Place 4 for what it says."], ["D", "Place 1 for what it says."], ["A", "Place 3 for what it says."]], "comment": "Ranked by the local model server."}, "latency": 0.21238066899968544, "usage": {"tokens_in": 664, "tokens_out": 74, "cost": "0.0007400000000000001", "cost_is_estimate": false}, "reliability": 1.0, "failure": null}');
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
INSERT INTO "runs" VALUES('r0425b524b0dd','slack','T1','C1',NULL,'UALICE','Tabs or spaces?','voting','2026-11-20 02:07:50.922096',NULL,'2026-11-20 02:07:52.998707','2026-11-20 03:07:53.221029',NULL,'de74056fe44c6224efa03b651074ffaa','','{"text": "Tabs or spaces?", "asker": {"id": "UALICE", "name": "alice"}, "place": {"platform": "slack", "channel": "C1", "workspace": "T1", "thread": null, "origin": "http://127.0.0.1:38721/actions/T1/f0e4d9fe8bd00d1c85422f9b"}, "files": [], "follows": null, "repeats": null, "earlier": []}','{"roster": {"members": [{"id": "openai:gpt-6.1-sol", "model": "openai:gpt-6.1-sol", "name": "Onyx", "temperature": null, "max_tokens": null, "system_prompt": null, "reasoning_effort": null, "answers": true, "reviews": true}, {"id": "anthropic:claude-sonnet-5-5", "model": "anthropic:claude-sonnet-5-5", "name": "Beryl", "temperature": null, "max_tokens": null, "system_prompt": null, "reasoning_effort": null, "answers": true, "reviews": true}, {"id": "google:gemini-4-argon", "model": "google:gemini-4-argon", "name": "Topaz", "temperature": null, "max_tokens": null, "system_prompt": null, "reasoning_effort": null, "answers": true, "reviews": true}, {"id": "openrouter:vendor/quartz", "model": "openrouter:vendor/quartz", "name": "Quartz", "temperature": null, "max_tokens": null, "system_prompt": null, "reasoning_effort": null, "answers": true, "reviews": true}], "chairman": {"id": "openai:gpt-6.1-sol", "model": "openai:gpt-6.1-sol", "name": "Onyx", "temperature": null, "max_tokens": null, "system_prompt": null, "reasoning_effort": null, "answers": true, "reviews": true}}, "rubric": "ranking", "criteria": "", "aggregation": "bradley_terry", "own_answer": "half", "quorum": 2, "call_seconds": 180.0, "stage_seconds": 90.0, "vote_seconds": 3600.0, "votes_needed": null, "who_reveals": "asker", "instructions": "", "revise": false, "critique": false, "both_orders": false, "plain_style": false}','{"responses": [{"alias": "A", "text": "vendor/quartz on this: Tabs or spaces?", "revised": false, "flags": []}, {"alias": "B", "text": "gemini-4-argon on this: Tabs or spaces?", "revised": false, "flags": []}, {"alias": "C", "text": "gpt-6.1-sol on this: Tabs or spaces?", "revised": false, "flags": []}, {"alias": "D", "text": "claude-sonnet-5-5 on this: Tabs or spaces?", "revised": false, "flags": []}]}','{"seals": [{"alias": "A", "member": "openrouter:vendor/quartz", "masked": []}, {"alias": "B", "member": "google:gemini-4-argon", "masked": []}, {"alias": "C", "member": "openai:gpt-6.1-sol", "masked": []}, {"alias": "D", "member": "anthropic:claude-sonnet-5-5", "masked": []}]}','{"aggregation": "bradley_terry", "own_answer": "half", "standings": [{"alias": "D", "place": 1, "score": 1.373046831, "win_rate": 1.0, "p_best": 0.784947806, "first_places": 4}, {"alias": "B", "place": 2, "score": 0.431644967, "win_rate": 0.666666667, "p_best": 0.177010139, "first_places": 0}, {"alias": "A", "place": 3, "score": -0.431644967, "win_rate": 0.333333333, "p_best": 0.034435089, "first_places": 0}, {"alias": "C", "place": 4, "score": -1.373046831, "win_rate": 0.0, "p_best": 0.003606966, "first_places": 0}], "certainty": "clear", "preferences": 4, "pairs": [{"a": "A", "b": "B", "wins_a": 0.0, "wins_b": 3.0}, {"a": "A", "b": "C", "wins_a": 3.0, "wins_b": 0.0}, {"a": "A", "b": "D", "wins_a": 0.0, "wins_b": 3.0}, {"a": "B", "b": "C", "wins_a": 3.0, "wins_b": 0.0}, {"a": "B", "b": "D", "wins_a": 0.0, "wins_b": 3.0}, {"a": "C", "b": "D", "wins_a": 0.0, "wins_b": 3.0}], "judge_weights": [{"judge": "reviewer 1", "weight": 1.206877917}, {"judge": "reviewer 2", "weight": 1.219873152}, {"judge": "reviewer 3", "weight": 1.206877917}, {"judge": "reviewer 4", "weight": 1.219873152}], "agreement": 1.0, "own_weight": null, "votes_per_pair": 3.0}','{"chairman": "openai:gpt-6.1-sol", "reply": {"text": "Verdict of gpt-6.1-sol: as Response A says.", "latency": 0.20803786399847013, "usage": {"tokens_in": 681, "tokens_out": 10, "cost": "0.001462", "cost_is_estimate": true}, "finish_reason": "stop", "reasoning": ""}, "top": ["D"], "passed_over": [], "foreign_links": [], "critique": "", "critique_usage": {"tokens_in": null, "tokens_out": null, "cost": null, "cost_is_estimate": false}}','null','null','1700000000.000200');
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
INSERT INTO "workflow_input" VALUES('r0425b524b0dd','{"namedArgs":{},"positionalArgs":["r0425b524b0dd"]}',1795140471000);
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
INSERT INTO "workflow_status" VALUES('r0425b524b0dd','PENDING','council_run',NULL,NULL,NULL,NULL,NULL,NULL,'local',1795140471000,1795140471000,'1-serve','',NULL,NULL,1,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,'8c6f4ac6-d44a-48ad-9b6d-dbf28420faa7',NULL,'portable_json',NULL,0,0,NULL,'null',NULL,NULL,0,'council','8c6f4ac6-d44a-48ad-9b6d-dbf28420faa7');
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
