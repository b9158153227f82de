// Encodes the segments of a document, and divides those that are too long for
// the model.

#ifndef INTERPRES_MODEL_ENGINE_SEGMENT_ENCODER_H_
#define INTERPRES_MODEL_ENGINE_SEGMENT_ENCODER_H_

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "model/document/document.h"
#include "model/engine/translation_model.h"
#include "model/tokenizer/tokenizer.h"

namespace interpres {

struct EncodedSegment {
  Segment segment;
  EncodedText source;
};

struct SegmentEncoderOptions {
  LanguageTags tags;         // a result of TranslationModel::ResolveTags
  DocumentOptions document;  // those that the document was parsed with
  // Whether to divide a segment that has more tokens than the model has
  // positions. If false, such a segment is an error.
  bool divide = true;
  // Whether to encode sentences in capitals and titles in sentence case, and to
  // set Segment::changed_case. A word with capitals has more pieces than in
  // small letters, so models translate it worse, even a model that learned
  // capitals (docs/experiments/whole_texts.md).
  bool recase = false;
};

// Returns the segments of a document one after another. Each call takes time in
// proportion to the bytes of one segment. Not thread-safe.
class SegmentEncoder {
 public:
  // The model, the document and the options must outlive the encoder. The
  // encoder moves the segments out of the document.
  SegmentEncoder(const TranslationModel& model, Document& document,
                 const SegmentEncoderOptions& options);

  bool done() const { return waiting_.empty(); }

  // Returns the next segment, or the next part of a divided segment. Returns
  // INVALID_ARGUMENT if a segment has more tokens than the model has positions
  // and cannot be divided, and the other errors of TranslationModel::Encode.
  // REQUIRES: !done().
  absl::StatusOr<EncodedSegment> Next();

 private:
  // Puts a sentence in capitals or a title into sentence case. Its atoms stay
  // as they are; otherwise the segment does.
  void Recase(Segment& segment) const;
  // Returns whether the text is written in capitals. The vocabulary has the
  // words of a short sentence in small letters, each as one piece: `SAVE`,
  // `WE ARE OUT`. Otherwise the text is a name: `UNESCO`, `IBM PC`.
  bool IsSentenceInCapitals(std::string_view text) const;
  // Returns a title with small letters in the words that the vocabulary knows
  // small, outside atoms. Rare words keep their capitals, because many of them
  // are names.
  std::string TitleInSentenceCase(const Segment& title) const;
  // Returns a sentence in capitals in sentence case.
  std::string CapitalsInSentenceCase(const Segment& sentence) const;
  // Returns whether the vocabulary has the word in small letters as one piece,
  // or needs fewer pieces for it than for the word.
  bool IsKnownSmall(std::string_view word, std::string_view small) const;
  // Returns the number of pieces of a word. A word without pieces counts as
  // very long.
  int32_t PiecesOf(std::string_view word) const;
  // Divides the first waiting segment. Returns false if it cannot be divided.
  bool Divide(int64_t max_bytes);

  const TranslationModel& model_;
  const Document& document_;
  const SegmentEncoderOptions& options_;
  const int64_t max_tokens_;
  std::deque<Segment> waiting_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_SEGMENT_ENCODER_H_
