// The parts of a document with markup, for the tests of its formats.

#ifndef INTERPRES_TESTS_TESTING_MARKUP_TEXTS_H_
#define INTERPRES_TESTS_TESTING_MARKUP_TEXTS_H_

#include <string>
#include <utility>
#include <vector>

#include "model/document/aligned_text.h"
#include "model/markup/markup_document.h"

namespace interpres {

// A text with markup and the segments that are expected.
struct MarkupCase {
  std::string text;
  std::vector<std::string> segments;
};

inline std::vector<std::string> TextsOf(const MarkupDocument& document) {
  std::vector<std::string> texts;
  for (const MarkedSegment& segment : document.segments) {
    texts.push_back(segment.text);
  }
  return texts;
}

// Returns the text with each segment replaced by itself.
inline std::string RenderCopies(const MarkupDocument& document) {
  std::vector<AlignedText> copies;
  for (const MarkedSegment& segment : document.segments) {
    copies.push_back({.text = segment.text});
  }
  return RenderMarkup(document, copies).text;
}

// Returns the text with each segment replaced by its words in upper case, each
// word aligned to itself.
inline std::string RenderUpperCase(const MarkupDocument& document) {
  std::vector<AlignedText> translations;
  for (const MarkedSegment& segment : document.segments) {
    AlignedText translation = {.text = segment.text};
    for (char& c : translation.text) {
      c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    for (int64_t i = 0; i < static_cast<int64_t>(segment.text.size()); ++i) {
      translation.alignment.push_back({{i, i + 1}, {i, i + 1}});
    }
    translations.push_back(std::move(translation));
  }
  return RenderMarkup(document, translations).text;
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_MARKUP_TEXTS_H_
