// Encodes the segments of a document, and divides those that are too long for
// the model.

#ifndef INTERPRES_MODEL_ENGINE_SEGMENT_ENCODER_H_
#define INTERPRES_MODEL_ENGINE_SEGMENT_ENCODER_H_

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "model/document/document.h"
#include "model/engine/translation_model.h"
#include "model/tokenizer/tokenizer.h"

namespace interpres {

// A segment of a document, and its text as token ids.
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

// Encodes the segments of a document one after another, and divides segments
// that are too long. Call Next until done(). Each call takes time in proportion
// to the bytes of one segment. Not thread-safe.
class SegmentEncoder {
 public:
  // The model, the document and the options must outlive the encoder. The
  // encoder moves the segments out of the document.
  SegmentEncoder(const TranslationModel& model, Document& document,
                 const SegmentEncoderOptions& options);

  bool done() const { return waiting_.empty(); }

  // Returns the next segment of the document, or the next part of a divided
  // segment, encoded. Returns INVALID_ARGUMENT if the segment has more tokens
  // than the model has positions, and cannot or must not be divided. Also
  // returns the errors of TranslationModel::Encode. REQUIRES: !done().
  absl::StatusOr<EncodedSegment> Next();

 private:
  // Puts a segment in capitals or in title case into sentence case, and sets
  // its changed_case. Does nothing if options_.recase is false, or if an atom
  // would change.
  void Recase(Segment& segment) const;
  // Returns whether the text is a sentence in capitals. A short text in
  // capitals is a sentence if the vocabulary has each of its words in small
  // letters as one piece: `SAVE`, `WE ARE OUT`. Otherwise a short text is a
  // name: `UNESCO`, `IBM PC`.
  bool IsSentenceInCapitals(std::string_view text) const;
  // Returns the text of a title with small letters in the words that the
  // vocabulary knows in small letters. Rare words keep their capitals, because
  // many of them are names. The first word, the word `I`, words in capitals and
  // the spans of `kept` stay.
  std::string TitleInSentenceCase(std::string_view title,
                                  std::span<const ByteSpan> kept) const;
  // Returns a sentence in capitals in sentence case. The spans of `kept` stay.
  std::string CapitalsInSentenceCase(std::string_view sentence,
                                     std::span<const ByteSpan> kept) const;
  // Returns whether the vocabulary has `small`, the word in small letters, as
  // one piece, or needs fewer pieces for `small` than for `word`.
  bool IsKnownSmall(std::string_view word, std::string_view small) const;
  // Returns the number of pieces of a word. Returns the maximum of int32_t for
  // a word without pieces or that cannot be encoded.
  int32_t PiecesOf(std::string_view word) const;
  // Replaces the first waiting segment by its parts of at most `max_bytes`
  // bytes. Returns false if the segment cannot be divided.
  bool Divide(int64_t max_bytes);

  const TranslationModel& model_;
  const Document& document_;
  const SegmentEncoderOptions& options_;
  const int64_t max_tokens_;
  std::deque<Segment> waiting_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_SEGMENT_ENCODER_H_
