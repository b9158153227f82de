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

// A loaded SentencePiece model (the content of a .spm file). Immutable and
// thread-safe.
class SentencePieceModel {
 public:
  // Loads a model from `serialized`, the bytes of a .spm file. Returns null and
  // writes a message to `error` if the bytes are not a usable model.
  // REQUIRES: FindSpmDefect(serialized) is "", or TrainSentencePiece wrote the
  // bytes. SentencePiece can read outside its memory for other bytes.
  static std::unique_ptr<const SentencePieceModel> Load(
      const std::string& serialized, std::string* error);
  ~SentencePieceModel();

  // Returns the pieces of the normalised text. A run of unknown characters
  // becomes one piece with its own spelling. With byte fallback, it becomes the
  // pieces of its bytes. If `offsets` is not null, sets it to the pieces'
  // places in the text: piece k spells the bytes [offsets[k], offsets[k + 1]).
  // These are one offset more than pieces, in rising order. No offsets if there
  // are no pieces. REQUIRES: `text` is valid UTF-8.
  std::vector<std::string> Encode(
      std::string_view text, std::vector<int64_t>* offsets = nullptr) const;

  // One way to cut a text into pieces, with the sum of the log-probabilities of
  // its pieces. NBest returns candidates.
  struct Candidate {
    std::vector<std::string> pieces;
    double log_probability = 0.0;
  };
  // Returns up to `count` segmentations of `text`, the likeliest first. Returns
  // an empty list if the model has no probabilities (BPE). REQUIRES: `text` is
  // valid UTF-8, and `count` is at least 1.
  std::vector<Candidate> NBest(std::string_view text, int count) const;

  // Returns the text that `pieces` spell: joins the pieces, restores spaces,
  // writes the unknown piece as " ⁇ ", and leaves out control pieces. Keeps a
  // string that is not a piece of the model unchanged.
  std::string Decode(const std::vector<std::string>& pieces) const;

  // Returns the pieces that a text can produce: all pieces except control,
  // unknown and unused pieces.
  std::vector<std::string> TextPieces() const;

  // Returns all pieces, also the special pieces. The index of a piece is its
  // id.
  std::vector<std::string> AllPieces() const;

  const std::string& unknown_piece() const;

  // Returns the byte that a byte piece ("<0x0A>" of a model with byte fallback)
  // stands for. Returns -1 for other pieces.
  int ByteOf(const std::string& piece) const;
  // Returns whether `piece` is a control piece of the model, which Decode
  // leaves out.
  bool IsControl(const std::string& piece) const;

 private:
  class Impl;
  explicit SentencePieceModel(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

struct SentencePieceTraining {
  bool bpe = false;            // else unigram
  bool byte_fallback = false;  // 256 more pieces
  int32_t vocab_size = 8000;   // pieces, </s> (0) and <unk> (1) included
  // The share of the characters of the text that must be in pieces: 0.98 to 1.
  double character_coverage = 0.9999;
  bool split_digits = false;  // no piece has a digit and another character
  // Characters that become pieces even if they are rare. TrainSentencePiece
  // requires that the sentences have them.
  std::string required_characters = {};
  // Texts that are always one piece, wherever they occur.
  std::vector<std::string> user_symbols = {};
  int32_t threads = 4;  // the result depends on it: keep it fixed
};

// Trains a SentencePiece model and writes its bytes, the content of a .spm
// file, to `serialized`. The order of the sentences can change the result.
// Returns false and writes a message to `error` on failure. REQUIRES: the
// sentences are UTF-8, and contain each of training.required_characters.
// Otherwise SentencePiece can end the process.
bool TrainSentencePiece(const std::vector<const std::string*>& sentences,
                        const SentencePieceTraining& training,
                        std::string* serialized, std::string* error);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TOKENIZER_SENTENCEPIECE_ADAPTER_H_
