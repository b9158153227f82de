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

// Reads an input in which exactly one line is not blank, and returns all of its
// lines. Returns INVALID_ARGUMENT if every line is blank. Returns
// INVALID_ARGUMENT also at the second line that is not blank; reading stops
// there. Returns DATA_LOSS if reading fails.
absl::StatusOr<std::string> ReadOneSentence(std::istream& input);

// Keeps the translation of one sentence and draws its attention weights into an
// SVG file. Not thread-safe.
class AttentionFile {
 public:
  explicit AttentionFile(std::string path) : path_(std::move(path)) {}

  // Keeps the result of `outcome` if its line is not blank. The result replaces
  // one that was kept before.
  void Keep(const LineOutcome& outcome);

  // Draws the kept result into the SVG file. The file gets its name only when
  // it is complete (see OutputFile). Returns the errors of PlotOf, for example
  // FAILED_PRECONDITION if no result was kept, and the errors of OutputFile.
  absl::Status Write() const;

 private:
  const std::string path_;
  interpres::v1::TranslationResult result_;
};

}  // namespace interpres

#endif  // INTERPRES_CLIENT_ATTENTION_FILE_H_
