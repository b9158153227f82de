#!/usr/bin/env bash
# Where the processor time of training goes: samples the updates of a running
# `interpres-train train` with perf and adds them up by the source file that
# each function is of (generated code is oneDNN's matrix products).
#
#   tests/benchmarks/train_profile.sh [--shape tiny|base]
#       [--compute-type float32|bfloat16] [--seconds 60] [-- FLAG ...]
#
# The flags after -- go to interpres-train train. The profile does not contain
# reading the corpus, building the vocabulary and saving. One thread; the shapes
# and texts are the same as in train_speed.sh. Needs perf (Debian: linux-perf) and
# the right to use perf on one's own processes.
#
# INTERPRES_DATA               default ../shared/data beside the checkout
# INTERPRES_BUILD_DIR          default build/release

set -euo pipefail
cd "$(dirname "$0")/../.."
readonly BUILD=${INTERPRES_BUILD_DIR:-build/release}
readonly DATA=${INTERPRES_DATA:-../shared/data}

shape=tiny
compute_type=float32
seconds=60
while [[ $# -gt 0 && $1 != -- ]]; do
  case $1 in
    --shape) shape=${2-} ;;
    --compute-type) compute_type=${2-} ;;
    --seconds) seconds=${2-} ;;
    *) sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
  shift 2 || { echo "train_profile.sh: $1 needs a value" >&2; exit 2; }
done
[[ ${1:-} != -- ]] || shift
case $shape in
  tiny) text=$DATA/multi30k/train target=de
    model=(--encoder-layers 4 --decoder-layers 4 --d-model 128 --ffn 256
      --heads 4 --vocab-size 10000) ;;
  base) text=$DATA/tatoeba-en-es/train target=es
    model=(--d-model 512 --ffn 2048 --heads 8 --vocab-size 16000) ;;
  *) echo "train_profile.sh: --shape $shape: expected tiny or base" >&2; exit 2 ;;
esac
for command in perf nm; do
  if ! command -v "$command" > /dev/null; then
    echo "train_profile.sh: no $command: apt install linux-perf binutils" >&2
    exit 1
  fi
done

scratch=$(mktemp -d)
trainer=
trap '[[ -z $trainer ]] || kill "$trainer" 2> /dev/null || true; wait; rm -rf "$scratch"' EXIT
"$BUILD/bin/interpres-train" train \
  --train-source "$text.en" --train-target "$text.$target" \
  --source-language en --target-language "$target" "${model[@]}" \
  --batch-tokens 4096 --compute-type "$compute_type" --threads 1 \
  --log-every 1 --validate-every 1000000 --save-every 1000000 \
  --max-updates 1000000 --output "$scratch/model" "$@" > "$scratch/log" 2>&1 &
trainer=$!
until grep -qs '^update ' "$scratch/log"; do
  if ! kill -0 "$trainer" 2> /dev/null; then
    cat "$scratch/log" >&2
    exit 1
  fi
  sleep 1
done
perf record --quiet --freq 199 --output "$scratch/samples" \
  --pid "$trainer" -- sleep "$seconds"
perf report --input "$scratch/samples" --stdio --no-children --no-demangle \
  --show-nr-samples \
  --sort dso,symbol --field-separator '|' 2> /dev/null > "$scratch/shares"

echo "commit $(git describe --always --dirty), $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $shape, $compute_type, one thread, $seconds s"
# Lines of nm: [archive:]file.cc.o: address type symbol.
find "$BUILD/model" -name '*.a' -exec nm -A --defined-only {} + 2> /dev/null |
  awk -v shares="$scratch/shares" '
    function part(library, symbol, file) {
      if (library ~ /JIT|anon|libdnnl/) return "matrix products"
      if (library ~ /kernel/) return "kernel (fresh memory)"
      if (library ~ /sentencepiece/) return "data"
      file = home[symbol]
      if (file ~ /gemm|matmul|packed_matrix|bfloat16/) return "matrix products"
      if (file ~ /attention/) return "attention"
      if (file ~ /training_loss/) return "softmax and cross-entropy"
      if (file ~ /training_norm|training_rows|embedding/)
        return "layer norm, dropout, bias, activation, embedding"
      if (file ~ /adam|gradient_shards|averaging/) return "Adam, sums over shards"
      if (file ~ /batching|corpus|sampler|training_input|text/) return "data"
      return "other"
    }
    {
      n = split($1, place, ":")
      if (!($3 in home) || $2 !~ /[WVu]/) home[$3] = place[n - 1]
    }
    END {
      samples["data"] = 0  # with a row of its own, also without a sample
      while ((getline line < shares) > 0) {
        if (line ~ /^ *#/ || split(line, field, "|") < 4) continue
        symbol = field[4]
        sub(/^ *\[[^]]*\] */, "", symbol)
        sub(/ .*/, "", symbol)
        samples[part(field[3], symbol)] += field[2]
        all += field[2]
      }
      for (name in samples)
        printf "%5.1f %%  %s\n", 100 * samples[name] / all, name
    }' | sort -rn
