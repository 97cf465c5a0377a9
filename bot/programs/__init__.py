"""Programs that ask the council: over MCP and over HTTP, with a token, or as a local process of its operator."""
