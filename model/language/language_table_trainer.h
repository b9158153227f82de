// Trains a LanguageTable from texts.

#ifndef INTERPRES_MODEL_LANGUAGE_LANGUAGE_TABLE_TRAINER_H_
#define INTERPRES_MODEL_LANGUAGE_LANGUAGE_TABLE_TRAINER_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "model/language/language_table.h"

namespace interpres {

// Text in one language, one sentence in each line.
struct LanguageSample {
  std::string language = {};
  std::vector<std::string> lines = {};
};

struct TableOptions {
  // The table has 2^bits rows and one byte per row and language.
  int bits = 17;
  // The occurrences that every n-gram has in addition to those counted, in the
  // smallest of the texts.
  double smoothing = 0.5;
};

// How many of the texts were recognised.
struct DetectionCount {
  int64_t texts = 0;
  int64_t correct = 0;
};

// The results on the lines that were held out of the training.
struct HeldOutCount {
  std::string language = {};
  DetectionCount lines = {};
  DetectionCount three_words = {};  // the first three words of each line
};

struct TrainedTable {
  LanguageTable table;
  // In the order of the languages.
  std::vector<HeldOutCount> held_out;
};

// Counts the n-grams of all lines, except that one line in 20 is held out. From
// the held-out lines, chooses the certainty under which these lines and their
// first three words are most probable. The same samples and options give the
// same bytes. Returns INVALID_ARGUMENT if a language has fewer than 20 lines or
// no letters, for languages that LanguageTable::Create refuses, or for options
// out of range.
absl::StatusOr<TrainedTable> TrainLanguageTable(
    std::span<const LanguageSample> samples, const TableOptions& options);

// Returns the first `count` words of the text, as text.
std::u32string FirstWords(std::u32string_view text, int count);

}  // namespace interpres

#endif  // INTERPRES_MODEL_LANGUAGE_LANGUAGE_TABLE_TRAINER_H_
