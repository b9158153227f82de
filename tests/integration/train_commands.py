"""interpres-train from the command line: what it is used for.

usage: train_commands.py BUILD_DIR

train_resume.py has stopping and going on, train_refusals.py wrong input.
"""

import json
import os
import re

from train_runs import (LEARN_BY_HEART, PAIRS, ROOT, SMALL, expect_equal,
                        expect_in, expect_same_checkpoint, expect_same_files,
                        run_all)

VOCABULARY = (
    "--train-source", "train.en", "--train-target", "train.es",
    "--source-language", "en", "--target-language", "es", "--bidirectional",
    "--vocab-size", "150", "--no-byte-fallback",
)


# Some of the sentences of PAIRS in a third language.
PORTUGUESE = {
    PAIRS[0][0]: "O padeiro vende pão fresco todas as manhãs.",
    PAIRS[1][0]: "A minha irmã toca violino aos domingos.",
    PAIRS[2][0]: "Onde fica a farmácia mais próxima?",
    PAIRS[3][0]: "As crianças constroem um castelo de areia.",
}


class TrainCommands:
    """The checks; each is a method whose name starts with check_."""

    def __init__(self, runs):
        self.runs = runs

    def build_vocabulary(self, name):
        """150 pieces, from the corpus of the runs."""
        result = self.runs.run("vocab", *VOCABULARY, "--output", name)
        expect_equal(result.returncode, 0, result.stderr)
        expect_in(f"{name}: 150 entries", result.stderr, "message")

    def pieces_of(self, name):
        return json.loads(self.runs.checkpoint(name)["vocab.json"])

    def check_vocabulary_then_training(self):
        self.build_vocabulary("both.vocab")
        self.runs.succeed(vocab="both.vocab", vocab_size=None, output="shared")
        pieces = self.pieces_of("shared")
        expect_equal(len(pieces), 150, "pieces")
        assert ">>en<<" in pieces and ">>es<<" in pieces, sorted(pieces)

    def check_a_vocabulary_of_a_weighted_corpus(self):
        # Half of the text does not support as many pieces.
        self.runs.refuse(["vocab", *VOCABULARY, "--output", "half.vocab",
                          "--train-weight", "0.5"],
                         1, "the largest possible size is")

    def check_each_corpus_has_its_own_weight(self):
        # A pair makes a batch, and so an update: 12 x 1.5 and 3 x 3; the other
        # way round it would be 12 x 3 and 3 x 1.5.
        result = self.runs.succeed(
            output="weighted", train_source=("train.en", "dev.en"),
            train_target=("train.es", "dev.es"), train_weight=(1.5, 3),
            bidirectional=None, batch_tokens=1, max_updates=None, max_epochs=1)
        expect_in("stopping after update 27: max-epochs reached",
                  result.stderr, "output")

    def check_train_then_evaluate_then_translate(self):
        runs = self.runs
        runs.write("golden.tsv", "es\tThe soup is cold.\tLa sopa está fría.\n"
                                 "en\tLa nieve es fría.\tThe snow is cold.\n")
        result = runs.succeed(output="whole", dev_source="dev.en",
                              dev_target="dev.es", golden="golden.tsv",
                              **LEARN_BY_HEART)
        for part in ("train.en: 12 pairs, 24 examples", "dev.en: 3 pairs",
                     "update 300 | dev loss", "update 300 | wrote whole",
                     "en-es dev BLEU 100.00", "es-en dev BLEU 100.00",
                     "stopping after update 300: max-updates reached"):
            expect_in(part, result.stderr, "output")
        card = json.loads(runs.checkpoint("whole")["interpres.json"])
        expect_equal([(sentence["target_language"], sentence["source"])
                      for sentence in card["golden"]],
                     [("es", "The soup is cold."), ("en", "La nieve es fría.")],
                     "golden sentences")
        log = [json.loads(line) for line in
               (runs.scratch / "whole.state/log.jsonl").open()]
        events = {line["event"] for line in log}
        assert events >= {"start", "train", "validate", "score"}, events
        expect_equal(log[-1], {"event": "stop", "update": 300,
                               "reason": "max-updates reached"}, "last event")
        report = (runs.scratch / "whole.state/report.html").read_text()
        samples = [line for line in map(json.loads, (
            runs.scratch / "whole.state/log.jsonl").open())
                   if line["event"] == "sample" and line["update"] == 300]
        expect_equal([line["direction"] for line in samples],
                     ["en-es"] * 3 + ["es-en"] * 3, "directions of samples")
        expect_equal([(line["source"], line["translation"])
                      for line in samples[:3]], list(PAIRS[:3]), "samples")
        for part in ("<svg", "update 300", "<figcaption>Loss<",
                     "<h2>Sample translations<", "training pairs</th><td>12<",
                     "--warmup</th><td>50 (default 4000)<",
                     "Characters without a piece",
                     "<figcaption>Dev BLEU<", "<figcaption>Dev chrF<"):
            expect_in(part, report, "report")
        self.evaluate_both_directions()
        self.train_on_synthetic_text()

    def train_on_synthetic_text(self):
        """The model knows the text by heart, so the other side comes back."""
        runs = self.runs
        result = runs.run(
            "back-translate", "--model", "whole", "--beam", "1",
            "--target-language", "en", "--input", "train.es", "dev.es",
            "--source-output", "bt.en", "--target-output", "bt.es")
        expect_equal(result.returncode, 0, result.stderr)
        expect_in("bt.en and bt.es: 15 pairs of 15 lines", result.stderr,
                  "message")
        result = runs.run(
            "distill", "--model", "whole", "--beam", "1", "--target-language",
            "es", "--input", "train.en", "dev.en", "--source-output",
            "distilled.en", "--target-output", "distilled.es")
        expect_equal(result.returncode, 0, result.stderr)
        for name in ("bt", "distilled"):
            for language in ("en", "es"):
                expect_equal(
                    (runs.scratch / f"{name}.{language}").read_text(),
                    "".join((runs.scratch / f"{part}.{language}").read_text()
                            for part in ("train", "dev")), name)
        sides = [(runs.scratch / name).read_text().splitlines()
                 for name in ("bt.en", "bt.es")]
        runs.write("bt.tsv", "".join(f"{source}\t{target}\n"
                                     for source, target in zip(*sides)))
        result = runs.succeed(
            output="tagged", train_tsv="bt.tsv", train_tag=("-", "bt"),
            noise_numbers=0.2, noise_joined_sentences=0.2,
            no_byte_fallback=None, split_digits=True, user_symbol="<NAME>",
            vocab_size=420)
        expect_in("bt.tsv: 15 pairs, 15 examples", result.stderr, "output")
        pieces = self.pieces_of("tagged")
        assert "<<bt>>" in pieces and ">>bt<<" not in pieces, sorted(pieces)
        assert "<NAME>" in pieces and "7" in pieces, sorted(pieces)

    def evaluate_both_directions(self):
        for source, target in (("en", "es"), ("es", "en")):
            result = self.runs.run(
                "evaluate", "--model", "whole", "--target-language", target,
                "--source", f"train.{source}", "--reference",
                f"train.{target}", "--beam", "1", "--output", "out.txt")
            expect_equal(result.returncode, 0, result.stderr)
            bleu, chrf, perplexity = result.stdout.splitlines()[:3]
            expect_equal(bleu.split()[:2], ["BLEU", "100.00"], "BLEU")
            expect_in("BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|",
                      bleu, "signature")
            expect_equal(chrf.split()[:2], ["chrF2", "100.00"], "chrF")
            expect_in("chrF2|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|",
                      chrf, "signature")
            name, value = perplexity.split()[:2]
            expect_equal(name, "perplexity", "third line")
            assert 1.0 <= float(value) < 1.5, perplexity
            expect_equal((self.runs.scratch / "out.txt").read_text(),
                         (self.runs.scratch / f"train.{target}").read_text(),
                         "translations")

    def check_early_stopping(self):
        runs = self.runs
        for metric in ("bleu", "chrf", "loss"):
            changes = {**LEARN_BY_HEART, "max_updates": 5000, "decay": "inverse-sqrt",
                       "validate_every": 20, "patience": 3, "metric": metric}
            result = runs.succeed(output=f"early-{metric}",
                                  dev_source="dev.en", dev_target="dev.es",
                                  **changes)
            expect_in("no better dev score for --patience validations",
                      result.stderr, "output")
            report = (runs.scratch / f"early-{metric}.state/report.html"
                      ).read_text()
            expect_equal("en-es, as validated" in report, metric != "loss",
                         "curves of what was validated")
            expect_in("Sample translations", report, "report")
        runs.succeed(output="no-samples", dev_source="dev.en",
                     dev_target="dev.es", sample_translations=0)
        log = (runs.scratch / "no-samples.state/log.jsonl").read_text()
        assert '"validate"' in log and '"sample"' not in log, log

    def check_begin_with_a_checkpoint(self):
        # A rate this small moves no weight, so the first one shows.
        runs = self.runs
        runs.succeed(output="start", type="f32", average_last=1)
        runs.succeed(output="goes-on", init="start", vocab_size=None,
                     type="f32", learning_rate=1e-30, average_last=1)
        expect_same_files(runs, "goes-on", "start",
                          ("model.safetensors", "vocab.json", "source.spm"))
        runs.succeed(output="learns", init="start", vocab_size=None,
                     type="f32", average_last=1)
        start, learns = (runs.checkpoint(name)["model.safetensors"]
                         for name in ("start", "learns"))
        assert start != learns, "nothing was learned"

    def check_a_checkpoint_brings_its_network_along(self):
        runs = self.runs
        runs.succeed(output="network", max_updates=10)
        changes = {"init": "network", "vocab_size": None, "output": "brought",
                   **{name: None for name in (
                       "d_model", "ffn", "heads", "encoder_layers",
                       "decoder_layers", "max_positions")}}
        result = runs.succeed(**changes)
        expect_in("(d_model 32, 1+1 layers, ffn 64, 4 heads", result.stderr,
                  "network")
        # A resumed run does not need the checkpoint.
        (runs.scratch / "network").rename(runs.scratch / "elsewhere")
        result = runs.succeed(resume=True, **{**changes, "max_updates": 30})
        expect_in("resuming after update 20", result.stderr, "message")

    def check_a_file_of_two_columns(self):
        runs = self.runs
        runs.write("train.tsv", "".join(f"{en}\t{es}\n" for en, es in PAIRS))
        runs.write("dev.tsv", "".join(f"{en}\t{es}\n" for en, es in PAIRS[:3]))
        runs.succeed(output="columns", train_source=None, train_target=None,
                     train_tsv="train.tsv", dev_tsv="dev.tsv")
        runs.succeed(output="files", dev_source="dev.en", dev_target="dev.es")
        expect_same_checkpoint(runs, "columns", "files")

    def check_begin_with_a_checkpoint_and_another_vocabulary(self):
        self.build_vocabulary("other.vocab")
        self.runs.succeed(output="old", max_updates=10)
        changes = {"init": "old", "vocab": "other.vocab", "vocab_size": None}
        result = self.runs.succeed(output="new", **changes)
        new, old = self.pieces_of("new"), self.pieces_of("old")
        expect_equal(len(new), 150, "pieces")
        expect_in(f"of 150 pieces old has {len(new.keys() & old.keys())} and "
                  f"spells {len(new.keys() - old.keys())} with",
                  result.stderr, "message")
        # A resumed run keeps its vocabulary, even if the checkpoint changed.
        self.runs.succeed(output="old", max_updates=1, d_model=16, fresh=True)
        result = self.runs.succeed(output="new", resume=True, max_updates=40,
                                   **changes)
        expect_in("resuming after update 20", result.stderr, "message")
        assert "pieces old has" not in result.stderr, result.stderr

    def check_one_direction_of_a_checkpoint_for_two(self):
        # The server asks for its one direction by the tag.
        runs = self.runs
        runs.succeed(output="two", d_model=64, ffn=128, max_updates=10)
        changes = {**LEARN_BY_HEART, "encoder_layers": 1, "decoder_layers": 1}
        runs.succeed(output="one", init="two", vocab_size=None,
                     bidirectional=None, **changes)
        card = json.loads(runs.checkpoint("one")["interpres.json"])
        expect_equal(card["golden"][0]["target_language"], "es", "golden")
        result = runs.run("evaluate", "--model", "one", "--beam", "1",
                          "--source", "train.en", "--reference", "train.es")
        expect_equal(result.returncode, 0, result.stderr)
        expect_in("BLEU 100.00", " ".join(result.stdout.split()), "score")

    def check_one_direction(self):
        runs = self.runs
        runs.succeed(output="oneway", bidirectional=None, type="f32")
        card = json.loads(runs.checkpoint("oneway")["interpres.json"])
        expect_equal(card["directions"], [{"source": "en", "target": "es"}],
                     "directions")
        result = runs.run("translate", "--model", "oneway", "--max-length", "4",
                          "train.en")
        expect_equal(result.returncode, 0, result.stderr)
        expect_equal(result.stdout.count("\n"), len(PAIRS), "lines")
        # A directory can be opened, but not read.
        directory = os.open(runs.scratch, os.O_RDONLY)
        try:
            runs.refuse(("translate", "--model", "oneway"), 1,
                        "-: reading failed after 0 lines", stdin=directory)
        finally:
            os.close(directory)

    def check_one_language(self):
        # From one side to the other all the same.
        self.runs.succeed(output="rewrite", bidirectional=None,
                          target_language="en")
        card = json.loads(self.runs.checkpoint("rewrite")["interpres.json"])
        pair = card["golden"][0]
        expect_equal((pair["source"], pair["target"]), PAIRS[0], "golden pair")

    def check_several_target_languages(self):
        runs = self.runs
        runs.write("few.en", "".join(f"{en}\n" for en in PORTUGUESE))
        runs.write("few.pt", "".join(f"{pt}\n" for pt in PORTUGUESE.values()))
        corpora = {
            "train_source": ("train.en", "few.en"),
            "train_target": ("train.es", "few.pt"),
            "target_language": ("es", "pt"), "bidirectional": None,
        }
        result = runs.succeed(
            output="several", **corpora, **LEARN_BY_HEART,
            dev_source=("dev.en", "few.en", "few.en"),
            dev_target=("dev.es", "few.pt", "few.pt"),
            dev_target_language=("es", "pt", "pt"))
        for part in ("few.en: 4 pairs, 4 examples", "en-es dev BLEU",
                     "en-pt dev BLEU", "en-pt #2 dev BLEU"):
            expect_in(part, result.stderr, "output")
        card = json.loads(runs.checkpoint("several")["interpres.json"])
        expect_equal(card["directions"], [{"source": "en", "target": "es"},
                                          {"source": "en", "target": "pt"}],
                     "directions")
        translations = {"es": PAIRS[0][1], "pt": PORTUGUESE[PAIRS[0][0]]}
        expect_equal({sentence["target_language"]: sentence["target"]
                      for sentence in card["golden"]},
                     translations, "golden sentences")
        # One source, two translations: the tag decides.
        for language, expected in translations.items():
            result = runs.run("translate", "--model", "several", "--beam", "1",
                              "--target-language", language, "few.en")
            expect_equal(result.stdout.splitlines()[0], expected, language)
        runs.succeed(output="sampled", subword_sampling=0.2, **corpora)
        self.learn_shortlist_of_several("several")

    def learn_shortlist_of_several(self, model):
        result = self.runs.run(
            "shortlist", "--model", model, "--source", "train.en", "few.en",
            "--target", "train.es", "few.pt", "--source-language", "en",
            "--target-language", "es", "pt")
        expect_equal(result.returncode, 0, result.stderr)
        expect_in(f"{len(PAIRS) + len(PORTUGUESE)} sentences", result.stderr,
                  "output")

    def check_configuration_file(self):
        runs = self.runs
        keys = {"train-source": "train.en", "train-target": "train.es",
                "source-language": "en", "target-language": "es",
                "bidirectional": True, "output": "configured", **SMALL}
        runs.write("train.toml", "[train]\n" + "".join(
            f"{key} = {json.dumps(value)}\n" for key, value in keys.items()))
        result = runs.run("--config", "train.toml", "train")
        expect_equal(result.returncode, 0, result.stderr)
        runs.succeed(output="plain")
        expect_same_checkpoint(runs, "configured", "plain")

        # The command line wins over the file, on either side of `train`.
        result = runs.run("train", "--config", "train.toml", "--output",
                          "shorter", "--max-updates", "7", "--d-model", "16")
        expect_equal(result.returncode, 0, result.stderr)
        expect_in("stopping after update 7:", result.stderr, "output")
        config = json.loads(runs.checkpoint("shorter")["config.json"])
        expect_equal((config["d_model"], config["encoder_ffn_dim"]), (16, 64),
                     "widths")

    def check_a_pair_that_is_too_long_comes_first(self):
        # It is left out of training, and of the self-test made of the text.
        runs = self.runs
        for side in ("en", "es"):
            text = (runs.scratch / f"train.{side}").read_text()
            runs.write(f"long.{side}", "Again and again. " * 100 + "\n" + text)
        result = runs.succeed(output="long", train_source="long.en",
                              train_target="long.es")
        expect_in("left out 1 pairs longer than 64 tokens (the first at line "
                  "1)", result.stderr, "output")
        card = json.loads(runs.checkpoint("long")["interpres.json"])
        expect_equal([sentence["source"] for sentence in card["golden"]],
                     list(PAIRS[0]), "golden sentences")

    def check_every_recipe_changes_the_model(self):
        runs = self.runs
        common = {"type": "f32", "dev_source": "dev.en",
                  "dev_target": "dev.es", "bleu_sentences": 0}
        runs.succeed(output="usual", **common)
        usual = runs.checkpoint("usual")["model.safetensors"]
        for recipe in ("label-smoothing=0", "dropout=0.3", "r-drop=5",
                       "attention-dropout=0.2", "ffn-dropout=0.2",
                       "subword-sampling=0.2", "noise-typos=0.5",
                       "accumulate=2", "ema=0.9",
                       "learning-rate=1e-3", "warmup=9", "decay=linear",
                       "cooldown=5", "clip-norm=0.01", "average-last=1",
                       "average-best=1", "batch-tokens=300", "seed=2",
                       "train-weight=2", "vocab-type=bpe", "activation=gelu",
                       "min-tokens=18", "max-ratio=1.2"):
            flag, value = recipe.split("=")
            changes = {"output": flag, flag: value}
            if flag in ("average-best", "ema"):
                changes["average-last"] = None
            runs.succeed(**{**common, **changes})
            assert runs.checkpoint(flag)["model.safetensors"] != usual, (
                f"--{recipe} changes nothing")
        # This text has no 420 pieces without the 256 bytes.
        runs.succeed(output="bytes", vocab_size=420, no_byte_fallback=None)

    def check_the_job_of_kubernetes(self):
        # The command of the Job on smaller text and a smaller model, until it
        # is evicted and begins again.
        runs = self.runs
        manifest = (ROOT / "deploy/kubernetes/training-job.yaml").read_text()
        command = re.findall(r"^ +- (--\S+)$", manifest, re.MULTILINE)
        expect_in("--max-updates=100000", command, "flags of the job")
        # The exit code of a trainer that was stopped is no failure.
        expect_in("values: [3]", manifest, "pod failure policy")
        (runs.scratch / "data").mkdir()
        for name in ("train.en", "train.es", "dev.en", "dev.es"):
            runs.write(f"data/{name}", (runs.scratch / name).read_bytes())
        small = [f"--{key}={value}" for key, value in SMALL.items()
                 if key not in ("max-updates", "shards", "threads")]
        for updates, message in ((20, "wrote data/model"),
                                 (30, "resuming after update 20 ")):
            words = [word.replace("=/data/", "=data/").replace("100000",
                                                               str(updates))
                     for word in command]
            result = runs.run("train", *words, *small)
            expect_equal(result.returncode, 0, result.stderr)
            expect_in(message, result.stderr, "output")

    def check_the_documented_adaptation(self):
        # The command of docs/recipes.md on smaller text, for two updates.
        text = (ROOT / "docs/recipes.md").read_text()
        block = re.search(r"To adapt the bundled model to your own texts:"
                          r"\n\n```sh\ninterpres-train (.*?)```", text, re.DOTALL)[1]
        words = block.replace("\\\n", " ").replace("mine.", "train.").split()
        for flag, value in (("--max-updates", 2), ("--warmup", 1),
                            ("--init", ROOT / "model/pretrained/en-es")):
            words[words.index(flag) + 1] = value
        result = self.runs.run(*words)
        expect_equal(result.returncode, 0, result.stderr)
        expect_in("wrote adapted", result.stderr, "output")

    def check_output_with_a_slash_at_the_end(self):
        runs = self.runs
        runs.succeed(output="slash/")
        runs.succeed(output="slash/", resume=True, max_updates=30)
        assert (runs.scratch / "slash.state" / "training.state").exists()
        expect_equal([name for name in runs.checkpoint("slash")
                      if name.startswith(".")], [], "other files")

    def check_output_in_a_new_directory(self):
        runs = self.runs
        runs.succeed(output="new/place/model", state="elsewhere")
        assert runs.checkpoint("new/place/model")
        assert not (runs.scratch / "new/place/model.state").exists()


if __name__ == "__main__":
    run_all(TrainCommands, __doc__)
