// libFuzzer over the files of M2M-100 and NLLB-200: the configuration of the
// network and of the tokenizer, vocab.json, tokenizer.json and the pieces of
// the SentencePiece model. The first byte picks one. tests/fuzz.sh builds and
// runs it.
//
// Besides not crashing: an accepted vocabulary has each id once.

#include <cstddef>
#include <cstdint>
#include <string>

#include "model/checkpoint/m2m_100.h"
#include "model/checkpoint/m2m_100_vocabulary.h"
#include "model/checkpoint/vocabulary_json.h"
#include "model/config/piece_ids.h"
#include "tests/testing/fuzz_parsers.h"
#include "tests/testing/toy_spm.h"

namespace interpres {
namespace {

constexpr int64_t kSize = 300;

void CheckVocabulary(const absl::StatusOr<PieceIds>& made) {
  if (!made.ok()) {
    return;
  }
  ModelConfig config;
  config.vocab_size = kSize;
  config.eos_token_id = made->contains("</s>") ? made->at("</s>") : 0;
  config.pad_token_id = made->contains("<pad>") ? made->at("<pad>") : 0;
  const absl::Status valid = ValidateVocabulary(*made, config, "fuzz");
  if (!valid.ok() && valid.message().find("is missing") == std::string::npos) {
    Report(valid.ToString());
  }
}

void FuzzConfig(const std::string& bytes) {
  (void)IsM2m100Config(bytes);
  const auto config = kM2m100.parse_config(bytes, "fuzz");
  if (config.ok() && !ValidateModelConfig(*config).ok()) {
    Report("an invalid configuration");
  }
}

void FuzzTokenizerConfig(const std::string& bytes) {
  (void)kM2m100.parse_tokenizer_config(bytes, "fuzz");
}

void FuzzVocabulary(const std::string& bytes) {
  auto pieces = ParseVocabulary(bytes, "fuzz");
  if (pieces.ok()) {
    CheckVocabulary(M2m100Vocabulary(*std::move(pieces), kSize, "fuzz"));
  }
}

void FuzzTokenizerJson(const std::string& bytes) {
  CheckVocabulary(
      NllbVocabulary(ToySpm({"<unk>", "<s>", "</s>", "a"}), bytes, kSize, "m"));
}

void FuzzPieces(const std::string& bytes) {
  CheckVocabulary(NllbVocabulary(bytes, std::nullopt, kSize, "m"));
}

}  // namespace
}  // namespace interpres

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  return interpres::FuzzOneOf(
      data, size,
      {interpres::FuzzConfig, interpres::FuzzTokenizerConfig,
       interpres::FuzzVocabulary, interpres::FuzzTokenizerJson,
       interpres::FuzzPieces});
}
