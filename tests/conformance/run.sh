#!/usr/bin/env bash
# Compares Interpres with implementations that share no code with it:
# transformers, CTranslate2, sacreBLEU, SentencePiece, pysbd and NLTK (PyPI),
# generated clients (grpcio-tools), grpcurl and Kubernetes' API types (Go modules).
# Runs the programs that docs/clients.md, docs/http.md, docs/apis.md and README.md
# show, clients of other products over HTTP, Google's client libraries for Python,
# Node and Go, and DeepL's for Python and Node.
#
#   tests/conformance/run.sh              every check
#   tests/conformance/run.sh NAME ...     those whose names contain a NAME
#
# Needs the packages of `deploy/install_packages.sh --test` and the release build
# (cmake --preset release; cmake --build --preset release). It installs the
# packages, as root or with sudo, and makes the build, unless the programs of the
# build are there already. Each check is one pass or fail.
# One whose tool cannot be had (no network, no Go) is skipped with a line that
# says so; with CI=true that is a failure. The script does not install these
# tools: Go 1.26, and Debian's nodejs, npm, chromium, default-jdk-headless and
# maven. Logs: build/logs. The last line is `N passed, N failed`.
#
# INTERPRES_BUILD_DIR          default build/release
# INTERPRES_CONFORMANCE_VENV   Python environment to use as it is; default: one
#                              made from requirements.txt, kept in ~/.cache

set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1
readonly REPOSITORY=$PWD
readonly HERE=$REPOSITORY/tests/conformance
readonly BUILD=${INTERPRES_BUILD_DIR:-$REPOSITORY/build/release}
readonly LOGS=$REPOSITORY/build/logs
readonly CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/interpres
PATH=$PATH:/usr/local/go/bin
export PATH PYTHONDONTWRITEBYTECODE=1
# No server of a check writes to the user's cache directory, or reads there.
export INTERPRES_PROBE_DIRECTORY=

passed=0
failed=0
skipped=0

# The programs of the build that the checks use.
readonly TARGETS=(interpres-server interpres interpres-train
  interpres-write-tiny-model
  interpres-tokenizer-probe interpres-score-probe interpres-beam-probe
  interpres-gradient-probe split_sentences)

# shellcheck source=tests/conformance/tools.sh
source "$HERE/tools.sh"

# The checkpoint that the checks of the protocol and of the text use.
tiny_model() {
  [[ -f $scratch/tiny/config.json ]] ||
    "$BUILD/bin/interpres-write-tiny-model" "$scratch/tiny" >&2 || return 1
  echo "$scratch/tiny"
}

check_tokenizer() {
  "$PYTHON" "$HERE/tokenizer_conformance.py" "$(tiny_model)" \
    "$BUILD/bin/interpres-tokenizer-probe"
}

# Checkpoints of every kind of vocabulary that the trainer makes.
check_vocabularies() {
  local checkpoint
  "$PYTHON" "$HERE/trained_checkpoints.py" "$BUILD" "$scratch" || return 1
  for checkpoint in "$scratch"/trained-*; do
    echo "== ${checkpoint##*/}"
    "$PYTHON" "$HERE/tokenizer_conformance.py" "$checkpoint" \
      "$BUILD/bin/interpres-tokenizer-probe" &&
      "$PYTHON" "$HERE/transformer_conformance.py" "$checkpoint" \
        "$BUILD/bin/interpres-score-probe" || return 1
  done
}

check_bleu() {
  "$PYTHON" "$HERE/bleu_conformance.py" "$BUILD/bin/interpres-train"
}

# The script that trains and scores Multi30k, on a dozen sentences.
check_train_multi30k() {
  "$PYTHON" "$REPOSITORY/tests/integration/train_scripts.py" "$BUILD" "$VENV"
}

# The sentence splitter against pysbd and Punkt.
check_sentences() {
  "$PYTHON" "$HERE/sentences_conformance.py" "$BUILD/bin/split_sentences"
}

check_moses_bleu() { "$PYTHON" "$HERE/moses_bleu.py" --self-test; }

check_transformer() {
  "$PYTHON" "$HERE/transformer_conformance.py" "$(tiny_model)" \
    "$BUILD/bin/interpres-score-probe"
}

check_torch_file() {
  "$PYTHON" "$HERE/torch_file_conformance.py" "$(tiny_model)" \
    "$BUILD/bin/interpres-score-probe"
}

# M2M-100 and NLLB-200 against transformers.
check_m2m_100() {
  "$PYTHON" "$HERE/m2m_100_conformance.py" "$BUILD"
}

# Native Marian models against Marian.
check_marian() {
  "$(tail -n 1 "$LOGS/conformance-tool-marian.log")" \
    "$HERE/marian_conformance.py" "$BUILD"
}

# A converted native Marian model, against transformers.
check_converted() {
  "$PYTHON" "$HERE/converted_conformance.py" "$BUILD"
}

# Models in the format of Firefox, against Marian and Firefox's engines. An
# engine that cannot be had is skipped.
check_bergamot() {
  local engines=()
  if have bergamot; then
    engines+=(--bergamot "$(tail -n 1 "$LOGS/conformance-tool-bergamot.log")")
  fi
  if have firefox_node; then
    engines+=(--wasm "$(tail -n 1 "$LOGS/conformance-tool-firefox_node.log")")
  fi
  "$(tail -n 1 "$LOGS/conformance-tool-marian.log")" \
    "$HERE/bergamot_conformance.py" "${engines[@]}" "$BUILD"
}

check_ctranslate2() {
  "$PYTHON" "$HERE/ct2_conformance.py" "$(tiny_model)" \
    "$BUILD/bin/interpres-beam-probe"
}

# The bundled checkpoint on sentences.
check_ctranslate2_text() {
  "$PYTHON" "$HERE/ct2_translations.py" "$REPOSITORY/model/pretrained/en-es" \
    "$BUILD/bin/interpres-beam-probe"
}

# The options of a request.
check_ctranslate2_options() {
  "$PYTHON" "$HERE/ct2_options.py" "$REPOSITORY/model/pretrained/en-es" \
    "$BUILD/bin/interpres-beam-probe"
}

# The attention that translations and alignments come with.
check_attention() {
  "$PYTHON" "$HERE/attention_conformance.py" \
    "$REPOSITORY/model/pretrained/en-es" "$BUILD/bin/interpres-beam-probe"
}

check_training() {
  "$PYTHON" "$HERE/training_conformance.py" "$(tiny_model)" \
    "$BUILD/bin/interpres-gradient-probe"
}

# The benchmark of training against PyTorch, for a few updates.
check_train_speed() {
  "$PYTHON" "$HERE/train_speed_conformance.py" "$BUILD" "$VENV"
}

check_grpc_python() {
  "$PYTHON" "$HERE/grpc_python_conformance.py" "$BUILD" "$(tiny_model)"
}

# A client of LibreTranslate that cannot be had is skipped.
check_http() {
  local npm='' pypi=''
  if have libre_node; then npm=$(libre_directory node); fi
  if have libre_python; then pypi=$(libre_directory python); fi
  "$PYTHON" "$HERE/http_conformance.py" "$BUILD" "$npm" "$pypi"
}

libre_directory() { tail -n 1 "$LOGS/conformance-tool-libre_$1.log"; }

check_grpcurl() {
  python3 "$HERE/grpcurl_conformance.py" \
    "$(tail -n 1 "$LOGS/conformance-tool-grpcurl.log")" "$BUILD" "$(tiny_model)"
}

page() {  # part, arguments...
  python3 "$HERE/pages_conformance.py" "$BUILD" "$@"
}

check_readme() {
  page readme "$(tail -n 1 "$LOGS/conformance-tool-grpcurl.log")"
}

# The Python package, in new environments of Python.
check_client_package() {
  python3 "$HERE/client_package_conformance.py" "$BUILD"
}

check_client_python_stubs() { PATH=$VENV/bin:$PATH page "python stubs"; }

check_client_curl() { page curl; }

check_client_grpcurl() {
  page grpcurl "$(tail -n 1 "$LOGS/conformance-tool-grpcurl.log")"
}

# README.md uses DeepL's library.
check_pages_http() { PATH=$(deepl_directory python)/venv/bin:$PATH page http; }

# The web page in headless Chromium. The screenshots are in build/logs/page.
check_page() {
  node "$HERE/page/page_conformance.mjs" "$BUILD" "$PAGE_NPM" "$LOGS/page"
}

check_client_node() { page node; }

check_client_go() { page go; }

check_client_go_stubs() { page "go stubs"; }

check_client_java() { page java; }

google_directory() { tail -n 1 "$LOGS/conformance-tool-google_$1.log"; }

check_google_python() {
  local python
  python=$(google_directory python)/venv/bin/python
  "$python" "$HERE/google/descriptors.py" "$REPOSITORY/proto" &&
    python3 "$HERE/google_conformance.py" "$BUILD" \
      "$python" "$HERE/google/client.py"
}

check_google_node() {
  python3 "$HERE/google_conformance.py" "$BUILD" \
    node "$(google_directory node)/client.mjs"
}

check_google_go() {
  python3 "$HERE/google_conformance.py" "$BUILD" "$(google_directory go)/client"
}

# Google's libraries over HTTP: version 3 and version 2.
check_google_rest() {
  INTERPRES_TRANSPORT=rest python3 "$HERE/google_conformance.py" --http \
    "$BUILD" "$(google_directory python)/venv/bin/python" \
    "$HERE/google/client.py"
}

check_google_v2() {
  python3 "$HERE/google_conformance.py" --http "$BUILD" \
    "$(google_directory python)/venv/bin/python" "$HERE/google/v2.py"
}

check_google_v2_node() {
  python3 "$HERE/google_conformance.py" --http "$BUILD" \
    node "$(google_directory node)/v2.mjs"
}

deepl_directory() { tail -n 1 "$LOGS/conformance-tool-deepl_$1.log"; }

check_deepl_python() {
  python3 "$HERE/deepl_conformance.py" "$BUILD" \
    "$(deepl_directory python)/venv/bin/python" "$HERE/deepl/client.py"
}

check_deepl_node() {
  python3 "$HERE/deepl_conformance.py" "$BUILD" \
    node "$(deepl_directory node)/client.mjs"
}

check_kubernetes() { "$HERE/kubernetes_conformance.sh"; }

# Every check with the tool that it needs.
readonly CHECKS=(
  tokenizer:venv
  transformer:venv
  torch_file:venv
  m2m_100:venv
  marian:marian
  converted:venv
  bergamot:marian
  vocabularies:venv
  training:venv
  train_speed:venv
  bleu:venv
  moses_bleu:venv
  sentences:venv
  train_multi30k:venv
  ctranslate2:venv
  ctranslate2_text:venv
  ctranslate2_options:venv
  attention:venv
  grpc_python:venv
  http:venv
  grpcurl:grpcurl
  readme:grpcurl
  client_package:pypi
  client_python_stubs:venv
  client_curl:curl
  client_grpcurl:grpcurl
  client_node:npm
  client_go:go_client
  client_go_stubs:go_client
  client_java:maven
  pages_http:deepl_python
  google_python:google_python
  google_node:google_node
  google_go:google_go
  google_rest:google_python
  google_v2:google_python
  google_v2_node:google_node
  deepl_python:deepl_python
  deepl_node:deepl_node
  page:page_npm
  kubernetes:go
)

skip() {  # name, tool
  if [[ ${CI:-} == true ]]; then
    failed=$((failed + 1))
    printf 'FAILED   %-16s %s could not be had (build/logs/conformance-tool-%s.log)\n' \
      "$1" "$2" "$2"
  else
    skipped=$((skipped + 1))
    printf 'SKIPPED  %-16s NOT CHECKED: %s could not be had (build/logs/conformance-tool-%s.log)\n' \
      "$1" "$2" "$2"
  fi
}

# Prints the checks of a log that failed, or its last lines if it names none.
failure_of() {  # log
  if grep -q '^FAIL ' "$1"; then
    sed -n '/^FAIL /,/^ok /{/^ok /!p}' "$1" | head -n 60
  else
    tail -n 30 "$1"
  fi
}

run_check() {  # name:tool
  local name=${1%%:*} tool=${1#*:} start=$SECONDS log
  if ! have "$tool"; then
    skip "$name" "$tool"
    return
  fi
  log=$LOGS/conformance-$name.log
  if "check_$name" >"$log" 2>&1 </dev/null; then
    passed=$((passed + 1))
    printf 'ok       %-16s %4d s\n' "$name" $((SECONDS - start))
  else
    failed=$((failed + 1))
    printf 'FAILED   %-16s %4d s  (%s)\n' "$name" $((SECONDS - start)) \
      "${log#"$REPOSITORY/"}"
    failure_of "$log" | sed 's/^/    /'
  fi
}

# Whether a check was asked for: all without names.
wanted() {  # name:tool, names...
  local name=${1%%:*} part
  shift
  [[ $# -eq 0 ]] && return 0
  for part in "$@"; do [[ $name == *"$part"* ]] && return 0; done
  return 1
}

main() {
  mkdir -p "$LOGS" "$CACHE"
  scratch=$(mktemp -d) || exit 1
  trap 'rm -rf "$scratch"' EXIT
  local target check
  for target in "${TARGETS[@]}"; do
    if [[ ! -x $BUILD/bin/$target ]]; then
      echo "no $BUILD/bin/$target: building it"
      if ! make_build >"$LOGS/conformance-build.log" 2>&1; then
        tail -n 30 "$LOGS/conformance-build.log"
        echo "0 passed, 1 failed"
        exit 1
      fi
      break
    fi
  done
  for check in "${CHECKS[@]}"; do
    if wanted "$check" "$@"; then run_check "$check"; fi
  done
  if [[ $skipped -gt 0 ]]; then echo "$skipped checks SKIPPED, see above"; fi
  echo "$passed passed, $failed failed"
  [[ $failed -eq 0 && $((passed + skipped)) -gt 0 ]]
}

main "$@"
