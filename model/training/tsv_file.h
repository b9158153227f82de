// Reads sentence pairs from one file of two columns.

#ifndef INTERPRES_MODEL_TRAINING_TSV_FILE_H_
#define INTERPRES_MODEL_TRAINING_TSV_FILE_H_

#include <filesystem>
#include <vector>

#include "absl/status/statusor.h"
#include "model/training/text_file.h"

namespace interpres {

// The two columns of a file: source[i] and target[i] are from line i + 1. Both
// are nullopt if the line is longer than kLongestLine (65536) bytes.
struct TsvColumns {
  std::vector<CorpusLine> source;
  std::vector<CorpusLine> target;
};

// Returns the columns of a file whose lines have two columns with one tab
// between them. Both sides of a line of over kLongestLine (65536) bytes are
// nullopt. Returns NOT_FOUND if the file cannot be opened, and DATA_LOSS if
// reading fails. Returns INVALID_ARGUMENT if the file is not UTF-8. Also if a
// shorter line does not have exactly one tab. The message then has the number
// of the first wrong line, its tabs and the number of wrong lines.
absl::StatusOr<TsvColumns> ReadTsvFile(const std::filesystem::path& path);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TSV_FILE_H_
