// Reads sentence pairs from one file of two columns.

#ifndef INTERPRES_MODEL_TRAINING_TSV_FILE_H_
#define INTERPRES_MODEL_TRAINING_TSV_FILE_H_

#include <filesystem>
#include <vector>

#include "absl/status/statusor.h"
#include "model/training/text_file.h"

namespace interpres {

// The lines of two columns. Both vectors have the same size.
struct TsvColumns {
  std::vector<CorpusLine> source;
  std::vector<CorpusLine> target;
};

// Returns the columns of a file whose lines have two columns with one tab
// between them. Both sides of a line of over kLongestLine bytes are nullopt.
// Returns the errors of ReadTextFile. Returns INVALID_ARGUMENT if a line does
// not have exactly one tab; the message has the first such line, the number of
// its tabs and the number of such lines.
absl::StatusOr<TsvColumns> ReadTsvFile(const std::filesystem::path& path);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TSV_FILE_H_
