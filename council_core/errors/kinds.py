"""Kinds of errors and failures: people read the sentence for each in their language (`bot/presentation/words`)."""

from typing import Literal

ProblemKind = Literal[
    "one_of",  # known
    "one_of_near",  # known, near
    "yes_no",
    "no_whole_number",
    "no_number",
    "no_number_above",
    "too_low",
    "too_low_open",
    "too_high",
    "too_long",
    "bad_name",
    "bad_field",
    "language",
    "language_near",
    "unknown_setting",
    "unknown_setting_near",
    "criteria",
    "members_too_long",
    "too_many_members",
    "nobody_answers",
    "model_id_long",
    "no_model_id",
    "unknown_seat_setting",
    "quorum_too_high",
    "model_refused",
    "deadline_too_short",
    "kept_too_long",
    "no_key",
    "unknown_provider",
    "unknown_provider_near",
    "unknown_model",
    "unknown_model_near",
    # Variables of the environment and of `.env`. All of them have the variable as `name`, and most its `value`.
    "unknown_variable",
    "unknown_variable_near",  # near
    "limit_or_zero",
    "number_range",  # lowest, highest
    "count_or_auto",
    "no_web_address",  # example
    "host",
    "outer_address",
    "belong_together",  # missing
    "too_many_entries",  # count, most
    "model_pattern",  # most
    "short_secret",  # most
    "sends_token",  # host
    "not_for_keys",
    "built_in",  # variable
    "price",
    "proxy",
    "bad_entry",  # count, example
    "weak_token",  # most
    "twice",
    "same_token",
    "no_secret_key",  # count
    "no_secret_keys",
    "unsealed_tokens",
    "database_url",
    "database_family",
    "database_in_memory",
    "database_folder",
    "database_driver",
    "unused_key",
    "unpriced",  # variables
    # Chat platforms, the address of the server, and roles of processes.
    "bot_token_form",
    "app_token_form",
    "one_of_both",  # other
    "no_transport",
    "no_bot_token",
    "workspace_ids",
    "nobody_installs",
    "public_key_missing",
    "public_key",
    "discord_token",
    "discord_intents",
    "discord_shards",
    "platform_unset",  # variable, page
    "no_platform",  # variables
    "port_taken",  # host
    "port_forbidden",  # host
    "port_unusable",  # host, why
    "needs_postgres",
    # Files of the operator. Their problems have the `file` and its `noun`.
    "no_folder",
    "too_many_files",  # count, noun, most
    "file_name",
    "file_forbidden",
    "file_unopened",  # why
    "file_encoding",
    "file_line",  # line
    "file_syntax",  # line, column, why
    "file_end",  # why
    "missing_key",
    "unknown_key",  # known
    "unknown_key_near",  # near
    "value_type",
    "empty",
    "text_length",  # count, most
    "too_many_fields",  # count, most
    "placeholder",  # known
    "placeholder_alone",
    "field_name",
    "field_twice",
    "choices_differ",  # most
    "field_choices",  # most
    "missing_preset",
    "missing_preset_near",  # near
    "missing_role",  # known
    "missing_role_near",  # near
    "connector_places",
    "connector_place",  # known
    "connector_place_near",  # near
    "connector_url",
    "idle_ask",
    "placeholder_form",
    "body_no_json",
    "no_path",
    "header_text",
    "unset_variable",
    "same_title",
    "insecure_token_url",
    "unsealed_sign_in",
]
"""Things that can be wrong with settings, or that the operator should know of them. A comment names the facts that come
with a kind besides `name` and `value`."""

ChoiceKind = Literal[
    "aggregation",
    "channel",
    "field",
    "field_value",  # field
    "model",
    "own_weight",
    "person",
    "place",
    "provider",
    "response",
    "rubric",
    "schedule",
    "template",
    "terminal_run",
]
"""Kinds of things that people name, of which one by that name does not exist."""

BallotFault = Literal[
    "too_long",
    "no_ranking",
    "other_code",
    "bad_json",
    "turning_comment",
    "taken_back",
    "worst_first",
    "remark_worst_first",
    "unread_remark",  # about
    "sentence_disagrees",  # about
    "critique_disagrees",
    "words_beside",
    "another_winner",
    "comment_disagrees",
    "two_rankings",
    "ranking_twice",
    "stranger",
    "named_twice",  # about
    "left_out",  # about
    "endless",
    "as_shown",
    "two_last",
    "places_or_points",
    "no_places",
    "points_disagree",
    "columns_disagree",
    "words_disagree",
    "text_no_order",
    "no_list",
    "empty_list",
    "too_many",
    "mixed",
    "no_label",
    "scores_disagree",
    "no_whole_place",
    "numbers_no_places",
]
"""Reasons why a reviewer's text gives no clear order; `about` is a label, several, or a remark."""

CallFault = Literal[
    "no_answer_in_time",  # seconds
    "queued_too_long",  # provider, seconds
    "late",  # seconds
    "far_beyond",  # seconds, others
    "rested",  # provider, times
    "unknown_provider",  # provider, known
    "impossible_model",  # model, known
    "unknown_model",  # provider, model, said
    "no_key",  # provider, variable
    "bad_key",  # provider, variable, said
    "no_right",  # provider, model, said
    "rate_limit",  # provider, times, said, wait
    "no_credit",  # provider, said
    "server_error",  # provider, status, times, said, wait
    "bad_status",  # provider, status, variable, said
    "too_long",  # model
    "rejected",  # provider, said
    "cannot_ask",  # model, said
    "no_pictures",  # model
    "blocked",  # provider, said
    "filtered",  # provider
    "declined",  # said
    "filtered_or_declined",  # provider
    "redirects",  # provider, asked, host, status, variable
    "redirects_within",  # provider, asked, status, variable
    "no_connection",  # provider, host, variable
    "broke_off",  # provider, times
    "broke_off_writing",  # provider
    "connection_failed",  # provider
    "reply_too_large",  # provider, megabytes
    "bad_encoding",  # provider
    "bad_json",  # provider
    "bad_shape",  # provider
    "empty",
    "only_thoughts",
    "token_limit",
    "token_limit_of_thoughts",
]
"""Exact faults of a model's call, with their facts. `said` are the provider's own words, `wait` the seconds that it
asks for, `others` those of the slowest other call; `said` and `wait` are missing where there are none."""

ItemFault = Literal[
    # One line of a file of labelled items.
    "no_json",  # column
    "no_utf8",
    "too_deep",
    "key_twice",  # key
    "half_character",  # value
    "no_object",  # value
    "unknown_key",  # key, known
    "id_form",  # value
    "id_twice",  # value
    "nothing_right",
    "nothing_asked",
    "answers_form",  # value
    "answer_form",  # name, value
    "answer_twice",
    "one_answer",
    "authors_form",  # value
    "judgement_form",  # value
    "order_twice",  # judge
    "order_unknown",  # judge, value, known
    "unknown_answer",  # key, value, known
    "gold_figure",  # name, value
    "gold_form",  # value
    "list_form",  # key, value
    "accepted_form",  # value
    "unclear_form",  # value
    "text_form",  # key, value
    "cost_form",  # value
    # A data set in the layout of its authors. All of them have its `file`.
    "no_file",  # layout
    "no_folder",  # value
    "no_column",  # value, known
    "no_strategy",  # value, known
    "no_json_file",  # column; a line, too
    "no_figure",  # key, value; a line, too
    "misplaced",  # layout, number, value
    "misformed",  # layout, number
    "same_id",  # layout, number, value
    "empty_layout",  # layout
]
"""Things that can be wrong with labelled items. Values come as JSON; a comment names the facts."""

StoreKind = Literal[
    "not_ours",  # database, cause
    "damaged",  # database, cause
    "log_of_another",  # database, file
    "disk_full",  # database
    "locked",  # database
    "read_only",  # database
    "unopened",  # database
    "replica",  # database
    "not_allowed",  # database, cause
    "encoding",  # database, encoding
    "unusable",  # database, cause
    "file_gone",  # database
    "newer_version",  # database, revision, known
    "other_version",  # database, revision, known
    "served_already",  # database
    "lock_file",  # file, cause
    "engine_unusable",  # cause
    "engine_silent",  # seconds
    "silent",  # seconds
    "records_stay",  # cause
    "changes_unheard",  # cause
    "value_newer",  # value, form, known
    "value_unreadable",  # value, cause
    "settings_unreadable",  # place, cause
    "step_unreadable",  # run, step
    "not_started",  # run
    "token_sealed",  # variable
    "token_sealed_otherwise",  # variable
]
"""Reasons for which the database cannot be opened, read or written. A comment names the facts that come with a kind."""

Refusal = Literal[
    "vote_not_open",
    "vote_closed",
    "vote_over",
    "no_vote",
    "nobody_reveals",
    "only_asker_reveals",
    "only_asker_cancels",
    "only_asker_deletes",
    "no_verdict_yet",
    "twice_in_ranking",
    "empty_vote",
    "nothing_to_search",
    "nothing_asked_here",
    "nothing_under_way",
    "ended_already",
    "answered_already",
    "not_over",
    "nobody_missing",
    "outside",
    "cannot_tell",
    "settings_changed",
    "no_workspace",
    "only_channel_managers",
    "only_workspace_managers",
    "only_template_managers",
    "too_many_templates",
    "only_managers_set_seats",
    "preset_seats",
    "workspace_board",
    "needs_words",
    "question_too_long",
    "export_needs",
    "export_too_large",
    "export_no_figures",
    "no_pages",
    "schedule_day",
    "schedule_time",
    "schedule_zone",
    "schedule_no_zone",
    "schedule_question",
    "schedule_digest",
    "schedule_command",
    "schedule_or_question",
    "schedule_missed",
    "schedule_unknown",
    "schedule_of_another",
    "schedule_too_many",
    "improve_too_long",
    "improve_failed",
    "improve_unread",
    "draft_gone",
    "digest_time",
    "search_day",
    "board_limits",
    "not_revealed",
    "not_decided",
    "template_empty",
    "template_long",
    "template_number",
    "template_quote",
    "template_twice",
    "criterion_unread",
    "criterion_name",
    "criterion_weight",
    "criteria_too_many",
    "criteria_twice",
    "criteria_none",
    "criterion_direction",
    "criterion_scale",
    "backup_of_postgres",
    "no_database_yet",
    "file_there_already",
    "no_such_folder",
    "not_exported_yet",
    "file_deleted",
]
"""Reason why a request is refused. People read the sentence for it in their language."""

Whose = Literal["channel", "workspace", "environment"]
Span = Literal["run", "day", "month"]

PageReason = Literal[
    "private_network",
    "unknown_host",
    "no_address",
    "members_only",
    "port",
    "redirects",
    "server_answered",  # status
    "no_answer",  # seconds
    "unreachable",
    "larger",  # megabytes
]
"""Reasons for which a page cannot be read. A comment names the facts that come with a kind."""

ServiceReason = Literal[
    "not_here",
    "asks_for",  # fields
    "service_answered",  # status
    "service_silent",  # seconds
    "service_unreachable",
    "service_address",
    "service_larger",  # megabytes
    "no_json",
    "found_nothing",
    "no_sign_in",
    "sign_in_silent",  # seconds
    "sign_in_unreachable",
    "sign_in_address",
    "sign_in_larger",
    "sign_in_refused",  # code
    "sign_in_outdated",  # code
    "sign_in_answered",  # status
    "sign_in_no_token",
    "tokens_sealed",
]
"""Reasons for which a connector's service gives nothing."""

FileReason = Literal["elsewhere", "withheld", "forbidden", "gone", "expired", "restarted"]
"""Reasons for which a platform does not hand a file out."""

ToolReason = Literal[
    "too_slow",  # seconds
    "no_arguments",
    "no_calls_left",
    "maybe_done",  # name
    "no_such_tool",  # name
    "no_such_tool_among",  # name, known
    "tool_broke",  # name
    "tool_not_set_up",  # name
    "tool_silent",
    "no_query",
    "search_unreachable",
    "search_set_up",  # variable
    "search_refused",  # status, variable
    "search_no_format",  # status
    "search_answered",  # status
    "search_no_json",
    "no_code",
    "no_expression",
    "program_too_long",  # characters, most
    "no_such_piece",  # known
    "no_url",
    "page_not_given",
    "page_empty",
    "mcp_silent",  # server
    "mcp_slow",  # server, seconds
    "mcp_no_list",  # server, seconds
    "mcp_not_started",  # server, why
    "mcp_refused",  # server, status, variable
    "mcp_unreachable",  # server, error
    "mcp_unusable",  # server, why
]
"""Reasons for which a tool gives nothing."""

Withheld = Literal[PageReason, ServiceReason, FileReason, ToolReason]
"""Reasons for which a page, a service, a platform or a tool gave nothing."""
