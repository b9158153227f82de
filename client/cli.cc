#include "client/cli.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/attention_file.h"
#include "client/bench_command.h"
#include "client/connection_flags.h"
#include "client/input_text.h"
#include "client/output_file.h"
#include "client/progress.h"
#include "client/request_flags.h"
#include "client/server_commands.h"
#include "client/translate_command.h"
#include "client/translation_client.h"

namespace interpres {
namespace {

constexpr const char* kDescription =
    "Translates text with an Interpres server.";

constexpr const char* kFooter =
    "Exit codes:\n"
    "  0  everything was translated; the server is serving\n"
    "  1  some texts were not translated (standard error names their lines;\n"
    "     each leaves an empty line in the output), or another failure\n"
    "  2  wrong command line, or the server refused what it asks for\n"
    "  3  no server answered\n"
    "  4  a file could not be read or written, or the output was closed\n";

constexpr double kReloadTimeoutSeconds = 600.0;

// What the command line says, as CLI11 fills it in.
struct CommandLine {
  ConnectionFlags connection;
  int attempts = RetryPolicy().max_attempts;
  bool json = false;

  std::vector<std::string> texts;
  std::string input;
  std::string output;
  std::string from;
  std::string to;
  std::string model;
  RequestFlags decoding;
  bool scores = false;
  bool token_scores = false;
  bool alignments = false;
  std::string attention;
  bool attention_weights = false;
  bool quiet = false;
  int in_flight = TranslateSettings().in_flight;
  bool unordered = false;
};

void AddServerOptions(CLI::App& app, CommandLine& line) {
  AddConnectionFlags(app, line.connection);
  app.add_option("--attempts", line.attempts,
                 "Maximum number of times that a request is sent while the "
                 "server is unavailable or its queue is full; 0 means "
                 "unlimited, until --timeout; 1 disables retries")
      ->check(CLI::Range(0, 100))
      ->capture_default_str();
  app.add_flag("--json", line.json, "One JSON object a line");
}

void AddTranslateOptions(CLI::App& app, CommandLine& line) {
  // A restart of the server must not end a long file. The other commands ask
  // about the server, so that an early answer is worth more.
  line.attempts = 0;
  AddServerOptions(app, line);
  app.add_option("texts", line.texts,
                 "Texts to translate; without any, lines from --input or "
                 "standard input");
  app.add_option("--input,-i", line.input, "File with one text a line");
  app.add_option("--output,-o", line.output,
                 "File for the translations; it is FILE.partial until all "
                 "lines are written");
  app.add_option("--from,-f", line.from, "Language of the texts, e.g. en");
  app.add_option("--to,-t", line.to, "Language to translate to, e.g. es");
  app.add_option("--model,-m", line.model,
                 "Name of the model; see `interpres models`");
  app.add_flag("--scores", line.scores,
               "Precede each translation with its score and a tab");
  app.add_flag("--token-scores", line.token_scores,
               "With --json: the tokens and their log-probabilities")
      ->needs("--json");
  app.add_flag("--alignments", line.alignments,
               "Follow each translation with a tab and its word alignment, "
               "pairs of source and target words from 0 (0-0 1-2); with "
               "--json: the source piece of every token");
  app.add_option("--attention", line.attention,
                 "SVG file for a heat map of what the translation of one "
                 "sentence looked at")
      ->type_name("FILE");
  app.add_flag("--attention-weights", line.attention_weights,
               "With --json: the decoder's attention, every layer and head")
      ->needs("--json");
  app.add_option("--in-flight", line.in_flight,
                 "Most lines that are under way at once")
      ->check(CLI::Range(1, 65536))
      ->capture_default_str();
  app.add_flag("--unordered", line.unordered,
               "With --json: print each line as soon as it is translated")
      ->needs("--json");
  app.add_flag("--quiet,-q", line.quiet, "No progress bar");
  AddRequestFlags(app, line.decoding);
}

// The connection is to the admin address: another flag, and another variable.
void AddReloadOptions(CLI::App& app, CommandLine& line) {
  // Large models take their time to load and to test.
  line.connection.timeout_seconds = kReloadTimeoutSeconds;
  AddServerOptions(app, line);
  app.remove_option(app.get_option("--server"));
  app.add_option("--admin", line.connection.channel.server,
                 "The server's --admin-address, host:port")
      ->envname("INTERPRES_ADMIN")
      ->required();
}

TranslateSettings ToSettings(const CommandLine& line) {
  TranslateSettings settings;
  settings.request.set_source_language(line.from);
  settings.request.set_target_language(line.to);
  settings.request.set_model(line.model);
  interpres::v1::TranslateOptions& options =
      *settings.request.mutable_options();
  SetOptions(line.decoding, options);
  settings.request.set_priority(PriorityOf(line.decoding));
  if (line.token_scores) {
    options.set_return_token_scores(true);
  }
  const bool draw = !line.attention.empty();
  if (line.alignments || draw) {
    options.set_return_alignments(true);
  }
  if (line.attention_weights || draw) {
    options.set_return_attention(true);
  }
  settings.format = {.json = line.json,
                     .scores = line.scores,
                     .alignments = line.alignments,
                     .numbered = line.decoding.nbest.value_or(1) > 1};
  settings.in_flight = line.in_flight;
  settings.ordered = !line.unordered;
  return settings;
}

absl::StatusOr<std::unique_ptr<TranslationClient>> MakeClient(
    const CommandLine& line, const CliEnvironment& environment) {
  ClientOptions options;
  if (const absl::Status status =
          ApplyConnectionFlags(line.connection, options);
      !status.ok()) {
    return status;
  }
  options.retry.max_attempts = line.attempts;
  options.sleep = environment.sleep;
  return TranslationClient::Create(std::move(options));
}

ExitCode Fail(const absl::Status& status, std::ostream& err) {
  err << "error: " << std::string(status.message()) << "\n";
  return ExitCodeOf(status);
}

// The error for an output that lacks lines, with the way to the rest of them.
std::string IncompleteOutput(const OutputFile& file,
                             const TranslateSummary& summary,
                             const OutputFormat& format) {
  std::string message =
      absl::StrCat("the output is incomplete: ", file.partial_path(), " has ",
                   summary.lines, summary.lines == 1 ? " line" : " lines",
                   "; run the same command again to start over");
  // JSON objects and n-best lists hold the number of their input line, which a
  // second run counts from 1. A line that was not written may be cut.
  if (summary.lines > 0 && !format.json && !format.numbered &&
      summary.exit_code != ExitCode::kInputOutput) {
    absl::StrAppend(&message, ", or rename ", file.partial_path(),
                    " and translate the input from line ", summary.lines + 1,
                    " on (tail -n +", summary.lines + 1, ")");
  }
  return message;
}

// Gives the output its name if it is complete. Reports an error otherwise.
ExitCode FinishOutput(OutputFile& file, const TranslateSummary& summary,
                      const OutputFormat& format, std::ostream& err) {
  if (!summary.complete) {
    file.stream().flush();
    err << "error: " << IncompleteOutput(file, summary, format) << "\n";
    return summary.exit_code;
  }
  if (const absl::Status status = file.Commit(); !status.ok()) {
    return Fail(status, err);
  }
  return summary.exit_code;
}

ExitCode Translate(const CommandLine& line, TranslationClient& client,
                   const CliEnvironment& environment) {
  InputText input;
  if (const absl::Status status =
          input.Open(line.texts, line.input, environment.in);
      !status.ok()) {
    return Fail(status, environment.err);
  }
  TranslateSettings settings = ToSettings(line);
  std::optional<AttentionFile> attention;
  if (!line.attention.empty()) {
    if (const absl::Status status = input.KeepOneSentence(); !status.ok()) {
      return Fail(status, environment.err);
    }
    attention.emplace(line.attention);
    settings.observer = [&attention](const LineOutcome& outcome) {
      attention->Keep(outcome);
    };
  }
  std::unique_ptr<OutputFile> file;
  if (!line.output.empty()) {
    absl::StatusOr<std::unique_ptr<OutputFile>> created =
        OutputFile::Create(line.output);
    if (!created.ok()) {
      return Fail(created.status(), environment.err);
    }
    file = *std::move(created);
  }
  const bool draw =
      environment.err_is_terminal && !line.quiet && line.texts.empty() &&
      ((file && !file->is_standard()) || !environment.out_is_terminal);
  if (line.texts.empty() && line.input.empty() && environment.in_is_terminal) {
    environment.err << "Reading lines from the terminal; end with Ctrl-D.\n";
  }
  ProgressBar progress(draw ? &environment.err : nullptr, input.total_bytes(),
                       [] { return std::chrono::steady_clock::now(); });
  const auto interrupt = [&] {
    input.Interrupt();
    if (environment.interrupt_input) {
      environment.interrupt_input();
    }
  };
  const TranslateSummary summary =
      TranslateLines(client, settings,
                     {.in = input.stream(),
                      .out = file ? file->stream() : environment.out,
                      .err = environment.err,
                      .progress = progress,
                      .interrupt = interrupt});
  if (summary.failed > 0) {
    environment.err << "error: " << summary.failed << " of " << summary.lines
                    << " lines were not translated\n";
  }
  const ExitCode code =
      file ? FinishOutput(*file, summary, settings.format, environment.err)
           : summary.exit_code;
  if (attention && code == ExitCode::kOk) {
    const absl::Status status = attention->Write();
    return status.ok() ? code : Fail(status, environment.err);
  }
  return code;
}

// Connects and runs `command` with the client.
template <typename Command>
ExitCode WithClient(const CommandLine& line, const CliEnvironment& environment,
                    const Command& command) {
  const absl::StatusOr<std::unique_ptr<TranslationClient>> client =
      MakeClient(line, environment);
  if (!client.ok()) {
    return Fail(client.status(), environment.err);
  }
  return command(**client);
}

// The commands and what they were given. One line for each: CLI11 reads the
// environment for the options of the commands that were not given too, so they
// must not share variables.
struct Commands {
  CLI::App* models = nullptr;
  CLI::App* health = nullptr;
  CLI::App* bench = nullptr;
  CLI::App* reload = nullptr;
  CommandLine translate_line;
  CommandLine models_line;
  CommandLine health_line;
  CommandLine reload_line;
  BenchFlags bench_flags;
};

void AddCommands(CLI::App& app, Commands& commands) {
  CLI::App* translate = app.add_subcommand(
      "translate", "Translate texts, a file or standard input, line by line");
  AddTranslateOptions(*translate, commands.translate_line);
  translate->footer(kFooter);
  commands.models =
      app.add_subcommand("models", "Describe the server's models");
  AddServerOptions(*commands.models, commands.models_line);
  commands.models->add_option("name", commands.models_line.model,
                              "Describe this model only; default: all");
  commands.health =
      app.add_subcommand("health", "Ask whether the server is serving");
  AddServerOptions(*commands.health, commands.health_line);
  commands.bench = app.add_subcommand(
      "bench",
      "Put the server under load and print what it made of it. Texts come "
      "again and again: a server with a cache answers them from it "
      "(interpres-server --cache-bytes 0 has none)");
  AddBenchFlags(*commands.bench, commands.bench_flags);
  commands.reload = app.add_subcommand(
      "reload", "Have the server look for new, changed and removed models");
  AddReloadOptions(*commands.reload, commands.reload_line);
}

// The command that was given.
ExitCode RunCommand(const Commands& commands,
                    const CliEnvironment& environment) {
  const ReportStreams streams{.out = environment.out, .err = environment.err};
  if (commands.bench->parsed()) {
    return RunBench(commands.bench_flags, streams);
  }
  if (commands.models->parsed()) {
    const CommandLine& line = commands.models_line;
    return WithClient(line, environment, [&](TranslationClient& client) {
      return line.model.empty()
                 ? PrintModels(client, line.json, streams)
                 : PrintModel(client, line.model, line.json, streams);
    });
  }
  if (commands.health->parsed()) {
    const CommandLine& line = commands.health_line;
    return WithClient(line, environment, [&](TranslationClient& client) {
      return PrintHealth(client, line.json, streams);
    });
  }
  if (commands.reload->parsed()) {
    const CommandLine& line = commands.reload_line;
    return WithClient(line, environment, [&](TranslationClient& client) {
      return PrintReload(client, line.json, streams);
    });
  }
  const CommandLine& line = commands.translate_line;
  return WithClient(line, environment, [&](TranslationClient& client) {
    return Translate(line, client, environment);
  });
}

}  // namespace

ExitCode RunCli(std::vector<std::string> arguments,
                const CliEnvironment& environment) {
  CLI::App app(kDescription, "interpres");
  app.footer(kFooter);
  app.require_subcommand(1);
  app.set_version_flag("--version", INTERPRES_VERSION);
  Commands commands;
  AddCommands(app, commands);
  try {
    // CLI11 takes the arguments from the back.
    std::reverse(arguments.begin(), arguments.end());
    app.parse(std::move(arguments));
  } catch (const CLI::ParseError& error) {
    const bool help = app.exit(error, environment.out, environment.err) == 0;
    const bool printed = static_cast<bool>(environment.out.flush());
    return !help     ? ExitCode::kUsage
           : printed ? ExitCode::kOk
                     : ExitCode::kInputOutput;
  }
  return RunCommand(commands, environment);
}

}  // namespace interpres
