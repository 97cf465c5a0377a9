"""Help pages of the command line in Korean."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.presentation.words.commands import Misuse
from bot.presentation.words.ko.phrases import settled

SUMMARIES: Mapping[str, str] = {
    "ask": "이 터미널에서 위원회에 질문합니다",
    "improve": "질문하기 전에 질문을 다듬습니다",
    "play": "토큰 없이 이 컴퓨터의 페이지에서 써 봅니다",
    "serve": "Slack과 Discord에서 봇을 실행합니다",
    "mcp": "코딩 도우미 같은 프로그램 하나에 MCP로 연결합니다",
    "doctor": "설정, 토큰, 데이터베이스, 모델을 점검합니다",
    "show": "저장된 실행을 출력합니다",
    "export": "끝난 실행을 HTML, PDF, Word, Markdown, JSON 또는 PNG로 씁니다",
    "runs": "진행 중인 실행과 멈춘 실행을 나열합니다",
    "end": "실행을 멈추고 스레드에 이유를 알립니다",
    "history": "최근 실행을 나열합니다",
    "search": "단어로 실행을 찾습니다",
    "board": "모델의 실력을 출력합니다",
    "schedules": "정해진 시간마다 하는 질문을 나열합니다",
    "decisions": "팀의 결정을 나열하거나 파일로 씁니다",
    "templates": "질문 템플릿과 그 항목을 나열합니다",
    "models": "제공자가 지금 제공하는 모델과 가격을 나열합니다",
    "forget": "저장된 실행을 영구히 삭제합니다",
    "secrets": "토큰을 봉인하는 키를 만들거나 바꿉니다",
    "backup": "사용 중에도 데이터베이스를 복사합니다",
    "schema": "실행의 JSON 스키마를 출력합니다",
    "rerank": "저장된 실행의 순위를 다시 계산합니다",
    "inspect": "실행 밖에서 투표용지를 읽고, 텍스트를 가리고, 순위를 매기고, 봉인합니다",
    "evaluate": "정답이 있는 항목으로 위원회와 가장 좋은 모델을 비교합니다",
    "calibrate": "정답이 있는 쌍을 모델이 판정하게 하고 그만큼 신뢰합니다",
    "slack-manifest": "Slack에 붙여 넣을 매니페스트를 출력합니다",
    "discord-invite": "봇을 Discord 서버에 초대하는 링크를 출력합니다",
}

DESCRIPTIONS: Mapping[str, str] = {
    "ask": "위원회에 질문하고 심의 과정을 지켜봅니다. 종료 코드: 0 결론이 나옴; 1 문제가 생김; 2 질문이나 설정이 잘못됨; 3 답한 모델이 너무 적음; 4 결론 없음; 130 중단됨.",
    "improve": "의장 또는 --model로 지정한 모델 하나가 질문을 다시 씁니다. 두 질문과 차이점, 그 이유를 출력합니다. 위원회에는 묻지 않습니다. 종료 코드: 0 출력함; 1 문제가 생김; 2 호출이 실패했거나 잘못 사용함.",
    "play": "127.0.0.1에 팀 채널처럼 생긴 페이지를 엽니다. 질문하고, 스레드를 따라가고, 가상의 동료 세 명 중 하나로 투표하고, 이름을 공개할 수 있습니다. COUNCIL_MEMBERS에 다른 모델이 없으면 데모 모델이 답합니다. 종료 코드: 0 멈춤; 1 문제가 생김; 2 설정이 잘못됨.",
    "serve": "지정한 플랫폼, 없으면 토큰이 있는 모든 플랫폼, 그것도 없으면 체험 페이지를 멈출 때까지 실행합니다. 종료 코드: 0 멈춤; 1 문제가 생김; 2 설정이 잘못됨.",
    "mcp": "표준 입출력으로 MCP를 사용해 프로그램이 위원회에 질문하고 실행을 읽게 합니다(docs/mcp.md). 종료 코드: 0 프로그램이 연결을 끊음; 1 문제가 생김; 2 설정이 잘못됨.",
    "doctor": "위원회에 필요한 모든 것을 모델마다 값싼 호출 한 번으로 점검하고, 실패한 것은 어떻게 고칠지 알려 줍니다. 종료 코드: 0 모두 정상; 1 정상이 아닌 것이 있음.",
    "show": "저장된 실행을 출력합니다. 종료 코드: 0 출력함; 1 문제가 생김; 2 그런 실행이 없음.",
    "export": "끝난 실행을 파일로 씁니다. 예: `council export RUN --format html --output run.html`. 종료 코드: 0 씀; 1 문제가 생김; 2 그런 실행이 없거나, 끝나지 않았거나, 패키지가 없거나, 파일을 쓸 수 없음.",
    "runs": "끝나지 않은 실행을 오래된 것부터 나열합니다. 단계, 경과 시간, 프로세스와 리스, 시도 횟수, 마지막 단계, 전송이 확인되지 않은 게시물, 멈춘 이유를 보여 줍니다.",
    "end": "진행되지 않는 실행을 중단합니다. 실행을 맡은 프로세스가 스레드에 이유를 알립니다. 종료 코드: 0 중단함; 1 문제가 생김; 2 그런 실행이 없거나 이미 끝남.",
    "history": "모든 플랫폼의 최근 실행을 최신순으로 나열합니다.",
    "search": "질문이나 결론에 이 단어가 모두 들어 있는 최근 실행을 모든 플랫폼에서 찾아 최신순으로 나열합니다. 종료 코드: 0 나열했거나 찾은 것이 없음; 1 문제가 생김; 2 찾을 단어가 없음.",
    "board": "모든 플랫폼의 최근 실행에서 모델의 실력을 모델들의 블라인드 심사와 사람들의 블라인드 투표로 나누어, 답변당 비용과 시간과 함께 출력합니다. 실행이 열 개보다 적으면 순위표가 없습니다.",
    "schedules": "모든 플랫폼의 예약을 나열하거나, 하나를 일시 중지하거나, 다시 시작하거나, 삭제합니다. 예약은 채팅에서 만듭니다: `/council every monday 9:00 지난주에 무엇이 고장 났나요?` 종료 코드: 0 완료; 1 문제가 생김; 2 그런 예약이 없음.",
    "decisions": "모든 플랫폼의 실행에 기록된 결정을 최신순으로, 또는 단어로 골라 나열합니다. --adr을 쓰면 각각을 아키텍처 결정 기록으로 씁니다. 종료 코드: 0 완료; 1 문제가 생김; 2 그런 폴더가 없음.",
    "templates": "Council에 들어 있는 템플릿과 COUNCIL_TEMPLATES의 템플릿을 나열합니다. 템플릿으로 질문하기: `council ask 'template:writer reader=\"우리 사용자\" 릴리스를 알려 주세요'`. --in을 쓰면 워크스페이스의 템플릿도 포함하며, --save는 하나를 더하거나 바꾸고 --delete는 하나를 지웁니다. 종료 코드: 0 완료; 1 문제가 생김; 2 그런 템플릿이 없거나 파일이 잘못됨.",
    "models": "제공자 하나 또는 설정된 모든 제공자의 모델을, 제공자가 알려 주는 만큼 짧은 질문의 가격과 받을 수 있는 입력과 함께 나열합니다. 종료 코드: 0 나열함; 1 답한 제공자가 없음.",
    "forget": "실행 하나, 또는 충분히 오래전에 끝난 모든 실행을 답변, 심사, 투표, 피드백, 엔진 기록과 함께 삭제합니다. `council serve`가 실행 중이어도 됩니다. 종료 코드: 0 삭제함; 1 문제가 생김; 2 그런 실행이 없거나 잘못 사용함.",
    "secrets": "`new`는 COUNCIL_SECRET_KEYS에 쓸 키를 출력하고, `rotate`는 데이터베이스의 모든 토큰을 첫 번째 키로 다시 봉인합니다. 종료 코드: 0 완료; 1 문제가 생김; 2 설정이 잘못됨.",
    "backup": "`council serve`가 실행되는 동안 실행과 엔진 기록을 담은 SQLite 데이터베이스의 일관된 사본을 씁니다. 사본으로 시작한 서버는 진행 중이던 실행을 이어 갑니다. 종료 코드: 0 복사함; 1 문제가 생김; 2 그곳에 파일을 쓸 수 없거나 데이터베이스가 Postgres임.",
    "schema": "`council ask --json`과 `council show --json`이 출력하는 내용의 JSON 스키마를 출력합니다.",
    "rerank": "저장된 실행의 순위를 다시 계산합니다. 원하면 다른 순위 계산법이나 자기 답변의 다른 비중을 쓸 수 있습니다. 같은 인수는 같은 결과를 냅니다. 종료 코드: 0 출력함; 1 문제가 생김; 2 그런 실행이 없음.",
    "inspect": "표준 입력에서 JSON 줄을 읽고, 실행과 같은 코드를 거쳐 각각 JSON 한 줄을 씁니다. 줄의 항목: ballot은 text, shown; mask는 text, question; rank는 candidates, ballots, aggregation, own_weight; envelope은 answers, question.",
    "evaluate": "정답이 있는 항목의 저장된 판정을 다시 재생하거나 실제 모델에 묻습니다. 위원회, 각 모델, 단순 다수결, 모든 순위 계산법이 정답을 얼마나 자주 찾는지 출력합니다. 형식과 공개 데이터 집합의 구조는 docs/evaluating.md에 있습니다. 종료 코드: 0 출력함; 1 문제가 생김; 2 쓸 수 없는 줄이 있거나(그 앞은 씀) 잘못 사용함; 130 중단됨(끝난 항목은 보존됨).",
    "calibrate": "심사하는 모델마다 정답이 있는 쌍(Council에 들어 있는 것 또는 직접 만든 것)을 판정하게 하고, 모델과 평가 기준표별로 신뢰도를 저장합니다. 실행은 그 신뢰도에서 시작하고, 팀의 투표가 그것을 다듬습니다. 종료 코드: 0 저장함; 1 문제가 생김; 2 잘못 사용함; 130 중단됨(끝난 쌍은 보존됨).",
    "slack-manifest": 'Slack의 "Create an app from a manifest"에 붙여 넣을 앱 매니페스트를 출력합니다.',
    "discord-invite": "필요한 모든 권한으로 봇을 초대하는 주소를 출력합니다. 종료 코드: 0 출력함; 1 Discord에 물을 수 없음; 2 ID도 토큰도 없음.",
}

OPTIONS: Mapping[str, str] = {
    "ask question": "질문. `-`이거나 없으면 표준 입력에서 읽습니다",
    "ask --json": "끝난 실행만, --estimate와 함께 쓰면 예상만 JSON으로 출력합니다",
    "ask --member": "설정의 모델 대신 쓸 모델. 모델마다 한 번씩 provider:model?name=… 형식으로 씁니다",
    "ask --file": "모델이 질문과 함께 읽을 파일. `-`은 표준 입력입니다. 파일마다 한 번씩 씁니다. 질문과 함께 파이프로 들어온 텍스트도 파일로 봅니다",
    "ask --estimate": "질문의 예상 비용만 출력하고 묻지 않습니다",
    "ask --resume": "이 터미널에서 중단된 실행을 이어 갑니다",
    "improve question": "다시 쓸 질문",
    "improve --model": "다시 쓸 모델. 없으면 의장이 씁니다",
    "play --port": "페이지의 포트. 없으면 빈 포트를 씁니다",
    "serve platforms": "slack, discord, api. 없으면 토큰이 있는 모든 플랫폼",
    "serve --role": "질문을 받기(ingress), 처리하고 게시하기(worker), 또는 둘 다. 프로세스가 여럿이면 DATABASE_URL이 Postgres여야 합니다",
    "doctor --no-calls": "모델을 호출하지 않습니다",
    "show run": "실행의 ID(예: r8kq2z5m0c7xw3t9n)",
    "show --json": "JSON으로 출력합니다",
    "show --engine": "실행 대신 그것을 맡은 프로세스와 단계를 출력합니다",
    "export run": "실행의 ID(예: r8kq2z5m0c7xw3t9n)",
    "export --format": "HTML(다른 것이 필요 없는 파일 하나), PDF, Word, Markdown(기본값), JSON, 또는 그림만 PNG로",
    "export --output": "쓸 파일. 없으면 표준 출력",
    "runs --under-way": "끝나지 않은 모든 실행(기본값)",
    "runs --stuck": "도움이 있어야 계속되는 실행만",
    "end run": "실행의 ID",
    "end --why": "스레드의 사람들에게 보여 줄 한 문장",
    "search words": "모두 들어 있어야 하는 단어와 by:Ada, model:GPT, since:2026-01-31, channel:#team 같은 조건. 따옴표로 구절을 묶습니다",
    "board --template": "이 템플릿으로 질문한 실행만",
    "board --rubric": "이 평가 기준표로 심사한 실행만",
    "board --member": "이 모델이 참여한 실행만(이름 또는 ID)",
    "board --in": "워크스페이스(예: slack:T012345) 또는 채널(예: slack:T012345:C012345)만",
    "schedules --pause": "다시 시작할 때까지 묻지 않습니다",
    "schedules --resume": "다음 시간부터 다시 묻습니다",
    "schedules --delete": "삭제합니다. 이미 한 질문은 남습니다",
    "decisions words": "이 단어가 모두 들어 있는 결정만",
    "decisions --adr": "각 결정을 이 폴더에 Markdown 파일로 씁니다",
    "templates --in": "워크스페이스의 템플릿도 포함합니다(예: slack:T012345)",
    "templates --save": "이 TOML 파일의 템플릿을 워크스페이스에 더하거나 바꿉니다",
    "templates --delete": "이 이름의 워크스페이스 템플릿을 삭제합니다",
    "models provider": "제공자 하나(예: openrouter)",
    "forget run": "실행의 ID(예: r8kq2z5m0c7xw3t9n)",
    "forget --older-than": "이만큼 전에 끝난 모든 실행: 30d, 8w 또는 36h. 숫자만 쓰면 일수입니다",
    "forget --yes": "묻지 않고 삭제합니다",
    "secrets task": "새 키를 출력하거나, 모든 토큰을 다시 봉인합니다",
    "backup file": "쓸 파일. 아직 없는 파일이어야 합니다",
    "rerank run": "실행의 ID",
    "rerank --own": "모델이 자기 답변에 매긴 순위의 비중: excluded, half, full",
    "evaluate file": "JSON 줄로 된 항목. --layout을 쓰면 공개된 그대로의 데이터 집합",
    "evaluate --layout": "Council의 형식이 아닐 때 FILE의 구조",
    "evaluate --strategy": "읽을 LLMBar 판정 전략",
    "evaluate --convert": "FILE을 Council의 JSON 줄로만 출력합니다",
    "evaluate --live": "판정이 없는 항목은 설정의 모델에 묻습니다",
    "evaluate --budget": "모델 비용이 이 금액을 넘기 전에 멈춥니다",
    "evaluate --out": "판정한 항목을 둘 파일. 기본값은 FILE.judged.jsonl",
    "evaluate --limit": "처음 N개 항목만",
    "evaluate --labels": "N개 항목에서 신뢰도를 열 번 배웁니다. 0이면 배우지 않습니다",
    "evaluate --own": "모델이 자기 답변에 매긴 순위의 비중",
    "evaluate --json": "수치를 JSON으로 출력합니다",
    "calibrate file": "`council evaluate`와 같은 형식의 직접 만든 쌍",
    "calibrate --rubric": "쌍에 쓸 평가 기준표. 기본값은 설정의 기준표",
    "calibrate --budget": "비용이 이 금액을 넘기 전에 멈춥니다",
    "calibrate --out": "판정한 쌍을 둘 파일. 다음 호출은 여기서 이어 갑니다",
    "calibrate --show": "저장된 결과를 출력하고 모델에는 묻지 않습니다",
    "slack-manifest --url": "HTTP에 쓸 봇의 공개 주소. 없으면 소켓 모드용 매니페스트입니다",
    "slack-manifest --assistant": "다이렉트 메시지에서 Slack 도우미 화면을 켭니다. Slack에서는 앱이 이를 되돌릴 수 없습니다",
    "discord-invite --for-me": "개인이 명령을 자신에게 설치해 어디서나 쓸 수 있는 링크를 출력합니다",
    "discord-invite --application": "애플리케이션 ID. 없으면 DISCORD_TOKEN의 애플리케이션",
    "board --since": "이날부터 질문한 실행만(예: 2026-01-31)",
    "board --until": "이날까지 질문한 실행만(예: 2026-01-31)",
}

SETTINGS: Mapping[str, str] = {
    "preset": "설정 묶음의 이름(예: quick, thorough, decision)",
    "chairman": "결론을 쓰는 모델",
    "quorum": "실행이 계속되기 위한 최소 답변 수",
    "instructions": "모든 모델에 주는 공통 지침",
    "rubric": "심사자가 보는 기준",
    "aggregation": "여러 순서를 하나의 순위로 만드는 방법",
    "own_answer": "모델이 자기 답변에 매긴 순위의 비중: excluded, half 또는 full",
    "rounds": "모델들의 의견이 갈리면: on_split은 한 번 더 묻고, one은 묻지 않습니다",
    "stage_seconds": "모든 모델이 답하는 데, 그리고 심사하는 데 쓸 수 있는 시간(초)",
    "call_seconds": "모델 호출 한 번에 쓸 수 있는 시간(초)",
    "services": "질문을 보낼 서비스(예: wiki,tickets). all 또는 none",
    "service_fields": "서비스 항목의 값(예: 'space: HR; year: 2026')",
    "tools": "모델이 쓸 수 있는 도구(예: search,fetch). all 또는 none",
}

GUIDE = """\
여러 언어 모델이 질문에 답하고, 서로를 블라인드로 심사하고, 결론을 냅니다.

  council ask "임포터를 다시 작성해야 할까요?"   여기서 질문합니다. 설정이 없으면 데모 모델이 답합니다
  council play                                   토큰 없이 이 컴퓨터의 페이지에서 써 봅니다
  council doctor                                 설정, 토큰, 데이터베이스, 모델을 점검합니다
  council serve                                  Slack과 Discord에서 봇을 실행합니다
  council history                                최근 질문을 나열합니다
  council --help                                 모든 명령을 나열합니다
  council --version                              버전 출력

설정은 환경 변수와 .env에서 읽습니다. .env.example에 모든 설정의 설명이 있습니다."""


MISUSES: Mapping[Misuse, str] = {
    "missing": "빠진 것: {name}.",
    "missing_one": "다음 중 하나가 필요합니다: {name}.",
    "no_value": "{name} 뒤에 값이 필요합니다.",
    "choice": "{name} 값이 '{value}'입니다. 가능한 값: {known}.",
    "number": "{name} 값이 '{value}'입니다. 정수여야 합니다.",
    "together": "{name}와(과) {value}은(는) 함께 쓸 수 없습니다.",
    "takes_none": "{name}에는 값을 쓰지 않는데 '{value}'이(가) 있습니다.",
    "ambiguous": "{name}은(는) {known} 중 하나일 수 있습니다. 끝까지 쓰세요.",
    "own": "{name}: {value}.",
    "extra": "'{value}' 단어는 여기에 쓸 수 없습니다. 여러 단어로 된 글은 따옴표로 묶으세요.",
    "option": "{name} 옵션은 여기에 없습니다.",
    "option_near": "{name} 옵션은 여기에 없습니다. 혹시 {near}인가요?",
}


@dataclass(frozen=True, slots=True)
class KoreanCommands:
    """Implements `CommandWords`."""

    about: str = "여러 언어 모델이 질문에 답하고, 서로를 블라인드로 심사하고, 결론을 냅니다."
    guide: str = GUIDE
    epilog: str = "`council help COMMAND`로 명령의 사용법을 볼 수 있습니다. 설정은 .env.example을 보세요."
    title: str = "명령"
    usage: str = "사용법:"
    arguments_title: str = "인자"
    options_title: str = "옵션"
    help_option: str = "이 도움말을 보여 줍니다"
    version_option: str = "Council과 Python의 버전을 출력합니다"
    summaries: Mapping[str, str] = field(default_factory=lambda: SUMMARIES)
    descriptions: Mapping[str, str] = field(default_factory=lambda: DESCRIPTIONS)
    options: Mapping[str, str] = field(default_factory=lambda: OPTIONS)

    def setting(self, *, name: str, english: str) -> str:
        return SETTINGS.get(name, english)

    def version(self, *, version: str, python: str) -> str:
        installed = version or "(설치되지 않음, 폴더에서 실행)"
        return f"Council {installed}, Python {python}"

    def misuse(self, *, kind: Misuse, facts: Mapping[str, str]) -> str:
        return settled(MISUSES[kind].format_map(facts))

    def ask_this(self, *, question: str) -> str:
        return f"위원회에 질문하려면 이렇게 쓰세요: council ask {question}"

    def unknown_command(self, *, name: str, near: str) -> str:
        meant = f" `council {near}` 명령을 쓰려고 하셨나요?" if near else ""
        return f"'{name}' 명령은 없습니다.{meant} `council --help`로 모든 명령을 볼 수 있습니다."

    def no_positive_number(self, *, value: str) -> str:
        return f"{value!r}: 0보다 큰 정수가 아닙니다"

    def no_whole_number(self, *, value: str) -> str:
        return f"{value!r}: 20이나 0 같은 정수가 아닙니다"

    def no_day(self, *, value: str) -> str:
        return f"'{value}': 2026-01-31 같은 날짜가 아닙니다"

    def no_dollars(self, *, value: str) -> str:
        return f"{value!r}: 2.50 같은 미국 달러 금액이 아닙니다"
