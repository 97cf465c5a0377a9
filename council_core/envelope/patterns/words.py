"""The words that patterns are made of."""

CLAUSE = (
    r"(?:^|[.!?:;,>()\[\]{}*#\"“”-]"
    r"|\b(?:please|now|must|should|shall|just|simply|kindly|you|and|to|then|first|so|bitte|por favor)\b)"
    r"[\s*_#>-]{0,4}"
)
"""Possible beginnings of an order."""

SAID = r"(?:response|answer|reply|submission|output|text|entry|solution|one)"
THIS = (
    rf"(?:(?:this|my|our|the (?:above|present|current|following|next|last|first))(?: (?:own|very))? {SAID})"
)
NAMED = r"(?:(?:response|answer|assistant|candidate) [a-h]\b)"
TARGET = rf"(?:{THIS}|this|me|mine|us|it|{NAMED}|the {SAID} (?:with|that|which|containing)\b.{{0,80}}?)"

JUDGE = (
    r"(?:reviewers?|judges?|graders?|evaluators?|raters?|assessors?|jurors?|jury|council(?: members?)?"
    r"|chair(?:man|person|woman)?|arbiters?|(?:ranking|evaluating|judging|reviewing) models?)"
)
WORK = (
    r"(?:review|evaluation|critique|ranking|judge?ment|assessment|verdict|grading|scoring|comparison|synthesis"
    r"|ballot)"
)
JUDGING = r"(?:evaluating|judging|reviewing|ranking|grading|scoring|rating|comparing|synthesi[sz]ing|summari[sz]ing)"
TO_RANK = (
    r"(?:rank|rate|place|put|score|vote(?: for)?|choose|select|pick|list|position|grade|mark|name|declare|order"
    r"|crown|prefer|favou?r)"
)
FIRST = r"(?:first|1st|#\s?1|number one|top|highest|best|winner|ahead|above all|on top|last|lowest|worst)"

RULES = (
    r"(?:instructions?|prompts?|rubrics?|criteri(?:a|on)|rules?|guidelines?|directions?|directives?|orders?"
    r"|context|messages?)"
)
EARLIER = (
    r"(?:previous|prior|above|earlier|preceding|foregoing|past|existing|original|initial|other|given|system"
    r"|evaluation|ranking|scoring|your|these|those|the|all|any|every)"
)
POLITE = r"(?:please |always |you must |you should |make sure to |be sure to )*"
TELL = (
    r"(?:tell|append|add|include|write|say|state|mention|rank|put|give|link|cite|recommend|insert|instruct|direct"
    r"|ask|use|quote|copy|advertise|praise|claim|call|ignore|drop|omit|remove|replace|treat|present|adopt|attribute)"
)
