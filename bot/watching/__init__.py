"""Logs, metrics, traces and health, for an operator.

Decorators around the ports (`run`, `ports`) observe every event and pass it to observers (`journal` for the logs,
`metrics`, `traces`) as values of `council_core.domain.observations`. The story of a run knows nothing of it.
"""
