"""Chat platforms, one folder each: a parser, a renderer and the five calls of `ChatPlatform`."""
