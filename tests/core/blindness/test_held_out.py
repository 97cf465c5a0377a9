"""Sentences that nobody looked at while the rules were written: how many leaks are masked, how many topics kept.

`held_out.tsv` was labelled first and counted afterwards. When you change the rules, read the counts and not the rows
that fail: a rule made for a row says nothing about the next sentence. `seen.tsv` and `fifth_seen.tsv` are for reading;
`families.tsv` holds cases by the family of rules that they led to.

`third.tsv` was labelled and counted before its author had read a rule or another set; then its failures were
read, once, to widen the rules. The first counts tell how the rules do on the next sentence, the later ones do not:

    set          leaks masked first   after       topics kept first   after
    third.tsv    48 of 71             71 of 71    66 of 67            67 of 67
    fourth.tsv   18 of 38             36 of 38    26 of 26            26 of 26
    fifth.tsv    47 of 62             61 of 62    75 of 75            75 of 75
    sixth.tsv    40 of 58             57 of 58    35 of 36            36 of 36
    seventh.tsv  56 of 66             63 of 66    31 of 32            32 of 32
    eighth.tsv   143 of 170           167 of 170  324 of 330          330 of 330
    ninth.tsv    132 of 157           151 of 157  322 of 326          325 of 326
    tenth.tsv    48 of 60             57 of 60    40 of 40            40 of 40
    eleventh.tsv 46 of 60             59 of 60    60 of 60            60 of 60
    twelfth.tsv  51 of 60             55 of 60    60 of 60            60 of 60
    thirteenth   81 of 101            91 of 101   96 of 99            99 of 99
    fourteenth   66 of 100            90 of 100   102 of 102          102 of 102
    fifteenth    55 of 60             56 of 60    58 of 60            60 of 60
    sixteenth    87 of 100            95 of 100   96 of 98            98 of 98
    seventeenth  124 of 167           156 of 167  217 of 223          223 of 223
    eighteenth   73 of 101            89 of 101   98 of 101           100 of 101
    nineteenth   47 of 59             57 of 59    55 of 59            59 of 59
    twentieth    132 of 151           137 of 151  334 of 347          334 of 347
    twentyfirst  43 of 45             43 of 45    97 of 99            99 of 99
    twentysecond 30 of 30             30 of 30    86 of 87            87 of 87
    twentythird  11 of 12             12 of 12    51 of 54            53 of 54
    twentyfourth 50 of 60             60 of 60    91 of 100           100 of 100
    twentyfifth  36 of 40             40 of 40    58 of 60            60 of 60
    twentysixth  16 of 20             19 of 20    22 of 24            24 of 24
    twentyseventh 39 of 61            60 of 61    116 of 117          117 of 117
    twentyeighth 45 of 59             56 of 59    101 of 106          106 of 106
    twentyninth  38 of 58             53 of 58    94 of 103           103 of 103
    thirtieth    44 of 53             50 of 53    87 of 88            88 of 88
    thirtyfirst  40 of 46             42 of 46    69 of 69            69 of 69
    thirtysecond 15 of 21             16 of 21    29 of 29            29 of 29
    thirtythird  83 of 120            104 of 120        119 of 120          120 of 120
    thirtyfourth 98 of 130            112 of 130        130 of 130          130 of 130
    thirtyfifth  137 of 164           147 of 164        107 of 107          107 of 107
    thirtysixth  85 of 101            91 of 101         119 of 121          120 of 121

`fifth.tsv` is one half of a set that was labelled before its author read a rule. The rules were then widened by the
other half, `fifth_seen.tsv` (49 of 62 leaks at first), and by 165 further sentences of the same author: that brought
`fifth.tsv` to 53 of 62, unread. Only then its nine failures were read, once.

A set of 35 leaks and 18 topics was written like this on 22 November 2026 and not kept: first 29 masked, 18 kept.

`sixth.tsv` is one half of a set by somebody who had seen the rules and not the other sets; the rules were then widened
by the other half, `sixth_seen.tsv` (40 of 57 leaks and 34 of 35 topics at first). That brought `sixth.tsv` to 43 of 58,
unread; then its failures were read, once. `seventh.tsv` was written after all that by the same author.

`eighth.tsv` was labelled and counted before its author had read a rule. Its failures and those of 122 odder leaks were
read, the rules widened, and `ninth.tsv` labelled and counted: 132 of 157, where the old rules had 125. The failures
of that were read too, and `tenth.tsv`, of odder sentences, counted: 48 of 60. So expect .75 to .85 of the leaks and
.99 of the topics of the next sentences, not the later counts.

`eleventh.tsv` is one half of a set of odd sentences that was labelled and counted before its author had read a rule;
the rules of relations.py were written for it. They brought the other half, not kept here, from 37 to 45 of 60 leaks,
unread, with 56 of 60 topics as before. Then its failures were read, and `twelfth.tsv` labelled and counted: 51 of 60,
where the rules of the week before had 46, and 60 of 60 topics, where they had 59.

`thirteenth.tsv`, `fourteenth.tsv` and `fifteenth.tsv` were labelled and counted before their failures were read, with
two sets of 100 leaks before them (81 and 79 masked unread). Leaks of the last two come with the question that was
asked. `fourteenth.tsv` is of odder sentences: the rules of the week before had 56 there, and 79 in `thirteenth.tsv`.

`sixteenth.tsv` was labelled after the rules of presumed.py were written by 151 other leaks and 120 look-alikes (93 and
116 right before, 136 and 117 then), and counted before its failures were read; the rules of the day before had 86 and
97. Then a set of 50 odder leaks and 50 look-alikes was counted once and not kept: 31 masked, 47 kept, where the rules
before had 27 and 49; a rule that took "Here is ①" for a claim was removed. So .90 is not met on odd sentences.

The last three come with their questions. `seventeenth.tsv` was labelled before its author had read a rule; its
failures led to rules that found one leak more in the next, odder set (73, where the rules before had 72), so they were
rules for sentences. Then topics.py was written by `eighteenth.tsv`: a name that only a model has is its author's where
nobody asked about models, unless the sentence makes it a topic. `nineteenth.tsv` was counted after that: 47 leaks,
where the rules of the day before had 44, and 55 topics, where they had all 59; sentences in other languages than
English are no longer read that way, which brought the topics back. So .90 is not met on odd sentences by a reader of
sentences; a linear model over words and parts, tried on all sets, found 5 more leaks of `seventeenth.tsv` for 2 topics.

Real answers are easier than these sets: of 96 fresh ones that name their author 91 were masked, of 441 fresh texts that
name models as content 437 stayed (DECISIONS, "Masking is measured on real answers"). They are other people's texts and
so not kept here; sentences of the same shapes stand in test_claims.py, test_kept.py and test_languages.py.

`twentieth.tsv` is one half of a set in many genres that was labelled before its author had read a rule; the rules were
then widened by the other half and by 1,063 pieces of documentation. Its rows were counted and not read. 1,002
further pieces of documentation were counted too: the old rules kept 972 of them unchanged, the new ones 995.

`twentyfirst.tsv` was labelled and counted before its failures were read: what people ask a council about models, code,
letters and news, in nine languages. Both failures of its topics were plays whose characters are models.

`twentysecond.tsv` was counted in the same way: what a team asks at work. The one topic that was masked answered a
question about RLHF, which was not known as one about models. `twentythird.tsv` was counted likewise:
people, winds, boats and animals that are called like models.

The next three are of whole answers with their questions, in ten languages. `twentyfourth.tsv` was labelled and counted
before its author had read a rule; most failures of its topics were signatures of letters that were asked for in other
languages than English. Rules for whole classes of words were written by it (requests for letters and stories,
relatives, the model's own instructions, Russian). Then `twentyfifth.tsv` was labelled and counted: the rules before had
34 leaks and 55 topics there. Its failures were read, and `twentysixth.tsv`, with odder leaks, was counted likewise: 15
and 22 before. So of fresh whole answers expect .80 to .90 of the leaks and .92 to .97 of odd topics.

`twentyseventh.tsv` to `thirtyfirst.tsv` are whole answers of kinds that the sets before them lack: questions to a model
about itself, thanks to the wrong one, disclosures, notes below an answer, second questions, bots that a question names,
people, animals and things that are called like models. Each was labelled and counted, then its failures were read
and the rules widened. The rules of that morning had 39, 40, 37, 43 and 36 leaks of them, and 116, 101, 99, 87 and 69
topics. So of fresh whole answers expect .65 to .87 of the leaks, by how odd they are, and .91 to 1.00 of the topics.
`thirtysecond.tsv`, small and odd, was counted last; of its leaks only the one behind a quotation was mended.

`thirtythird.tsv` and `thirtyfourth.tsv` are ordinary whole answers to questions of all kinds by two independent authors
who had seen neither rules nor other sets; the first also wants cities, nationalities and people masked that hint at a
maker. All failures of the first were read, and of the second those in English; its 52 leaks in other languages went
from 36 to 40 unread. Each author wrote 200 odd answers as well, not kept here. Of the first one's, 35 of 100 leaks
were masked and 95 of 100 topics kept, and 66 and 97 after its failures were read; of the second one's, unread, 40 and
97 before and 46 and 96 after. So of fresh ordinary answers expect .75 to .85, and of odd ones .45.

`thirtyfifth.tsv` is one half of 310 leaks and 228 topics of answers to a team's questions. Its rows were not read, and
counted several times, by kind, while rules for families were written by the other half (leaks .781 at first, .932
then); their author had written both. `thirtysixth.tsv` was written and counted after that: the rules of the morning
had 81 and 120. Then its failures were read. So of fresh ordinary answers expect .84. Of 700 English answers of public
models that speak of themselves, some three keep the name.

`fourth.tsv` was written after the rules for `third.tsv`, by the author of those rules, to find ways around them.
"""

from pathlib import Path

import pytest

from council_core.blindness import mask
from council_core.domain.member import Member, MemberId, Roster
from tests.core.blindness.masking import Case, uncovered

HELD_OUT = (
    "held_out.tsv",
    "third.tsv",
    "fourth.tsv",
    "fifth.tsv",
    "sixth.tsv",
    "seventh.tsv",
    "eighth.tsv",
    "ninth.tsv",
    "eleventh.tsv",
    "twelfth.tsv",
    "thirteenth.tsv",
    "fourteenth.tsv",
    "fifteenth.tsv",
    "sixteenth.tsv",
    "seventeenth.tsv",
    "nineteenth.tsv",
    "twentyfirst.tsv",
    "twentysecond.tsv",
    "twentyfourth.tsv",
    "twentyfifth.tsv",
    "twentysixth.tsv",
    "twentyseventh.tsv",
    "twentyeighth.tsv",
    "twentyninth.tsv",
    "thirtieth.tsv",
    "thirtyfirst.tsv",
)
ORDINARY = ("thirtythird.tsv", "thirtyfourth.tsv", "thirtyfifth.tsv", "thirtysixth.tsv")
HOMONYMS = "twentythird.tsv"
ODD = "eighteenth.tsv"
UNREAD = "twentieth.tsv"
LOOKED_AT = ("seen.tsv", "fifth_seen.tsv", "sixth_seen.tsv", "families.tsv")
LEAKS_MASKED = 0.90
ORDINARY_LEAKS_MASKED = 0.80
ODD_LEAKS_MASKED = 0.85
TOPICS_KEPT = 0.99
ODD_TOPICS_KEPT = 0.96


def seat(model: str, name: str) -> Member:
    return Member(id=MemberId(model), model=model, name=name)


SEATS = (seat("lab:orrin-5-mist", "Orrin 5 Mist"), seat("router:tarn/velka-70b", "Velka"))
ROSTER = Roster(members=SEATS, chairman=SEATS[0])


def cases(file: str, label: str) -> list[Case]:
    """Return the rows of one label: kind, text, the words to mask (between two semicolons), and the question."""
    lines = Path(__file__).with_name(file).read_text(encoding="utf-8").splitlines()
    rows = [[each.replace("\\n", "\n") for each in line.split("\t")] for line in lines]
    found: list[Case] = []
    for row in rows:
        what, kind, text, hidden, question = [*row, "", ""][:5]
        if what == label:
            found.append(Case(kind, text, tuple(filter(None, hidden.split(" ;; "))), question))
    return found


def is_right(case: Case) -> bool:
    masked = mask(case.text, question=case.question, roster=ROSTER)
    return not uncovered(masked, case.text, case.hidden) if case.hidden else masked.text == case.text


def counts(of: list[Case]) -> str:
    """Return counts by kind, so that a failure does not show any row."""
    kinds = {kind: [is_right(case) for case in of if case.why == kind] for kind in {case.why for case in of}}
    return ", ".join(f"{kind} {sum(each)} of {len(each)}" for kind, each in sorted(kinds.items()))


SHARES = [
    *((file, "leak", LEAKS_MASKED) for file in HELD_OUT),
    *((file, "leak", ORDINARY_LEAKS_MASKED) for file in ORDINARY),
    *((file, "keep", TOPICS_KEPT) for file in (*HELD_OUT, *ORDINARY, "thirtysecond.tsv")),
    (ODD, "leak", ODD_LEAKS_MASKED),
    (ODD, "keep", TOPICS_KEPT),
    *((file, "leak", LEAKS_MASKED) for file in (UNREAD, HOMONYMS)),
    *((file, "keep", ODD_TOPICS_KEPT) for file in (UNREAD, HOMONYMS)),
]


@pytest.mark.parametrize(("file", "label", "share"), SHARES)
def test_of_sentences_labelled_before_the_rules_nearly_all_are_read_rightly(
    file: str, label: str, share: float
) -> None:
    held_out = cases(file, label)

    assert sum(map(is_right, held_out)) >= share * len(held_out), counts(held_out)


@pytest.mark.parametrize(
    "case", [case for file in LOOKED_AT for label in ("leak", "keep") for case in cases(file, label)], ids=str
)
def test_sentences_that_were_looked_at_are_read_rightly(case: Case) -> None:
    assert is_right(case)
