#include "model/document/aligned_text_builder.h"

#include <algorithm>
#include <string>

#include "model/base/utf8.h"

namespace interpres {
namespace {

// Returns whether `i` lies between two characters.
bool IsBetweenCharacters(const std::string& text, int64_t i) {
  return i == static_cast<int64_t>(text.size()) || !IsUtf8Continuation(text[i]);
}

}  // namespace

AlignedText WithValidAlignment(const AlignedText& text, int64_t source_size) {
  AlignedText valid = {.text = text.text};
  const auto size = static_cast<int64_t>(text.text.size());
  int64_t end = 0;
  for (const AlignedSpan& element : text.alignment) {
    const ByteSpan target = element.target;
    const ByteSpan source = element.source;
    if (target.begin >= end && target.begin < target.end &&
        target.end <= size && source.begin >= 0 && source.begin < source.end &&
        source.end <= source_size &&
        IsBetweenCharacters(text.text, target.begin) &&
        IsBetweenCharacters(text.text, target.end)) {
      valid.alignment.push_back(element);
      end = target.end;
    }
  }
  return valid;
}

void AlignedTextBuilder::CopyTo(int64_t end) {
  if (end <= place_) {
    return;
  }
  const int64_t shift = static_cast<int64_t>(result_.text.size()) - place_;
  for (; element_ < original_.alignment.size(); ++element_) {
    const AlignedSpan& element = original_.alignment[element_];
    const int64_t from = std::max(element.target.begin, place_);
    const int64_t to = std::min(element.target.end, end);
    if (from < to) {
      result_.alignment.push_back(
          {.target = {.begin = from + shift, .end = to + shift},
           .source = element.source});
    }
    if (element.target.end > end) {
      break;
    }
  }
  result_.text.append(original_.text, place_, end - place_);
  place_ = end;
}

void AlignedTextBuilder::SkipTo(int64_t end) {
  place_ = std::max(place_, end);
  while (element_ < original_.alignment.size() &&
         original_.alignment[element_].target.end <= place_) {
    ++element_;
  }
}

void AlignedTextBuilder::Append(std::string_view bytes) {
  result_.text += bytes;
}

void AlignedTextBuilder::AppendAligned(std::string_view bytes,
                                       ByteSpan source) {
  const auto begin = static_cast<int64_t>(result_.text.size());
  result_.text += bytes;
  result_.alignment.push_back(
      {.target = {.begin = begin,
                  .end = static_cast<int64_t>(result_.text.size())},
       .source = source});
}

}  // namespace interpres
