"""The pages that one person reads: replies, forms, settings, history, help, errors."""
