// The translations that a synthesis has finished, in a file that survives a
// kill.

#ifndef INTERPRES_MODEL_TRAINING_SYNTHESIS_JOURNAL_H_
#define INTERPRES_MODEL_TRAINING_SYNTHESIS_JOURNAL_H_

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/base/file_descriptor.h"

namespace interpres {

// A text file: a line with the settings, then for each input line a hash of the
// input line, a tab and the translation. A line without its end, which a kill
// can leave, does not count. Not thread-safe.
class SynthesisJournal {
 public:
  // Opens the journal `path`, or creates it. Locks the file until the journal
  // is destroyed. Drops a line without its end. `settings` is one line.
  //
  // Returns FAILED_PRECONDITION if another process has the journal, or if the
  // journal has other settings or other input lines. Returns the error of the
  // system if the file cannot be opened or read.
  static absl::StatusOr<std::unique_ptr<SynthesisJournal>> Open(
      const std::filesystem::path& path, const std::string& settings,
      std::span<const std::string> lines);

  // Returns the translations of the first lines of the input, as far as the
  // journal has them. An empty translation means that the line is left out.
  const std::vector<std::string>& translations() const { return translations_; }

  // Appends the translations of the next lines and syncs the file.
  // REQUIRES: `lines` and `translations` have the same size, and no translation
  // has a line feed.
  absl::Status Append(std::span<const std::string> lines,
                      std::span<const std::string> translations);

 private:
  // Takes ownership of `descriptor`, the open file.
  SynthesisJournal(std::filesystem::path path, int descriptor)
      : path_(std::move(path)), file_(descriptor) {}

  absl::Status Load(const std::string& settings,
                    std::span<const std::string> lines);
  absl::Status Write(const std::string& text);

  const std::filesystem::path path_;
  const FileDescriptor file_;
  std::vector<std::string> translations_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_SYNTHESIS_JOURNAL_H_
