"""The crash harness: kills a real bot at chosen and at random moments, starts it again, and compares the results.

    python -m tests.crash --points all --random 200 --platform both

A *room* is a channel in which the same script is played: a question, votes that change, feedback, a change of
settings, the reveal, a follow-up. Many rooms live in one process, and each is held at a point of its own until the
process is killed (`points`), so that one kill tests many points. In the end people must see in each room what they
see in an undisturbed one (`checks`).
"""
