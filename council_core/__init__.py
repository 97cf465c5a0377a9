"""A council of language models: it answers, reviews itself blind, ranks and concludes. Knows nothing of chat."""
