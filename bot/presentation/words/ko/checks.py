"""Platforms' parts of `council doctor` in Korean."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.ports.words import DiscordChecks, Permission, SlackChecks

LOST: Mapping[Permission, str] = {
    "view_channel": "아무것도 게시할 수 없습니다",
    "send_messages": "멘션의 카드와 스레드가 없는 곳의 답변을 게시할 수 없습니다",
    "send_messages_in_threads": "답변, 순위, 결론을 게시할 수 없습니다",
    "create_public_threads": "모든 것이 스레드가 아니라 채널에 게시됩니다",
    "attach_files": "긴 글이 잘리고 내보낸 파일을 보낼 수 없습니다",
    "read_message_history": "충돌 뒤에 게시물이 두 번 올라올 수 있고 멘션의 파일을 읽을 수 없습니다",
    "embed_links": "Discord가 링크를 간단히 표시할 수 있습니다",
    "manage_threads": "관리자가 잠근 스레드를 Council이 열 수 없습니다",
}
"""Losses without each permission of Discord."""


@dataclass(frozen=True, slots=True)
class KoreanSlackChecks:
    """Implements `SlackChecks`."""

    bot_token: str = "Slack 봇 토큰"
    scopes: str = "Slack 권한 범위"
    several_workspaces: str = "여러 워크스페이스용 Slack 앱"
    assistant: str = "Slack 도우미 화면"
    signing_secret: str = "Slack 서명 비밀"
    app_token: str = "Slack 앱 토큰(소켓 모드)"
    is_accepted: str = "유효합니다"
    all_granted: str = "모두 허용되었습니다"
    assistant_asked: str = "새로 설치할 때 요청합니다. 이미 설치한 워크스페이스는 없이 계속하며, 관리자는 앱의 홈에서 켜는 방법을 볼 수 있습니다"
    secret_set: str = "설정됨. Slack만 확인할 수 있습니다"
    secret_missing: str = (
        "HTTP에는 SLACK_SIGNING_SECRET(Basic Information)을, 소켓 모드에는 SLACK_APP_TOKEN을 설정하세요."
    )
    socket_opens: str = "연결할 수 있습니다"

    def bot_token_of(self, *, user: str, team: str) -> str:
        return f"Slack 봇 토큰({team}의 {user})"

    def installed_at(self, *, path: str) -> str:
        return f"사용자는 공개 주소의 {path}에서 설치합니다. 워크스페이스마다 토큰이 따로 있습니다"

    def token_refused(self, *, why: str) -> str:
        return f"Slack이 받아들이지 않습니다: {why}. 앱 페이지의 OAuth & Permissions에서 Bot User OAuth Token을 복사하세요."

    def scopes_missing(self, *, names: str, command: str) -> str:
        return f"없는 범위: {names}. `{command}`의 출력을 앱 매니페스트에 붙여 넣고 앱을 다시 설치하세요."

    def no_socket(self, *, why: str) -> str:
        return f"Slack의 응답: {why}. connections:write가 있는 앱 수준 토큰을 만들고(Basic Information) 소켓 모드를 켜세요."


@dataclass(frozen=True, slots=True)
class KoreanDiscordChecks:
    """Implements `DiscordChecks`."""

    token: str = "Discord: 봇 토큰"
    rest: str = "Discord: API 연결"
    messages: str = "Discord: 메시지"
    commands: str = "Discord: 명령"
    invitation: str = "Discord: 초대"
    servers: str = "Discord: 서버"
    token_refused: str = (
        "Discord가 받아들이지 않습니다. discord.com/developers의 Bot 페이지에서 봇 토큰을 다시 복사하세요."
    )
    may_read: str = "사람들이 쓴 글, 곧 질문 주변의 대화와 후속 메시지를 읽을 수 있습니다."
    may_not_read: str = "Discord가 사람들이 쓴 글을 숨기므로 모델은 질문 주변의 대화를 받지 못하고, 일반 메시지로는 이어서 질문할 수 없습니다. 바꾸려면 discord.com/developers의 Bot 페이지에서 Message Content Intent를 켜고 봇을 다시 시작하세요."
    no_server: str = "봇이 아직 어떤 서버에도 없습니다."
    permissions_suffice: str = "Council에 필요한 권한이 모두 있습니다."
    how_to_grant: str = "서버 설정의 역할에서, 또는 채널의 권한에서 Council 역할에 권한을 주세요."

    def permissions_on(self, *, server: str) -> str:
        return f"Discord: {server}의 권한"

    def permissions_everywhere(self, *, count: int) -> str:
        return f"Discord: 서버 {count}개의 권한"

    def unreachable(self, *, why: str) -> str:
        return f"{why} 네트워크와 DISCORD_API_URL을 확인하세요."

    def belongs_to(self, *, user: str) -> str:
        return f"{user}의 토큰입니다."

    def command_known(self, *, name: str) -> str:
        return f"Discord에 /{name}이(가) 등록되어 있습니다."

    def command_unknown(self, *, name: str) -> str:
        return f"Discord에 아직 /{name}이(가) 없습니다. `council serve discord`가 등록합니다."

    def invite_at(self, *, url: str) -> str:
        return f"필요한 모든 권한으로 봇을 초대하세요: {url}"

    def lost_without(self, *, channel: str, rights: Mapping[str, Permission]) -> str:
        where = f"#{channel}" if channel else "모든 곳"
        return f"{where}: {'; '.join(f'{name} 권한이 없어 {LOST[right]}' for name, right in rights.items())}."

    def more_channels(self, *, count: int) -> str:
        return f"그 밖에 채널 {count}개에도 없는 권한이 있습니다."


SLACK_CHECKS: SlackChecks = KoreanSlackChecks()
DISCORD_CHECKS: DiscordChecks = KoreanDiscordChecks()
