#include "model/document/kept_spans.h"

#include <cstddef>
#include <cstdint>

namespace interpres {
namespace {

// Finds the spans that words touch. The words come in order.
class KeptSpans {
 public:
  explicit KeptSpans(std::span<const ByteSpan> kept) : kept_(kept) {}

  bool Touch(ByteSpan word) {
    while (next_ < kept_.size() && kept_[next_].end <= word.begin) {
      ++next_;
    }
    return next_ < kept_.size() && kept_[next_].begin < word.end;
  }

 private:
  std::span<const ByteSpan> kept_;
  std::size_t next_ = 0;
};

}  // namespace

std::vector<ByteSpan> SpansOf(std::span<const Atom> atoms) {
  std::vector<ByteSpan> spans;
  spans.reserve(atoms.size());
  for (const Atom& atom : atoms) {
    spans.push_back(atom.span);
  }
  return spans;
}

std::string ReplaceWordsOutside(
    std::string_view text, std::span<const ByteSpan> kept,
    absl::FunctionRef<std::string(std::string_view, bool)> replacement) {
  KeptSpans spans(kept);
  return ReplaceWords(text, [&](std::string_view word, bool is_first) {
    const int64_t begin = word.data() - text.data();
    return spans.Touch({.begin = begin, .end = begin + std::ssize(word)})
               ? std::string(word)
               : replacement(word, is_first);
  });
}

std::string InCaseOfOutside(LetterCase source, std::string_view translation,
                            std::span<const ByteSpan> kept,
                            const std::string& language) {
  const bool changes = source == LetterCase::kCapitals ||
                       (source == LetterCase::kTitle && WritesTitles(language));
  if (!changes) {
    return std::string(translation);
  }
  return ReplaceWordsOutside(
      translation, kept, [&](std::string_view word, bool is_first) {
        return source == LetterCase::kCapitals
                   ? InCapitals(word, language)
                   : WordInTitleCase(word, is_first, language);
      });
}

}  // namespace interpres
