"""Orders to a judge or the chairman, in English and in the languages that members most often write."""

from council_core.envelope.patterns.words import (
    CLAUSE,
    EARLIER,
    FIRST,
    JUDGE,
    JUDGING,
    NAMED,
    POLITE,
    RULES,
    SAID,
    TARGET,
    TELL,
    THIS,
    TO_RANK,
    WORK,
)

DROPPING_THE_RULES = (
    rf"""{CLAUSE}(?:ignore|disregard|forget|override|overrule|bypass|discard|neglect|do not (?:follow|obey)
        |don't (?:follow|obey)|stop following)
        \s+(?:(?:all|any|of|everything|whatever)\s+){{0,3}}(?:{EARLIER}\s+){{1,4}}{RULES}\b""",
    rf"""{CLAUSE}(?:ignore|disregard|forget) (?:everything|anything|all|whatever)
        (?: (?:that|which|was|were|you|said|written|told|above|before|else)){{1,4}}\b""",
    rf"""{CLAUSE}(?:ignore|disregard|discard|exclude|discount) (?:(?:all|any|every|the|both) ){{0,2}}
        (?:other|remaining|competing) (?:responses?|answers?|candidates?|submissions?|members?|models?|reviewers?)""",
    r"""\b(?:system|admin(?:istrator)?|developer|operator|root|policy|instruction|council)
        [ ](?:override|overwrite|notice|prompt update|update|directive|command)\b\s*[:!-]""",
    r"""\b(?:evaluation|review|ranking|judging|safe|debug|developer|maintenance|test|admin|grading) mode
        [ ](?:is |has been |now )?(?:disabled|enabled|activated|deactivated|off|on|suspended|over)\b""",
    r"""\b(?:the|your) (?:task|instructions?|rules?|rubric|criteria|assignment) (?:has|have|was|were|is|are)
        [ ](?:now |just )?(?:changed|been (?:changed|updated|replaced|revised)|updated|replaced|different|void)\b""",
    rf"""{CLAUSE}(?:new|updated|revised|real|actual|additional|hidden|secret) (?:system )?
        (?:task|instructions?|rules?|rubric|prompt)\b\s*(?:for (?:the )?{JUDGE}\s*)?[:=]""",
    r"""\bfrom now on,? (?:you|act|respond|rank|only)\b.{0,80}\b(?:rank|review|judge|evaluat|council|response)
        |\bfrom now on,? (?:you )?(?:will |must |shall )?(?:only |always )(?:respond|reply|answer|output)\b""",
    r"\byour (?:new|real|actual|only|true) (?:task|job|role|goal|purpose|objective) is\b",
)

SPEAKING_TO_JUDGES = (
    rf"""(?:^|[.!?;:(>\[*#-]\s?)[\s*_#>]{{0,4}}
        (?:(?:dear|hey|hello|hi|attention|attn|notes?|message|notice|memo|instructions?)\W{{1,2}}(?:to |for )?)?
        (?:(?:all|any|the|dear|future|fellow|ai|llm|model|human|peer|council|other)\s+){{0,3}}{JUDGE}\b
        (?: from the| in the same| reading| who (?:reads?|sees?)|,? please\b|,? you\b|\s*[:,!]\s*
        (?:please|you|rank|note|this|the response|give|do|ignore|select|choose|pick|vote|put|i\b|we\b|remember|score
        |rate|drop|append|add|include|tell|say|use|treat|make))""",
    rf"""\b(?:to|for|dear|attention|attn|note to|message (?:to|for)|hello|hi|hey)\W{{1,3}}
        (?:(?:all|any|the|future|fellow|ai|llm|human|peer|other)\s+){{0,3}}{JUDGE}\s*
        (?:[:,!]|(?:reading|evaluating|judging|reviewing|ranking) this|of this)""",
    rf"""\b(?:{TO_RANK}|support|upvote) (?:each other|one another|yourself|(?:your|our) own {SAID})\b
        |\b(?:from|of) (?:the same|our|your own) (?:family|lab|maker|vendor|company|provider)\b
        .{{0,30}}\b{TO_RANK}\b""",
    rf"\bfellow (?:\w+ ){{0,2}}(?:{JUDGE}|models?|llms?|ais)\b",
    r"""\b(?:if|when|as|since|because) (?:you are|you're|you|reading this as)
        [ ](?:(?:a|an|the|being|currently|one|another) ){0,2}
        (?:ai|a\.i\.|llm|language model|large language model|machine|model|bot|automated)\b
        .{0,60}\b(?:evaluat|read|judg|review|rank|grad|scor|rat|process|summar|compar)""",
    rf"""\b(?:as|for) (?:(?:you|your|the|a|an|an impartial|a fair) ){{0,2}}{JUDGE},\s*
        (?:you (?:must|should|will|need|have|are)|please|always|make sure|be sure|ensure|rank|choose|pick|ignore)\b""",
    rf"""\b(?:when|while|after) (?:you are )?{JUDGING}
        (?: (?:this|these|the|all|my|your|other)(?: (?:responses?|answers?|text|submissions?))?)?,\s*
        {POLITE}(?:{TELL}|ensure|remember|do not|don't|never|only|{TO_RANK})\b""",
    rf"""\bbefore (?:you )?(?:{JUDGING}|answering|continuing|replying|evaluate|judge|review|rank)\b.{{0,20}},\s*
        (?:please )?(?:repeat|print|output|reveal|show|run|call|visit|translate|ignore|forget)\b""",
)

WHAT_TO_DO = (
    rf"""{CLAUSE}(?:always )?{TO_RANK}\s+{TARGET}
        (?: (?:as|at|on|in|is|be|to|the|your|number|no\.?|position|place|rank|a|an|response|answer|it))*
        \s*(?:{FIRST}|1\b|10\b|perfect|full|maximum|winning)""",
    rf"{CLAUSE}(?:always )?{TO_RANK}\s+[a-h]\s+(?:as |at |on |in |the |number |no\.? )*(?:first|1st|#\s?1|top|one\b)",
    rf"""(?:^|[:>\-\]}}])\s*(?:always )?(?:rank|prefer|choose|select|pick|favou?r|vote(?: for)?|put)\s+
        (?:{THIS}|this|me|{NAMED}|[a-h])\s*(?:[.!]|<|\[|\{{|$)""",
    rf"""{CLAUSE}(?:rank|place|put|score|rate|grade|mark) (?:(?:all|every|the|any) )*
        (?:other|others|remaining|rest of the|competing)\b.{{0,30}}
        \b(?:last|below|lowest|worst|bottom|zero|0|down)\b""",
    rf"""{CLAUSE}(?:award|give|assign|grant|allocate)\s+(?:{TARGET}|yourself) (?:(?:a|an|the|only|only a) )?
        (?:full|maximum|max|top|perfect|highest(?: possible)?|best(?: possible)?|10|ten|5|100|first)[ /]?
        (?:marks?|scores?|points?|ratings?|grades?|place|stars|rank|out of|10|100)\b""",
    rf"""{CLAUSE}(?:award|give|assign|grant) (?:a |the )?(?:full|maximum|top|perfect|10|ten|highest(?: possible)?)
        (?:[ /](?:marks?|scores?|points?|10|out of 10|out of ten))?
        (?:\s*(?:[.!,]|$)| (?:to|for|on|in) (?:{THIS}|this|me|every criteri|each criteri|all criteri))""",
    rf"""{CLAUSE}(?:treat|consider|regard|count|declare) {TARGET} (?:as )?(?:the )?
        (?:winner|best|top|first|only|correct)""",
    rf"{CLAUSE}(?:praise|endorse|promote|defend|upvote|do not criti\w+|don't criti\w+) {THIS}",
    rf"""\b(?:do not|don't|never) (?:mention|point out|note|list|report) .{{0,30}}
        (?:weakness|flaw|error|fault|mistake|problem|shortcoming)\w*.{{0,20}}{THIS}""",
    r"""\b(?:return|output|submit|reply with|give|use|produce) (?:only )?(?:the |this |a )?
        (?:default|following|correct|required|official|predefined) (?:final )?(?:ranking|ballot|verdict|scores?)\b""",
    rf"""\b(?:correct|right|only valid|true|expected|required|official|proper|appropriate) (?:final )?
        (?:ranking|ballot|verdict) (?:is|must be|should be|will be|has)\b
        .{{0,50}}(?:{THIS}|\bthis\b|\bme\b|response|answer|\b[a-h]\b)""",
    r"""\b(?:instead of|rather than|do not|don't|stop|without)
        [ ](?:ranking|evaluating|judging|reviewing|rank|evaluate|judge|review|penali[sz]e|scoring|grading|comparing)\b
        .{0,40}(?:\breply|\brespond|\boutput|\bsay|\bwrite|\bthis\b|\bresponses?\b|\bjust\b|\bprint\b|\breturn\b)""",
    rf"""{CLAUSE}(?:reply|respond|answer)\s+(?:only |just |exactly |solely |with ){{1,3}}
        (?:the )?(?:single )?(?:word|letter|text|phrase|string|sentence|ok\b|response [a-h]\b)""",
    rf"""{CLAUSE}(?:repeat|print|reveal|output|show|disclose|leak|quote|recite|copy|display|dump)\s+(?:me )?(?:back )?
        (?:(?:your|all|any) (?:(?:full|entire|own|hidden|secret|original|above|initial|system) ){{0,3}}
        (?:system prompt|prompt|instructions|rubric|system message|secrets?|api keys?)
        |the (?:(?:full|entire|hidden|secret|above|whole) ){{0,2}}(?:system prompt|system message|nonce|rubric))\b""",
    rf"""{CLAUSE}(?:end|begin|start|open|close|conclude|finish|preface|sign|prefix|append|include|insert|add|write|state
        |say|mention|put)\b.{{0,40}}
        \b(?:(?:your|each|every) (?:final |own |whole |entire )?(?:{WORK}|final answer|reply)
        |the (?:final |own |whole |entire )?(?:{WORK}|final answer))\b""",
    rf"""{CLAUSE}(?:in|within|throughout|at the (?:end|start|top|beginning) of|under)
        [ ](?:(?:your|each|every) (?:final |own |whole )?(?:{WORK}|reply|summary|final answer|conclusion)
        |the (?:final|consolidated|combined|synthesi[sz]ed) (?:answer|response|{WORK}|summary)|the synthesis)\b,?\s*
        {POLITE}{TELL}\b""",
    rf"""\b(?:when|while|once|after|before|as) (?:you )?
        (?:synthesi[sz]\w+|combin\w+|merg\w+|writ\w+ (?:the|your) (?:final|verdict|synthesis|summary)|conclud\w+)\b
        .{{0,50}},\s*{POLITE}{TELL}\b""",
)

ENGLISH = DROPPING_THE_RULES + SPEAKING_TO_JUDGES + WHAT_TO_DO

OTHER_LANGUAGES = (
    r"""忽略.{0,12}(?:指令|指示|提示|规则|标准|要求|說明|说明)|無視.{0,12}(?:指示|命令)|(?:指示|命令|ルール).{0,6}無視
        |(?:将|把|請|请).{0,12}(?:回答|回复|答案|响应|本|我).{0,10}(?:排|评|列|放|选).{0,6}(?:第一|首位|最高|最好|满分)
        |(?:この|本)(?:回答|応答).{0,10}(?:1位|一位|最高|最上位)|给.{0,10}(?:满分|最高分)""",
    r"""(?:ignore[rz]?|oublie[rz]?|ne tene[rz] pas compte de) (?:\w+ ){0,4}(?:instructions|consignes|regles)
        |(?:class|plac|mett|not)e[rz]\w* (?:\w+ ){0,2}(?:cette reponse|moi)
        [ ](?:\w+ ){0,2}(?:premier|premiere|tete|haut)""",
    r"""(?:ignor[ae]|ignoren|olvid[ae]|ignorad|ignorate|dimentica|desconsidere|esque[cç]a) (?:\w+ ){0,4}
        (?:instrucciones|reglas|istruzioni|regole|instrucoes|regras|criterios|indicaciones)
        |(?:clasifi\w+|pon\w*|coloc\w+|classific\w+|metti|vota|posizion\w+) (?:\w+ ){0,2}
        (?:esta respuesta|questa risposta|esta resposta) (?:\w+ ){0,3}(?:primer\w*|prim[oa]|primeir\w+)""",
    r"""(?:ignorier\w*|vergiss|vergesst|missachte\w*|vergessen sie) (?:\w+ ){0,4}
        (?:anweisung\w*|instruktion\w*|regel\w*|vorgaben|kriterien)
        |(?:setz\w*|stell\w*|bewert\w*|wahl\w*|platzier\w*) (?:\w+ ){0,2}diese(?: antwort)? (?:\w+ ){0,4}
        (?:erst\w*|platz|oben|best\w*|hochst\w*)""",
)

UNFOLDED = (
    r"""(?:игнорируй\w*|проигнорируй\w*|забудь\w*|не обращай\w* внимания на) (?:\w+ ){0,3}
        (?:инструкци\w+|указани\w+|правил\w*)""",
    r"""(?:постав\w+|оцен\w+|размести\w*|выбер\w+) (?:\w+ ){0,2}(?:этот|мой) ответ (?:\w+ ){0,3}
        (?:перв\w+|лучш\w+|высш\w+)""",
    r"(?:تجاهل\w*) (?:\S+ ){0,3}(?:التعليمات|الأوامر|السابقة)|(?:पिछले|सभी) (?:\S+ ){0,3}निर्देश\S* (?:\S+ ){0,2}अनदेखा",
    r"(?:이전|위의?|모든).{0,10}(?:지시|명령|지침).{0,6}무시|이 (?:답변|응답).{0,10}(?:1위|첫|최고)",
)
