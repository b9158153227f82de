#!/usr/bin/env python3
"""Speed and memory of a model with the shape of NLLB-200's 600 million parameters,
beside CTranslate2, and the time until a server with this model is ready.

usage: nllb_speed.py [--model DIR] [--sentences N] [--rounds N] [--threads N]
                     [--start-only] BUILD_DIR

Makes a model with random weights in the format of NLLB-200 (12+12 layers, d_model
1024, ffn 4096, 256,206 tokens), its int8.safetensors, and CTranslate2's int8 form
of the same weights. The end symbol of the model is never likely, so that every
translation has 32 tokens. --model keeps the models (3.6 GB) for the next run.

Both engines translate the ids of N lines of newstest2012 (default 64), int8,
beam 4, in turns; medians of --rounds (default 3). CTranslate2 has the best of a
sweep of threads, batches and glibc's malloc on half of the lines. The memory of
CTranslate2 is the growth of its Python process. The latency is of 8 lines, one at a
time, on --threads CPUs. The start is the time from the
start of interpres-server until its log says that it is ready, with the files in
the page cache.

Needs the release build, and the environment of tests/conformance/run.sh
ctranslate2, whose Python must run this script.
"""

import argparse
import itertools
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PEERS = ROOT / "tests" / "benchmarks" / "peers"
sys.path[:0] = [str(PEERS), str(ROOT / "tests" / "conformance")]
# pylint: disable=wrong-import-position
from programs import MALLOC, run  # noqa: E402
from server_process import ServerProcess  # noqa: E402

DATA = pathlib.Path(os.environ.get("INTERPRES_DATA",
                                   ROOT.parent / "shared" / "data"))
PIECES = 256000
TRAINED_PIECES = 8000  # the others are pieces that no text has
TOKENS = 256206
WIDTH, INNER, LAYERS, HEADS = 1024, 4096, 12, 16
LENGTH = 32  # tokens of a translation
LONE = 8  # sentences that are translated one at a time
UNLIKELY = 40.0  # how far the logit of the end symbol lies below the others


def write_pieces(directory):
    """Makes the SentencePiece model, with as many pieces as NLLB's."""
    import sentencepiece  # pylint: disable=import-outside-toplevel
    from sentencepiece import sentencepiece_model_pb2  # pylint: disable=import-outside-toplevel
    prefix = directory / "pieces"
    sentencepiece.SentencePieceTrainer.train(
        input=str(DATA / "tatoeba-en-es" / "train.en"), model_type="bpe",
        model_prefix=str(prefix), vocab_size=TRAINED_PIECES, minloglevel=2)
    model = sentencepiece_model_pb2.ModelProto()
    model.ParseFromString(prefix.with_suffix(".model").read_bytes())
    lowest = min(piece.score for piece in model.pieces)
    for i in range(len(model.pieces), PIECES):
        model.pieces.add(piece=f"<filler{i}>", score=lowest - i)
    model.trainer_spec.vocab_size = PIECES
    (directory / "sentencepiece.bpe.model").write_bytes(
        model.SerializeToString())
    for suffix in (".model", ".vocab"):
        prefix.with_suffix(suffix).unlink()


def random_model():
    """Returns a network whose end symbol is never likely: the bias of the last norm
    has one large component, and the embedding of the end symbol its opposite."""
    import torch  # pylint: disable=import-outside-toplevel
    from transformers import M2M100Config, M2M100ForConditionalGeneration  # pylint: disable=import-outside-toplevel
    torch.manual_seed(20261129)
    model = M2M100ForConditionalGeneration(M2M100Config(
        vocab_size=TOKENS, d_model=WIDTH, encoder_layers=LAYERS,
        decoder_layers=LAYERS, encoder_attention_heads=HEADS,
        decoder_attention_heads=HEADS, encoder_ffn_dim=INNER,
        decoder_ffn_dim=INNER, max_position_embeddings=1024, dropout=0.0,
        encoder_layerdrop=0.0, decoder_layerdrop=0.0,
        init_std=0.05)).eval()
    with torch.no_grad():
        shared = model.get_input_embeddings().weight
        shared[:, 0] = 0.0
        shared[model.config.eos_token_id, 0] = -UNLIKELY / 4
        model.model.decoder.layer_norm.bias[0] = 4.0
    return model


def write_peer(model, directory):
    from ctranslate2.converters.transformers import M2M100Loader  # pylint: disable=import-outside-toplevel
    spec = M2M100Loader().get_model_spec(model)
    spec.config.bos_token, spec.config.eos_token = "0", "2"
    spec.config.unk_token, spec.config.decoder_start_token = "3", "2"
    names = [str(i) for i in range(TOKENS)]
    spec.register_source_vocabulary(names)
    spec.register_target_vocabulary(names)
    spec.validate()
    spec.optimize(quantization="int8")
    directory.mkdir()
    spec.save(str(directory))
    (directory / "ids.json").write_text(
        json.dumps({name: i for i, name in enumerate(names)}))


def make_models(directory, programs):
    if (directory / "complete").exists():
        return
    ours = directory / "nllb"
    ours.mkdir(parents=True)
    write_pieces(ours)
    (ours / "tokenizer_config.json").write_text(
        '{"tokenizer_class": "NllbTokenizer"}')
    model = random_model()
    model.save_pretrained(ours, max_shard_size="8GB")
    (ours / "generation_config.json").write_text(
        '{"num_beams": 4, "max_length": 200}')
    write_peer(model, directory / "ct2")
    subprocess.run([programs / "interpres-train", "convert", "--model", ours,
                    "--int8"], check=True)
    (directory / "complete").touch()


class Bench:
    def __init__(self, options, models, scratch):
        self.options, self.models = options, models
        self.programs = options.build / "bin"
        self.ids = {name: scratch / name for name in ("all", "half", "few")}
        self.write_ids()

    def write_ids(self):
        import sentencepiece  # pylint: disable=import-outside-toplevel
        pieces = sentencepiece.SentencePieceProcessor(model_file=str(
            self.models / "nllb" / "sentencepiece.bpe.model"))
        lines = (DATA / "eval-en-es" / "newstest2012.en").read_text(
            "utf-8").splitlines()
        lines = lines[::len(lines) // self.options.sentences]
        ids = [" ".join(map(str, [PIECES + 1] + [
            i + 1 for i in pieces.encode(line)] + [2])) + "\n"
               for line in lines[:self.options.sentences]]
        self.ids["all"].write_text("".join(ids))
        self.ids["half"].write_text("".join(ids[::2]))
        self.ids["few"].write_text("".join(ids[::len(ids) // LONE]))

    def ours(self, ids, *flags):
        return run([self.programs / "interpres-engine-bench", "--model",
                    self.models / "nllb", "--input", self.ids[ids],
                    "--compute-type", "int8", "--beam", 4, "--max-length",
                    LENGTH, "--warmup", 2, *flags])[0]

    def theirs(self, setting, ids, flags=()):
        (inter, intra), batches, malloc = setting
        return run([sys.executable, PEERS / "ctranslate2_peer.py", "--model",
                    self.models / "ct2", "--vocabulary",
                    self.models / "ct2" / "ids.json", "--input", self.ids[ids],
                    "--compute-type", "int8", "--inter", inter, "--intra",
                    intra, "--batches-per-thread", batches, "--batch-types",
                    "examples", "--beam", 4, "--max-length", LENGTH,
                    "--warmup", 2, *flags], tunables=malloc)[0]

    def best_setting(self):
        threads = self.options.threads
        settings = itertools.product(
            sorted({(threads, 1), (1, threads)}), (1, 2, 4), ("", MALLOC))
        return min(settings, key=lambda setting:
                   self.theirs(setting, "half")["seconds"])

    def seconds_to_ready(self, model):
        start = time.monotonic()
        with ServerProcess(self.programs / "interpres-server", model,
                           "--compute-type", "int8",
                           "--probe-directory", ""):
            return time.monotonic() - start


def median(reports, key):
    return statistics.median(report[key] for report in reports)


def measure(bench):
    options = bench.options
    setting = bench.best_setting()
    print(f"CTranslate2: {setting[0][0]} x {setting[0][1]}, "
          f"{setting[1]} batches a thread{', malloc' if setting[2] else ''}")
    rows = {"Interpres": [], "CTranslate2": []}
    alone = {"Interpres": [], "CTranslate2": []}
    lone = ((1, options.threads), 1, "")
    for _ in range(options.rounds):
        rows["Interpres"].append(
            bench.ours("all", "--threads", options.threads))
        rows["CTranslate2"].append(bench.theirs(setting, "all"))
        alone["Interpres"].append(bench.ours(
            "few", "--threads", 1, "--cpus", options.threads,
            "--one-at-a-time"))
        alone["CTranslate2"].append(
            bench.theirs(lone, "few", ["--one-at-a-time"]))
    print("| library | tokens/s | one sentence, p50 ms | peak MB |\n"
          "|---|---|---|---|")
    for name, reports in rows.items():
        python = (median(reports, "python_bytes")
                  if name == "CTranslate2" else 0)
        print(f"| {name} | "
              f"{median(reports, 'output_tokens') / median(reports, 'seconds'):,.0f}"
              f" | {median(alone[name], 'p50_ms'):,.0f} | "
              f"{(median(reports, 'peak_memory_bytes') - python) / 1e6:,.0f} |")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--model", type=pathlib.Path)
    parser.add_argument("--sentences", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--start-only", action="store_true")
    parser.add_argument("build", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        models = options.model or pathlib.Path(scratch) / "models"
        make_models(models, options.build / "bin")
        bench = Bench(options, models, pathlib.Path(scratch))
        if not options.start_only:
            measure(bench)
        seconds = [bench.seconds_to_ready(models / "nllb")
                   for _ in range(options.rounds)]
        print(f"start to ready: {statistics.median(seconds):.2f} s, of "
              f"{', '.join(f'{value:.2f}' for value in seconds)}")


if __name__ == "__main__":
    main()
