#!/usr/bin/env bash
# Starts a server, puts it under load and prints a table: requests, errors,
# rates, latencies, mean active sentences per decoding step.
#
#   tests/benchmarks/load.sh [--seconds N] [--clients N] [--model DIR]
#                            [--to LANGUAGE] [--beam N] [--texts N]
#
# Defaults: 60 seconds, 64 clients, the bundled checkpoint (without one, a
# tiny checkpoint with random weights), es, the model's beam, 1 text a
# request. Fails if a request failed otherwise than by being refused for load.

set -euo pipefail
cd "$(dirname "$0")/../.."
readonly BIN=${INTERPRES_BUILD_DIR:-build/release}/bin

seconds=60
clients=64
model=
to=es
beam=()
texts=1
input=tests/benchmarks/sentences.en.txt
while [[ $# -gt 0 ]]; do
  case $1 in
    --seconds) seconds=${2-} ;;
    --clients) clients=${2-} ;;
    --model) model=${2-} ;;
    --to) to=${2-} ;;
    --beam) beam=(--beam "${2-}") ;;
    --texts) texts=${2-} ;;
    *) sed -n '2,11s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
  shift 2 || { echo "load.sh: $1 needs a value" >&2; exit 2; }
done

scratch=$(mktemp -d)
server=
stop() {
  rm -rf "$scratch"
  if [[ -n $server ]]; then kill "$server" 2>/dev/null && wait "$server"; fi
}
trap stop EXIT
touch "$scratch/log"

if [[ -z $model && -d model/pretrained/en-es ]]; then
  model=model/pretrained/en-es
fi
if [[ -z $model ]]; then
  echo "no bundled checkpoint: a tiny one with random weights"
  model=$scratch/tiny
  "$BIN/interpres-write-tiny-model" "$model"
  # Its 64 positions and few pieces hold no more than a few words.
  cut -d ' ' -f 1-4 "$input" >"$scratch/input"
  input=$scratch/input
fi

"$BIN/interpres-server" --model "$model" --address 127.0.0.1:0 \
  --metrics-address 127.0.0.1:0 --cache-bytes 0 --log-format json >"$scratch/log" 2>&1 &
server=$!

# The port that an event of the server's log names.
port_of() {
  sed -n "s/.*\"message\":\"$1\".*\"port\":\([0-9]*\).*/\1/p" "$scratch/log" |
    head -n 1
}

for _ in $(seq 600); do
  [[ -n $(port_of 'server ready') ]] && break
  if ! kill -0 "$server" 2>/dev/null; then break; fi
  sleep 0.1
done
if [[ -z $(port_of 'server ready') ]]; then
  echo "load.sh: the server did not become ready:" >&2
  tail "$scratch/log" >&2
  exit 1
fi

printf '%-32s %12s\n' model "$(basename "$model")" to "$to"
"$BIN/interpres-bench" --server "127.0.0.1:$(port_of 'server listening')" \
  --metrics-url "http://127.0.0.1:$(port_of 'metrics listening')/metrics" \
  --clients "$clients" --duration "$seconds" --to "$to" "${beam[@]}" \
  --texts-per-request "$texts" --input "$input"
