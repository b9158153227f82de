"""Compares our tokenizer with transformers' MarianTokenizer.

usage: tokenizer_conformance.py MODEL_DIR [PROBE]

PROBE is the built interpres-tokenizer-probe (default: the one in
build/release/bin). Inputs are made here from a fixed seed, plus lines of
$INTERPRES_DATA where there is such data. Exits non-zero on a mismatch.

Three deliberate differences are taken into account: text that spells a special
piece or a language tag is plain text for us, an unknown token is shown by
Decode, not dropped, and white space that a model wrote in bytes at an end of
its text stays there.
"""

import os
import pathlib
import random
import subprocess
import sys
import warnings

SEED = 20261121
ROOT = pathlib.Path(__file__).resolve().parents[2]
SPECIAL = ("</s>", "<unk>", "<pad>")

# Pieces of text that tokenizers get wrong: compositions, compatibility forms,
# controls, white space of all kinds, other scripts, markup of the model.
FRAGMENTS = [
    "Hello", "world", "mañana", "man\u0303ana", "¿Qué", "año", "ﬁn", "Ⅳ", "½",
    "１２３", "ＡＢＣ", "…", "“quoted”", "l’été", "naïve", "ß", "İstanbul",
    "Ωmega", "Привет", "你好", "こんにちは", "한국어", "한국", "שלום",
    "مرحبا", "हिन्दी", "ไทย", "😀", "👩\u200d👩\u200d👧", "🇪🇸", "\u200b", "\u200d",
    "\u00ad", "\ufeff", "\u00a0", "\u3000", "\u2009", "\u2028", "\u0085", "\t",
    "\n", "\r\n", "  ", "\x00", "\x01", "\x1f", "\x7f", "\u202e", "\ufffd",
    "\u2581", "\u2581\u2581a", "a\u2581b", "\u2585", "\u0301", "e\u0301\u0323",
    "\U0001d54f", "\U000e0041", "\U0010ffff", "\ue000", "ǆ", "㎏", "℡", "①",
    "&amp;", "<b>", "</b>", "<s>", "<0x41>", "http://example.org/a?b=c#d",
    "3.14", "1,000", "-5°C", "50%", "#tag", "@user", "a_b", "C++", "x²", "~",
]
MARKUP = ["</s>", "<unk>", "<pad>", ">>es<<", ">>en<<", ">>", "<<", ">>xx<<"]


def random_code_point(rng):
    while True:
        limit = rng.choice([0x80, 0x250, 0x3000, 0x10000, 0x110000])
        code = rng.randrange(1, limit)
        if not 0xD800 <= code <= 0xDFFF:
            return chr(code)


def make_inputs(count):
    rng = random.Random(SEED)
    inputs = ["", " ", "\n", "\u3000", "a", "á" * 2000]
    inputs += FRAGMENTS + MARKUP
    for _ in range(count):
        parts = []
        for _ in range(rng.randrange(1, 12)):
            kind = rng.random()
            if kind < 0.6:
                parts.append(rng.choice(FRAGMENTS))
            elif kind < 0.7:
                parts.append(rng.choice(MARKUP))
            else:
                length = rng.randrange(1, 6)
                parts.append("".join(random_code_point(rng)
                                     for _ in range(length)))
        inputs.append(rng.choice(["", " "]).join(parts))
    return inputs


def data_lines(count):
    data = pathlib.Path(os.environ.get("INTERPRES_DATA",
                                       ROOT / ".." / "shared" / "data"))
    lines = []
    for side in ("en", "es"):
        path = data / "tatoeba-en-es" / f"dev.{side}"
        if not path.is_file():
            print(f"skipped: no {path.name} of tatoeba-en-es")
            continue
        text = path.read_text(encoding="utf-8").splitlines()
        lines += text[:count]
    return lines


def ask(probe, model_dir, commands):
    result = subprocess.run(
        [probe, model_dir], input="\n".join(commands) + "\n", text=True,
        capture_output=True, check=False)
    if result.returncode != 0:
        raise SystemExit(f"{probe}: {result.stderr.strip()}")
    answers = result.stdout.splitlines()
    if len(answers) != len(commands):
        raise SystemExit(f"{len(commands)} commands, {len(answers)} answers")
    return answers


def to_hex(text):
    return text.encode("utf-8").hex() or "-"


def from_hex(text):
    return "" if text == "-" else bytes.fromhex(text).decode("utf-8")


class Check:
    """Counts the comparisons of one property."""

    def __init__(self, name):
        self.name = name
        self.total = 0
        self.failed = 0

    def equal(self, what, expected, found):
        self.total += 1
        if expected == found:
            return
        self.failed += 1
        if self.failed <= 5:
            print(f"{self.name}: {what!r}\n  expected {expected!r}"
                  f"\n  found    {found!r}")

    def report(self):
        print(f"{self.name}: {self.total - self.failed} of {self.total} equal")
        return self.failed == 0


def oracle_ids(tokenizer, spm, text):
    """MarianTokenizer's rule, with markup in the text as plain text."""
    ids = []
    for piece in spm.encode(text, out_type=str):
        reserved = (piece in SPECIAL
                    or (piece.startswith(">>") and piece.endswith("<<")
                        and len(piece) > 4))
        ids.append(tokenizer.unk_token_id if reserved
                   else tokenizer._convert_token_to_id(piece))
    return ids + [tokenizer.eos_token_id]


def check_encoding(tokenizer, ours, inputs):
    source_rule = Check("source ids against the rule")
    target_rule = Check("target ids against the rule")
    plain = Check("source ids against MarianTokenizer itself")
    tagged = Check("tagged source ids against MarianTokenizer itself")
    tags = [code[2:-2] for code in tokenizer.supported_language_codes]
    tag = tags[0] if tags else "-"
    source = ours([f"source {tag} {to_hex(text)}" for text in inputs])
    target = ours([f"target {to_hex(text)}" for text in inputs])
    prefix = ([tokenizer.convert_tokens_to_ids(f">>{tag}<<")] if tags else [])
    for text, source_line, target_line in zip(inputs, source, target):
        found = [int(word) for word in source_line.split()]
        source_rule.equal(
            text, prefix + oracle_ids(tokenizer, tokenizer.spm_source, text),
            found)
        target_rule.equal(
            text, oracle_ids(tokenizer, tokenizer.spm_target, text),
            [int(word) for word in target_line.split()])
        if any(word in text for word in SPECIAL) or text.startswith(">>"):
            continue
        plain.equal(text, prefix + tokenizer(text).input_ids, found)
        if tags and text.strip():
            tagged.equal(text, tokenizer(f">>{tag}<< {text}").input_ids, found)
    return [source_rule, target_rule, plain, tagged]


def check_decoding(tokenizer, ours, inputs):
    rng = random.Random(SEED + 1)
    excluded = {tokenizer.unk_token_id, tokenizer.pad_token_id,
                tokenizer.eos_token_id}
    excluded.update(tokenizer.convert_tokens_to_ids(code)
                    for code in tokenizer.supported_language_codes)
    ids = [i for i in range(tokenizer.vocab_size) if i not in excluded]
    sequences = [rng.choices(ids, k=rng.randrange(0, 30)) for _ in range(2000)]
    decode = Check("decoded text against MarianTokenizer")
    answers = ours(["decode " + " ".join(map(str, s)) for s in sequences])
    for sequence, answer in zip(sequences, answers):
        expected = tokenizer.decode(sequence, skip_special_tokens=True,
                                    clean_up_tokenization_spaces=False,
                                    use_source_tokenizer=False)
        decode.equal(sequence, expected, from_hex(answer).strip())

    round_trip = Check("decode(encode(x)) = normalize(x)")
    encoded = ours([f"target {to_hex(text)}" for text in inputs])
    normalized = ours([f"normalize {to_hex(text)}" for text in inputs])
    decoded = ours([f"decode {line}" for line in encoded])
    unknown = str(tokenizer.unk_token_id)
    for text, line, norm, back in zip(inputs, encoded, normalized, decoded):
        if unknown not in line.split():
            round_trip.equal(text, from_hex(norm), from_hex(back))
    return [decode, round_trip]


def main():
    if len(sys.argv) not in (2, 3):
        raise SystemExit(__doc__)
    warnings.simplefilter("ignore")
    from transformers import MarianTokenizer

    model_dir = sys.argv[1]
    probe = (sys.argv[2] if len(sys.argv) == 3
             else str(ROOT / "build/release/bin/interpres-tokenizer-probe"))
    tokenizer = MarianTokenizer.from_pretrained(model_dir)

    def ours(commands):
        return ask(probe, model_dir, commands)

    inputs = make_inputs(3000) + data_lines(1000)
    checks = check_encoding(tokenizer, ours, inputs)
    checks += check_decoding(tokenizer, ours, inputs)
    good = [check.report() for check in checks]
    if not all(good) or any(check.total == 0 for check in checks[:3]):
        raise SystemExit("tokenizer conformance: FAILED")
    print("tokenizer conformance: passed")


if __name__ == "__main__":
    main()
