// libFuzzer over the readers of untrusted bytes. The first byte picks one: the
// safetensors container (and every read that its header promises), one of the
// JSON files, the shortlist (as it is, or with a checksum that fits) or the
// int8 weights. tests/fuzz.sh builds and runs it.

#include <xxhash.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "model/checkpoint/generation_config_json.h"
#include "model/checkpoint/int8_weights.h"
#include "model/checkpoint/interpres_model.h"
#include "model/checkpoint/marian_mt.h"
#include "model/checkpoint/model_card_json.h"
#include "model/checkpoint/safetensors.h"
#include "model/checkpoint/shortlist.h"
#include "model/checkpoint/vocabulary_json.h"
#include "model/checkpoint/weights_check.h"

namespace interpres {
namespace {

ModelConfig SmallConfig() {
  ModelConfig config;
  config.vocab_size = 4;
  config.d_model = 2;
  config.encoder_layers = 1;
  config.decoder_layers = 1;
  config.max_position_embeddings = 4;
  return config;
}

// A file that parses must give every tensor that it lists.
void FuzzSafetensors(std::span<const std::byte> bytes) {
  const auto file = ParseSafetensors(BorrowBytes(bytes), "fuzz");
  if (!file.ok()) {
    return;
  }
  for (const auto& [name, view] : (*file)->tensors()) {
    std::vector<float> values(static_cast<std::size_t>(view.size()));
    const auto status = (*file)->ReadFloat32(name, view.shape, values);
    // Only values may be wrong now, not the layout.
    if (!status.ok() && status.code() != absl::StatusCode::kInvalidArgument) {
      std::abort();
    }
  }
  (void)CheckWeights(**file, kMarianMt, SmallConfig(), "fuzz");
}

void FuzzInt8Weights(std::span<const std::byte> bytes) {
  const auto weights = ParseInt8Weights(BorrowBytes(bytes), "fuzz");
  if (weights.ok()) {
    (void)CheckInt8Weights(*weights->tensors, kMarianMt, SmallConfig());
  }
}

// An accepted shortlist contains only tokens of the vocabulary.
void FuzzShortlist(std::span<const std::byte> bytes) {
  const auto shortlist = ParseShortlist(bytes, "fuzz");
  if (!shortlist.ok()) {
    return;
  }
  for (int32_t source = 0; source < shortlist->vocab_size(); ++source) {
    for (const int32_t target : shortlist->list(source)) {
      if (target < 0 || target >= shortlist->vocab_size()) {
        std::abort();
      }
    }
  }
}

// Few mutants have the right checksum, which lies at 24 and covers the rest.
void FuzzSignedShortlist(std::span<const std::byte> bytes) {
  std::vector<std::byte> copy(bytes.begin(), bytes.end());
  constexpr std::size_t kHeader = 32;
  if (copy.size() >= kHeader) {
    const uint64_t checksum =
        XXH3_64bits(copy.data() + kHeader, copy.size() - kHeader);
    std::memcpy(copy.data() + 24, &checksum, sizeof(checksum));
  }
  FuzzShortlist(copy);
}

void ReadJson(uint8_t kind, std::string_view text) {
  switch (kind) {
    case 1: {
      // An accepted config is accepted again after writing.
      for (const ModelFamily* family : {&kMarianMt, &kInterpresModel}) {
        const auto config = family->parse_config(text, "fuzz");
        if (config.ok() && !family
                                ->parse_config(family->serialize_config(
                                                   *config, SourceRules::kNone),
                                               "again")
                                .ok()) {
          std::abort();
        }
      }
      break;
    }
    case 2: {
      const ModelConfig config;
      const auto generation = ParseGenerationConfig(text, "fuzz", config);
      if (generation.ok() &&
          !ParseGenerationConfig(SerializeGenerationConfig(*generation, config),
                                 "again", config)
               .ok()) {
        std::abort();
      }
      break;
    }
    case 3: {
      const auto vocabulary = ParseVocabulary(text, "fuzz");
      if (vocabulary.ok()) {
        (void)ValidateVocabulary(*vocabulary, ModelConfig(), "fuzz");
      }
      break;
    }
    default: {
      const auto card = ParseModelCard(text, "fuzz");
      if (card.ok() && !ParseModelCard(SerializeModelCard(*card), "b").ok()) {
        std::abort();
      }
    }
  }
}

}  // namespace
}  // namespace interpres

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  const uint8_t kind = data[0] % 8;
  const std::span<const uint8_t> rest(data + 1, size - 1);
  if (kind == 0) {
    interpres::FuzzSafetensors(std::as_bytes(rest));
  } else if (kind == 5) {
    interpres::FuzzShortlist(std::as_bytes(rest));
  } else if (kind == 6) {
    interpres::FuzzSignedShortlist(std::as_bytes(rest));
  } else if (kind == 7) {
    interpres::FuzzInt8Weights(std::as_bytes(rest));
  } else {
    interpres::ReadJson(
        kind, {reinterpret_cast<const char*>(rest.data()), rest.size()});
  }
  return 0;
}
