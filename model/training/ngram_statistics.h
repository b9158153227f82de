// The parts of BLEU and chrF: words, code points and counts of common n-grams.

#ifndef INTERPRES_MODEL_TRAINING_NGRAM_STATISTICS_H_
#define INTERPRES_MODEL_TRAINING_NGRAM_STATISTICS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace interpres {

// Returns the code points of UTF-8 text. An invalid byte becomes one code
// point, U+DC00 + the byte, so that every text can be decoded.
std::u32string DecodeUtf8(std::string_view text);

// Returns true if Python's str.split() and str.rstrip() treat `code_point` as
// white space.
bool IsPythonSpace(char32_t code_point);

// Returns the words of `text`, separated by white space, as Python's
// str.split(). Returns an empty list for a text without words.
std::vector<std::u32string> SplitWords(std::u32string_view text);

// Counts of the n-grams of one length n: of one hypothesis and its reference,
// or summed over several such pairs.
struct NgramCounts {
  int64_t hypothesis = 0;  // n-grams of the hypotheses
  int64_t reference = 0;   // n-grams of the references
  int64_t matches = 0;     // size of the multiset intersection
};

// Counts the n-grams of length `order` in one hypothesis, in its reference, and
// in both. A sentence is a sequence of code points (chrF) or of word numbers
// (BLEU). REQUIRES: order >= 1.
NgramCounts CountNgrams(std::u32string_view hypothesis,
                        std::u32string_view reference, int32_t order);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_NGRAM_STATISTICS_H_
