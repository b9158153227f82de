// The only door to SentencePiece. Its header and Abseil's cannot meet in one
// translation unit (both declare absl::string_view), so this interface speaks
// in standard types and the caller turns messages into absl::Status.
// https://github.com/google/sentencepiece

#ifndef INTERPRES_MODEL_TOKENIZER_SENTENCEPIECE_ADAPTER_H_
#define INTERPRES_MODEL_TOKENIZER_SENTENCEPIECE_ADAPTER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace interpres {

// One .spm model. Immutable and thread-safe after Load.
class SentencePieceModel {
 public:
  // nullptr and a message in `error` if the bytes are no usable model.
  static std::unique_ptr<const SentencePieceModel> Load(
      const std::string& serialized, std::string* error);
  ~SentencePieceModel();

  // The pieces of a valid UTF-8 text, normalised. Unknown characters come as
  // pieces spelled as they are.
  std::vector<std::string> Encode(std::string_view text) const;

  // Up to `count` segmentations of the text, the likeliest first; empty if the
  // model has no probabilities (BPE).
  struct Candidate {
    std::vector<std::string> pieces;
    double log_probability = 0.0;
  };
  std::vector<Candidate> NBest(std::string_view text, int count) const;

  // The text of pieces: joins them, puts spaces back, writes the unknown
  // piece as " ⁇ ", drops control pieces.
  std::string Decode(const std::vector<std::string>& pieces) const;

  // Every piece of the model that text can produce: neither control, nor
  // unknown, nor unused.
  std::vector<std::string> TextPieces() const;

  // All pieces by id, special ones included.
  std::vector<std::string> AllPieces() const;

  const std::string& unknown_piece() const;

 private:
  class Impl;
  explicit SentencePieceModel(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

struct SentencePieceTraining {
  bool bpe = false;            // else unigram
  bool byte_fallback = false;  // 256 more pieces
  int32_t vocab_size = 8000;   // pieces, </s> (0) and <unk> (1) included
  double character_coverage = 0.9999;
  int32_t threads = 4;  // the result depends on it: keep it fixed
};

// Trains a model over the sentences in order. False and a message in
// `error` on failure.
bool TrainSentencePiece(const std::vector<const std::string*>& sentences,
                        const SentencePieceTraining& training,
                        std::string* serialized, std::string* error);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TOKENIZER_SENTENCEPIECE_ADAPTER_H_
