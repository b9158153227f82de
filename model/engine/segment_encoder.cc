#include "model/engine/segment_encoder.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

#include "model/base/status.h"
#include "model/decoding/sentence.h"
#include "model/document/characters.h"
#include "model/document/kept_spans.h"
#include "model/document/letter_case.h"

namespace interpres {
namespace {

// A segment with more bytes than this for each token that the model takes is
// divided before it is encoded, because encoding needs much memory. Few texts
// have 16 bytes in a token.
constexpr int64_t kMaxBytesPerToken = 16;
// The size of such parts: most texts have more bytes in a token.
constexpr int64_t kUsualBytesPerToken = 3;

// Whether a word such as `NASA` has no small letter. A single letter is no such
// word.
bool WordIsInCapitals(std::string_view word) {
  const std::u32string code = DecodeUtf8(word).code;
  return code.size() > 1 && std::ranges::none_of(code, IsLower);
}

bool HasSameAtoms(const Segment& a, const Segment& b) {
  return std::ranges::equal(
      a.atoms, b.atoms, [&](const Atom& x, const Atom& y) {
        return BytesOf(a.text, x.span) == BytesOf(b.text, y.span);
      });
}

bool HasSameTerms(const Segment& a, const Segment& b) {
  return std::ranges::equal(a.terms, b.terms, {}, &TermMatch::term,
                            &TermMatch::term);
}

std::vector<ByteSpan> SpansOfAtomsAndTerms(const Segment& segment) {
  std::vector<ByteSpan> spans = SpansOf(segment.atoms);
  for (const TermMatch& term : segment.terms) {
    spans.push_back(term.span);
  }
  std::ranges::sort(spans, {}, &ByteSpan::begin);
  return spans;
}

}  // namespace

SegmentEncoder::SegmentEncoder(const TranslationModel& model,
                               Document& document,
                               const SegmentEncoderOptions& options)
    : model_(model),
      document_(document),
      options_(options),
      max_tokens_(model.config().max_position_embeddings),
      waiting_(std::make_move_iterator(document.segments.begin()),
               std::make_move_iterator(document.segments.end())) {
  document.segments.clear();
}

bool SegmentEncoder::Divide(int64_t max_bytes) {
  std::vector<Segment> parts =
      DivideSegment(document_, waiting_.front(),
                    std::max<int64_t>(1, max_bytes), options_.document);
  if (parts.size() < 2) {
    return false;
  }
  waiting_.pop_front();
  waiting_.insert(waiting_.begin(), std::make_move_iterator(parts.begin()),
                  std::make_move_iterator(parts.end()));
  return true;
}

int32_t SegmentEncoder::PiecesOf(std::string_view word) const {
  const absl::StatusOr<EncodedText> encoded =
      model_.Encode(word, options_.tags);
  return encoded.ok() && !encoded->is_empty()
             ? encoded->pieces
             : std::numeric_limits<int32_t>::max();
}

bool SegmentEncoder::IsKnownSmall(std::string_view word,
                                  std::string_view small) const {
  const int32_t pieces = PiecesOf(small);
  return pieces == 1 || pieces < PiecesOf(word);
}

std::string SegmentEncoder::TitleInSentenceCase(
    std::string_view title, std::span<const ByteSpan> kept) const {
  return ReplaceWordsOutside(
      title, kept, [this](std::string_view word, bool is_first) {
        // The English pronoun is always a capital.
        const bool is_pronoun = word == "I" || word.starts_with("I'");
        std::string small = InSmallLetters(word, options_.document.language);
        const bool stays = is_first || is_pronoun || WordIsInCapitals(word) ||
                           !IsKnownSmall(word, small);
        return stays ? std::string(word) : std::move(small);
      });
}

std::string SegmentEncoder::CapitalsInSentenceCase(
    std::string_view sentence, std::span<const ByteSpan> kept) const {
  const std::string& language = options_.document.language;
  if (kept.empty()) {
    return InSentenceCase(sentence, language);
  }
  return ReplaceWordsOutside(sentence, kept,
                             [&language](std::string_view word, bool is_first) {
                               return is_first ? InSentenceCase(word, language)
                                               : InSmallLetters(word, language);
                             });
}

bool SegmentEncoder::IsSentenceInCapitals(std::string_view text) const {
  if (IsInCapitals(text)) {
    return true;
  }
  return MayBeInCapitals(text) &&
         std::ranges::all_of(FindWords(text), [this](std::string_view word) {
           return PiecesOf(InSmallLetters(word, options_.document.language)) ==
                  1;
         });
}

void SegmentEncoder::Recase(Segment& segment) const {
  if (!options_.recase) {
    return;
  }
  const bool is_capitals = IsSentenceInCapitals(segment.text);
  if (!is_capitals &&
      !IsInTitleCase(segment.text, options_.document.language)) {
    return;
  }
  std::vector<std::vector<ByteSpan>> attempts = {SpansOf(segment.atoms)};
  // A term such as `NASA` may exist only in the letters of the text.
  if (!segment.terms.empty()) {
    attempts.push_back(SpansOfAtomsAndTerms(segment));
  }
  for (const std::vector<ByteSpan>& kept : attempts) {
    Segment recased = segment;
    recased.text = is_capitals ? CapitalsInSentenceCase(segment.text, kept)
                               : TitleInSentenceCase(segment.text, kept);
    recased.changed_case =
        is_capitals ? LetterCase::kCapitals : LetterCase::kTitle;
    FindAtomsAndTerms(options_.document, recased);
    if (recased.text != segment.text && HasSameAtoms(segment, recased) &&
        HasSameTerms(segment, recased)) {
      segment = std::move(recased);
      return;
    }
  }
}

absl::StatusOr<EncodedSegment> SegmentEncoder::Next() {
  while (true) {
    Segment& segment = waiting_.front();
    // Before words are encoded, because encoding needs much memory.
    if (options_.divide &&
        std::ssize(segment.text) > max_tokens_ * kMaxBytesPerToken &&
        Divide(max_tokens_ * kUsualBytesPerToken)) {
      continue;
    }
    Recase(segment);
    const auto bytes = static_cast<int64_t>(segment.text.size());
    INTERPRES_ASSIGN_OR_RETURN(EncodedText source,
                               model_.Encode(segment.text, options_.tags));
    const auto tokens = static_cast<int64_t>(source.ids.size());
    if (tokens <= max_tokens_) {
      EncodedSegment next = {.segment = std::move(waiting_.front()),
                             .source = std::move(source)};
      waiting_.pop_front();
      return next;
    }
    // A little less than the share that fits, because the tokens are not spread
    // evenly.
    if (!options_.divide || !Divide(bytes * max_tokens_ * 9 / (tokens * 10))) {
      return TextTooLong(tokens, max_tokens_);
    }
  }
}

}  // namespace interpres
