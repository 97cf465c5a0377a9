"""Files on chat platforms: the core's `FileSource` over all platforms of this process."""

from collections.abc import Mapping

from bot.ports import ChatPlatform
from council_core.domain.place import Place
from council_core.errors import PlatformError


class PlatformFiles:
    """Implements `council_core.ports.FileSource`: the platform of a place hands out what hangs on its messages."""

    def __init__(self, platforms: Mapping[str, ChatPlatform]) -> None:
        self._platforms = platforms

    async def fetch(self, place: Place, reference: str) -> bytes:
        platform = self._platforms.get(place.platform)
        if platform is None:
            raise PlatformError(f"Council is not connected to {place.platform} now.")
        return await platform.fetch_file(reference)
