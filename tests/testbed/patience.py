"""The time that tests wait for something to happen."""

import os

PATIENCE = float(os.environ.get("COUNCIL_TEST_PATIENCE", "240"))
"""Seconds after which a test gives up. It is far more than anything takes, so that no test depends on how busy the
machine is; a test that fails for another reason does not wait."""
