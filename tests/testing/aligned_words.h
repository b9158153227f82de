// Translations with an alignment, written word by word.

#ifndef INTERPRES_TESTS_TESTING_ALIGNED_WORDS_H_
#define INTERPRES_TESTS_TESTING_ALIGNED_WORDS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/document/aligned_text.h"

namespace interpres {

// A word of a translation and the word of the source that it translates. An
// empty source means that the word is not aligned.
struct AlignedWord {
  std::string target;
  std::string source = {};
};

// Returns the words with a space between two, except before and after
// punctuation that needs none. The first occurrence in `source` counts of each
// word that is not used yet.
inline AlignedText AlignWords(std::string_view source,
                              const std::vector<AlignedWord>& words) {
  constexpr std::string_view kNoSpaceBefore = ".,;:!?)";
  AlignedText result;
  std::vector<bool> used(source.size(), false);
  bool space = false;
  for (const AlignedWord& word : words) {
    if (space && kNoSpaceBefore.find(word.target[0]) == kNoSpaceBefore.npos) {
      result.text += ' ';
    }
    space = word.target != "(" && word.target != "¿";
    const auto begin = static_cast<int64_t>(result.text.size());
    result.text += word.target;
    std::size_t at = source.find(word.source);
    while (at != source.npos && at < source.size() && used[at]) {
      at = source.find(word.source, at + 1);
    }
    if (word.source.empty() || at == source.npos) {
      continue;
    }
    used[at] = true;
    result.alignment.push_back(
        {.target = {begin, static_cast<int64_t>(result.text.size())},
         .source = {static_cast<int64_t>(at),
                    static_cast<int64_t>(at + word.source.size())}});
  }
  return result;
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_ALIGNED_WORDS_H_
