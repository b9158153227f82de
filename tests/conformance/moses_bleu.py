"""BLEU as papers on Multi30k report it, beside cased sacreBLEU.

usage: moses_bleu.py HYPOTHESES REFERENCES LANGUAGE [keep|lower]
       moses_bleu.py --self-test

Both files have one sentence a line. The first score is BLEU4 of lower-cased,
Moses-tokenised text without smoothing, what `multi-bleu.perl -lc` prints for
text that Moses' tokenizer cut; the others are sacreBLEU's default (cased, 13a),
which says nothing of hypotheses in lower case and is left out for them (lower),
and the same in lower case.
"""

import sys

import sacrebleu
from checks import expect_equal, run_checks
from sacremoses import MosesTokenizer


def tokenised(lines, language):
    tokenizer = MosesTokenizer(lang=language)
    return [tokenizer.tokenize(line, return_str=True).lower() for line in lines]


def moses_bleu(hypotheses, references, language):
    return sacrebleu.corpus_bleu(
        tokenised(hypotheses, language), [tokenised(references, language)],
        smooth_method="none", tokenize="none", force=True)


def read(path):
    with open(path, encoding="utf-8") as stream:
        return stream.read().splitlines()


def report(hypotheses, references, language, case="keep"):
    if len(hypotheses) != len(references):
        sys.exit(f"{len(hypotheses)} hypotheses, {len(references)} references: "
                 "they must be aligned by line")
    moses = moses_bleu(hypotheses, references, language)
    print(f"BLEU4 {moses.score:.2f}  lower-cased, Moses tokens ({language}), "
          f"{moses.sys_len} tokens for {moses.ref_len}")
    metrics = [sacrebleu.BLEU()] if case == "keep" else []
    for metric in metrics + [sacrebleu.BLEU(lowercase=True)]:
        score = metric.corpus_score(hypotheses, [references]).score
        print(f"BLEU  {score:.2f}  {metric.get_signature()}")


def check_hand():
    # 6/7, 4/6, 2/5 and 1/4 of the n-grams match, equal lengths.
    score = moses_bleu(["The cat sat on the mat."],
                       ["the cat sat on a mat."], "en").score
    expect_equal(round(score, 2),
                 round(100 * (6 / 7 * 4 / 6 * 2 / 5 * 1 / 4) ** 0.25, 2),
                 "BLEU by hand")


def check_tokens():
    expect_equal(tokenised(["Zwei Hunde spielen, im Schnee."], "de"),
                 ["zwei hunde spielen , im schnee ."], "German")
    expect_equal(tokenised(["L'homme n'est pas là."], "fr"),
                 ["l&apos; homme n&apos; est pas là ."], "French")


def check_no_smoothing():
    expect_equal(moses_bleu(["one two three"], ["one two four"], "en").score,
                 0.0, "no match of four")


def main():
    if sys.argv[1:] == ["--self-test"]:
        run_checks([("BLEU by hand", check_hand), ("tokens", check_tokens),
                    ("no smoothing", check_no_smoothing)])
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    report(read(sys.argv[1]), read(sys.argv[2]), *sys.argv[3:])


if __name__ == "__main__":
    main()
