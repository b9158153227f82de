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
  // The file to write the lines of the inputs to that have a translation.
  std::filesystem::path text_output;
  // The file to write the translations to, one on each line, in the order of
  // `text_output`.
  std::filesystem::path translation_output;
  // A description of the model and its options, as one line. A later call
  // continues only with the same settings.
  std::string settings;
  // Maximum number of lines that one call of the translator gets, at least 1. A
  // kill loses the translations of at most these lines.
  int64_t chunk_lines = 1024;
};

// Numbers of lines of the inputs.
struct SyntheticCorpusReport {
  int64_t lines = 0;
  int64_t resumed = 0;  // translated by an earlier call
  int64_t written = 0;
};

// A function that translates lines, which are not blank. Returns one
// translation for each line, in their order. A blank translation leaves the
// line out of the corpus.
using LineTranslator = std::function<absl::StatusOr<std::vector<std::string>>(
    std::span<const std::string>)>;

// Returns the path of the journal, the file in which WriteSyntheticCorpus keeps
// finished translations: options.translation_output with ".part" behind it.
std::filesystem::path JournalPath(const SyntheticCorpusOptions& options);

// Translates the inputs and writes both outputs. Line i of one output is the
// translation of line i of the other. Leaves out blank lines, lines of more
// than 65,536 bytes and lines without a translation. Passes lines on the
// progress to `say`.
//
// Keeps the translations in a journal file. After an error or a kill, a call
// with the same options continues after the last chunk in the journal. Writes
// both outputs when all lines are translated, each in one step, and then
// deletes the journal.
//
// Returns FAILED_PRECONDITION if an output exists and the journal does not have
// all translations, or if the journal has other settings or inputs or belongs
// to a running call, or the file of its name is no journal. Returns
// INVALID_ARGUMENT if an output is empty, an input or a directory, or if both
// outputs are one file. Also if an input or output has the name of the journal
// or of a temporary file: an output with ".tmp" behind it. Also if no line has
// a translation, or an input is not UTF-8. Returns the errors of the files and
// of `translate`. REQUIRES: options.inputs is not empty.
absl::StatusOr<SyntheticCorpusReport> WriteSyntheticCorpus(
    const SyntheticCorpusOptions& options, const LineTranslator& translate,
    const std::function<void(const std::string&)>& say);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_SYNTHETIC_CORPUS_H_
