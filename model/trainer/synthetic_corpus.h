// Writes a parallel corpus. A model translates one side from the other.

#ifndef INTERPRES_MODEL_TRAINER_SYNTHETIC_CORPUS_H_
#define INTERPRES_MODEL_TRAINER_SYNTHETIC_CORPUS_H_

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace interpres {

struct SyntheticCorpusOptions {
  std::vector<std::filesystem::path> inputs;  // texts, one sentence a line
  // Receives the lines of the inputs that have a translation.
  std::filesystem::path text_output;
  // Receives their translations.
  std::filesystem::path translation_output;
  // What decides the translations, as one line: the model and its options.
  std::string settings;
  // Lines that are translated together. A kill loses at most this many.
  int64_t chunk_lines = 1024;
};

// Numbers of lines of the inputs.
struct SyntheticCorpusReport {
  int64_t lines = 0;
  int64_t resumed = 0;  // translated by an earlier call
  int64_t written = 0;
};

// Translates lines and returns a translation for each. An empty translation
// leaves the line out.
using LineTranslator = std::function<absl::StatusOr<std::vector<std::string>>(
    std::span<const std::string>)>;

// Returns the file in which WriteSyntheticCorpus keeps finished translations
// (SynthesisJournal).
std::filesystem::path JournalPath(const SyntheticCorpusOptions& options);

// Translates the inputs and writes both outputs; line i of one is the
// translation of line i of the other. Leaves out blank lines, lines of more
// than kLongestLine bytes and lines without a translation. Reports the progress
// through `say`.
//
// After an error or a kill, a call with the same options continues after the
// last chunk. Both outputs appear when all lines are translated, each in one
// step; then the journal is deleted.
//
// Returns FAILED_PRECONDITION if an output exists and no journal does, or if
// the journal is of other settings or inputs. Returns INVALID_ARGUMENT if the
// outputs are equal or one is an input, if no line has a translation, or if an
// input is not UTF-8. Returns the errors of the files and of `translate`.
absl::StatusOr<SyntheticCorpusReport> WriteSyntheticCorpus(
    const SyntheticCorpusOptions& options, const LineTranslator& translate,
    const std::function<void(const std::string&)>& say);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_SYNTHETIC_CORPUS_H_
