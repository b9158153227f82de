// `interpres translate --attention FILE`: draws the attention from the
// translation of one sentence to its source.

#ifndef INTERPRES_CLIENT_ATTENTION_FILE_H_
#define INTERPRES_CLIENT_ATTENTION_FILE_H_

#include <istream>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/result_format.h"
#include "interpres/v1/translation.pb.h"

namespace interpres {

// Returns all lines of an input in which exactly one line is not blank. Returns
// INVALID_ARGUMENT if several lines, or no line, are not blank; reading stops
// at the second such line. Returns DATA_LOSS if reading fails.
absl::StatusOr<std::string> ReadOneSentence(std::istream& input);

// Keeps the result of the sentence and draws it. Not thread-safe.
class AttentionFile {
 public:
  explicit AttentionFile(std::string path) : path_(std::move(path)) {}

  // Keeps the result of `outcome` if its line is not blank.
  void Keep(const LineOutcome& outcome);

  // Draws the kept result into the file. The file gets its name only when it is
  // complete (see OutputFile). Returns the errors of PlotOf and of OutputFile.
  absl::Status Write() const;

 private:
  const std::string path_;
  interpres::v1::TranslationResult result_;
};

}  // namespace interpres

#endif  // INTERPRES_CLIENT_ATTENTION_FILE_H_
