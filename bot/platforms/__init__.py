"""Chat platforms, one folder each. Each implements `ChatPlatform` with a parser and a renderer."""
