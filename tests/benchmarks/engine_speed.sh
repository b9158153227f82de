#!/usr/bin/env bash
# Translates the same sentences with the same weights with Interpres' engine and
# with CTranslate2, in turns, and prints tables of medians: throughput (with
# memory and start-up), latency one sentence at a time, and serving: 32 clients
# of our server against a loop of CTranslate2's, 32 sentences a call. With
# --tables peers: every peer with its best setting (Marian, Bergamot, ONNX Runtime,
# OpenVINO, transformers, too), beam 4, two threads. The packages of
# peers/requirements.txt are then installed, about 6 GB.
#
#   tests/benchmarks/engine_speed.sh [--quick] [--models DIR]
#       [--tables throughput latency serving peers] [--shapes base bundled]
#       [--peers CTranslate2 Marian Bergamot "ONNX Runtime" OpenVINO transformers]
#       [--works newstest2012 tatoeba]
#       [--types float32 bfloat16 int8 int8+shortlist] [--beams 1 4]
#       [--threads 1 2]
#       [--sentences N] [--latency-sentences N] [--batches-per-thread N ...]
#       [--slots N] [--repetitions N]
#
# Defaults: what is listed (types that the CPU lacks are left out), 512
# sentences, 40 for the latency, 1, 2, 4 or 8 batches a thread for CTranslate2,
# as many slots a thread for Interpres as suit the model, 3 repetitions. --quick:
# beam 4, two threads, 48 sentences, once. --models keeps the models for the next
# time.
#
# base is a Transformer base with random weights, 32 tokens a translation;
# bundled the checkpoint of the repository, natural lengths. The sentences are
# newstest2012 and Tatoeba's test of INTERPRES_DATA (default ../shared/data
# beside the checkout), else the shipped ones. int8+shortlist learns lists from
# Tatoeba's training text there; CTranslate2 gets the same lists (use_vmap).
#
# "tokens/s" are output tokens. "per processor s" is the ratio of output tokens
# per second of processor time, which other load disturbs less. "start" is from
# the start of the process until it could translate. "setting" is CTranslate2's
# best: inter x intra threads, batches a thread, of equal tokens or of equal
# sentences ("examples"), and "malloc" if glibc keeps freed memory. "same" is the
# share of sentences with the same translation, "BLEU" the score of Interpres and
# of CTranslate2. "of its products" is the share of the rate that the matrix
# products of the decoder alone would reach, with 32 sentences a thread
# (interpres-products-bench).
#
# INTERPRES_BUILD_DIR          default build/release
# INTERPRES_CONFORMANCE_VENV   Python environment with CTranslate2; default: the
#                              one that tests/conformance/run.sh makes
# INTERPRES_PEERS_VENV         the peers' Python environment, used as it is;
#                              default: one made from peers/requirements.txt
# INTERPRES_PYTHON310          Python 3.10 for Bergamot; default: python3.10 or
#                              pyenv's

set -euo pipefail
cd "$(dirname "$0")/../.."
readonly BIN=${INTERPRES_BUILD_DIR:-build/release}/bin
readonly CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/interpres
readonly PEERS=tests/benchmarks/peers/requirements.txt
if [[ ${1:-} == --help ]]; then
  sed -n '2,/^$/s/^# \{0,1\}//p' "$0"
  exit 0
fi
stamp=$(sha256sum tests/conformance/requirements.txt | cut -c1-16)
readonly PYTHON=${INTERPRES_CONFORMANCE_VENV:-$CACHE/conformance-$stamp}/bin/python

if [[ ! -x $PYTHON ]]; then
  echo "engine_speed.sh: no $PYTHON; tests/conformance/run.sh ctranslate2 makes it" >&2
  exit 1
fi
if [[ ! -x $BIN/interpres-engine-bench ]]; then
  echo "engine_speed.sh: no $BIN/interpres-engine-bench; cmake --build --preset release makes it" >&2
  exit 1
fi
# shellcheck source=tests/conformance/bergamot_wheel.sh
source tests/conformance/bergamot_wheel.sh

# Makes the peers' environment, once. Bergamot's wheel is only unpacked.
make_peers_venv() {  # directory
  local line
  if [[ -f $1/.complete ]]; then return 0; fi
  echo "engine_speed.sh: installing $PEERS into $1 (about 6 GB)" >&2
  rm -rf "$1"
  python3 -m venv "$1"
  while read -r line; do
    "$1/bin/python" -m pip install --quiet -c "$PEERS" "$line" >&2 ||
      echo "left out: $line could not be installed" >&2
  done < <(grep -v '^#' "$PEERS")
  unpack_bergamot "$1/bin/python" "$1/bergamot" || echo "left out: Bergamot" >&2
  touch "$1/.complete"
}

peers=()
if [[ " $* " == *" peers "* ]]; then
  peers_venv=${INTERPRES_PEERS_VENV:-$CACHE/peers-$(sha256sum "$PEERS" | cut -c1-16)}
  [[ -n ${INTERPRES_PEERS_VENV:-} ]] || make_peers_venv "$peers_venv"
  peers=(--peers-venv "$peers_venv")
fi
echo "commit $(git describe --always --dirty), $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores, load $(cut -d ' ' -f 1 /proc/loadavg)"
PYTHONDONTWRITEBYTECODE=1 exec "$PYTHON" tests/benchmarks/peers/engine_speed.py \
  --bin "$BIN" "${peers[@]}" "$@"
