// Tested by cli_test.cc, cli_options_test.cc and cli_attention_test.cc.

#include "client/translate_cli.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "client/attention_file.h"
#include "client/glossary_file.h"
#include "client/input_text.h"
#include "client/output_file.h"
#include "client/progress.h"
#include "client/report_file.h"

namespace interpres {
namespace {

TranslateSettings ToSettings(const TranslateFlags& flags) {
  TranslateSettings settings;
  settings.request.set_source_language(flags.from);
  settings.request.set_target_language(flags.to);
  settings.request.set_model(flags.model);
  interpres::v1::TranslateOptions& options =
      *settings.request.mutable_options();
  SetOptions(flags.decoding, options);
  SetTextOptions(flags.decoding, settings.request);
  settings.request.set_glossary_name(flags.glossary_name);
  settings.request.set_glossary_ignore_case(flags.glossary_ignore_case);
  settings.request.set_glossary_inflection(flags.glossary_inflection);
  settings.request.set_priority(PriorityOf(flags.decoding));
  if (flags.token_scores) {
    options.set_return_token_scores(true);
  }
  const bool draw = !flags.attention.empty();
  if (flags.alignments || draw) {
    options.set_return_alignments(true);
  }
  if (flags.attention_weights || draw) {
    options.set_return_attention(true);
  }
  settings.format = {.json = flags.server.json,
                     .scores = flags.scores,
                     .alignments = flags.alignments,
                     .numbered = flags.decoding.nbest.value_or(1) > 1};
  settings.in_flight = flags.in_flight;
  settings.ordered = !flags.unordered;
  return settings;
}

// Returns the error for an output that lacks lines. The error says how to get
// the other lines.
std::string IncompleteOutput(const OutputFile& file,
                             const TranslateSummary& summary,
                             const TranslateSettings& settings) {
  const OutputFormat& format = settings.format;
  const bool has_lines = UnitOf(settings.request) == ParagraphUnit::kLine;
  std::string message =
      absl::StrCat("the output is incomplete: ", file.partial_path(), " has ",
                   summary.lines, summary.lines == 1 ? " line" : " lines",
                   "; run the same command again to start over");
  // JSON objects and n-best lists hold the number of their input line, which a
  // second run counts from 1. A line that was not written may be cut.
  if (summary.lines > 0 && !format.json && !format.numbered && has_lines &&
      summary.exit_code != ExitCode::kInputOutput) {
    absl::StrAppend(&message, ", or rename ", file.partial_path(),
                    " and translate the input from line ", summary.lines + 1,
                    " on (tail -n +", summary.lines + 1, ")");
  }
  return message;
}

// One run of `interpres translate`.
class TranslateRun {
 public:
  TranslateRun(const TranslateFlags& flags, const CliEnvironment& environment)
      : flags_(flags),
        environment_(environment),
        settings_(ToSettings(flags)) {}

  // Opens the input and the output. No file is created if the input cannot be
  // used.
  absl::Status Open();

  // REQUIRES: Open returned OK. Translates the input and finishes the files.
  ExitCode Run(TranslationClient& client);

 private:
  TranslateSummary TranslateInput(TranslationClient& client);
  void Observe(const LineOutcome& outcome);
  // Gives the output its name if it is complete. Prints an error otherwise.
  ExitCode FinishOutput(const TranslateSummary& summary);

  const TranslateFlags& flags_;
  const CliEnvironment& environment_;
  TranslateSettings settings_;
  InputText input_;
  std::unique_ptr<OutputFile> file_;  // null means the environment's output
  std::optional<AttentionFile> attention_;
  std::unique_ptr<ReportFile> report_;  // null means no report
};

absl::Status TranslateRun::Open() {
  const bool has_option =
      flags_.glossary_ignore_case || flags_.glossary_inflection;
  if (has_option && flags_.glossary.empty() && flags_.glossary_name.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        flags_.glossary_ignore_case ? "--glossary-ignore-case"
                                    : "--glossary-inflection",
        " is set without a glossary; expected --glossary or --glossary-name; "
        "add one, or remove the flag"));
  }
  if (!flags_.glossary.empty()) {
    if (absl::Status status = AddGlossary(flags_.glossary, settings_.request);
        !status.ok()) {
      return status;
    }
  }
  if (absl::Status status =
          input_.Open(flags_.texts, flags_.input, environment_.in);
      !status.ok()) {
    return status;
  }
  if (!flags_.attention.empty()) {
    if (absl::Status status = input_.KeepOneSentence(); !status.ok()) {
      return status;
    }
    attention_.emplace(flags_.attention);
  }
  if (!flags_.output.empty()) {
    absl::StatusOr<std::unique_ptr<OutputFile>> created =
        OutputFile::Create(flags_.output);
    if (!created.ok()) {
      return created.status();
    }
    file_ = *std::move(created);
  }
  if (!flags_.report.empty()) {
    absl::StatusOr<std::unique_ptr<ReportFile>> created =
        ReportFile::Create(flags_.report);
    if (!created.ok()) {
      return created.status();
    }
    report_ = *std::move(created);
  }
  settings_.observer = [this](const LineOutcome& outcome) { Observe(outcome); };
  return absl::OkStatus();
}

void TranslateRun::Observe(const LineOutcome& outcome) {
  if (attention_) {
    attention_->Keep(outcome);
  }
  if (report_) {
    report_->Add(outcome);
  }
}

TranslateSummary TranslateRun::TranslateInput(TranslationClient& client) {
  // On a terminal that shows the translations, a bar would be drawn between
  // them.
  const bool draw =
      environment_.err_is_terminal && !flags_.quiet && flags_.texts.empty() &&
      ((file_ && !file_->is_standard()) || !environment_.out_is_terminal);
  ProgressBar progress(draw ? &environment_.err : nullptr, input_.total_bytes(),
                       [] { return std::chrono::steady_clock::now(); });
  const auto interrupt = [this] {
    input_.Interrupt();
    if (environment_.interrupt_input) {
      environment_.interrupt_input();
    }
  };
  return TranslateLines(client, settings_,
                        {.in = input_.stream(),
                         .out = file_ ? file_->stream() : environment_.out,
                         .err = environment_.err,
                         .progress = progress,
                         .interrupt = interrupt});
}

ExitCode TranslateRun::FinishOutput(const TranslateSummary& summary) {
  if (!summary.complete) {
    file_->stream().flush();
    environment_.err << "error: "
                     << IncompleteOutput(*file_, summary, settings_) << "\n";
    return summary.exit_code;
  }
  const absl::Status status = file_->Commit();
  return status.ok() ? summary.exit_code : Fail(status, environment_.err);
}

ExitCode TranslateRun::Run(TranslationClient& client) {
  if (flags_.texts.empty() && flags_.input.empty() &&
      environment_.in_is_terminal) {
    environment_.err << "Reading lines from the terminal; end with Ctrl-D.\n";
  }
  const TranslateSummary summary = TranslateInput(client);
  if (summary.failed > 0) {
    environment_.err << "error: " << summary.failed << " of " << summary.lines
                     << " lines were not translated\n";
  }
  const ExitCode code = file_ ? FinishOutput(summary) : summary.exit_code;
  absl::Status status;
  if (report_ && summary.complete) {
    status = report_->Commit();
  }
  if (attention_ && code == ExitCode::kOk) {
    status.Update(attention_->Write());
  }
  return status.ok() ? code : Fail(status, environment_.err);
}

}  // namespace

void AddTranslateFlags(CLI::App& app, TranslateFlags& flags) {
  AddServerFlags(app, flags.server);
  app.add_option("texts", flags.texts,
                 "Texts to translate; default: the lines of --input or of "
                 "standard input");
  app.add_option("--input,-i", flags.input, "File with one text per line");
  app.add_option("--output,-o", flags.output,
                 "File for the translations; its name is FILE.partial until "
                 "all lines are written");
  app.add_option("--from,-f", flags.from,
                 "Language of the texts, for example en");
  app.add_option("--to,-t", flags.to,
                 "Language of the translations, for example es");
  app.add_option("--model,-m", flags.model,
                 "Name of the model; see `interpres models`");
  app.add_flag("--scores", flags.scores,
               "Print the score and a tab before each translation");
  app.add_flag("--token-scores", flags.token_scores,
               "Print the tokens and their log-probabilities")
      ->needs("--json");
  app.add_flag("--alignments", flags.alignments,
               "Print a tab and the word alignment after each translation: "
               "pairs of source and target words, counted from 0 (0-0 1-2); "
               "with --json, print the source piece of every token");
  app.add_option("--attention", flags.attention,
                 "SVG file for a heat map of the attention from the "
                 "translation of one sentence to its source")
      ->type_name("FILE");
  app.add_flag("--attention-weights", flags.attention_weights,
               "Print the decoder's attention of every layer and head")
      ->needs("--json");
  app.add_option("--report", flags.report,
                 "File for a table of what the translations kept: protected "
                 "spans, terms, and sentences to check")
      ->type_name("FILE");
  app.add_option("--in-flight", flags.in_flight,
                 "Maximum number of lines between input and output")
      ->check(CLI::Range(1, 65536))
      ->capture_default_str();
  app.add_flag("--unordered", flags.unordered,
               "Print each line as soon as it is translated")
      ->needs("--json");
  app.add_flag("--quiet,-q", flags.quiet, "Draw no progress bar");
  app.add_option("--glossary", flags.glossary,
                 "File with terms that translations use: on each line a term, "
                 "a tab and its translation")
      ->type_name("FILE");
  app.add_option("--glossary-name", flags.glossary_name,
                 "Name of a glossary of the server; see `interpres glossary "
                 "list`")
      ->type_name("NAME");
  app.add_flag("--glossary-ignore-case", flags.glossary_ignore_case,
               "Find the terms of both glossaries in small and in capital "
               "letters");
  app.add_flag("--glossary-inflection", flags.glossary_inflection,
               "Find inflected forms of the terms of both glossaries too, for "
               "texts in de, en, es, fr, it or pt");
  AddRequestFlags(app, flags.decoding);
}

ExitCode RunTranslate(const TranslateFlags& flags, TranslationClient& client,
                      const CliEnvironment& environment) {
  TranslateRun run(flags, environment);
  if (const absl::Status status = run.Open(); !status.ok()) {
    return Fail(status, environment.err);
  }
  return run.Run(client);
}

}  // namespace interpres
