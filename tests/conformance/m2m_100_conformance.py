"""Compares our reader of M2M-100 and NLLB-200 with transformers and CTranslate2.

usage: m2m_100_conformance.py BUILD_DIR

Makes two small models as transformers saves them: M2M-100 with vocab.json, NLLB
with tokenizer.json. Both learn to copy for some seconds, so that
their translations end. Must agree: the token ids of source texts, the logits
and the scores of pairs (1e-4), and the translations of both libraries with beam 1
(99 %) and with beam 4 (95 %). Texts are made from a fixed seed, plus 10,000 lines
of $INTERPRES_DATA in four languages where there is such data. Exits non-zero on
a mismatch.
"""

import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import warnings

import ctranslate2
import sentencepiece
import torch
from ctranslate2.converters.transformers import M2M100Loader
from transformers import (M2M100Config, M2M100ForConditionalGeneration,
                          M2M100Tokenizer, NllbTokenizer)
from transformers.convert_slow_tokenizer import SentencePieceExtractor
from transformers.models.nllb.tokenization_nllb import FAIRSEQ_LANGUAGE_CODES

from evaluation import DATA, read_lines
from tokenizer_conformance import Check, ask, data_lines, make_inputs, to_hex
from transformer_conformance import SEED, compare, make_pairs

SPM = "sentencepiece.bpe.model"
PIECES = 900
MADE_UP = 8
BATCHES = 900
# Sets of DATA: 10,028 lines.
LINES = {"en": ["eval-en-es/newstest2012"], "es": ["eval-en-es/newstest2012"],
         "de": ["multi30k/dev", "multi30k/test_2016_flickr"],
         "fr": ["multi30k/dev", "multi30k/test_2016_flickr"]}
# SentencePiece decides, as for the authors of both models. The Rust tokenizer of
# NLLB differs from SentencePiece in white space, invisible characters and
# combining marks.
ODD_SHARES = {"M2M-100": 1.0, "NLLB-200": 0.85}
TRANSLATED = 100
WORDS = ("the a one two cat dog house tree river stone green old small runs "
         "sees gives finds keeps under over with without today never").split()


def sentences(count, seed):
    rng = random.Random(seed)
    return [" ".join(rng.choices(WORDS, k=rng.randrange(2, 7))) + "."
            for _ in range(count)]


def four_languages():
    """Lines of the evaluation sets, or none without them."""
    if not DATA.is_dir():
        print("skipped: no lines of INTERPRES_DATA")
        return []
    return [line for language, stems in LINES.items() for stem in stems
            for line in read_lines(stem, language)]


def train_spm(directory):
    text = directory / "text"
    text.write_text("\n".join(sentences(3000, 1) + make_inputs(300) +
                              data_lines(2000)), encoding="utf-8")
    sentencepiece.SentencePieceTrainer.train(
        input=str(text), model_prefix=str(directory / "spm"), model_type="bpe",
        vocab_size=PIECES, character_coverage=0.98, hard_vocab_limit=False,
        minloglevel=2)
    return directory / "spm.model"


def random_model(vocab_size):
    torch.manual_seed(SEED)
    # CTranslate2's converter takes the encoder's heads for the decoder, too.
    return M2M100ForConditionalGeneration(M2M100Config(
        vocab_size=vocab_size, d_model=64, encoder_layers=2, decoder_layers=3,
        encoder_attention_heads=4, decoder_attention_heads=4,
        encoder_ffn_dim=96, decoder_ffn_dim=128, max_position_embeddings=128,
        dropout=0.0, attention_dropout=0.0, encoder_layerdrop=0.0,
        decoder_layerdrop=0.0))


def learn_to_copy(model, encode, tags):
    """`encode` gives the pieces of a text; the tags are arbitrary."""
    rng = random.Random(SEED)
    texts = sentences(2000, 2)
    eos, pad = model.config.eos_token_id, model.config.pad_token_id
    optimizer = torch.optim.Adam(model.parameters(), 3e-3)

    def padded(rows, value):
        longest = max(map(len, rows))
        return torch.tensor([row + [value] * (longest - len(row))
                             for row in rows])

    for _ in range(BATCHES):
        rows = [encode(text) for text in rng.sample(texts, 16)]
        sources = [[rng.choice(tags)] + row + [eos] for row in rows]
        targets = [[rng.choice(tags)] + row + [eos] for row in rows]
        loss = model(input_ids=padded(sources, pad),
                     attention_mask=padded([[1] * len(s) for s in sources], 0),
                     labels=padded(targets, -100)).loss
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    print(f"loss after {BATCHES} batches: {loss.item():.3f}")
    return model.eval()


def m2m_100(directory):
    spm = train_spm(directory)
    pieces = sentencepiece.SentencePieceProcessor(model_file=str(spm))
    names = [pieces.id_to_piece(i) for i in range(3, len(pieces))]
    vocabulary = {name: i for i, name in enumerate(
        ["<s>", "<pad>", "</s>", "<unk>"] + names)}
    (directory / "vocab.json").write_text(json.dumps(vocabulary))
    model_directory = directory / "m2m"
    tokenizer = M2M100Tokenizer(str(directory / "vocab.json"), str(spm))
    tokenizer.save_pretrained(model_directory)
    shutil.copy(directory / "vocab.json", model_directory)
    shutil.copy(spm, model_directory / SPM)
    model = random_model(len(vocabulary) + 100 + MADE_UP)
    unused = range(len(vocabulary) + 100, model.config.vocab_size)
    codes = {"en": "en", "es": "es", "zu": "zu", "nso": "ns"}
    ids = {tag: tokenizer.get_lang_id(code) for tag, code in codes.items()}

    def encode(text, tag):
        tokenizer.src_lang = codes[tag]
        return tokenizer(text).input_ids

    return model_directory, model, tokenizer, encode, ids, unused


def nllb(directory):
    spm = directory / "spm.model"
    extracted = SentencePieceExtractor(str(spm)).extract(None)
    pieces = sentencepiece.SentencePieceProcessor(model_file=str(spm))
    vocabulary = {"<s>": 0, "<pad>": 1, "</s>": 2, "<unk>": 3}
    vocabulary.update((pieces.id_to_piece(i), i + 1)
                      for i in range(3, len(pieces)))
    tokenizer = NllbTokenizer(
        vocab=vocabulary, merges=extracted["merges"],
        _spm_precompiled_charsmap=extracted["_spm_precompiled_charsmap"],
        additional_special_tokens=FAIRSEQ_LANGUAGE_CODES)
    model_directory = directory / "nllb"
    tokenizer.save_pretrained(model_directory)
    shutil.copy(spm, model_directory / SPM)
    model = random_model(len(tokenizer) + 2)
    unused = [tokenizer.mask_token_id, len(tokenizer), len(tokenizer) + 1]
    codes = {"en": "eng_Latn", "es": "spa_Latn", "zh-Hans": "zho_Hans",
             "zu": "zul_Latn"}
    ids = {tag: tokenizer.convert_tokens_to_ids(code)
           for tag, code in codes.items()}

    def encode(text, tag):
        tokenizer.src_lang = codes[tag]
        return tokenizer(text).input_ids

    return model_directory, model, tokenizer, encode, ids, unused


def odd_texts():
    return [text for text in make_inputs(2000) if text.split() and not any(
        mark in text for mark in ("</s>", "<s>", "<unk>", "<pad>"))]


def check_ids(name, build, made, texts, share):
    """Whether the ids of so large a share of the texts are the same."""
    directory, _, _, encode, ids, _ = made
    check = Check(f"{name}: source ids")
    tags = sorted(ids)
    pairs = [(text, tags[i % len(tags)], tags[(i + 1) % len(tags)])
             for i, text in enumerate(texts)]
    answers = ask(build / "bin/interpres-tokenizer-probe", directory,
                  [f"source {source}:{target} {to_hex(text)}"
                   for text, source, target in pairs])
    for (text, source, target), answer in zip(pairs, answers):
        found, forced = answer.split(" | ")
        check.equal(text, (encode(text, source), str(ids[target])),
                    ([int(word) for word in found.split()], forced))
    same = check.total - check.failed
    print(f"{check.name}: {same} of {check.total} are equal")
    return same >= share * check.total


def translations(model, encode, decode, texts, tags, ids, beam, suppressed):
    found = []
    for text in texts:
        source = encode(text, tags[0])
        with torch.no_grad():
            out = model.generate(
                torch.tensor([source]), forced_bos_token_id=ids[tags[1]],
                num_beams=beam, max_length=60, do_sample=False,
                renormalize_logits=True, suppress_tokens=suppressed,
                early_stopping=False)
        found.append(decode(out[0].tolist()))
    return found


def ctranslate2_translator(model, tokenizer):
    """The model in CTranslate2, and the names of its tokens. The parts of the
    converter are called alone, because the converter does not find all tokens of
    this tokenizer."""
    loader = M2M100Loader()
    spec = loader.get_model_spec(model)
    loader.set_config(spec.config, model, tokenizer)
    names = tokenizer.convert_ids_to_tokens(range(len(tokenizer)))
    names += [f"<unused {i}>"
              for i in range(len(names), model.config.vocab_size)]
    loader.set_vocabulary(spec, names)
    spec.validate()
    spec.optimize()
    with tempfile.TemporaryDirectory() as scratch:
        spec.save(scratch)
        return ctranslate2.Translator(scratch), names


def ctranslate2_translations(peer, sources, language, suppressed, beam):
    """Translations of token ids by CTranslate2, as token ids."""
    translator, names = peer
    results = translator.translate_batch(
        [[names[token] for token in source] for source in sources],
        target_prefix=[[names[language]]] * len(sources), beam_size=beam,
        max_decoding_length=59,
        suppress_sequences=[[names[token]] for token in suppressed])
    ids = {name: i for i, name in enumerate(names)}
    return [[ids[piece] for piece in result.hypotheses[0][1:]]
            for result in results]


def check_translations(name, build, directory, expected, texts, tags, beam):
    run = subprocess.run(
        [build / "bin/interpres-train", "translate", "--model", directory,
         "--source-language", tags[0], "--target-language", tags[1], "--beam",
         str(beam), "--max-length", "59"],
        input="\n".join(texts) + "\n", text=True, capture_output=True,
        check=False)
    if run.returncode != 0:
        sys.exit(f"{name}: {run.stderr.strip()}")
    found = run.stdout.splitlines()
    same = sum(a == b for a, b in zip(expected, found, strict=True))
    needed = 0.99 if beam == 1 else 0.95
    print(f"{name}: beam {beam}, {tags[0]} to {tags[1]}: {same} of "
          f"{len(texts)} translations are equal; {len(set(found))} distinct")
    for text, a, b in zip(texts, expected, found):
        if a != b:
            print(f"  {text!r}\n    expected {a!r}\n    found    {b!r}")
    return same >= needed * len(texts)


def check_family(name, build, made):
    directory, model, tokenizer, encode, ids, unused = made

    def plain(text):
        return encode(text, next(iter(ids)))[1:-1]

    learn_to_copy(model, plain, list(ids.values()))
    model.save_pretrained(directory)
    (directory / "generation_config.json").write_text(
        json.dumps({"num_beams": 4, "max_length": 100}))
    suppressed = [0, 1, *unused]  # 0 is <s>, 1 is <pad>
    pairs = make_pairs(model.config, 40)
    clean = [(source, [t for t in target if t not in suppressed])
             for source, target in pairs]
    bad = compare(f"{name}: forced decoding",
                  build / "bin/interpres-score-probe", directory, model, clean,
                  suppressed)
    bad += not all([
        check_ids(f"{name}: lines", build, made,
                  sentences(500, 4) + four_languages(), 1.0),
        check_ids(f"{name}: odd texts", build, made, odd_texts(),
                  ODD_SHARES[name])])
    return bad + check_decoding(name, build, made, suppressed)


def check_decoding(name, build, made, suppressed):
    """How many comparisons of translations failed."""
    directory, model, tokenizer, encode, ids, _ = made
    tags = list(ids)[:2]
    texts = sentences(TRANSLATED, 3)

    def decode(tokens):
        return tokenizer.decode(tokens, skip_special_tokens=True).strip()

    peer = ctranslate2_translator(model, tokenizer)
    bad = 0
    for beam in (1, 4):
        expected = translations(
            model, encode,
            lambda out: decode(out[2:]),  # without the start and the language
            texts, tags, ids, beam, suppressed)
        bad += not check_translations(f"{name}, transformers", build, directory,
                                      expected, texts, tags, beam)
        expected = [decode(tokens) for tokens in ctranslate2_translations(
            peer, [encode(text, tags[0]) for text in texts], ids[tags[1]],
            suppressed, beam)]
        bad += not check_translations(f"{name}, CTranslate2", build, directory,
                                      expected, texts, tags, beam)
    return bad


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1])
    warnings.simplefilter("ignore")
    bad = 0
    with tempfile.TemporaryDirectory() as scratch:
        for name, make in (("M2M-100", m2m_100), ("NLLB-200", nllb)):
            bad += check_family(name, build, make(pathlib.Path(scratch)))
    print(f"m2m_100_conformance: {bad} failed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
