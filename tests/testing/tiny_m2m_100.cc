#include "tests/testing/tiny_m2m_100.h"

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/checkpoint/expected_tensors.h"
#include "model/checkpoint/m2m_100.h"
#include "model/checkpoint/safetensors_writer.h"
#include "model/checkpoint/vocabulary_json.h"
#include "model/config/piece_ids.h"
#include "model/config/token_template.h"
#include "model/tokenizer/vocabulary_trainer.h"
#include "tests/testing/random_weights.h"
#include "tests/testing/tiny_corpus.h"

namespace interpres {
namespace {

constexpr int64_t kLanguages = 100;

// The pieces of vocab.json: the special ones, then the pieces of the model.
PieceIds PiecesOf(const Vocabulary& trained) {
  PieceIds pieces = {
      {"<s>", 0}, {kPaddingPiece, 1}, {kEndPiece, 2}, {kUnknownPiece, 3}};
  for (const auto& [piece, unused] : trained.pieces) {
    pieces.emplace(piece, static_cast<int32_t>(pieces.size()));
  }
  return pieces;
}

void Write(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

}  // namespace

absl::Status WriteTinyM2m100(const std::filesystem::path& path) {
  INTERPRES_ASSIGN_OR_RETURN(
      const Vocabulary trained,
      TrainVocabulary(TinySentences(), {.vocab_size = 160}));
  const PieceIds pieces = PiecesOf(trained);
  const int64_t size = static_cast<int64_t>(pieces.size()) + kLanguages;
  const std::string config_text = absl::StrFormat(
      R"({"model_type": "m2m_100", "vocab_size": %d, "d_model": 16,
          "encoder_layers": 1, "decoder_layers": 1,
          "encoder_attention_heads": 2, "decoder_attention_heads": 2,
          "encoder_ffn_dim": 16, "decoder_ffn_dim": 16,
          "max_position_embeddings": 64, "pad_token_id": 1, "eos_token_id": 2,
          "decoder_start_token_id": 2})",
      size);
  INTERPRES_ASSIGN_OR_RETURN(const ModelConfig config,
                             kM2m100.parse_config(config_text, "config.json"));
  INTERPRES_ASSIGN_OR_RETURN(const std::string vocabulary,
                             SerializeVocabulary(pieces));
  std::filesystem::create_directories(path);
  Write(path / "config.json", config_text);
  Write(path / "vocab.json", vocabulary);
  Write(path / "tokenizer_config.json",
        R"({"tokenizer_class": "M2M100Tokenizer"})");
  Write(path / "sentencepiece.bpe.model", trained.spm);
  const TensorMap values = RandomTensors(config, /*seed=*/3);
  std::vector<NamedTensor> tensors;
  for (const auto& [name, shape] : ExpectedTensors(kM2m100, config)) {
    tensors.push_back({name, shape, values.at(name)});
  }
  return WriteSafetensors(path / "model.safetensors", tensors,
                          DataType::kFloat32);
}

}  // namespace interpres
