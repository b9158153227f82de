#!/usr/bin/env bash
# Trains Transformer-Tiny on Multi30k's captions and scores dev and
# test_2016_flickr as papers do (BLEU4, lower-cased, Moses tokens), with sacreBLEU
# beside it.
#
#   tests/benchmarks/train_multi30k.sh [--language de] [--seed 1] [--case keep]
#       [--threads 2] [--compute-type bfloat16] [--output DIR] [--updates N]
#       [--cooldown N] [--decoder ssru] [--norm before] [-- FLAG ...]
#
# --case lower trains on text in lower case, as the published models were, and
# so writes lower case. The rate falls in the last --cooldown of --updates.
# --decoder and --norm, and the flags after --, go to interpres-train train. The
# same command continues a run that was stopped; after a finished run it writes
# and scores the result again. Default output: build/multi30k/en-NAME-SEED. NAME
# is the language, with -lower, -ssru and -before if the run has them.
#
# INTERPRES_DATA               default ../shared/data beside the checkout
# INTERPRES_BUILD_DIR          default build/release
# INTERPRES_CONFORMANCE_VENV   Python environment with sacremoses; default: the
#                              one that tests/conformance/run.sh makes

set -euo pipefail
cd "$(dirname "$0")/../.."
readonly BIN=${INTERPRES_BUILD_DIR:-build/release}/bin
readonly DATA=${INTERPRES_DATA:-../shared/data}/multi30k
readonly CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/interpres
stamp=$(sha256sum tests/conformance/requirements.txt | cut -c1-16)
readonly PYTHON=${INTERPRES_CONFORMANCE_VENV:-$CACHE/conformance-$stamp}/bin/python

language=de
seed=1
case=keep
threads=2
compute_type=bfloat16
decoder=attention
norm=after
output=
updates=16000
cooldown=
while [[ $# -gt 0 && $1 != -- ]]; do
  case $1 in
    --language) language=${2-} ;;
    --seed) seed=${2-} ;;
    --case) case=${2-} ;;
    --threads) threads=${2-} ;;
    --compute-type) compute_type=${2-} ;;
    --decoder) decoder=${2-} ;;
    --norm) norm=${2-} ;;
    --output) output=${2-} ;;
    --updates) updates=${2-} ;;
    --cooldown) cooldown=${2-} ;;
    *) sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
  shift 2 || { echo "train_multi30k.sh: $1 needs a value" >&2; exit 2; }
done
[[ ${1:-} != -- ]] || shift
[[ $case == keep || $case == lower ]] || {
  echo "train_multi30k.sh: --case is \"$case\"; expected keep or lower" >&2
  exit 2
}
name=$language
[[ $case == keep ]] || name=$name-$case
[[ $decoder == attention ]] || name=$name-$decoder
[[ $norm == after ]] || name=$name-$norm
output=${output:-build/multi30k/en-$name-$seed}
if [[ ! -f $DATA/train.$language ]]; then
  echo "train_multi30k.sh: no $DATA/train.$language" >&2
  exit 1
fi
if ! "$PYTHON" -c 'import sacrebleu, sacremoses'; then
  echo "train_multi30k.sh: $PYTHON has no sacremoses to score with;" \
    "tests/conformance/run.sh moses_bleu makes it" >&2
  exit 1
fi
mkdir -p "$output"
trap 'exit 130' INT TERM  # once the trainer has ended: there is no score yet

text=$DATA
if [[ $case == lower ]]; then
  text=$output/text
  mkdir -p "$text"
  for file in {train,dev,test_2016_flickr}.{en,"$language"}; do
    "$PYTHON" -X utf8 -c 'import sys; print(sys.stdin.read().lower(), end="")' \
      < "$DATA/$file" > "$text/$file"
  done
fi

"$BIN/interpres-train" --config tests/benchmarks/multi30k.toml train --resume \
  --train-source "$text/train.en" --train-target "$text/train.$language" \
  --dev-source "$text/dev.en" --dev-target "$text/dev.$language" \
  --target-language "$language" --compute-type "$compute_type" \
  --decoder "$decoder" --norm "$norm" \
  --max-updates "$updates" --cooldown "${cooldown:-$((updates * 5 / 16))}" \
  --seed "$seed" --threads "$threads" --output "$output/model" "$@"

for set in dev test_2016_flickr; do
  "$BIN/interpres-train" evaluate --model "$output/model" --beam 5 \
    --compute-type float32 --source "$text/$set.en" \
    --reference "$text/$set.$language" \
    --output "$output/$set.$language" > "$output/$set.scores" || (($? == 2))
  echo "$set:"
  "$PYTHON" tests/conformance/moses_bleu.py "$output/$set.$language" \
    "$DATA/$set.$language" "$language" "$case"
done
