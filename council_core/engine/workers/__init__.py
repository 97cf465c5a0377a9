"""Workers on one Postgres: each holds a lease, and takes over the runs of those that are gone."""
