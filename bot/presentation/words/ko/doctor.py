"""Findings of `council doctor` in Korean."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.presentation.words.ko.phrases import settled


@dataclass(frozen=True, slots=True)
class KoreanDoctor:
    """Implements `DoctorWords`."""

    settings: str = "설정"
    presets: str = "프리셋"
    limits: str = "한도"
    watching: str = "모니터링"
    traces: str = "추적"
    database: str = "데이터베이스"
    runs: str = "실행"
    price: str = "가격"
    connectors: str = "서비스"
    sandbox: str = "도구 python, calculate"
    search: str = "도구 search, fetch"
    programs: str = "프로그램"
    all_well: str = "모두 정상입니다."
    settings_read: str = "모든 값을 읽을 수 있습니다"
    traces_sent: str = "OTEL_EXPORTER_OTLP 주소로 보냅니다"
    tools_missing: str = "설치되지 않음(pip install 'council[tools]')"
    sandbox_works: str = "샌드박스가 작동합니다"
    no_runs_to_check: str = "데이터베이스 없이는 점검할 수 없습니다"
    none_stuck: str = "멈춘 실행이 없습니다"
    no_price: str = "데이터베이스 없이는 알 수 없습니다"
    demo_member: str = "모델 없이 참여합니다"

    def member(self, *, model: str) -> str:
        return f"모델 {model}"

    def connector(self, *, name: str) -> str:
        return f"서비스 {name}"

    def mcp_server(self, *, name: str) -> str:
        return f"MCP 서버 {name}"

    def search_engine(self, *, number: int) -> str:
        return f"검색 엔진 {number}"

    def failed(self, *, count: int) -> str:
        return f"위의 점검 중 {count}개가 실패했습니다. 각 줄에 해결 방법이 있습니다."

    def limits_are(self, *, in_all: int | None, of_person: int | None, of_channel: int | None) -> str:
        every, person, channel = (
            "제한 없음" if each is None else f"{each}개" for each in (in_all, of_person, of_channel)
        )
        return f"동시 질문: 전체 {every}, 사람마다 {person}, 채널마다 {channel}. 나머지는 순서를 기다립니다(COUNCIL_RUNS_…)"

    def watching_at(self, *, figures: bool, port: int | None) -> str:
        if port is None:
            return "PORT를 설정하거나 플랫폼이 HTTP로 받을 때 상태를 제공합니다. 수치는 COUNCIL_METRICS=yes로 켭니다"
        more = ", 수치를 /metrics에서" if figures else ""
        return f"`council serve`가 포트 {port}의 /healthz와 /readyz에서 상태를{more} 제공합니다"

    def not_set_up(self, *, variables: Sequence[str]) -> str:
        return f"설정하지 않음({', '.join(variables)})"

    def tokens_there(self, *, trouble: str) -> str:
        return f"{trouble} 서비스의 토큰이 그곳에 있습니다."

    def not_asked(self, *, places: Sequence[str]) -> str:
        return f"사용 위치: {', '.join(places)}. 묻지 않았습니다"

    def connector_fails(self, *, why: str, name: str) -> str:
        return f"{why} {name}.toml을 확인하세요. 실행은 이 서비스 없이 계속됩니다."

    def connector_works(self, *, places: Sequence[str], count: int) -> str:
        return f"사용 위치: {', '.join(places)}. 'test'에 대해 {count:,}자를 주었습니다"

    def sandbox_fails(self, *, why: str) -> str:
        return f"샌드박스가 시작되지 않습니다: {why}"

    def sandbox_wrong(self, *, why: str) -> str:
        return f"샌드박스의 계산이 틀립니다: {why}"

    def engine_not_asked(self, *, title: str) -> str:
        return f"{title}: 설정됨. 묻지 않았습니다"

    def engine_fails(self, *, title: str, why: str) -> str:
        return f"{title}: {why} 실행은 검색 결과 없이 계속됩니다."

    def engine_found(self, *, title: str, count: int) -> str:
        return f"{title}: 페이지 {count}개를 찾았습니다"

    def engine_spare(self, *, finding: str, first: str) -> str:
        return settled(f"{finding}. {first}이(가) 먼저라 사용하지 않습니다")

    def mcp_fails(self, *, why: str) -> str:
        return f"{why} 실행은 이 서버의 도구 없이 계속됩니다. COUNCIL_MCP를 확인하세요."

    def mcp_tools(self, *, names: Sequence[str], left_out: Sequence[str]) -> str:
        given = f"모델용 도구: {', '.join(names) or '없음'}"
        if not left_out:
            return given
        return f"{given}. 읽기 전용 표시가 없어 제외: {', '.join(left_out)}(허용하려면 COUNCIL_MCP_ALLOW에 쓰세요)"

    def database_works(self, *, url: str, newest: str) -> str:
        runs = f"가장 최근 실행은 {newest}" if newest else "아직 실행이 없습니다"
        return f"{url}: 읽고 쓸 수 있습니다. {runs}"

    def more_stuck(self, *, count: int) -> str:
        return f"그 밖에 {count}개가 있습니다. `council runs --stuck`으로 모두 볼 수 있습니다."

    def member_replied(self, *, seconds: float) -> str:
        return f"{seconds:.1f}초 만에 답했습니다"

    def programs_ask(self, *, names: Sequence[str], port: int) -> str:
        return f"{', '.join(names)}: 포트 {port}의 /v1과 /mcp에서 물을 수 있습니다"
