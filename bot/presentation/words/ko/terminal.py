"""Texts of the command line in Korean."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.presentation.words.ko.phrases import SYSTEM, settled
from council_core.domain.run_state import RunState, Stuck
from council_core.domain.waiting import Limit

STUCK: Mapping[Stuck, str] = {
    "untaken": "맡은 프로세스가 없습니다.",
    "engine_ended": "엔진은 {state} 상태로 끝냈지만 저장소에서는 끝나지 않았습니다.",
    "process_gone": "맡았던 프로세스 {owner}이(가) 사라졌거나 멈췄고, 다른 프로세스가 이어받지 않았습니다.",
    "vote_open": "투표가 이미 닫혔어야 합니다.",
    "silent": "15분 동안 끝난 단계가 없습니다.",
    "terminal_left": "15분 동안 터미널에서 아무 진행도 없습니다.",
}

ADVICE: Mapping[Stuck, str] = {
    "untaken": "{platform}이(가) 설정된 `council serve`를 시작하면 질문을 맡습니다. 이미 실행 중이라면 맡지 않는 이유가 로그에 있습니다.",
    "engine_ended": '`council serve`가 실행 중이면 1분 기다리고, 아니면 시작하세요. 비용을 두 번 내지 않고 이어서 진행합니다. 그래도 목록에 남아 있으면 끝내세요: `council end {run_id} --why "…"`.',
    "process_gone": "`council serve`를 시작하면 몇 초 안에 멈춘 곳부터 이어서 진행합니다. {owner}이(가) 멈춘 채 남아 있다면 그 프로세스를 종료하세요. 실행은 안전합니다.",
    "vote_open": "스레드에서 [투표를 끝내고 공개]를 누르세요. 그래도 그대로면 {owner}을(를) 다시 시작하세요. 시작할 때 투표를 닫습니다.",
    "silent": '{owner}을(를) 다시 시작하세요. 끝난 단계는 남아 있고 비용을 다시 내지 않습니다. 또 멈추면 끝내세요: `council end {run_id} --why "…"`.',
    "terminal_left": '터미널이 닫혔다면 `council ask --resume {run_id}`로 이어서 진행하거나 끝내세요: `council end {run_id} --why "…"`. `council serve`는 이 실행을 맡지 않습니다.',
}

SERVE = "`council serve`"
"""The only process that there can be on an SQLite file."""

LINES: Mapping[Limit, str] = {"person": "같은 사람", "channel": "같은 채널", "process": "전체"}
"""Names for the queue that a run waits in, by the limit that delays it."""


@dataclass(frozen=True, slots=True)
class KoreanTerminal:
    """Implements `TerminalWords`."""

    settings_wrong: str = "다음 설정을 고쳐야 합니다:"
    stopped_early: str = "아무것도 묻기 전에 중단했습니다."
    nothing_asked: str = "아무것도 묻지 않았습니다."
    standard_input: str = "표준 입력"
    nothing_piped: str = "표준 입력으로 아무것도 오지 않아 질문만 보냅니다."
    waits_for_pipe: str = (
        "질문에 딸린 표준 입력의 내용을 기다립니다. Ctrl-C로 중단할 수 있고, `< /dev/null`을 붙이면 그 내용 없이 "
        "질문합니다."
    )
    yes_or_no: str = "[y/N]"
    ask_something: str = '질문을 써 주세요: council ask "질문".'
    question_empty: str = '질문이 비어 있습니다. 질문을 써 주세요: council ask "질문".'
    no_text_piped: str = "표준 입력이 텍스트가 아니어서 아무것도 묻지 않았습니다. 파일은 --file로 지정하세요."
    no_utf8_piped: str = "표준 입력이 UTF-8 텍스트가 아니어서 아무것도 묻지 않았습니다. `iconv -f CP949 -t UTF-8` 등으로 변환하거나 --file로 파일을 지정하세요."
    nothing_deleted: str = "아무것도 삭제하지 않았습니다."
    deleting: str = "실행을 삭제하는 중"
    sweeping: str = "파일에서 텍스트를 지우는 중"
    adds_earlier_runs: str = "먼저 이전 버전의 실행을 추가합니다. 한 번만 하며, 몇 분 걸릴 수 있습니다."
    waits_for_cleaning: str = (
        "다른 프로세스가 실행을 삭제하고 있습니다. 그 작업이 끝나면 이 명령을 시작합니다."
    )
    none_stuck: str = "멈춘 실행이 없습니다."
    none_under_way: str = "진행 중인 실행이 없습니다."
    why_needed: str = "--why에 스레드의 사람들이 읽을 한 문장을 쓰세요."
    improve_needs_words: str = '질문을 써 주세요: council improve "질문".'
    ask_one_of_them: str = '둘 중 하나로 질문하세요: council ask "…"'
    workspace_needed: str = "--in slack:T012345처럼 워크스페이스도 지정하세요."
    no_discord_token: str = "DISCORD_TOKEN이 설정되지 않았습니다. 설정하거나 애플리케이션을 지정하세요: council discord-invite --application ID. ID는 discord.com/developers의 General Information 페이지에 있습니다."

    def note(self, *, text: str) -> str:
        return f"참고: {text}"

    def unknown_run(self, *, run_id: str) -> str:
        return settled(f"실행 '{run_id}'이(가) 없습니다. `council history`로 최근 것을 볼 수 있습니다.")

    def stopped(self, *, run_id: str) -> str:
        return f"중단했습니다. 지금까지의 답변은 남아 있습니다: council show {run_id}"

    def broke_off(self, *, run_id: str) -> str:
        return f"실행이 끊겼습니다. 이어서 하려면: council ask --resume {run_id}"

    def kept_in(self, *, file: str) -> str:
        return f"질문과 답변은 {file}에 저장됩니다. DATABASE_URL로 다른 곳을 정할 수 있습니다."

    def did_you_mean(self, *, command: str) -> str:
        return f"`council {command}` 명령을 쓰려고 하셨나요? 아무것도 묻지 않았습니다. 그래도 질문하려면 물음표로 끝내세요."

    def command_of_chat(self, *, command: str) -> str:
        return settled(
            f"`{command}`은(는) 채팅 명령입니다. 터미널 명령은 `council --help`로 볼 수 있습니다. 아무것도 묻지 않았습니다. 그래도 질문하려면 물음표로 끝내세요."
        )

    def hardly_a_question(self, *, text: str) -> str:
        return settled(
            f"“{text}”은(는) 질문으로 보기 어렵습니다. 아무것도 묻지 않았습니다. 그래도 질문하려면 물음표로 끝내세요."
        )

    def really_ask(self, *, text: str) -> str:
        return f"위원회에 “{text}”라고 물을까요?"

    def no_text_typed(self, *, encoding: str) -> str:
        return f"질문이 {encoding} 텍스트가 아니어서 아무것도 묻지 않았습니다. 이 터미널의 인코딩으로 쓰거나 --file로 파일을 지정하세요."

    def cannot_read(self, *, file: str, why: str) -> str:
        return settled(f"'{file}'을(를) 읽을 수 없습니다: {SYSTEM.get(why, why)}.")

    def cannot_write(self, *, file: str, why: str) -> str:
        return settled(f"{file}을(를) 쓸 수 없습니다: {SYSTEM.get(why, why)}.")

    def delete_run(self, *, run_id: str) -> str:
        return settled(f"실행 {run_id}와(과) 딸린 모든 것을 삭제할까요?")

    def delete_old(self, *, age: str) -> str:
        return f"{age}보다 오래전에 끝난 모든 실행을 삭제할까요?"

    def output_lost(self, *, why: str) -> str:
        return f"출력을 쓸 수 없습니다: {why}."

    def nobody_confirms(self, *, question: str) -> str:
        return f"{question} 확인해 줄 사람이 없으니 --yes를 붙이세요."

    def run_deleted(self, *, run_id: str) -> str:
        return settled(f"실행 {run_id}을(를) 삭제했습니다.")

    def posts_follow(self, *, platform: str) -> str:
        return f"`council serve`가 {platform}의 게시물을 1분 안에, 또는 시작할 때 바꿉니다."

    def deletion_interrupted(self, *, count: int) -> str:
        deleted = f"실행 {count}개를 삭제했습니다" if count else "삭제한 실행이 없습니다"
        return f"중단했습니다. {deleted}. 같은 명령을 다시 입력하면 이어집니다."

    def runs_deleted(self, *, count: int) -> str:
        deleted = f"실행 {count}개를 삭제했습니다" if count else "삭제한 실행이 없습니다"
        return f"{deleted}. 채팅의 게시물은 남습니다."

    def no_age(self, *, text: str) -> str:
        return f"--older-than이 '{text}'입니다. 30d, 8w, 36h 같은 기간이어야 합니다."

    def no_file_for_terminal(self, *, kind: str) -> str:
        return f"{kind} 파일은 터미널에 출력할 수 없습니다. 파일을 지정하세요: --output run.{kind}"

    def letters_missing(self, *, scripts: str) -> str:
        return f"이 컴퓨터의 글꼴에 없는 글자가 파일에서 빠졌습니다: {scripts}. Noto 글꼴에는 있습니다(Debian: fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji)."

    def stuck(self, *, kind: Stuck, state: str, owner: str) -> str:
        return settled(STUCK[kind].format(state=state, owner=owner or SERVE))

    def stuck_advice(self, *, kind: Stuck, run_id: str, platform: str, owner: str) -> str:
        return settled(
            ADVICE[kind].format(run_id=run_id, platform=platform.capitalize(), owner=owner or SERVE)
        )

    def run_state(self, *, state: RunState, age: str, step_age: str, stuck: str) -> str:
        lease = {None: "", True: ", 리스 유지", False: ", 리스 상실"}[state.is_lease_held]
        waits = state.waits
        parts = (
            f"{state.run_id} | {state.stage} | {age} 전에 질문",
            f"{state.owner or '프로세스 없음'}{lease}",
            f"시도 {state.attempts}",
            f"마지막 단계 {state.last_step} {step_age} 전" if step_age else "아직 단계 없음",
            *((f"대기 순서 {waits.before + 1}({LINES[waits.limit]})",) if waits else ()),
            f"확인되지 않은 게시물 {state.unsettled}",
            *((f"멈춤: {stuck}",) if stuck else ()),
        )
        return " | ".join(parts)

    def engine_state(self, *, state: str) -> str:
        return f"엔진의 상태: {state}." if state else "엔진이 이 실행을 모릅니다."

    def ended_already(self, *, run_id: str, stage: str) -> str:
        return settled(f"실행 {run_id}은(는) 이미 {stage} 상태로 끝났습니다.")

    def ended(self, *, run_id: str, stage: str) -> str:
        return settled(
            f"실행 {run_id}을(를) '{stage}'에서 멈췄습니다. 실행을 맡은 프로세스가, 없으면 다음에 시작한 `council serve`가 스레드에 알립니다."
        )

    def nothing_to_rank(self, *, run_id: str) -> str:
        return f"실행 {run_id}에는 순위를 매길 답변이 없습니다."

    def vote_still_open(self, *, run_id: str) -> str:
        return f"실행 {run_id}의 투표가 아직 열려 있습니다. 표는 투표가 닫힌 뒤에 집계됩니다."

    def no_folder(self, *, folder: str) -> str:
        return f"{folder} 폴더가 없습니다. --adr은 그 폴더에 결정마다 파일 하나를 씁니다."

    def nothing_to_search(self, *, text: str) -> str:
        return f"'{text}'에는 찾을 단어가 없습니다. 질문이나 결론에 나온 단어를 쓰세요."

    def no_workspace(self, *, text: str) -> str:
        return settled(f"'{text}'은(는) 워크스페이스가 아닙니다. slack:T012345처럼 플랫폼과 ID를 쓰세요.")

    def new_key(self, *, variable: str) -> str:
        return f"이 키를 {variable}의 맨 앞에 두고 이전 키는 쉼표로 구분해 뒤에 두세요. Council을 다시 시작한 다음 `council secrets rotate`를 실행하세요. 사본은 데이터베이스와 따로 보관하세요. 키가 없으면 백업에서도 토큰을 읽을 수 없습니다."

    def sealed_anew(self, *, count: int, key: str) -> str:
        return settled(
            f"토큰 {count}개를 키 {key}(으)로 다시 봉인했습니다. 이전 키는 더 이상 필요하지 않습니다."
        )

    def playground_open(self, *, address: str) -> str:
        return f"체험 페이지가 열렸습니다: {address}\n이 컴퓨터에서 이 주소로만 열 수 있습니다. Ctrl-C로 멈춥니다."

    def still_under_way(self, *, run_id: str) -> str:
        return f"진행 중인 질문이 있었습니다. 이어 가려면: council ask --resume {run_id}"

    def copied(self, *, file: str, size: int) -> str:
        return (
            f"{file}: {size:,}바이트, 온전함을 확인했습니다. 이 사본을 쓰려면: DATABASE_URL=sqlite:///{file}"
        )

    def no_application(self, *, text: str) -> str:
        return settled(f"애플리케이션 ID는 15~20자리 숫자인데 '{text}'은(는) 그렇지 않습니다.")


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
