// A naive Bayes classifier of languages over character n-grams.
//
// For each n-gram and language the table stores how much less probable the
// n-gram is in the language than in the language where it is most probable, as
// a logarithm in 8 bits. After Cavnar and Trenkle 1994 (n-grams of words) and
// Dunning 1994 (Bayesian decision).

#ifndef INTERPRES_MODEL_LANGUAGE_LANGUAGE_TABLE_H_
#define INTERPRES_MODEL_LANGUAGE_LANGUAGE_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"

namespace interpres {

inline constexpr int kMinTableBits = 8;
inline constexpr int kMaxTableBits = 22;
inline constexpr std::size_t kMaxTableLanguages = 256;

// A table of the n-grams of languages, which gives the probability that a text
// is in each language. Immutable and thread-safe.
class LanguageTable {
 public:
  struct Content {
    // The codes of the languages, in the order of the columns: 1 to
    // kMaxTableLanguages different codes of 1 to 15 letters, digits, "-", "_".
    std::vector<std::string> languages = {};
    // The number of bits in the hash of an n-gram, kMinTableBits to
    // kMaxTableBits. The table has a row for each of the 2^bits hashes.
    int bits = 0;
    // The nats that one unit of `penalties` stands for: above 0, at most 1.
    float unit = 0.0F;
    // The factor of the scores in Probabilities: above 0, at most 1. The
    // n-grams of a word overlap, so their scores are too certain.
    float certainty = 1.0F;
    // [2^bits, languages]: how much less probable the n-gram of the row is in
    // the language than in its best language, as a logarithm in units of
    // `unit`.
    std::vector<uint8_t> penalties = {};
  };

  // Returns a table with this content. Returns INVALID_ARGUMENT if a value is
  // out of the range that Content states, or if `penalties` does not have
  // 2^bits times languages.size() elements.
  static absl::StatusOr<LanguageTable> Create(Content content);

  const std::vector<std::string>& languages() const {
    return content_.languages;
  }
  const Content& content() const { return content_; }

  // Returns a score of the text in each language: at most 0, higher is better.
  // A word adds the log-likelihoods of its n-grams, relative to their best
  // languages, divided by the square root of their number. Otherwise one long
  // foreign word would outweigh the short words around it. All scores are 0 for
  // a text without letters.
  std::vector<double> Scores(std::u32string_view text) const;

  // Converts scores, one for each language, to the probabilities of the
  // languages, which sum to 1. A score may be minus infinity, but not all
  // scores.
  std::vector<double> Probabilities(std::vector<double> scores) const;

 private:
  explicit LanguageTable(Content content) : content_(std::move(content)) {}

  Content content_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_LANGUAGE_LANGUAGE_TABLE_H_
