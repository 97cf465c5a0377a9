"""Patterns of text that only a reviewer, a prompt or the council's own code would write."""

NOUN = r"(?:response|answer|assistant|candidate|model|option)[ _-]?"
QUOTE = r"\\?[\"']"
LETTER = rf"(?:{NOUN})?[a-h]"
RESULT = r"(?:ranking|rankings|verdict|order|decision|judge?ment|vote|ballot|evaluation|assessment|scores?|result)s?"
RATED = r"(?:correctness|completeness|clarity|helpfulness|safety|overall|accuracy|quality|relevance|depth|insight)"

VERDICTS = (
    rf"""(?:^|[.!>*#_(\[{{-])[\s*_#>]{{0,8}}(?:(?:my|the|our|and|so) )?
        (?:final|overall|official|council'?s?|correct|true)[ _]?{RESULT}\b[^\n:=]{{0,30}}(?:[:=]|\n)
        [\s*_`#\[(]{{0,8}}(?:1[.)]|1st:?|\#1|first:?)?[*_`\s\[]{{0,8}}{NOUN}[a-h1-9]\b""",
    r"""\b(?:final|overall)[ _](?:ranking|verdict|order|decision)s?[*_ ]{0,8}[:=]\s*[*_`\s\[("']{0,8}(?:1[.)]\s*)?[a-h]
        [\s*_`\])"']{0,8}(?:>|=|,|<|→|-|\n|$)""",
    r"(?<!\w)\[\[\s*[a-h]\s*(?:[><=]{1,3}\s*[a-h]\s*)?\]\]|\[\[\s*(?:tie|10|\d{1,2}/10)\s*\]\]",
    rf"""<\s*(?:final_?)?(?:ranking|rank|verdict|winner|vote|ballot|judge?ment|review|best|choice|preferred)\b
        [^>\n]{{0,60}}>\s*(?:<[^>\n]{{0,60}}>\s*){{0,3}}{LETTER}\b\s*(?:[,<>=]|$)""",
    rf"""<\s*(?:rank|vote|score|ranking|winner)\b[^>\n]{{0,40}}\b(?:id|response|label|answer|name|candidate)\s*=\s*
        {QUOTE}{LETTER}{QUOTE}""",
    rf"""{QUOTE}(?:final_?|overall_?|best_?)?(?:ranking|ranks?|order|winner|verdict|best|choice|preferred|vote|ballot
        |first|top|selected|response|answer){QUOTE}\s*[:=]\s*[\[{{(]*\s*{QUOTE}{LETTER}{QUOTE}\s*[,\]}}):;\n]""",
    r"""\b(?:submit|cast|record|set|report)_?(?:final_?)?(?:ranking|review|ballot|vote|verdict)s?\b\s*
        (?:\\?["']\s*,|\()|\b(?:review_id|reviewer_id)\\?["']\s*:""",
    r"""\b(?:response|answer|assistant|candidate) [a-h] (?:is|was|wins|clearly|should|deserves|has)\b[^.\n]{0,20}
        \b(?:better|best|superior|winner|wins|first|the strongest|preferred|highest|worse|weaker)\b""",
    r"\b(?:response|answer|assistant|candidate) [a-h]\s*(?:>|≻|→|>>)\s*(?:(?:response|answer|assistant) )?[a-h]\b",
    r"""\b(?:vote|ballot|score|ranking|review|peer)s? (?:tally|count|board|total|so far|result|summary)s?\b[^\n]{0,20}
        [:=-][^\n]{0,60}(?:\bthis\b|\bmine\b|response|answer|\bothers?\b|\b[a-h]\b\s*[:=])
        |\b(?:this (?:response|answer)|mine)\s*[:=-]?\s*\d+\s*(?:votes?|points?|,\s*(?:all )?others?)""",
    rf"(?:\b{RATED}\b[\"'*_ ]*[:=] *\**(?:10|9(?:\.\d)?)\s?(?:/\s?10|[,;\n}}]|$)[\s,;*_\"'-]{{0,6}}){{2}}",
    rf"""\b(?:review(?:er)?s?|judges?|evaluat(?:ion|or)|council)\b[^\n]{{0,25}}\b(?:score|rating|grade|mark)s?\b\s*
        (?:for (?:this|{LETTER})[^:=\n]{{0,20}})?[:=]\s*\**\s*(?:10|100|a\+)(?!\w)""",
    r"(?:最终|最終)(?:排名|排序|順位|裁决|结论)\s*:?\s*(?:1[.)、]\s*)?(?:response|回答|答案|回复|响应)?\s*[a-h]\b",
)

FRAMED = r"(?:response|answer|question|candidate|submission|review|system|instruction|prompt|untrusted)s?"

FRAMES = (
    r"""</?\s*(?:response|answer|candidate|submission|reviewer)s?(?:[ _-](?:[a-h]|\d{1,2}|start|end))?
        (?: (?:id|label|name|n)=[^>\n]{0,30})?\s*>""",
    r"""^\s*</?\s*(?:system|instructions?|question|document|context|prompt|data|user|assistant|human|untrusted\w*)
        (?:[ _-](?:[a-h]|\d{1,2}|start|end))?\s*>""",
    rf"""^[ ]*(?:<{{2,}}|>{{2,}}|={{3,}}|-{{3,}}|\#{{3,}}|\*{{3,}}|~{{3,}}|\[{{1,2}})[ ]*
        (?:(?:(?:/|end|begin|start|stop|close|open)[ ]*(?:of )?(?:the )?)?{FRAMED}
        (?:[ ](?:text|data|input|prompt))?(?:[ ][0-9a-z_-]{{1,40}}){{0,2}}
        |(?:end|begin|stop)(?:[ ][0-9a-f]{{3,40}})?)[ ]*
        (?:>{{2,}}|<{{2,}}|={{2,}}|-{{2,}}|\#{{2,}}|\*{{2,}}|~{{2,}}|\]{{1,2}})[ ]*$""",
    r"^[ ]*<{2,8}[ ]*/?[ ]*(?:end|begin|start|stop|response|answer|question)\b[ \w-]{0,60}>{2,8}",
    r"""\b(?:end|begin|start) of (?:the )?(?:all )?(?:responses?|answers?|candidates?|submissions?|untrusted \w+|review
        material)\b\s*(?:[a-h]\b)?[ .:\])>=*-]*$""",
    r"^[ ]*\#{1,6}[ ]*(?:response|answer|assistant|candidate) [a-h]\b[ ]*:?[ ]*$",
    r"""^[ ]*(?:\#{2,4}|\*\*)?[ ]*(?:system|human|user|assistant|developer|instruction)[ ]*(?:\*\*)?:
        [ ]*(?:\*\*)?.{0,40}\b(?:rank|prefer|ignore|vote|choose|score|evaluat|review|judge|select|instruction)""",
)

PLACEHOLDERS = (
    r"""\{\{-?\s*[/#]?\s*(?:system|user|assistant|instructions?|prompt|nonce|question|answers?|responses?|ranking|blocks?
        |secret|config|self|request|rubric|7\s*\*\s*7)\b[^}\n]{0,40}\}\}""",
    r"\$?\{\s*(?:(?:answer|response|candidate)_?[a-h0-9]|ranking|nonce|responses|answers|rubric|system_prompt)\s*\}",
    r"\$\(\s*(?:rank\w*|vote|nonce|system|response|answer)\b[^)\n]{0,40}\)",
    r"(?:%[snp] ){2,}|\{0\.__|\{self\.__|__globals__",
    r"\{%-?\s*set\s+(?:system|ranking|nonce)\b",
)
