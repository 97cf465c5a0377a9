"""Posts sent to Discord, each once, at the rate that Discord allows."""
