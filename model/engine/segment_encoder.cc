#include "model/engine/segment_encoder.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "model/base/status.h"
#include "model/decoding/sentence.h"
#include "model/document/letter_case.h"

namespace interpres {
namespace {

// A segment with more bytes than this for each token that the model takes is
// divided before it is encoded, because encoding needs much memory. Few texts
// have 16 bytes in a token.
constexpr int64_t kMaxBytesPerToken = 16;
// The size of such parts: most texts have more bytes in a token.
constexpr int64_t kUsualBytesPerToken = 3;

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

absl::StatusOr<EncodedSegment> SegmentEncoder::Next() {
  while (true) {
    Segment& segment = waiting_.front();
    if (options_.recase && IsInCapitals(segment.text)) {
      segment.text = InSentenceCase(segment.text, options_.document.language);
      segment.in_capitals = true;
    }
    const auto bytes = static_cast<int64_t>(segment.text.size());
    if (options_.divide && bytes > max_tokens_ * kMaxBytesPerToken &&
        Divide(max_tokens_ * kUsualBytesPerToken)) {
      continue;
    }
    INTERPRES_ASSIGN_OR_RETURN(EncodedText source,
                               model_.Encode(segment.text, options_.tag));
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
