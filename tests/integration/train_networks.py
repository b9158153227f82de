"""interpres-train and the networks that MarianMT has not.

usage: train_networks.py BUILD_DIR
"""

import json

from train_runs import LEARN_BY_HEART, expect_equal, expect_in, run_all


class TrainNetworks:
    """The checks; each is a method whose name starts with check_."""

    def __init__(self, runs):
        self.runs = runs

    def check_an_ssru_and_norms_before_the_sublayers(self):
        runs = self.runs
        variant = {"decoder": "ssru", "norm": "before"}
        result = runs.succeed(output="recurrent", **LEARN_BY_HEART, **variant)
        expect_in(", decoder ssru, norm before)", result.stderr, "output")
        config = json.loads(runs.checkpoint("recurrent")["config.json"])
        expect_equal(config["model_type"], "interpres", "model_type")
        expect_equal((config["decoder_self_layer"], config["norm_placement"]),
                     ("ssru", "before"), "network")
        result = runs.run("inspect", "recurrent")
        expect_in("variant      decoder ssru, norm before", result.stdout,
                  "inspection")
        result = runs.run("evaluate", "--model", "recurrent", "--beam", "1",
                          "--target-language", "es", "--source", "train.en",
                          "--reference", "train.es")
        expect_equal(result.returncode, 0, result.stderr)
        bleu = float(result.stdout.split()[1])
        assert bleu > 90, result.stdout
        report = (runs.scratch / "recurrent.state/report.html").read_text(
            encoding="utf-8")
        for word in ("--decoder", "ssru", "--norm", "before"):
            expect_in(word, report, "report")
        # A run that begins with the model has its network.
        changes = {"init": "recurrent", "vocab_size": None,
                   "output": "continued", **{name: None for name in (
                       "d_model", "ffn", "heads", "encoder_layers",
                       "decoder_layers", "max_positions")}}
        runs.succeed(**changes)
        config = json.loads(runs.checkpoint("continued")["config.json"])
        expect_equal(config["decoder_self_layer"], "ssru", "decoder")
        changes = {**changes, "output": "other", "decoder": "attention"}
        runs.refuse(["train", *runs.flags(**changes)], 1,
                    "--decoder is attention but the checkpoint of --init "
                    "recurrent has ssru")

    def check_an_unknown_network_is_refused_by_name(self):
        runs = self.runs
        runs.succeed(output="known", norm="before")
        path = runs.scratch / "known" / "config.json"
        config = path.read_text()
        for old, new, message in (
                ('"before"', '"both"', 'norm_placement is "both"; expected '
                                       '"after" or "before"'),
                ('"attention"', '"lstm"', 'decoder_self_layer is "lstm"'),
                ('"use_cache"', '"experts"', "experts is true; expected no "
                                             "such key"),
        ):
            path.write_text(config.replace(old, new))
            for command in (["inspect", "known"],
                            ["translate", "--model", "known", "train.en",
                             "--target-language", "es"],
                            ["train", *runs.flags(output="refused",
                                                  init="known")]):
                runs.refuse(command, 1, "known/config.json: ", message)


if __name__ == "__main__":
    run_all(TrainNetworks, __doc__)
