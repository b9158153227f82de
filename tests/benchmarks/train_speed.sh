#!/usr/bin/env bash
# Trains the same models on the same text with Interpres, PyTorch and Marian, in
# turns, and prints a table of medians: source plus target tokens per second
# (padding not counted), the same per second of processor time, which other
# load on the machine disturbs less, and peak resident memory. Below it: how many
# parameters each says that its model has.
#
#   tests/benchmarks/train_speed.sh [--shapes tiny base] [--threads 1 2]
#       [--types float32 bfloat16] [--repetitions N] [--reports N]
#       [--peers interpres pytorch marian]
#
# Defaults: both shapes, one and two threads, float32, 3 repetitions of 4
# reports, Interpres and PyTorch. The text is Multi30k and Tatoeba of INTERPRES_DATA
# (default ../shared/data beside the checkout), or synthetic sentences.
#
# INTERPRES_BUILD_DIR          default build/release
# INTERPRES_CONFORMANCE_VENV   Python environment with PyTorch; default: the one
#                              that tests/conformance/run.sh makes. For Marian,
#                              first: pip install --no-deps pymarian==1.12.42

set -euo pipefail
cd "$(dirname "$0")/../.."
readonly BIN=${INTERPRES_BUILD_DIR:-build/release}/bin
readonly CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/interpres
if [[ ${1-} == --help ]]; then
  sed -n '2,/^$/s/^# \{0,1\}//p' "$0"
  exit
fi
stamp=$(sha256sum tests/conformance/requirements.txt | cut -c1-16)
readonly PYTHON=${INTERPRES_CONFORMANCE_VENV:-$CACHE/conformance-$stamp}/bin/python

if [[ ! -x $PYTHON ]]; then
  echo "train_speed.sh: no $PYTHON; tests/conformance/run.sh training makes it" >&2
  exit 1
fi
echo "commit $(git describe --always --dirty), $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores, load $(cut -d ' ' -f 1 /proc/loadavg)"
PYTHONDONTWRITEBYTECODE=1 exec "$PYTHON" tests/benchmarks/peers/train_speed.py \
  --bin "$BIN" "$@"
