"""Two services of the operator on this machine, of which people choose those for a question."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from aiohttp import web

from tests.contracts.test_pages import site

FACT = "The wiki says: the quokka clause counts 47 days."


@dataclass(slots=True)
class TwoServices:
    """A wiki and a list of tickets."""

    folder: Path
    asked: list[str] = field(default_factory=list[str])
    """Paths with queries, in order."""

    @property
    def environment(self) -> dict[str, str]:
        """Return the variable that names their files."""
        return {"COUNCIL_CONNECTORS": str(self.folder)}

    async def answer(self, request: web.Request) -> web.StreamResponse:
        """Answer a question."""
        self.asked.append(request.path_qs)
        return web.Response(text=FACT)


@asynccontextmanager
async def two_services(folder: Path) -> AsyncGenerator[TwoServices]:
    """Serve both services until the block ends; their files are in a subfolder of this folder."""
    services = TwoServices(folder / "connectors")
    services.folder.mkdir()
    async with site(services.answer) as url:
        for name, title, asks in (("wiki", "Wiki", "space"), ("tickets", "Tickets", "year")):
            text = (
                f'title = "{title}"\nurl = "{url}/{name}?q={{{{question}}}}&{asks}={{{{{asks}}}}}"\nwhere = ["*"]\n'
                f'[fields]\n{asks} = "all"\n[asks]\n{asks} = "Which {asks}"\n'
            )
            (services.folder / f"{name}.toml").write_text(text)
        yield services
