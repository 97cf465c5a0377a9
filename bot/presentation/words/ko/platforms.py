"""Texts in Korean that chat platforms write by themselves, and their parts of `council doctor`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.ports.words import DiscordChecks, InstallTrouble, Permission, Right, SlackChecks
from bot.presentation.words.ko.phrases import settled

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
        return f"빠진 범위: {names}. `{command}`의 출력을 앱 매니페스트에 붙여 넣고 앱을 다시 설치하세요."

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
        return settled(f"Discord에 /{name}이(가) 등록되어 있습니다.")

    def command_unknown(self, *, name: str) -> str:
        return settled(f"Discord에 아직 /{name}이(가) 없습니다. `council serve discord`가 등록합니다.")

    def invite_at(self, *, url: str) -> str:
        return f"필요한 모든 권한으로 봇을 초대하세요: {url}"

    def lost_without(self, *, channel: str, rights: Mapping[str, Permission]) -> str:
        where = f"#{channel}" if channel else "모든 곳"
        return f"{where}: {'; '.join(f'{name} 권한이 없어 {LOST[right]}' for name, right in rights.items())}."

    def more_channels(self, *, count: int) -> str:
        return f"그 밖에 채널 {count}개에도 없는 권한이 있습니다."


SLACK_CHECKS: SlackChecks = KoreanSlackChecks()
DISCORD_CHECKS: DiscordChecks = KoreanDiscordChecks()


RIGHTS: Mapping[Right, str] = {
    "view_channel": "채널 보기",
    "send_messages": "메시지 보내기",
    "send_messages_in_threads": "스레드에서 메시지 보내기",
}
"""Discord's names of its permissions."""


@dataclass(frozen=True, slots=True)
class KoreanSlack:
    """Implements `SlackWords`."""

    checks: SlackChecks = SLACK_CHECKS
    ask: str = "위원회에 질문하기"
    settings_here: str = "여기 설정"
    how_to_ask_well: str = "잘 묻는 법"
    where_it_goes: str = (
        "양식에서 채널을 고를 수 있습니다. 고르지 않으면 질문은 Council과의 다이렉트 메시지에 올라갑니다."
    )
    whose_settings: str = "“여기 설정”은 Council과의 다이렉트 메시지에 적용됩니다. 채널의 설정을 보려면 채널을 고르세요. 누구나 볼 수 있고, 채널 관리자가 바꿀 수 있습니다."
    settings_of_channel: str = "채널 설정 …"
    code: str = "ko"
    install_heading: str = "Slack에 Council 설치"
    install_about: str = "Slack이 워크스페이스에서 Council이 할 수 있는 일을 보여 주고 동의를 구합니다. 설치하면 어느 채널에서나 여러 모델에 한꺼번에 질문할 수 있습니다."
    install_button: str = "Slack으로 이동"
    installed_heading: str = "Council을 설치했습니다"
    open_slack: str = "Slack 열기"
    not_installed_heading: str = "Council을 설치하지 못했습니다"
    install_link: str = "쓰려면 Council을 다시 설치하세요"
    close: str = "닫기"
    cancel: str = "취소"
    one_moment: str = "⏳ 잠시만 기다려 주세요 …"
    rest_elsewhere: str = "나머지는 이 창에 다 들어가지 않습니다."
    channel: str = "채널"
    channel_hint: str = "비워 두면 Council과의 다이렉트 메시지에서 질문합니다."
    form_too_late: str = "Slack이 제때 양식을 열지 못했습니다. 버튼으로 다시 시도해 주세요."
    file_lost: str = "파일을 보내지 못했습니다. 나중에 다시 요청해 주세요."
    text_in_file: str = "메시지에 담기에는 너무 깁니다. 전체 내용은 첨부 파일에 있습니다."
    text_not_changed: str = "바뀐 내용이 이 메시지에 담기에는 너무 깁니다. 스레드에서 볼 수 있습니다."
    file_missing: str = "여기에 있어야 할 파일이 빠졌습니다."
    too_many_visits: str = "한꺼번에 너무 많이 열었습니다. 잠시 뒤에 다시 시도해 주세요."
    cannot_answer: str = "Council이 이 워크스페이스에서 답할 수 없습니다. 여기에 설치되어 있지 않거나 운영자의 조치가 필요합니다. 아무것도 묻지 않았습니다. 운영자에게 로그 확인을 요청하거나 Council을 다시 설치하세요."
    command_late: str = "Council이 평소보다 오래 걸리고 있어 아직 저장하지 못했습니다. 곧 여기에 나타납니다. 1분 안에 나타나지 않으면 다시 질문해 주세요."
    question_late: str = "Council이 평소보다 오래 걸리고 있어 질문을 아직 저장하지 못했습니다. 1분 안에 채널에 나타나지 않으면 이 양식을 다시 보내 주세요. 한 번만 처리합니다."
    form_late: str = "Council이 평소보다 오래 걸리고 있어 아직 끝나지 않았습니다. 답은 메시지로 보내 드립니다. 1분 안에 오지 않으면 다시 시도해 주세요."
    other_version: str = "이 양식은 다른 버전의 Council이 만든 것이라 아무것도 하지 않았습니다."

    def installed_in(self, *, workspace: str) -> str:
        where = f"{workspace}에서 " if workspace else ""
        return f"{where}Council을 쓸 수 있습니다. 채널에서 /invite @Council로 초대한 뒤 /council과 질문을 쓰세요."

    def not_installed(self, *, kind: InstallTrouble, code: str) -> str:
        return {
            "declined": "Slack 페이지에서 동의하지 않아 아무것도 설치하거나 저장하지 않았습니다.",
            "stale": "다른 브라우저에서 연 페이지이거나 10분이 지났습니다. 처음부터 다시 해 주세요.",
            "refused": f"Slack이 설치를 끝내지 못했습니다{f'({code})' if code else ''}. 저장한 것은 없습니다. 처음부터 다시 해 주세요.",
        }[kind]

    def not_listed(self, *, workspace: str) -> str:
        where = f"{workspace}에" if workspace else "여기에"
        return f"Council을 {where} 설치할 수 없습니다. 설치할 수 있는 워크스페이스는 운영자가 COUNCIL_SLACK_WORKSPACES에 정합니다. 저장한 것은 없습니다."

    def file_refused(self, *, name: str) -> str:
        return f"{name} 파일을 첨부하지 못했습니다. 이 워크스페이스에서 Council이 파일을 첨부할 수 없거나 저장 공간이 없습니다. 관리자가 바꿀 수 있으며, Council의 Slack 앱에는 files:write 권한이 필요합니다."

    def file_not_shown(self, *, name: str) -> str:
        return f"Slack이 {name} 파일을 받았지만 보여 주지 않습니다. 나중에 다시 요청해 주세요."

    def install_again(self, *, how: str) -> str:
        return f"다이렉트 메시지에서 Council은 Slack의 어시스턴트를 쓸 수 있습니다. 질문을 이름으로 한 스레드, 추천 질문, 모델이 일하는 동안의 상태 표시입니다. 이 워크스페이스는 그 전에 Council을 설치했습니다. {how}. 그때까지는 모두 전처럼 작동합니다. 이 줄은 관리자에게만 보입니다."

    def install_at(self, *, path: str) -> str:
        return f"쓰려면 Council 주소에서 {path} 페이지를 여세요"

    def file_comes(self, *, names: str) -> str:
        return f"Council과의 다이렉트 메시지로 보냅니다: {names}"

    def goes_along(self, *, names: str) -> str:
        return f"함께 보냅니다: {names}"

    def other_command(self, *, command: str, name: str) -> str:
        return f"Council은 `{name}` 대신 `{command}` 명령에 답합니다."

    def nothing_here(self, *, command: str) -> str:
        return f"여기서는 아무 일도 하지 않습니다. `{command}` 뒤에 질문을 적어 주세요."


@dataclass(frozen=True, slots=True)
class KoreanDiscord:
    """Implements `DiscordWords`."""

    checks: DiscordChecks = DISCORD_CHECKS
    asked: str = "질문을 위원회에 전했습니다."
    open_again: str = "양식 다시 열기"
    open_empty: str = "빈 양식 열기"
    draft_lost: str = "Council이 다시 시작되어 입력하신 내용이 남아 있지 않습니다. 죄송합니다."
    files_lost: str = "Council이 다시 시작되어 그 메시지의 파일과 스레드가 남아 있지 않습니다. 그래서 아직 아무것도 묻지 않았습니다. 메시지에서 *위원회에 질문하기*를 다시 고르거나, 양식을 다시 열어 파일과 스레드 없이 질문하세요."
    failed: str = "저희 쪽에서 문제가 생겼습니다. 자세한 내용은 로그에 있습니다."
    command_changed: str = "그 사이 이 명령이 바뀌었습니다. Discord를 새로 고치고(Ctrl+R) 다시 시도해 주세요."
    form_too_late: str = "양식을 여는 데 너무 오래 걸렸습니다. 다시 눌러 주세요."
    answer_for_you: str = "이 메시지에 대한 답은 본인에게만 보여 드립니다."
    read_answer: str = "답 보기"
    only_commands: str = "여기서는 `/council`을 쓰세요. 양식은 명령과 버튼으로만 열립니다."
    yes: str = "예"
    whole_text: str = "전체 내용"
    no_direct_message: str = (
        "Discord가 Council과의 다이렉트 메시지를 열지 못해 아무것도 묻지 않았습니다. 다시 시도해 주세요."
    )
    not_in_thread: str = "Council이 이 비공개 스레드에 없어 아무것도 하지 않았습니다. 여기 메시지에서 Council을 멘션하면 스레드에 추가됩니다. 그런 다음 다시 시도하세요."

    def too_large(self, *, names: str) -> str:
        return f"Discord에 올리기에는 너무 커서 뺐습니다: {names}."

    def no_files_here(self, *, names: str) -> str:
        return f"{names} 없이 올립니다. Council은 여기에 파일을 첨부할 수 없습니다."

    def incident(self, *, number: str) -> str:
        return f"저희 쪽에서 문제가 생겼습니다. 오류 번호는 {number}입니다."

    def sure(self, *, label: str) -> str:
        return f"{label}: 계속할까요?"

    def may_not_write(self, *, rights: Sequence[Right]) -> str:
        lacks = ", ".join(RIGHTS[right] for right in rights)
        return f"Council은 여기에 글을 쓸 수 없습니다. 없는 권한: {lacks}. 서버 설정의 역할이나 채널의 권한에서 Council의 역할에 권한을 주세요. 그런 다음 다시 질문하세요. 어떤 모델에도 묻지 않았습니다."
