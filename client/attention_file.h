// `interpres translate --attention FILE`: one sentence, and a picture of what
// its translation looked at.

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

// All lines of an input in which one line is not blank. INVALID_ARGUMENT if
// more are, or none is: a picture has one sentence. Stops at the second.
absl::StatusOr<std::string> ReadOneSentence(std::istream& input);

// Not thread-safe.
class AttentionFile {
 public:
  explicit AttentionFile(std::string path) : path_(std::move(path)) {}

  // Keeps the result of the line that is not blank.
  void Keep(const LineOutcome& outcome);

  // Draws what was kept. The file has its name only when it is complete (see
  // OutputFile). Errors are PlotOf's and OutputFile's.
  absl::Status Write() const;

 private:
  const std::string path_;
  interpres::v1::TranslationResult result_;
};

}  // namespace interpres

#endif  // INTERPRES_CLIENT_ATTENTION_FILE_H_
