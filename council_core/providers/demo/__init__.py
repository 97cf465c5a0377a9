"""Demo members without a model: they answer with canned texts, review and conclude by rules in plain code."""

from council_core.providers.demo.line import DEMO_NAMES, DEMO_ROSTER, DemoLine

__all__ = ["DEMO_NAMES", "DEMO_ROSTER", "DemoLine"]
