// Tested by evaluation_commands_test.cc.

#include "model/trainer/translate_command.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/base/text_lines.h"
#include "model/engine/document_translator.h"
#include "model/trainer/decoding_flags.h"

namespace interpres {
namespace {

// Lines that are translated together: enough to fill every engine, few enough
// to print as we go.
constexpr std::size_t kChunkLines = 2048;

struct TranslateFlags {
  DecodingFlags decoding;
  std::filesystem::path input = "-";
  std::string target_prefix;
  bool scores = false;
  bool split = false;
};

// As many lines for every text, so that they stay aligned: empty ones where a
// text failed or has fewer hypotheses.
void PrintResult(const OfflineResult& result, const TranslateFlags& flags,
                 std::size_t line) {
  if (!result.status.ok()) {
    std::fprintf(stderr, "line %zu: %s\n", line,
                 std::string(result.status.message()).c_str());
  }
  for (std::size_t i = 0; i < result.hypotheses.size(); ++i) {
    const Hypothesis& hypothesis = result.hypotheses[i];
    if (hypothesis.finish_reason == FinishReason::kLengthLimit) {
      std::fprintf(stderr, "line %zu: hypothesis %zu reached --max-length\n",
                   line, i + 1);
    }
    if (flags.scores) {
      std::fprintf(stdout, "%.6f\t", static_cast<double>(hypothesis.score));
    }
    std::fprintf(stdout, "%s\n", OnOneLine(result.translations[i]).c_str());
  }
  for (auto printed = static_cast<int64_t>(result.hypotheses.size());
       printed < flags.decoding.n_best; ++printed) {
    std::fputc('\n', stdout);
  }
}

void PrintResult(const TranslatedText& text, const TranslateFlags& flags,
                 std::size_t line) {
  if (!text.status.ok()) {
    std::fprintf(stderr, "line %zu: %s\n", line,
                 std::string(text.status.message()).c_str());
  }
  if (text.finish_reason == FinishReason::kLengthLimit) {
    std::fprintf(stderr, "line %zu: a sentence reached --max-length\n", line);
  } else if (text.finish_reason == FinishReason::kRepetition) {
    std::fprintf(stderr,
                 "line %zu: the translation of a sentence repeats itself\n",
                 line);
  }
  if (flags.scores && text.status.ok()) {
    std::fprintf(stdout, "%.6f\t", static_cast<double>(text.score));
  }
  std::fprintf(stdout, "%s\n", OnOneLine(text.translation).c_str());
}

// Prints the results of lines; the first line has the number `first`. Returns
// true if every line was translated.
template <typename Result>
bool PrintResults(const std::vector<Result>& results,
                  const TranslateFlags& flags, std::size_t first) {
  bool complete = true;
  for (const Result& result : results) {
    PrintResult(result, flags, first++);
    complete = complete && result.status.ok();
  }
  return complete;
}

// Translates the lines and prints the results; the first line has the number
// `first`. Returns true if every line was translated.
absl::StatusOr<bool> TranslateLines(const TranslationModel& model,
                                    const std::vector<std::string>& lines,
                                    const OfflineOptions& options,
                                    const TranslateFlags& flags,
                                    std::size_t first) {
  if (flags.split) {
    INTERPRES_ASSIGN_OR_RETURN(const std::vector<TranslatedText> texts,
                               TranslateDocuments(model, lines, options));
    return PrintResults(texts, flags, first);
  }
  INTERPRES_ASSIGN_OR_RETURN(const std::vector<OfflineResult> results,
                             TranslateAll(model, lines, options));
  return PrintResults(results, flags, first);
}

// Whether every text was translated.
absl::StatusOr<bool> TranslateStream(std::istream& input,
                                     const TranslateFlags& flags) {
  INTERPRES_ASSIGN_OR_RETURN(const auto model, LoadModel(flags.decoding));
  OfflineOptions options = ToOfflineOptions(flags.decoding, *model);
  options.target_prefix = flags.target_prefix;
  LineReader reader(input);
  std::size_t line = 0;
  bool complete = true;
  while (true) {
    const std::vector<std::string> lines = ReadLines(reader, kChunkLines);
    if (lines.empty()) {
      break;
    }
    INTERPRES_ASSIGN_OR_RETURN(
        const bool translated,
        TranslateLines(*model, lines, options, flags, line + 1));
    complete = complete && translated;
    line += lines.size();
    std::fflush(stdout);
  }
  if (reader.failed()) {
    return absl::DataLossError(absl::StrFormat(
        "%s: reading failed after %d lines", flags.input.string(), line));
  }
  return complete;
}

absl::StatusOr<bool> RunTranslate(const TranslateFlags& flags) {
  if (flags.split &&
      (flags.decoding.n_best != 1 || !flags.target_prefix.empty())) {
    return absl::InvalidArgumentError(
        "--split gives one translation of each line, without a prefix; leave "
        "out --nbest and --target-prefix, or --split");
  }
  if (flags.input == "-") {
    return TranslateStream(std::cin, flags);
  }
  std::ifstream file(flags.input, std::ios::binary);
  if (!file) {
    return absl::ErrnoToStatus(errno,
                               flags.input.string() + ": cannot be opened");
  }
  return TranslateStream(file, flags);
}

}  // namespace

void AddTranslateCommand(CLI::App& app, int& exit_code) {
  const auto flags = std::make_shared<TranslateFlags>();
  CLI::App* command = app.add_subcommand(
      "translate", "Translate a file or standard input, line by line");
  AddDecodingFlags(*command, flags->decoding);
  command->add_option("input", flags->input, "A text file; - is standard input")
      ->capture_default_str();
  command
      ->add_option("--nbest", flags->decoding.n_best,
                   "Translations to print per line, at most the beam")
      ->capture_default_str();
  command->add_option("--target-prefix", flags->target_prefix,
                      "What every translation begins with");
  command->add_flag("--scores", flags->scores,
                    "Print the score and a tab before each translation");
  command->add_flag("--split", flags->split,
                    "Divide each line into sentences, and translate them one "
                    "by one. Not with --nbest above 1 or --target-prefix");
  command->callback([flags, &exit_code] {
    const absl::StatusOr<bool> complete = RunTranslate(*flags);
    if (!complete.ok()) {
      std::fprintf(stderr, "translate: %s\n",
                   std::string(complete.status().message()).c_str());
    }
    // 2: some lines were not translated.
    exit_code = !complete.ok() ? 1 : (*complete ? 0 : 2);
  });
}

}  // namespace interpres
