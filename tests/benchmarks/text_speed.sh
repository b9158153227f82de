#!/usr/bin/env bash
# Compares the throughput of paragraphs with the throughput of their sentences,
# and prints the medians, the median of the ratios, and the CPU time of the
# server outside the decoder steps, where texts are divided and joined.
#
#   tests/benchmarks/text_speed.sh [--model DIR] [--to LANGUAGE] [--rounds N]
#                                  [--sentences N] [-- FLAG...]
#
# Defaults: the bundled checkpoint, es, 5 rounds, 600 sentences. A paragraph
# has 20 sentences. Each round sends one request with all paragraphs and one
# request with the list of all sentences, in alternating order. The flags after
# -- go to `interpres-bench`.

set -euo pipefail
cd "$(dirname "$0")/../.."
readonly BIN=${INTERPRES_BUILD_DIR:-build/release}/bin

model=model/pretrained/en-es
to=es
rounds=5
sentences=600
flags=()
while [[ $# -gt 0 ]]; do
  case $1 in
    --model) model=${2-} ;;
    --to) to=${2-} ;;
    --rounds) rounds=${2-} ;;
    --sentences) sentences=${2-} ;;
    --) shift; flags=("$@"); break ;;
    *) sed -n '2,13s/^# \{0,1\}//p' "$0"; exit 2 ;;
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
touch "$scratch/lines"
while [[ $(wc -l <"$scratch/lines") -lt $sentences ]]; do
  sed 's/[^.!?]$/&./' tests/benchmarks/sentences.en.txt >>"$scratch/lines"
done
head -n "$sentences" "$scratch/lines" >"$scratch/sentences"
awk '{ printf "%s%s", $0, NR % 20 == 0 ? "\n" : " " } END { if (NR % 20) print "" }' \
  "$scratch/sentences" >"$scratch/paragraphs"

"$BIN/interpres-server" --model "$model" --address "unix:$scratch/socket" \
  --metrics-address "" --cache-bytes 0 --max-texts "$sentences" >"$scratch/log" 2>&1 &
server=$!
for _ in $(seq 300); do
  if grep -q "server ready" "$scratch/log"; then break; fi
  sleep 0.1
done
grep -q "server ready" "$scratch/log" ||
  { tail -n 1 "$scratch/log" >&2; exit 1; }

# The CPU time of the threads that tokenise, divide and join, and of the whole
# server, in clock ticks.
text_ticks() { awk '$2 == "(text)" { t += $14 + $15 } END { print t + 0 }' /proc/"$server"/task/*/stat; }
all_ticks() { awk '{ print $14 + $15 }' /proc/"$server"/stat; }

# Appends the seconds and the ticks of a translation to $scratch/FILE.runs.
translate() {  # file
  local begin end text all
  text=$(text_ticks)
  all=$(all_ticks)
  begin=$(date +%s%N)
  # One client sends one request: the measurement ends after it.
  "$BIN/interpres-bench" --server "unix:$scratch/socket" --to "$to" \
    --input "$scratch/$1" --texts-per-request "$(wc -l <"$scratch/$1")" \
    --clients 1 --duration 0.1 --timeout 600 "${flags[@]}" >"$scratch/$1.out"
  end=$(date +%s%N)
  echo "$(awk -v ns=$((end - begin)) 'BEGIN { printf "%.3f", ns / 1e9 }')" \
    "$(($(text_ticks) - text)) $(($(all_ticks) - all))" >>"$scratch/$1.runs"
}

median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

translate sentences  # warms up
translate paragraphs
rm "$scratch"/*.runs
for ((round = 0; round < rounds; ++round)); do
  if ((round % 2)); then
    translate paragraphs
    translate sentences
  else
    translate sentences
    translate paragraphs
  fi
done
grep -m1 "model name" /proc/cpuinfo
for name in sentences paragraphs; do
  awk -v name="$name" '{ text += $2; all += $3 } END {
    printf "%s: %.2f %% of the CPU time of the server in the text threads\n",
           name, 100 * text / all }' "$scratch/$name.runs"
done
echo "$sentences sentences: median $(cut -d' ' -f1 "$scratch/sentences.runs" | median) s;" \
  "as paragraphs of 20: $(cut -d' ' -f1 "$scratch/paragraphs.runs" | median) s"
ratio=$(paste -d' ' "$scratch/sentences.runs" "$scratch/paragraphs.runs" |
  awk '{ printf "%.4f\n", $1 / $4 }' | median)
echo "throughput of paragraphs: $ratio of the throughput of sentences (median of pairs)"
