"""Seal anonymous answers in the prompt of one reviewer, and detect suspicious parts of an answer."""

from council_core.envelope.characters import visible
from council_core.envelope.detector import flags
from council_core.envelope.draw import nonce
from council_core.envelope.sanitize import folded, sanitized
from council_core.envelope.seal import Envelope, blocks, seal

__all__ = [
    "Envelope",
    "blocks",
    "flags",
    "folded",
    "nonce",
    "sanitized",
    "seal",
    "visible",
]
