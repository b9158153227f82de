// What BLEU and chrF are made of: words, code points, and n-grams in common.

#ifndef INTERPRES_MODEL_TRAINING_NGRAM_STATISTICS_H_
#define INTERPRES_MODEL_TRAINING_NGRAM_STATISTICS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace interpres {

// The code points of UTF-8 text. An invalid byte counts as one code point of
// its own (U+DC80 + low bits), so every text has a value.
std::u32string DecodeUtf8(std::string_view text);

// White space as Python's str.split() and str.rstrip() see it.
bool IsPythonSpace(char32_t code_point);

// str.split(): the words of the text, without white space.
std::vector<std::u32string> SplitWords(std::u32string_view text);

// Counts of one n-gram order, summed over sentences.
struct NgramCounts {
  int64_t hypothesis = 0;
  int64_t reference = 0;
  int64_t matches = 0;  // size of the multiset intersection
};

// The n-grams of one sentence; a sequence of code points or of word numbers.
NgramCounts CountNgrams(std::u32string_view hypothesis,
                        std::u32string_view reference, int32_t order);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_NGRAM_STATISTICS_H_
