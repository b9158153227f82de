#include "model/trainer/noise_command.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "model/base/status.h"
#include "model/kernels/counter_random.h"
#include "model/tokenizer/tokenizer.h"
#include "model/tokenizer/vocabulary_trainer.h"
#include "model/trainer/flag_group.h"
#include "model/trainer/noise_flags.h"
#include "model/trainer/seed_flag.h"
#include "model/training/corpus.h"
#include "model/training/noise_options.h"
#include "model/training/pair_noise.h"
#include "model/training/vocabulary_store.h"

namespace interpres {
namespace {

// The rate of every kind if the command line has no rate.
constexpr double kRateOfAll = 0.1;
// Draws without a printed pair until the command gives up.
constexpr uint64_t kMaxDraws = 200'000;

struct NoiseFlags {
  CorpusFiles files;
  // A file of two columns, in place of `files`. Empty means no such file.
  std::filesystem::path tsv;
  NoiseOptions noise;
  int64_t count = 20;
  uint64_t seed = 1;
  // A vocabulary whose pieces are printed. Empty means plain text.
  std::filesystem::path vocabulary;
};

// Null without --vocab.
absl::StatusOr<std::unique_ptr<const Tokenizer>> ReadTokenizer(
    const std::filesystem::path& path) {
  if (path.empty()) {
    return nullptr;
  }
  INTERPRES_ASSIGN_OR_RETURN(const Vocabulary vocabulary, ReadVocabulary(path));
  return Tokenizer::Create({.source_spm = vocabulary.spm,
                            .target_spm = vocabulary.spm,
                            .vocabulary = vocabulary.pieces});
}

std::string PiecesOf(const EncodedText& text, const Tokenizer& tokenizer) {
  return absl::StrJoin(text.ids, " ", [&](std::string* out, int32_t id) {
    out->append(tokenizer.Piece(id));
  });
}

// Returns the pieces of both sides, as the model sees them.
absl::StatusOr<TextPair> InPieces(const TextPair& pair,
                                  const CorpusFiles& files,
                                  const Tokenizer& tokenizer) {
  INTERPRES_ASSIGN_OR_RETURN(
      const EncodedPair encoded,
      EncodePair({pair.source, pair.target}, TagsOf(files, false), tokenizer));
  return TextPair{PiecesOf(encoded.source, tokenizer),
                  PiecesOf(encoded.target, tokenizer)};
}

absl::Status CheckNoiseFlags(const NoiseFlags& flags) {
  const CorpusFiles& files = flags.files;
  const bool is_complete = flags.tsv.empty()
                               ? !files.source.empty() && !files.target.empty()
                               : files.source.empty() && files.target.empty();
  if (!is_complete) {
    return absl::InvalidArgumentError(
        "--source, --target and --tsv do not name one text; expected --source "
        "and --target, or --tsv");
  }
  if (flags.count < 1) {
    return absl::InvalidArgumentError(
        absl::StrFormat("--count is %d; expected at least 1", flags.count));
  }
  return ValidateNoiseOptions(flags.noise);
}

// Joins neighbours of pair i, without the limit of tokens.
TextPair JoinedPair(const ParallelText& text,
                    const LanguageDirection& languages, std::size_t i,
                    int64_t count) {
  TextPair pair = {text.source[i], text.target[i]};
  const std::size_t end =
      std::min(text.lines.size(), i + static_cast<std::size_t>(count));
  for (std::size_t next = i + 1; next < end; ++next) {
    JoinPair({text.source[next], text.target[next]}, languages, pair);
  }
  return pair;
}

void PrintPair(int64_t line, const std::vector<NoiseKind>& kinds,
               const TextPair& pair) {
  const std::string names =
      absl::StrJoin(kinds, ",", [](std::string* out, NoiseKind kind) {
        out->append(NoiseKindName(kind));
      });
  std::fprintf(stdout, "%s\t%s\t%s\t%s\n", std::to_string(line).c_str(),
               names.c_str(), pair.source.c_str(), pair.target.c_str());
}

// Prints the pair of draw number `draw`. Returns false if the noise does not
// change the pair. Null `tokenizer` means plain text.
absl::StatusOr<bool> PrintDraw(const NoiseFlags& flags,
                               const ParallelText& text,
                               const Tokenizer* tokenizer, uint64_t draw) {
  const std::size_t i = draw % text.lines.size();
  const NoiseDraw noise = DrawNoise(flags.noise, CombineKeys(flags.seed, draw));
  TextPair pair = JoinedPair(text, flags.files.languages, i, noise.joined);
  std::vector<NoiseKind> kinds = ApplyNoise(noise, flags.files.languages, pair);
  if (noise.joined > 1 && i + 1 < text.lines.size()) {
    kinds.insert(kinds.begin(), NoiseKind::kJoinedSentences);
  }
  if (kinds.empty()) {
    return false;
  }
  if (tokenizer != nullptr) {
    INTERPRES_ASSIGN_OR_RETURN(pair, InPieces(pair, flags.files, *tokenizer));
  }
  PrintPair(text.lines[i], kinds, pair);
  return true;
}

absl::Status RunNoise(NoiseFlags flags) {
  INTERPRES_RETURN_IF_ERROR(CheckNoiseFlags(flags));
  if (!flags.tsv.empty()) {
    flags.files.source = flags.files.target = flags.tsv;
    flags.files.is_tsv = true;
  }
  if (!flags.noise.any()) {
    flags.noise.rates.fill(kRateOfAll);
  }
  INTERPRES_ASSIGN_OR_RETURN(const std::unique_ptr<const Tokenizer> tokenizer,
                             ReadTokenizer(flags.vocabulary));
  INTERPRES_ASSIGN_OR_RETURN(const ParallelText text,
                             ReadParallelText(flags.files));
  int64_t printed = 0;
  uint64_t first = 0;  // draw behind the last printed pair
  for (uint64_t draw = 0; draw - first < kMaxDraws && printed < flags.count;
       ++draw) {
    INTERPRES_ASSIGN_OR_RETURN(const bool is_printed,
                               PrintDraw(flags, text, tokenizer.get(), draw));
    if (is_printed) {
      ++printed;
      first = draw + 1;
    }
  }
  if (printed < flags.count) {
    std::fprintf(stderr,
                 "%s: after %s pairs with noise, %s draws gave no other; "
                 "increase the rates or take another text\n",
                 flags.files.source.c_str(), std::to_string(printed).c_str(),
                 std::to_string(kMaxDraws).c_str());
  }
  return absl::OkStatus();
}

}  // namespace

void AddNoiseCommand(CLI::App& app, int& exit_code) {
  const auto flags = std::make_shared<NoiseFlags>();
  CLI::App* command = app.add_subcommand(
      "noise",
      "Print sentence pairs with noise, as lines of: line number, kinds, "
      "source and target, separated by tabs");
  command->fallthrough();
  FlagGroup group(*command, "Options");
  group.Bare("--source", flags->files.source, "Source text");
  group.Bare("--target", flags->files.target, "Target text");
  group.Bare("--tsv", flags->tsv,
             "Text as one file, with one tab between source and target");
  group
      .Bare("--source-language", flags->files.languages.source,
            "Code of the source language, e.g. en")
      ->required();
  group
      .Bare("--target-language", flags->files.languages.target,
            "Code of the target language, e.g. es")
      ->required();
  group.Add("--count", flags->count, "Pairs to print");
  group.Add("--seed", flags->seed, "Seed of the draws")->check(SeedError);
  group.Bare("--vocab", flags->vocabulary,
             "Print the pieces of this vocabulary, written by interpres-train "
             "vocab, in place of the text");
  AddNoiseFlags(*command, flags->noise);
  command->footer(
      "Without a rate, every kind has the rate 0.1. Joined sentences are not "
      "cut to the token limit of a run.");
  command->callback([flags, &exit_code] {
    const absl::Status status = RunNoise(*flags);
    if (!status.ok()) {
      std::fprintf(stderr, "interpres-train noise: %s\n",
                   std::string(status.message()).c_str());
    }
    exit_code = status.ok() ? 0 : 1;
  });
}

}  // namespace interpres
