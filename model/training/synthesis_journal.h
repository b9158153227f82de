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

// The text file in which a synthesis of training text stores its finished
// translations. The first line has the settings. Each further line has the hash
// of the next input line, a tab and the translation. A line without its end,
// which a kill can leave, does not count. Not thread-safe.
class SynthesisJournal {
 public:
  // Opens the journal `path`, or creates the file. Locks the file until the
  // journal is destroyed. Deletes a last line without its end from the file.
  // `lines` are all input lines. REQUIRES: `settings` is one line.
  //
  // Returns FAILED_PRECONDITION if the file cannot be locked, for example
  // because another process has the journal. Also returns FAILED_PRECONDITION
  // if the file is no journal, or the journal has translations under other
  // settings, or lines that do not belong to the first input lines. The file is
  // unchanged then. Returns the error of the system if the file cannot be
  // opened, read or written.
  static absl::StatusOr<std::unique_ptr<SynthesisJournal>> Open(
      const std::filesystem::path& path, const std::string& settings,
      std::span<const std::string> lines);

  // Returns the translations that the journal has: element i is the translation
  // of input line i. The list may be shorter than the input. An empty
  // translation means that the output omits the line.
  const std::vector<std::string>& translations() const { return translations_; }

  // Appends the translations of `lines` and syncs the file. Returns the error
  // of the system if writing or syncing fails; translations() is then
  // unchanged, but the file may have some of the lines. REQUIRES: `lines` are
  // the next input lines, from index translations().size() on. `lines` and
  // `translations` have the same size, and no translation has a line feed.
  absl::Status Append(std::span<const std::string> lines,
                      std::span<const std::string> translations);

 private:
  // Takes ownership of `descriptor`, the open file. Negative means no file.
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
