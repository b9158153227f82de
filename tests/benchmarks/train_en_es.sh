#!/usr/bin/env bash
# Trains an English-Spanish checkpoint, both directions in one model, on the
# part of INTERPRES_DATA that a published checkpoint may learn from
# (en_es_corpora.py), with the weights of en_es_weights.tsv. Without flags it has
# 6+2 layers; the card in model/pretrained/en-es has the commands of the bundled
# one, of 12+4.
#
#   tests/benchmarks/train_en_es.sh [--output DIR] [--threads 2]
#       [--short-updates 2000] [--updates 42000] [--cooldown UPDATES/3]
#       [--init MODEL] [--weight SOURCE=W ...] [--distilled DIR]
#       [--back-translated DIR] [--golden FILE] [-- FLAG ...]
#   tests/benchmarks/train_en_es.sh --build-vocab FILE [--weight SOURCE=W ...]
#       [-- FLAG ...]
#   tests/benchmarks/train_en_es.sh --score MODEL [--sets "NAME ..."]
#       [--from "en es"] [-- FLAG ...]
#
# --short-updates of sentences of at most 24 tokens come first (in
# OUTPUT.short), then --updates of all; the rate falls in the last --cooldown.
# --init begins with MODEL instead of short sentences; --updates 0 ends after
# the short ones; --golden '' trains without sentences to test the checkpoint
# by, which a model of one direction needs. What follows -- goes to
# interpres-train train in both stages; a flag that they give themselves (seen
# below) may not be among it. --distilled DIR also trains on
# DIR/distilled.en-es.{en,es} and DIR/distilled.es-en.{es,en}, the translations of
# a teacher, each in its own direction; the weights of en_es_weights.tsv count
# 0.4 then. --back-translated DIR also trains on DIR/en-es.{en,es} and
# DIR/es-en.{en,es} of back_translate_en_es.py, each in its own direction, with
# weight 0.5. The same command goes on with a run that was stopped (Ctrl-C
# saves). --build-vocab builds a vocabulary alone, for
# -- --vocab FILE, with a piece for each character of en_es_corpora.py; what
# follows -- goes to interpres-train vocab then.
# --score translates the dev and test texts (or only --sets, of the names it
# prints) in both directions (or only --from one language), beam 4, and prints
# BLEU, chrF and more; what follows -- goes to interpres-train evaluate.
# Default output: build/en-es/en-es.
#
# INTERPRES_DATA               default ../shared/data beside the checkout
# INTERPRES_BUILD_DIR          default build/release

set -euo pipefail
cd "$(dirname "$0")/../.."
readonly BIN=${INTERPRES_BUILD_DIR:-build/release}/bin
readonly DATA=${INTERPRES_DATA:-../shared/data}

output=build/en-es/en-es
threads=2
short_updates=2000
updates=42000
cooldown=
init=
distilled=
back_translated=
golden=model/pretrained/en-es/golden.tsv
vocabulary=
model=
sets='flores-dev newstest2012 tatoeba-dev tatoeba-test'
sources='en es'
declare -A weight=()  # of --weight
while [[ $# -gt 0 && $1 != -- ]]; do
  case $1 in
    --output) output=${2-} ;;
    --threads) threads=${2-} ;;
    --short-updates) short_updates=${2-} ;;
    --updates) updates=${2-} ;;
    --cooldown) cooldown=${2-} ;;
    --init) init=${2-} ;;
    --distilled) distilled=${2-} ;;
    --back-translated) back_translated=${2-} ;;
    --golden) golden=${2-} ;;
    --build-vocab) vocabulary=${2-} ;;
    --weight) [[ $# -lt 2 ]] || weight[${2%=*}]=${2##*=} ;;
    --score) model=${2-} ;;
    --sets) sets=${2-} ;;
    --from) sources=${2-} ;;
    *) sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
  shift 2 || { echo "train_en_es.sh: $1 needs a value" >&2; exit 2; }
done
[[ ${1:-} != -- ]] || shift

declare -A files=([flores-dev]=eval-en-es/flores.dev
  [newstest2012]=eval-en-es/newstest2012
  [tatoeba-dev]=tatoeba-en-es/dev [tatoeba-test]=tatoeba-en-es/test)

score() {  # name
  local from to scores file=${files[$1]:-}
  if [[ -z $file ]]; then
    echo "train_en_es.sh: --sets: no $1, there are ${!files[*]}" >&2
    exit 2
  fi
  for from in $sources; do
    [[ $from == en ]] && to=es || to=en
    # 2: some lines were not translated.
    scores=$({ "$BIN/interpres-train" evaluate --model "$model" \
      --beam 4 --source "$DATA/$file.$from" --reference "$DATA/$file.$to" \
      --source-language "$from" --target-language "$to" "${flags[@]}" ||
      (($? == 2)); } |
      awk '/^line [0-9]+: / { printf "%s ", $0; next }
        /reached the length limit/ { printf "%s at the length limit", $1; next }
        { printf "%s %s  ", $1, $2 }')
    echo "$1 $from-$to $scores"
  done
}

if [[ -n $model ]]; then
  flags=("$@")
  for name in $sets; do score "$name"; done
  exit
fi

if [[ ! -f $DATA/en-es/train.corpus ]]; then
  echo "train_en_es.sh: no $DATA/en-es/train.corpus" >&2
  exit 1
fi

corpora=$output.corpora
[[ -f $corpora/complete ]] ||
  python3 tests/benchmarks/en_es_corpora.py "$DATA" "$corpora"

for name in "${!weight[@]}"; do
  if [[ ! -f $corpora/$name.en ]]; then
    echo "train_en_es.sh: --weight $name: no source of that name in $corpora" >&2
    exit 2
  fi
done
real=1  # what a weight of the file counts
[[ -z $distilled ]] || real=0.4
while IFS=$'\t' read -r name value; do
  [[ $name == \#* ]] ||
    weight[$name]=${weight[$name]:-$(awk "BEGIN { print $value * $real }")}
done < tests/benchmarks/en_es_weights.tsv
texts=()
directions=()
pairs=0
add_text() {  # path without the language, source, target, weight
  texts+=(--train-source "$1.$2" --train-target "$1.$3" --train-weight "$4")
  directions+=(--source-language "$2" --target-language "$3")
  pairs=$((pairs + $(wc -l < "$1.$2")))
}
add_one_way() {  # path without the direction, weight
  add_text "$1en-es" en es "$2"
  add_text "$1es-en" es en "$2"
}
add_texts() {  # directory, source, target
  local file name
  for file in "$1"/*."$2"; do
    name=$(basename "$file" ".$2")
    add_text "$1/$name" "$2" "$3" "${weight[$name]:-$real}"
  done
}

if [[ -n $vocabulary ]]; then
  add_texts "$corpora/vocabulary" en es
  exec "$BIN/interpres-train" vocab --source-language en \
    --target-language es --bidirectional "${texts[@]}" \
    --character-coverage 1 \
    --output "$vocabulary" "$@"
fi
add_texts "$corpora" en es
[[ -z $distilled ]] || add_one_way "$distilled/distilled." 1
[[ -z $back_translated ]] || add_one_way "$back_translated/" 0.5
# These texts have one direction, so every text names its own.
if [[ -n $distilled$back_translated ]]; then
  add_texts "$corpora" es en
  texts+=(--bidirectional=false "${directions[@]}"
    --dev-source-language en --dev-target-language es)
fi

trap 'exit 130' INT TERM  # once the trainer has ended: the next stage is due
train() {
  "$BIN/interpres-train" --config tests/benchmarks/en_es.toml train --resume \
    "${texts[@]}" --dev-source "$corpora/dev-en" \
    --dev-target "$corpora/dev-es" --threads "$threads" "$@"
}

# The attention over the source forms sooner on short sentences
# (docs/experiments/english_spanish.md).
short_done() {
  grep -qs "\"updates\": \"$short_updates\"" "$output.short/model/interpres.json"
}
if [[ -z $init ]] && ! short_done; then
  train --max-tokens 24 --warmup 1000 \
    --max-updates "$short_updates" --validate-every 1000 --save-every 500 \
    --average-last 1 --type f32 --output "$output.short/model" "$@"
  if ! short_done; then
    echo "train_en_es.sh: $output.short was begun with another --short-updates" \
      "than $short_updates" >&2
    exit 1
  fi
fi
[[ $updates != 0 ]] || exit 0
train --init "${init:-$output.short/model}" --max-updates "$updates" \
  --cooldown "${cooldown:-$((updates / 3))}" \
  --provenance recipe tests/benchmarks/train_en_es.sh \
  --provenance data "$pairs pairs: see the card" \
  ${golden:+--golden "$golden"} --output "$output" "$@"
