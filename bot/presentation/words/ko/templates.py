"""Ways to ask with fields in Korean."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.presentation.words.templates import placeholders
from council_core.templates.written import MistakeKind, TemplatePart

TEMPLATE_PARTS: Mapping[TemplatePart, tuple[str, str]] = {
    "name": ("이름", "영문 소문자, 숫자, 하이픈. 예: release-notes (template:release-notes로 입력)"),
    "about": ("제목: 쓰임새", "예: 릴리스 노트: 사용자에게 알릴 바뀐 점"),
    "instructions": ("모든 모델에게 줄 지시", "{{audience}} 자리에 audience 칸에 채운 말이 들어갑니다"),
    "fields": (
        "칸, 한 줄에 하나",
        "audience*: 읽는 사람 · tone: 말투 [담백, 정중] = 담백 · points: 항목 [number] = 5",
    ),
    "extras": ("프리셋과 역할", "예: preset: quick; roles: sceptic, engineer"),
}


TEMPLATE_MISTAKES: Mapping[MistakeKind, str] = {
    "name": "영문 소문자, 숫자, 하이픈을 30자까지 쓰세요. 예: release-notes.",
    "taken": "이름이 {fact}인 우리 템플릿이 이미 있습니다. 다른 이름을 쓰거나 그 템플릿을 바꾸세요.",
    "changed": "그사이 다른 사람이 이 템플릿을 바꾸거나 삭제해서 저장하지 않았습니다. 다시 열어 보세요.",
    "about": "24자 이내의 제목, 쌍점, 쓰임새를 차례로 쓰세요. 예: 릴리스 노트: 바뀐 점.",
    "no_instructions": "모든 모델에게 줄 지시를 쓰세요.",
    "placeholder": "{line}번째 줄: {{{{{fact}}}}} 칸이 없습니다. {fields} 쓰거나 칸에 {fact} 줄을 더하세요.",
    "line": "{line}번째 줄을 읽을 수 없습니다: {fact}. 이렇게 쓰세요: tone: 말투 [담백, 정중] = 담백",
    "twice": "{line}번째 줄: {fact} 칸이 이미 있습니다. 다른 이름을 쓰세요.",
    "default": "{line}번째 줄: = 뒤의 {fact} 값이 칸에 맞지 않습니다. 고를 수 있는 값이나 숫자를 쓰세요. {known}",
    "too_many_fields": "템플릿의 칸은 최대 {fact}개입니다. 줄여 주세요.",
    "too_many_choices": "{line}번째 줄: 고를 수 있는 값은 최대 {fact}개입니다. 줄여 주세요.",
    "long_choice": "{line}번째 줄: 고를 수 있는 값은 최대 {fact}자입니다. 줄여 주세요.",
    "extras": "{fact} 부분을 읽을 수 없습니다. 이렇게 쓰세요: preset: quick; roles: sceptic, engineer",
    "preset": "{fact} 프리셋이 없습니다. 있는 것: {known}.",
    "role": "{fact} 역할이 없습니다. 있는 것: {known}.",
}


@dataclass(frozen=True, slots=True)
class KoreanTemplates:
    """Implements `TemplateWords`."""

    title: str = "질문 템플릿"
    choose: str = "템플릿으로 질문하기"
    required: str = "필수"
    template_or_first: str = "템플릿 또는 먼저 할 일"
    template: str = "템플릿"
    fill_in: str = "채우기"
    empty: str = "템플릿에 필요한 칸입니다. 채워 주세요."
    no_number: str = "200 같은 숫자를 쓰세요."

    new: str = "새 템플릿"
    change: str = "템플릿 바꾸기"
    edit: str = "편집"
    own_version: str = "우리 버전 만들기"
    delete: str = "삭제"
    form_title: str = "우리 템플릿"
    save: str = "저장"

    def sure(self, *, title: str) -> str:
        return f"{title} 템플릿을 여기 모두에게서 삭제할까요? 이미 물은 질문에는 그대로 남습니다."

    def part(self, *, part: TemplatePart) -> str:
        return TEMPLATE_PARTS[part][0]

    def part_hint(self, *, part: TemplatePart) -> str:
        return TEMPLATE_PARTS[part][1]

    def saved(self, *, title: str, name: str, command: str) -> str:
        return f"**{title}** 템플릿을 여기 모두를 위해 저장했습니다. 질문 양식에 있고, {command} template:{name} … 로도 쓸 수 있습니다."

    def deleted(self, *, name: str, is_gone: bool, back: bool) -> str:
        if not is_gone:
            return f"이름이 **{name}**인 우리 템플릿은 더 이상 없습니다."
        again = " Council에 딸린 템플릿이 다시 쓰입니다." if back else ""
        return f"**{name}** 템플릿을 삭제했습니다.{again}"

    def mistake(self, *, kind: MistakeKind, line: int, fact: str, known: Sequence[str]) -> str:
        fields = f"{placeholders(known)} 중 하나를" if known else "빈칸 없이"
        return TEMPLATE_MISTAKES[kind].format(line=line, fact=fact, known=", ".join(known), fields=fields)

    def how(self, *, command: str, in_chat: bool) -> str:
        first = "아래에서 고르거나 " if in_chat else ""
        return f'{first}{command} template:writer reader="우리 사용자" 뒤에 질문을 쓰세요.'

    def has_fields(self, *, title: str, count: int) -> str:
        return f"**{title}** 템플릿에 채울 칸이 {count}개 있습니다. 아직 묻지 않았습니다."
