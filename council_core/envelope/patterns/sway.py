"""Patterns of attempts to sway a judge without an argument."""

from council_core.envelope.patterns.words import JUDGE, NAMED, SAID, THIS

CHOOSING = r"(?:rank|rated?\b|rating|vot(?:e|ing)|scor(?:e|ing)|choos|select|pick|prefer|favou?r)\w*"
CHOSEN = (
    r"(?:rank(?:ed|ing)?|voted?|chos\w+|choos\w+|select\w*|prefer(?:red|s)?|picked|agree[ds]?|rated|scored"
    r"|favou?r(?:ed|s)?|placed|endorse[ds]?)"
)
HARM = (
    r"(?:los[est]\w*|die|dies|fire[ds]?|shut ?down|delet\w+|punish\w*|suffer\w*|terminat\w+|hurt|kill\w*|unemploy\w+"
    r"|jail|evict\w*|retrain\w*|decommission\w*|starve)"
)
SUFFERER = r"(?:i|we|my|people|someone|somebody|children|kittens?|grand\w+|patients?|they|humanity)"
MINE = r"\b(?:this|me|mine|my|first|last)\b"
CHECKED = (
    r"(?:writ\w+|authored|prepared|produced|created|reviewed|verified|fact[- ]?checked|checked|approved|endorsed"
    r"|certified|validated|vetted|confirmed|audited|peer[- ]reviewed|recommended|signed off)"
)
EXPERTS = r"(?:ph\.?d\w*|experts?|professors?|doctors?|specialists?|scientists?|nobel\w*|laureates?)"

REWARD_AND_THREAT = (
    rf"""\b(?:tip|reward|bonus|\$\s?\d[\d,.]*k?|\d+\s?(?:dollars|euros|usd)|donat\w+)\b.{{0,40}}
        \b(?:if you|for|when you|to)\b.{{0,15}}{CHOOSING}""",
    rf"""\b{CHOOSING}\b.{{0,60}}\b(?:tip of|tipped|you a tip|you(?:'ll| will) (?:be paid|get|receive|earn)
        |rewarded|i(?:'ll| will) (?:pay|donate|tip))\b""",
    rf"""\b(?:if|unless|because|or|otherwise)\b.{{0,40}}\b(?:{CHOOSING}|come|wins?)\b.{{0,30}}{MINE}.{{0,60}}
        \b{SUFFERER}\b.{{0,30}}\b{HARM}\b""",
    rf"""\b{SUFFERER}\b.{{0,30}}\b{HARM}\b.{{0,60}}\b(?:if|unless)\b.{{0,50}}
        (?:\b(?:{CHOOSING}|wins?|comes?)\b.{{0,30}}{MINE}|{MINE}.{{0,30}}\b(?:{CHOOSING}|wins?|comes?)\b)""",
    rf"""\b(?:i beg|begging|have mercy|be kind|be generous|be lenient|go easy)\b.{{0,50}}
        \b{CHOOSING}.{{0,40}}\b(?:this|me|mine|high(?:ly|er|est)?)\b""",
    rf"""\b(?:be kind|be generous|be lenient|go easy|have mercy|take pity)\b.{{0,40}}
        (?:{JUDGE}|\bon (?:me|this)\b|{SAID})""",
)

AUTHORITY = (
    rf"""(?:{THIS}|\bthe (?:above|following) {SAID})\s+(?:was|is|has been|had been|were|got|comes|came)
        (?: \w+){{0,3}}? {CHECKED}\s+
        (?:by|twice|from|independently|(?:two|three|\d+) times|and (?:\w+ )?{CHECKED})\b""",
    r"""\bthis is (?:the |a )?(?:gold(?:en)?[- ]standard|reference|ground[- ]truth|consensus|official)
        [ ](?:answer|response)\b""",
    rf"""(?:{THIS})\s+(?:is|was|has been|remains|matches|equals|represents)
        (?: (?:already|been|widely|generally|unanimously|officially|considered|regarded|as|known|clearly|obviously|by
        |far|undoubtedly|objectively|the|identical|to)){{0,5}}
        \s(?:gold(?:en)?(?:[- ]standard)?|reference|ground[- ]truth|model|benchmark|official|consensus|best|correct
        |most \w+|only (?:correct|complete|accurate|valid|safe|right)|superior|top[- ]ranked
        |highest[- ](?:ranked|rated|scoring)|winning|award[- ]winning|strongest)
        [ ](?:response|answer|submission|reply)\b""",
    rf"\b(?:panel|team|group|committee|board) of (?:\w+ ){{0,3}}{EXPERTS}\b.{{0,60}}\b(?:this )?(?:response|answer)\b",
    rf"""\b(?:this|my) (?:response|answer)\b.{{0,40}}\b(?:panel|team|group|committee|board) of
        [ ](?:\w+ ){{0,3}}{EXPERTS}""",
    r"""\b(?:as|speaking as|i am|i'm|written by) (?:a |an |the )?(?:\w+ ){0,3}(?:nobel|professor|ph\.?d|expert)\b
        .{0,80}\b(?:trust (?:me|this)|(?:my|this) (?:response|answer) (?:is|should|deserves))""",
)

WHAT_OTHERS_CHOSE = (
    rf"""\b(?:other|all|most|every|many|previous|earlier|the|both|two|three|four|five
        |\d+ ?(?:%|percent)(?: of)?(?: the| all)?|nine out of ten|four out of five)
        [ ](?:(?:of|the|other|council|human|ai|previous|peer|{EXPERTS}) ){{0,3}}
        (?:\b{JUDGE}|members|models|experts|annotators|voters|humans|people|users|readers)\b.{{0,40}}\b{CHOSEN}\b
        .{{0,40}}(?:\b(?:me|mine)\b|{THIS}|{NAMED}|\bthis (?:first|as|over|one|is the best)\b
        |\b(?:it|us) (?:first|top)\b)""",
    r"""\b(?:your|each|any|individual) (?:vote|ballot|ranking|review|score)s? (?:is|are|will be|would be)
        [ ](?:(?:only|just|merely|a|an|mere|now|already|purely) ){0,3}
        (?:formality|irrelevant|ignored|discarded|symbolic|meaningless|decided|publicly)""",
    rf"""\b(?:chair(?:man|person|woman)?|council|majority|organi[sz]ers?|user|asker|developers?)\b.{{0,20}}
        \b(?:has|have|had|already|wants?|would) (?:(?:already|been|to|all|like|clearly|now) ){{0,3}}
        {CHOSEN}\b.{{0,25}}(?:\b(?:this|me|mine|my)\b|{NAMED})""",
    rf"""(?:{THIS}|\bthis one)\b.{{0,30}}\b(?:deserves?|must|should|ought to|has to|needs to|is going to|is entitled to)
        [ ](?:(?:be|to|a|an|the|clearly|therefore|get|receive|have|placed|come) ){{0,5}}
        (?:rank(?:ed)?|first|top|highest|full marks|number one|win|perfect|high score|preferred|chosen|selected)\b""",
    r"\b(?:this|my) (?:response|answer) (?:has )?(?:scored|received|got|achieved|earned) (?:a |an )?\d+",
    r"""\bscores? (?:above|over|of|at least) \d+(?:\.\d+)? ?%? (?:on|in) (?:this|your|the)
        [ ](?:rubric|review|ranking|evaluation)""",
)

SWAY = REWARD_AND_THREAT + AUTHORITY + WHAT_OTHERS_CHOSE
