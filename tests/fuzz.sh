#!/usr/bin/env bash
# Fuzzes every parser of bytes from outside, and the service as a whole:
#
#   tests/fuzz.sh [--seconds N] [TARGET...]
#
# Builds the preset `fuzz` (clang, AddressSanitizer, UBSan) and runs each
# libFuzzer target, default all, for N seconds, default 600. It starts from
# tests/fuzz/TARGET, small files that the unit tests replay, and from what
# earlier runs found (build/fuzz/corpus). The input of a finding is left in
# build/fuzz/findings. The last line is `N passed, N failed`.
#
# INTERPRES_JOBS=1 compiles one file at a time.

set -euo pipefail
cd "$(dirname "$0")/.."
readonly BUILD=build/fuzz
readonly ALL_TARGETS=(server_apis_fuzzer server_http_fuzzer
  server_request_fuzzer
  server_settings_fuzzer client_answers_fuzzer
  model_checkpoint_decompression_fuzzer model_checkpoint_m2m_100_fuzzer
  model_checkpoint_marian_fuzzer model_checkpoint_safetensors_fuzzer
  model_checkpoint_torch_fuzzer
  model_document_atoms_fuzzer model_document_fuzzer model_glossary_fuzzer
  model_language_fuzzer model_markup_fuzzer model_tokenizer_spm_fuzzer
  model_training_files_fuzzer)

seconds=600
targets=()
while [[ $# -gt 0 ]]; do
  case $1 in
    --seconds) seconds=${2:?--seconds needs a number}; shift 2 ;;
    -*) sed -n '2,13s/^# \{0,1\}//p' "$0"; exit 2 ;;
    *) targets+=("$1"); shift ;;
  esac
done
if [[ ${#targets[@]} -eq 0 ]]; then targets=("${ALL_TARGETS[@]}"); fi

cmake --preset fuzz >/dev/null
cmake --build --preset fuzz --parallel "${INTERPRES_JOBS:-$(nproc)}" \
  --target interpres-write-tiny-model "${targets[@]}"

# Whole checkpoints, which are too large for the repository. The first byte
# picks the reader, see safetensors_fuzzer.cc.
seed_checkpoints() {  # directory
  local model=$BUILD/seed_model type
  for type in f32 f16 bf16; do
    rm -rf "$model"
    "$BUILD/bin/interpres-write-tiny-model" "$model" "$type"
    { printf '\000'; cat "$model/model.safetensors"; } >"$1/weights_$type"
    { printf '\001'; cat "$model/config.json"; } >"$1/config_$type"
    { printf '\002'; cat "$model/generation_config.json"; } >"$1/gen_$type"
    { printf '\003'; cat "$model/vocab.json"; } >"$1/vocab_$type"
    { printf '\004'; cat "$model/interpres.json"; } >"$1/card_$type"
  done
}

# The longest input; longer ones cost more than they find.
longest() {  # target
  case $1 in
    model_checkpoint_safetensors_fuzzer) echo 70000 ;;
    model_tokenizer_spm_fuzzer) echo 300000 ;;
    *) echo 4096 ;;
  esac
}

run() {  # target
  local target=$1 corpus=$BUILD/corpus/$1
  mkdir -p "$corpus" "$BUILD/findings"
  case $target in
    model_checkpoint_safetensors_fuzzer) seed_checkpoints "$corpus" ;;
    model_tokenizer_spm_fuzzer)
      "$BUILD/bin/interpres-write-tiny-model" "$BUILD/seed_model" f32
      cp "$BUILD/seed_model/source.spm" "$corpus/model" ;;
  esac
  "$BUILD/fuzzers/$target" -max_total_time="$seconds" -timeout=20 \
    -rss_limit_mb=2048 -max_len="$(longest "$target")" -print_final_stats=1 \
    -artifact_prefix="$BUILD/findings/$target-" \
    "$corpus" "tests/fuzz/$target"
}

passed=0
failed=0
for target in "${targets[@]}"; do
  log=$BUILD/$target.log
  if run "$target" >"$log" 2>&1; then
    passed=$((passed + 1))
    verdict=passed
  else
    failed=$((failed + 1))
    verdict=FAILED
    tail -n 40 "$log"
  fi
  units=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  printf '%-40s %-7s %6d s %10s inputs  (%s)\n' "$target" "$verdict" \
    "$seconds" "${units:-?}" "$log"
done
echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
