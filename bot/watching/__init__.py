"""What an operator sees of the bot: its logs, its figures, its traces, and whether it is well.

Whatever happens is seen by decorators around the ports (`run`, `ports`) and told to observers (`journal` for the
logs, `metrics`, `traces`) as values of `council_core.domain.observations`. The story of a run knows nothing of it.
"""
