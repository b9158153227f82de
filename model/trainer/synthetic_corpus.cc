#include "model/trainer/synthetic_corpus.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <system_error>
#include <utility>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/base/text_lines.h"
#include "model/checkpoint/atomic_file.h"
#include "model/trainer/output_path.h"
#include "model/training/synthesis_journal.h"
#include "model/training/text_file.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;

using Say = std::function<void(const std::string&)>;

bool IsSamePath(const fs::path& a, const fs::path& b) {
  std::error_code error;
  std::error_code other_error;
  return fs::weakly_canonical(a, error) == fs::weakly_canonical(b, other_error)
             ? !error && !other_error
             : a == b;
}

fs::path WithEnding(fs::path path, const char* ending) {
  path += ending;
  return path;
}

absl::Status CheckIsAbsent(const fs::path& output) {
  std::error_code error;
  if (!fs::exists(output, error)) {
    return absl::OkStatus();
  }
  return absl::FailedPreconditionError(absl::StrFormat(
      "%s exists; delete the file or choose another output", output.string()));
}

// The journal and the temporary files replace what has their names.
absl::Status CheckHelperFiles(const SyntheticCorpusOptions& options) {
  std::vector<fs::path> named = options.inputs;
  named.push_back(options.text_output);
  named.push_back(options.translation_output);
  for (const fs::path& helper :
       {JournalPath(options), WithEnding(options.text_output, ".tmp"),
        WithEnding(options.translation_output, ".tmp")}) {
    if (std::any_of(named.begin(), named.end(), [&](const fs::path& file) {
          return IsSamePath(helper, file);
        })) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "%s: the command itself writes and deletes a file of this name; "
          "choose another output",
          helper.string()));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckSyntheticOutput(const fs::path& output,
                                  const SyntheticCorpusOptions& options) {
  if (output.empty()) {
    return absl::InvalidArgumentError(
        "the path of an output is empty; expected a file to write");
  }
  for (const fs::path& input : options.inputs) {
    INTERPRES_RETURN_IF_ERROR(CheckOutput(output, {input}));
  }
  return absl::OkStatus();
}

absl::Status CheckOutputs(const SyntheticCorpusOptions& options) {
  INTERPRES_RETURN_IF_ERROR(CheckSyntheticOutput(options.text_output, options));
  INTERPRES_RETURN_IF_ERROR(
      CheckSyntheticOutput(options.translation_output, options));
  if (IsSamePath(options.text_output, options.translation_output)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s is the file of both outputs; expected two files",
                        options.text_output.string()));
  }
  return CheckHelperFiles(options);
}

// A kill can leave an output only after the last translation is in the journal.
// Any other file is not the command's.
absl::Status CheckOverwritesNothing(const SyntheticCorpusOptions& options) {
  INTERPRES_RETURN_IF_ERROR(CheckIsAbsent(options.text_output));
  return CheckIsAbsent(options.translation_output);
}

// The lines of all inputs. A line that is too long is empty.
absl::StatusOr<std::vector<std::string>> ReadInputs(
    const std::vector<fs::path>& inputs) {
  std::vector<std::string> lines;
  for (const fs::path& input : inputs) {
    INTERPRES_ASSIGN_OR_RETURN(std::vector<CorpusLine> read,
                               ReadTextFile(input));
    for (CorpusLine& line : read) {
      lines.push_back(std::move(line).value_or(""));
    }
  }
  return lines;
}

// Translates the lines that have text.
absl::StatusOr<std::vector<std::string>> TranslateChunk(
    std::span<const std::string> lines, const LineTranslator& translate) {
  std::vector<std::string> texts;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!IsBlank(lines[i])) {
      texts.push_back(lines[i]);
      places.push_back(i);
    }
  }
  std::vector<std::string> translations(lines.size());
  if (texts.empty()) {
    return translations;
  }
  INTERPRES_ASSIGN_OR_RETURN(const std::vector<std::string> translated,
                             translate(texts));
  for (std::size_t i = 0; i < places.size(); ++i) {
    translations[places[i]] = OnOneLine(translated[i]);
  }
  return translations;
}

absl::Status TranslateRest(std::span<const std::string> lines,
                           int64_t chunk_lines, const LineTranslator& translate,
                           SynthesisJournal& journal, const Say& say) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const std::size_t resumed = journal.translations().size();
  while (journal.translations().size() < lines.size()) {
    const auto chunk =
        lines.subspan(journal.translations().size(),
                      std::min(static_cast<std::size_t>(chunk_lines),
                               lines.size() - journal.translations().size()));
    INTERPRES_ASSIGN_OR_RETURN(const std::vector<std::string> translations,
                               TranslateChunk(chunk, translate));
    INTERPRES_RETURN_IF_ERROR(journal.Append(chunk, translations));
    const std::size_t done = journal.translations().size();
    const double seconds =
        std::chrono::duration<double>(Clock::now() - start).count();
    say(absl::StrFormat(
        "%d of %d lines, %.1f lines/s", done, lines.size(),
        static_cast<double>(done - resumed) / std::max(seconds, 1e-9)));
  }
  return absl::OkStatus();
}

// Writes the lines whose translation is not blank. Returns their number.
absl::StatusOr<int64_t> WriteOutput(const fs::path& path,
                                    std::span<const std::string> lines,
                                    std::span<const std::string> translations) {
  INTERPRES_ASSIGN_OR_RETURN(const std::unique_ptr<AtomicFileWriter> writer,
                             AtomicFileWriter::Create(path));
  int64_t written = 0;
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!IsBlank(translations[i])) {
      text.append(lines[i]).append("\n");
      ++written;
    }
  }
  INTERPRES_RETURN_IF_ERROR(writer->Write(text));
  INTERPRES_RETURN_IF_ERROR(writer->Commit());
  return written;
}

}  // namespace

fs::path JournalPath(const SyntheticCorpusOptions& options) {
  return WithEnding(options.translation_output, ".part");
}

absl::StatusOr<SyntheticCorpusReport> WriteSyntheticCorpus(
    const SyntheticCorpusOptions& options, const LineTranslator& translate,
    const Say& say) {
  INTERPRES_RETURN_IF_ERROR(CheckOutputs(options));
  INTERPRES_ASSIGN_OR_RETURN(const std::vector<std::string> lines,
                             ReadInputs(options.inputs));
  const fs::path journal_path = JournalPath(options);
  std::error_code error;
  if (!fs::exists(journal_path, error)) {
    INTERPRES_RETURN_IF_ERROR(CheckOverwritesNothing(options));
  }
  INTERPRES_ASSIGN_OR_RETURN(
      const std::unique_ptr<SynthesisJournal> journal,
      SynthesisJournal::Open(journal_path, options.settings, lines));
  if (journal->translations().size() < lines.size()) {
    INTERPRES_RETURN_IF_ERROR(CheckOverwritesNothing(options));
  }
  SyntheticCorpusReport report = {
      .lines = static_cast<int64_t>(lines.size()),
      .resumed = static_cast<int64_t>(journal->translations().size())};
  if (report.resumed > 0) {
    say(absl::StrFormat("%s has the first %d of %d lines",
                        journal_path.string(), report.resumed, report.lines));
  }
  INTERPRES_RETURN_IF_ERROR(
      TranslateRest(lines, options.chunk_lines, translate, *journal, say));
  const std::vector<std::string>& translations = journal->translations();
  if (std::all_of(translations.begin(), translations.end(),
                  [](const std::string& line) { return IsBlank(line); })) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s: no line has a translation (%d lines)",
                        options.inputs.front().string(), report.lines));
  }
  INTERPRES_ASSIGN_OR_RETURN(
      report.written, WriteOutput(options.text_output, lines, translations));
  INTERPRES_RETURN_IF_ERROR(
      WriteOutput(options.translation_output, translations, translations)
          .status());
  fs::remove(journal_path, error);
  return report;
}

}  // namespace interpres
