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
  // The table has 2^bits rows and one byte per row and language. kMinTableBits
  // to kMaxTableBits.
  int bits = 17;
  // The number that is added to the count of every n-gram in the smallest text.
  // In the other texts, the same probability is added to every n-gram. Above 0,
  // at most 100.
  double smoothing = 0.5;
};

// The number of texts, and how many of the texts were recognised correctly.
struct DetectionCount {
  int64_t texts = 0;
  int64_t correct = 0;
};

// The results for one language on the lines that were held out of the training.
struct HeldOutCount {
  std::string language = {};
  DetectionCount lines = {};
  DetectionCount three_words = {};  // the first three words of each line
};

struct TrainedTable {
  LanguageTable table;
  // The results on the held-out lines, one element for each language of the
  // table, in the order of its columns.
  std::vector<HeldOutCount> held_out;
};

// Returns a table of the n-grams of all lines, except that one line in 20 is
// held out. Of a few fixed values, chooses the certainty (LanguageTable)
// under which the held-out lines and their first three words are most probable.
// The same samples and options give the same bytes. Returns INVALID_ARGUMENT if
// a language has fewer than 20 lines or no letters in the other lines, for
// languages that LanguageTable::Create refuses, or for options out of range.
absl::StatusOr<TrainedTable> TrainLanguageTable(
    std::span<const LanguageSample> samples, const TableOptions& options);

// Returns the beginning of the text up to the end of its first `count` words,
// which white space (IsSpace) separates. Returns the whole text if the text has
// fewer words.
std::u32string FirstWords(std::u32string_view text, int count);

}  // namespace interpres

#endif  // INTERPRES_MODEL_LANGUAGE_LANGUAGE_TABLE_TRAINER_H_
