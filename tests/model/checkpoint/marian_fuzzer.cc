// libFuzzer over the readers of native Marian models and of Bergamot's models.
// The first byte picks one: weights in .npz, weights in .bin, the configuration
// of a network, decoder.yml, the vocabulary, the README of OPUS-MT, a lexical
// shortlist, or a SentencePiece model. tests/fuzz.sh builds and runs it.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

#include "model/checkpoint/byte_source.h"
#include "model/checkpoint/decoder_yml.h"
#include "model/checkpoint/lexical_shortlist.h"
#include "model/checkpoint/marian_file.h"
#include "model/checkpoint/marian_model_config.h"
#include "model/checkpoint/marian_vocabulary.h"
#include "model/checkpoint/opus_readme.h"
#include "model/checkpoint/spm_pieces.h"

namespace interpres {
namespace {

constexpr int64_t kVocabulary = 100;
constexpr int kReaders = 8;
constexpr int64_t kMostInflated = 17;  // the archive itself and 16 times more

// A file that parses must give every tensor that it lists, within the size of
// the file.
void ReadWeights(std::span<const std::byte> bytes, std::string_view name) {
  const auto file = ParseMarianFile(BorrowBytes(bytes), name);
  if (!file.ok()) {
    return;
  }
  const int64_t most = kMostInflated * static_cast<int64_t>(bytes.size());
  for (const auto& [tensor_name, tensor] : file->tensors) {
    if (tensor.size() * DataTypeSize(tensor.type) > most) {
      std::abort();
    }
  }
}

void Read(int reader, std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()),
                              bytes.size());
  switch (reader) {
    case 0:
      ReadWeights(bytes, "fuzz.npz");
      break;
    case 1:
      ReadWeights(bytes, "fuzz.bin");
      break;
    case 2:
      (void)ParseMarianModelConfig(text, "fuzz", {.target_rows = kVocabulary});
      break;
    case 3:
      (void)ParseDecoderYml(text, "fuzz");
      break;
    case 4:
      (void)ParseMarianVocabulary(text, "fuzz");
      break;
    case 5:
      (void)LanguagesInReadme(text);
      (void)LanguagesInName(text);
      break;
    case 6:
      (void)ParseLexicalShortlist(
          text, {.source = kVocabulary, .target = kVocabulary}, "fuzz");
      break;
    default:
      (void)PiecesOfSpm(text, "fuzz");
      break;
  }
}

}  // namespace
}  // namespace interpres

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  interpres::Read(data[0] % interpres::kReaders,
                  std::as_bytes(std::span(data + 1, size - 1)));
  return 0;
}
