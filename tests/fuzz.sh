#!/bin/sh
# Fuzzes the checkpoint readers and the .spm reader: tests/fuzz.sh [seconds]
#
# Builds the preset `fuzz` (clang, AddressSanitizer, UBSan), makes a seed corpus
# of valid files, and runs each target for the given time (default 60). Fails on
# a crash; the input that caused it is left in build/fuzz.
set -eu
cd "$(dirname "$0")/.."
seconds="${1:-60}"
checkpoint_target=model_checkpoint_safetensors_fuzzer
spm_target=model_text_spm_fuzzer

cmake --preset fuzz >/dev/null
cmake --build --preset fuzz --target "$checkpoint_target" "$spm_target"
# The seeds come from a release build: clang's AddressSanitizer must export its
# allocator, which executables of this project hide (see InterpresTargets.cmake).
cmake --preset release >/dev/null
cmake --build --preset release --target interpres-write-tiny-model

corpus=build/fuzz/corpus
spm_corpus=build/fuzz/corpus_spm
model=build/fuzz/seed_model
mkdir -p "$corpus" "$spm_corpus"
for type in f32 f16 bf16; do
  rm -rf "$model"
  build/release/bin/interpres-write-tiny-model "$model" "$type"
  # The first byte picks the reader, see safetensors_fuzzer.cc.
  { printf '\000'; cat "$model/model.safetensors"; } >"$corpus/weights_$type"
  { printf '\001'; cat "$model/config.json"; } >"$corpus/config_$type"
  { printf '\002'; cat "$model/generation_config.json"; } >"$corpus/gen_$type"
  { printf '\003'; cat "$model/vocab.json"; } >"$corpus/vocab_$type"
  { printf '\004'; cat "$model/interpres.json"; } >"$corpus/card_$type"
done
# Small containers, which mutate better than whole models.
small() {
  # name, header of 64 bytes or less, bytes of data
  { printf '\000\100\000\000\000\000\000\000\000%-64s' "$2"
    head -c "$3" /dev/zero; } >"$corpus/$1"
}
small small_f32 '{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}' 8
small small_f16 '{"a":{"dtype":"F16","shape":[2,2],"data_offsets":[0,8]}}' 8
small small_empty '{"__metadata__":{"format":"pt"}}' 0

# Most of a whole model is the normaliser's trie; a model without one is small.
cp "$model/source.spm" "$spm_corpus/model"
printf '\032\006\022\004\000\000\000\000' >"$spm_corpus/no_trie"

"build/fuzz/tests/model/checkpoint/$checkpoint_target" -max_total_time="$seconds" \
  -timeout=10 -rss_limit_mb=2048 -max_len=70000 -print_final_stats=1 \
  -artifact_prefix=build/fuzz/ "$corpus"

"build/fuzz/tests/model/text/$spm_target" -max_total_time="$seconds" \
  -timeout=10 -rss_limit_mb=2048 -max_len=300000 -print_final_stats=1 \
  -artifact_prefix=build/fuzz/ "$spm_corpus"
