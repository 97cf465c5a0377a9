"""Group responses by position, tell whether they disagree, and report the minority."""

from collections.abc import Sequence
from itertools import combinations

from council_core.domain.links import links_in
from council_core.domain.slate import Alias, Response
from council_core.domain.verdict import Dissent, Held, Minority
from council_core.positions.claims import claim_of
from council_core.positions.compare import compare


def grouped(positions: Sequence[tuple[Alias, str]]) -> tuple[Held, ...]:
    """Group responses of the same position, the largest group first, then in the order of their letters.

    A response without a position is in no group.
    """
    found: dict[object, list[tuple[Alias, str]]] = {}
    for alias, position in positions:
        if position:
            found.setdefault(claim_of(position).key, []).append((alias, position))
    groups = [
        Held(
            position=min((said for _, said in members), key=lambda said: (len(said), said)),
            holders=tuple(alias for alias, _ in members),
        )
        for members in found.values()
    ]
    return tuple(sorted(groups, key=lambda group: -len(group.holders)))


def is_split(positions: Sequence[str]) -> bool:
    """Tell whether two positions certainly differ. An answer without a position disagrees with nobody."""
    stated = [position for position in positions if position]
    return any(compare(one, other) == "different" for one, other in combinations(stated, 2))


def main_group(groups: Sequence[Held], preferred: Sequence[Alias] = ()) -> Held | None:
    """Return the largest group; among groups of equal size, the one with a preferred response, or else the
    first one."""
    if not groups:
        return None
    largest = [group for group in groups if len(group.holders) == len(groups[0].holders)]
    return next((group for group in largest if set(group.holders) & set(preferred)), largest[0])


def minority_among(responses: Sequence[Response], preferred: Sequence[Alias] = ()) -> Minority | None:
    """Report the responses that held another position than most, at first or in the end; None if there are none.

    Args:
        responses: The slate, with positions.
        preferred: First place of the ranking, which decides between groups of equal size.
    """
    main = main_group(grouped([(each.alias, each.position) for each in responses]), preferred)
    if main is None:
        return None
    dissents = tuple(
        _dissent(each)
        for each in responses
        if any(compare(said, main.position) == "different" for said in (each.position, each.before) if said)
    )
    return Minority(main=main, dissents=dissents) if dissents else None


def _dissent(response: Response) -> Dissent:
    return Dissent(
        alias=response.alias,
        position=response.position,
        before=response.before,
        reason=response.reason,
        sources=len(links_in(f"{response.text}\n{response.reason}")),
    )
