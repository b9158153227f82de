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

// Writes the table of `interpres translate --report`, with tabs between the
// columns. Each protected span, each term and each flag of a sentence has a
// row. A sentence also has a row if its finish reason is not the end of the
// sentence.
//
// The first columns are the number of the input line and the kind of the row
// (`span`, `term`, `flag` or `end`). Then follows the name of the span's kind,
// flag or end. The other columns are the text in the source, the text in the
// translation, the step that kept the text, and the problem. Cells without a
// value are empty. In texts, `\t`, `\n`, `\r` and `\\` stand for a tab, line
// breaks and a backslash. Only the best translation of a line counts. Not
// thread-safe.
class ReportFile {
 public:
  // Opens the file `<path>.partial`, which Commit renames to `path`, and writes
  // the names of the columns. Returns DATA_LOSS if the file cannot be created.
  // OutputFile says where links, devices and standard streams are written.
  static absl::StatusOr<std::unique_ptr<ReportFile>> Create(std::string path);

  // Appends the rows of a line of the input. Appends no row for a line that
  // failed.
  void Add(const LineOutcome& outcome);

  // Completes the report: writes the rest and gives the file its name. Returns
  // DATA_LOSS if a byte was not written or the renaming fails. REQUIRES: called
  // at most once, after the last Add.
  absl::Status Commit() { return file_->Commit(); }

 private:
  explicit ReportFile(std::unique_ptr<OutputFile> file)
      : file_(std::move(file)) {}

  const std::unique_ptr<OutputFile> file_;
};

}  // namespace interpres

#endif  // INTERPRES_CLIENT_REPORT_FILE_H_
