// `interpres translate --report FILE`: says what the translations kept.

#ifndef INTERPRES_CLIENT_REPORT_FILE_H_
#define INTERPRES_CLIENT_REPORT_FILE_H_

#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/output_file.h"
#include "client/result_format.h"

namespace interpres {

// Writes a table with tabs: one row for each protected span and each term, for
// each flag of a sentence, and for each sentence that did not end by itself.
// The columns are the number of the input line, the kind of the row (`span`,
// `term`, `flag` or `end`), the name of the span's kind, flag or end, the text
// in the source, the text in the translation, the step that kept it, and the
// problem. In texts, `\t`, `\n`, `\r` and `\\` stand for a tab, line breaks and
// a backslash. Only the best translation of a line counts. Not thread-safe.
class ReportFile {
 public:
  // Opens the file and writes the names of the columns. Returns the errors of
  // OutputFile::Create.
  static absl::StatusOr<std::unique_ptr<ReportFile>> Create(std::string path);

  // Appends the rows of a line. Writes none for a line that failed.
  void Add(const LineOutcome& outcome);

  // Gives the file its name. Returns the errors of OutputFile::Commit.
  absl::Status Commit() { return file_->Commit(); }

 private:
  explicit ReportFile(std::unique_ptr<OutputFile> file)
      : file_(std::move(file)) {}

  const std::unique_ptr<OutputFile> file_;
};

}  // namespace interpres

#endif  // INTERPRES_CLIENT_REPORT_FILE_H_
