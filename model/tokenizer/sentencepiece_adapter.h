// The only interface to SentencePiece. SentencePiece's header and Abseil's
// cannot be in one translation unit, because both declare absl::string_view. So
// this interface uses standard types, and the caller makes an absl::Status of a
// message.
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
  // Returns null and writes a message to `error` if the bytes are not a usable
  // model.
  static std::unique_ptr<const SentencePieceModel> Load(
      const std::string& serialized, std::string* error);
  ~SentencePieceModel();

  // Returns the pieces of the normalised text. An unknown character becomes a
  // piece with its own spelling.
  // REQUIRES: `text` is valid UTF-8.
  std::vector<std::string> Encode(std::string_view text) const;

  // Returns up to `count` segmentations of the text, the likeliest first. Empty
  // if the model has no probabilities (BPE).
  struct Candidate {
    std::vector<std::string> pieces;
    double log_probability = 0.0;
  };
  std::vector<Candidate> NBest(std::string_view text, int count) const;

  // Returns the text of the pieces: joins the pieces, restores spaces, writes
  // the unknown piece as " ⁇ ", drops control pieces.
  std::string Decode(const std::vector<std::string>& pieces) const;

  // Returns the pieces that a text can produce: all pieces except control,
  // unknown and unused pieces.
  std::vector<std::string> TextPieces() const;

  // Returns all pieces by id, with the special pieces.
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

// Trains a model on the sentences, in order. Returns false and writes a message
// to `error` on failure.
bool TrainSentencePiece(const std::vector<const std::string*>& sentences,
                        const SentencePieceTraining& training,
                        std::string* serialized, std::string* error);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TOKENIZER_SENTENCEPIECE_ADAPTER_H_
