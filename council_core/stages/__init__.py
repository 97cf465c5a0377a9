"""One verb for each arrow of the story: answer, anonymize, review, rank, synthesize, vote, reveal."""
