"""The crash harness: a real bot is killed at chosen and at random moments, started again, and compared.

    python -m tests.crash --points all --random 200 --platform both

A *room* is a channel in which the same script is played: a question, votes that change, feedback, a change of
settings, the reveal, a follow-up. Many rooms live in one process, and each is held still at a point of its own until
the process is killed (`points`), so that one kill tests many points. What people see in a room at the end must be what
they see in a room that nothing happened to (`checks`).
"""
