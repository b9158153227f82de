#include "model/trainer/languages_command.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/base/text_lines.h"
#include "model/language/language_table_file.h"
#include "model/language/language_table_trainer.h"
#include "model/trainer/flag_group.h"
#include "model/trainer/output_path.h"

namespace interpres {
namespace {

struct LanguagesFlags {
  std::vector<std::string> languages;
  std::vector<std::string> texts;
  std::filesystem::path output;
  TableOptions options;
};

// Returns the sample of the language, which is added if it is new.
LanguageSample& SampleOf(const std::string& language,
                         std::vector<LanguageSample>& samples) {
  const auto found =
      std::ranges::find(samples, language, &LanguageSample::language);
  return found != samples.end()
             ? *found
             : samples.emplace_back(LanguageSample{.language = language});
}

absl::StatusOr<std::vector<LanguageSample>> ReadSamples(
    const LanguagesFlags& flags) {
  if (flags.texts.size() != flags.languages.size()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%d --text and %d --language are given; expected a language for each "
        "text, in the same order",
        flags.texts.size(), flags.languages.size()));
  }
  std::vector<LanguageSample> samples;
  for (std::size_t i = 0; i < flags.texts.size(); ++i) {
    INTERPRES_RETURN_IF_ERROR(CheckOutput(flags.output, {flags.texts[i]}));
    INTERPRES_ASSIGN_OR_RETURN(
        std::vector<std::string> lines,
        ReadLines(std::filesystem::path(flags.texts[i])));
    std::vector<std::string>& all = SampleOf(flags.languages[i], samples).lines;
    all.insert(all.end(), std::make_move_iterator(lines.begin()),
               std::make_move_iterator(lines.end()));
  }
  return samples;
}

double Percent(const DetectionCount& count) {
  return count.texts == 0 ? 0.0
                          : 100.0 * static_cast<double>(count.correct) /
                                static_cast<double>(count.texts);
}

absl::Status RunLanguages(const LanguagesFlags& flags) {
  INTERPRES_ASSIGN_OR_RETURN(const std::vector<LanguageSample> samples,
                             ReadSamples(flags));
  INTERPRES_ASSIGN_OR_RETURN(const TrainedTable trained,
                             TrainLanguageTable(samples, flags.options));
  INTERPRES_RETURN_IF_ERROR(WriteLanguageTable(flags.output, trained.table));
  std::fprintf(stderr, "%s: %zu languages, certainty %g\n",
               flags.output.c_str(), trained.table.languages().size(),
               trained.table.content().certainty);
  for (const HeldOutCount& count : trained.held_out) {
    std::fprintf(stderr,
                 "%s: of %lld held-out lines %.2f %% are recognised, of their "
                 "first three words %.2f %%\n",
                 count.language.c_str(),
                 static_cast<long long>(count.lines.texts),
                 Percent(count.lines), Percent(count.three_words));
  }
  return absl::OkStatus();
}

void AddFlags(CLI::App& command, LanguagesFlags& flags) {
  FlagGroup group(command, "Options");
  group
      .Bare("--text", flags.texts,
            "Text in one language: UTF-8, one sentence per line; again for "
            "each further text")
      ->required();
  group
      .Bare("--language", flags.languages,
            "Code of the text's language, e.g. en: one for each text, in the "
            "same order; a language may have several texts")
      ->required();
  group
      .Bare("--output", flags.output,
            "File to write. As languages.bin in a model directory it replaces "
            "the table of the server")
      ->required();
  group.Add("--bits", flags.options.bits,
            "The table has 2^BITS rows of one byte per language");
  group.Add("--smoothing", flags.options.smoothing,
            "Number that is added to the occurrences of every n-gram");
}

}  // namespace

void AddLanguagesCommand(CLI::App& app, int& exit_code) {
  const auto flags = std::make_shared<LanguagesFlags>();
  CLI::App* command = app.add_subcommand(
      "languages",
      "Learn from texts to tell languages apart, for language detection");
  AddFlags(*command, *flags);
  command->callback([flags, &exit_code] {
    const absl::Status status = RunLanguages(*flags);
    if (!status.ok()) {
      std::fprintf(stderr, "interpres-train languages: %s\n",
                   std::string(status.message()).c_str());
    }
    exit_code = status.ok() ? 0 : 1;
  });
}

}  // namespace interpres
