#!/usr/bin/env bash
# Compares the throughput of paragraphs with the throughput of their sentences,
# and prints the medians and their ratio.
#
#   tests/benchmarks/text_speed.sh [--model DIR] [--to LANGUAGE] [--rounds N]
#                                  [--sentences N]
#
# Defaults: the bundled checkpoint, es, 5 rounds, 600 sentences. A paragraph
# has 20 sentences. Each round translates both files, one after the other.

set -euo pipefail
cd "$(dirname "$0")/../.."
readonly BIN=${INTERPRES_BUILD_DIR:-build/release}/bin

model=model/pretrained/en-es
to=es
rounds=5
sentences=600
while [[ $# -gt 0 ]]; do
  case $1 in
    --model) model=${2-} ;;
    --to) to=${2-} ;;
    --rounds) rounds=${2-} ;;
    --sentences) sentences=${2-} ;;
    *) sed -n '2,10s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
  shift 2 || { echo "text_speed.sh: $1 needs a value" >&2; exit 2; }
done

scratch=$(mktemp -d)
server=
stop() {
  rm -rf "$scratch"
  if [[ -n $server ]]; then kill "$server" 2>/dev/null && wait "$server"; fi
}
trap stop EXIT

# The lines of the input are sentences; each gets a full stop.
while [[ $(wc -l <"$scratch/lines" 2>/dev/null || echo 0) -lt $sentences ]]; do
  sed 's/[^.!?]$/&./' tests/benchmarks/sentences.en.txt >>"$scratch/lines"
done
head -n "$sentences" "$scratch/lines" >"$scratch/sentences"
awk '{ printf "%s%s", $0, NR % 20 == 0 ? "\n" : " " } END { if (NR % 20) print "" }' \
  "$scratch/sentences" >"$scratch/paragraphs"

"$BIN/interpres-server" --model "$model" --address "unix:$scratch/socket" \
  --metrics-address "" --cache-bytes 0 >"$scratch/log" 2>&1 &
server=$!
for _ in $(seq 300); do
  if grep -q "server ready" "$scratch/log"; then break; fi
  sleep 0.1
done

seconds() {  # file
  local begin end
  begin=$(date +%s%N)
  "$BIN/interpres" translate --server "unix:$scratch/socket" --to "$to" --quiet \
    --input "$scratch/$1" --output "$scratch/$1.out"
  end=$(date +%s%N)
  awk -v ns=$((end - begin)) 'BEGIN { printf "%.3f\n", ns / 1e9 }'
}

median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

seconds sentences >/dev/null  # warms up
for _ in $(seq "$rounds"); do
  seconds sentences >>"$scratch/a"
  seconds paragraphs >>"$scratch/b"
done
a=$(median <"$scratch/a")
b=$(median <"$scratch/b")
grep -m1 "model name" /proc/cpuinfo
echo "sentences: $sentences in $a s; as paragraphs of 20: $b s"
awk -v a="$a" -v b="$b" \
  'BEGIN { printf "throughput of paragraphs: %.3f of the throughput of sentences\n", a / b }'
