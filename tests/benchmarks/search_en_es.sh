#!/usr/bin/env bash
# One row of the table of architectures and recipes for English-Spanish
# (docs/experiments/english_spanish.md): a short run of train_en_es.sh, scored on the dev texts.
#
#   tests/benchmarks/search_en_es.sh [--output DIR] [--threads 1]
#       [--short-updates 500] [--updates 2000] [--cooldown 800]
#       [--weight SOURCE=W ...] [--from "en es"] [-- FLAG ...]
#
# What follows -- is what the row changes; a model of one direction is scored
# only --from its source language. For instance
#
#   tests/benchmarks/search_en_es.sh --output build/en-es/rows/12+2 \
#       -- --encoder-layers 12
#
# It prints the model, the speed of training (the median of the progress
# lines, source plus target), the dev loss, and BLEU and chrF. The same command
# goes on with a run that was stopped. Default output: build/en-es/rows/6+2.
#
# INTERPRES_DATA               default ../shared/data beside the checkout
# INTERPRES_BUILD_DIR          default build/release

set -euo pipefail
cd "$(dirname "$0")/../.."

output=build/en-es/rows/6+2
short_updates=500
updates=2000
cooldown=800
options=(--threads 1)  # of train_en_es.sh, which takes from them what it needs
while [[ $# -gt 0 && $1 != -- ]]; do
  case $1 in
    --output) output=${2-} ;;
    --threads | --weight) options+=("$1" "${2-}") ;;
    --from) options+=(--from "${2-}" --golden '') ;;
    --short-updates) short_updates=${2-} ;;
    --updates) updates=${2-} ;;
    --cooldown) cooldown=${2-} ;;
    *) sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
  shift 2 || { echo "search_en_es.sh: $1 needs a value" >&2; exit 2; }
done
[[ ${1:-} != -- ]] || shift

train() {
  tests/benchmarks/train_en_es.sh --output "$output/model" "${options[@]}" "$@"
}
vocabulary=(--vocab-size 12000)
[[ ! " $* " =~ " --vocab"(-size)?[\ =] ]] || vocabulary=()
train --short-updates "$short_updates" --updates 0 \
  -- "${vocabulary[@]}" "$@"
# A mean of snapshots is of no use to a run that has few.
train --init "$output/model.short/model" --updates "$updates" \
  --cooldown "$cooldown" -- --average-last 1 \
  --validate-every "$updates" "$@"

echo "row: $output ($*)"
python3 - "$output/model.state/log.jsonl" <<'PYTHON'
import json
import statistics
import sys

events = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
train = [e["tokens_per_second"] for e in events if e["event"] == "train"]
losses = [e["dev_loss"] for e in events if e["event"] == "validate"]
print(f"{statistics.median(train):.0f} tokens/s, dev loss {losses[-1]:.3f}")
PYTHON
tests/benchmarks/train_en_es.sh --score "$output/model" \
  --sets 'tatoeba-dev flores-dev' "${options[@]}"
