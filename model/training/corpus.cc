#include "model/training/corpus.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/base/text_lines.h"
#include "model/kernels/counter_random.h"
#include "model/training/text_file.h"
#include "model/training/tsv_file.h"
#include "xxhash.h"

namespace interpres {
namespace {

constexpr int kCorpusShift = 40;
constexpr uint64_t kSecondTime = 2;  // keys of sentences that come again

void Count(LeftOut& reason, int64_t line) {
  if (reason.pairs++ == 0) {
    reason.first_line = line;
  }
}

void AddPair(const EncodedPair& pair, const ExampleName& name, int32_t unknown,
             ExampleSet& examples, EncodingReport& report) {
  const std::vector<int32_t>& source = pair.source.ids;
  const std::vector<int32_t>& target = pair.target.ids;
  examples.Add(source, target, KeyOf(name));
  ++report.examples;
  report.source_tokens += static_cast<int64_t>(source.size());
  report.target_tokens += static_cast<int64_t>(target.size());
  FileTokens* read = &report.source_file;
  FileTokens* written = &report.target_file;
  if (name.reversed) {
    std::swap(read, written);
  }
  read->all += pair.source.pieces;
  read->unknown += std::count(source.begin(), source.end(), unknown);
  written->all += pair.target.pieces;
  written->unknown += std::count(target.begin(), target.end(), unknown);
}

// Why a pair is left out; null: it stays.
LeftOut* FindReason(const EncodedPair& pair, const EncodeOptions& options,
                    EncodingReport& report) {
  const auto source_size = static_cast<int64_t>(pair.source.ids.size());
  const auto target_size = static_cast<int64_t>(pair.target.ids.size());
  if (std::max(source_size, target_size) > options.max_tokens) {
    return &report.too_long;
  }
  const auto [low, high] =
      std::minmax({int64_t{pair.source.pieces}, int64_t{pair.target.pieces}});
  if (low < options.min_tokens) {
    return &report.too_short;
  }
  if (options.max_ratio > 0.0 &&
      static_cast<double>(high) >
          options.max_ratio * static_cast<double>(low)) {
    return &report.uneven;
  }
  return nullptr;
}

absl::Status CheckKnown(const std::filesystem::path& file,
                        const FileTokens& tokens) {
  if (4 * tokens.unknown <= tokens.all) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s: %d of %d tokens are unknown to the vocabulary; expected at most a "
      "quarter; give the vocabulary of such text, or let the run build one",
      file.string(), tokens.unknown, tokens.all));
}

// The lines of both sides, as many of each.
absl::StatusOr<TsvColumns> ReadSides(const CorpusFiles& files) {
  if (files.is_tsv) {
    return ReadTsvFile(files.source);
  }
  TsvColumns sides;
  INTERPRES_ASSIGN_OR_RETURN(sides.source, ReadTextFile(files.source));
  INTERPRES_ASSIGN_OR_RETURN(sides.target, ReadTextFile(files.target));
  if (sides.source.size() != sides.target.size()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s has %d lines but %s has %d; line i of one must translate line i "
        "of the other",
        files.source.string(), sides.source.size(), files.target.string(),
        sides.target.size()));
  }
  return sides;
}

absl::Status CheckReport(const CorpusFiles& files, int64_t pairs,
                         const EncodeOptions& options,
                         const EncodingReport& report) {
  if (report.examples == 0) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: none of %d pairs is left: %d are longer than %d tokens "
        "(--max-tokens), %d shorter than %d (--min-tokens), %d too uneven "
        "(--max-ratio)",
        NamesOf(files), pairs, report.too_long.pairs, options.max_tokens,
        report.too_short.pairs, options.min_tokens, report.uneven.pairs));
  }
  INTERPRES_RETURN_IF_ERROR(CheckKnown(files.source, report.source_file));
  return CheckKnown(files.target, report.target_file);
}

// Turns the pairs of a text into examples.
struct CorpusEncoder {
  const ParallelText& text;
  const Tokenizer& tokenizer;
  const EncodeOptions& options;
  ExampleSet& examples;
  EncodingReport& report;

  // A pair that is left out in either direction is counted once.
  absl::Status AddLine(std::size_t i) {
    INTERPRES_ASSIGN_OR_RETURN(LeftOut * reason, Add(i, false));
    if (options.bidirectional && text.files.tag.empty()) {
      INTERPRES_ASSIGN_OR_RETURN(LeftOut * reversed, Add(i, true));
      reason = reversed != nullptr ? reversed : reason;
    }
    if (reason != nullptr) {
      Count(*reason, text.lines[i]);
    }
    return absl::OkStatus();
  }

  // Why the pair is left out, or null.
  absl::StatusOr<LeftOut*> Add(std::size_t i, bool reversed) {
    const ExampleTags tags = TagsOf(text.files, reversed);
    INTERPRES_ASSIGN_OR_RETURN(
        const EncodedPair pair,
        reversed
            ? EncodePair({text.target[i], text.source[i]}, tags, tokenizer)
            : EncodePair({text.source[i], text.target[i]}, tags, tokenizer));
    LeftOut* reason = FindReason(pair, options, report);
    if (reason == nullptr) {
      const ExampleName name{.corpus = options.corpus,
                             .line = text.lines[i],
                             .reversed = reversed};
      AddPair(pair, name, tokenizer.unk_id(), examples, report);
    }
    return reason;
  }
};

}  // namespace

std::string NamesOf(const CorpusFiles& files) {
  return files.is_tsv ? files.source.string()
                      : absl::StrFormat("%s and %s", files.source.string(),
                                        files.target.string());
}

ExampleTags TagsOf(const CorpusFiles& files, bool reversed) {
  return {.direction = reversed ? Reversed(files.languages) : files.languages,
          .corpus = files.tag};
}

absl::StatusOr<EncodedPair> EncodePair(const PairView& text,
                                       const ExampleTags& tags,
                                       const Tokenizer& tokenizer) {
  EncodedPair pair;
  INTERPRES_ASSIGN_OR_RETURN(
      pair.source, tokenizer.EncodeSource(
                       text.source, TagLanguage(tokenizer, tags.direction)));
  INTERPRES_RETURN_IF_ERROR(tokenizer.AddCorpusTag(tags.corpus, pair.source));
  INTERPRES_ASSIGN_OR_RETURN(
      pair.target,
      tokenizer.EncodeTarget(text.target, pair.source.forced_target));
  return pair;
}

std::size_t IndexOfLine(const ParallelText& text, int64_t line) {
  return static_cast<std::size_t>(
      std::lower_bound(text.lines.begin(), text.lines.end(), line) -
      text.lines.begin());
}

absl::StatusOr<ParallelText> ReadParallelText(const CorpusFiles& files) {
  INTERPRES_ASSIGN_OR_RETURN(TsvColumns sides, ReadSides(files));
  std::vector<CorpusLine>& source = sides.source;
  std::vector<CorpusLine>& target = sides.target;
  ParallelText text;
  text.files = files;
  for (std::size_t i = 0; i < source.size(); ++i) {
    const int64_t line = static_cast<int64_t>(i) + 1;
    if (!source[i].has_value() || !target[i].has_value()) {
      Count(text.overlong, line);
      continue;
    }
    if (IsBlank(*source[i]) || IsBlank(*target[i])) {
      Count(text.empty, line);
      continue;
    }
    text.source.push_back(*std::move(source[i]));
    text.target.push_back(*std::move(target[i]));
    text.lines.push_back(line);
  }
  if (text.lines.empty()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: no sentence pair (%d lines, %d pairs with an empty "
        "side, %d with a line of more than %d bytes)",
        NamesOf(files), source.size(), text.empty.pairs, text.overlong.pairs,
        kLongestLine));
  }
  return text;
}

void ExampleSet::Add(std::span<const int32_t> source,
                     std::span<const int32_t> target, uint64_t key) {
  Entry entry;
  entry.begin = static_cast<int64_t>(ids_.size());
  entry.source_size = static_cast<int32_t>(source.size());
  entry.target_size = static_cast<int32_t>(target.size());
  entry.key = key;
  ids_.insert(ids_.end(), source.begin(), source.end());
  ids_.insert(ids_.end(), target.begin(), target.end());
  entries_.push_back(entry);
}

std::span<const int32_t> ExampleSet::source(int64_t i) const {
  const Entry& entry = entries_[Index(i)];
  return std::span(ids_).subspan(Index(entry.begin), Index(entry.source_size));
}

std::span<const int32_t> ExampleSet::target(int64_t i) const {
  const Entry& entry = entries_[Index(i)];
  return std::span(ids_).subspan(Index(entry.begin + entry.source_size),
                                 Index(entry.target_size));
}

uint64_t ExampleSet::Fingerprint() const {
  uint64_t hash = XXH3_64bits(ids_.data(), ids_.size() * sizeof(int32_t));
  for (const Entry& entry : entries_) {
    const uint64_t fields[] = {entry.key,
                               static_cast<uint64_t>(entry.source_size),
                               static_cast<uint64_t>(entry.target_size)};
    hash = XXH3_64bits_withSeed(fields, sizeof(fields), hash);
  }
  return hash;
}

uint64_t KeyOf(const ExampleName& name) {
  return (static_cast<uint64_t>(name.corpus) << kCorpusShift) +
         2 * static_cast<uint64_t>(name.line) + (name.reversed ? 1 : 0);
}

ExampleName NameOf(uint64_t key) {
  const uint64_t rest = key & ((uint64_t{1} << kCorpusShift) - 1);
  return {.corpus = static_cast<int64_t>(key >> kCorpusShift),
          .line = static_cast<int64_t>(rest / 2),
          .reversed = rest % 2 == 1};
}

LanguageDirection Reversed(const LanguageDirection& direction) {
  return {.source = direction.target, .target = direction.source};
}

std::vector<LanguageDirection> DirectionsOf(
    std::span<const TrainingCorpus> corpora, bool bidirectional) {
  std::vector<LanguageDirection> directions;
  const auto add = [&directions](const LanguageDirection& direction) {
    if (std::find(directions.begin(), directions.end(), direction) ==
        directions.end()) {
      directions.push_back(direction);
    }
  };
  for (const TrainingCorpus& corpus : corpora) {
    add(corpus.files.languages);
    if (bidirectional && corpus.files.tag.empty()) {
      add(Reversed(corpus.files.languages));
    }
  }
  return directions;
}

bool HasReverse(std::span<const LanguageDirection> directions,
                const LanguageDirection& direction) {
  return std::find(directions.begin(), directions.end(), Reversed(direction)) !=
         directions.end();
}

std::vector<std::string> TargetLanguages(
    std::span<const LanguageDirection> directions) {
  std::set<std::string> targets;
  for (const LanguageDirection& direction : directions) {
    targets.insert(direction.target);
  }
  return {targets.begin(), targets.end()};
}

std::string TagLanguage(const Tokenizer& tokenizer,
                        const LanguageDirection& direction) {
  return tokenizer.tagged_languages().empty() ? "" : direction.target;
}

absl::StatusOr<EncodingReport> EncodeCorpus(const ParallelText& text,
                                            const Tokenizer& tokenizer,
                                            const EncodeOptions& options,
                                            ExampleSet& examples) {
  EncodingReport report;
  CorpusEncoder encoder = {text, tokenizer, options, examples, report};
  for (std::size_t i = 0; i < text.lines.size(); ++i) {
    INTERPRES_RETURN_IF_ERROR(encoder.AddLine(i));
  }
  INTERPRES_RETURN_IF_ERROR(CheckReport(
      text.files, static_cast<int64_t>(text.lines.size()), options, report));
  return report;
}

TrainingBatch MakeBatch(const ExampleSet& examples,
                        std::span<const int32_t> indices, int32_t start_id) {
  TrainingBatch batch;
  batch.source_offsets.push_back(0);
  batch.target_offsets.push_back(0);
  for (const int32_t i : indices) {
    const std::span<const int32_t> source = examples.source(i);
    const std::span<const int32_t> target = examples.target(i);
    batch.source_ids.insert(batch.source_ids.end(), source.begin(),
                            source.end());
    batch.target_inputs.push_back(start_id);
    batch.target_inputs.insert(batch.target_inputs.end(), target.begin(),
                               target.end() - 1);
    batch.target_outputs.insert(batch.target_outputs.end(), target.begin(),
                                target.end());
    batch.source_offsets.push_back(batch.source_tokens());
    batch.target_offsets.push_back(batch.target_tokens());
    batch.sentence_keys.push_back(examples.key(i));
  }
  return batch;
}

TrainingBatch TwiceEach(const TrainingBatch& batch) {
  TrainingBatch twice = batch;
  const auto append = [](const auto& from, auto& to) {
    to.insert(to.end(), from.begin(), from.end());
  };
  append(batch.source_ids, twice.source_ids);
  append(batch.target_inputs, twice.target_inputs);
  append(batch.target_outputs, twice.target_outputs);
  for (std::size_t i = 0; i < batch.sentence_keys.size(); ++i) {
    twice.source_offsets.push_back(batch.source_tokens() +
                                   batch.source_offsets[i + 1]);
    twice.target_offsets.push_back(batch.target_tokens() +
                                   batch.target_offsets[i + 1]);
    twice.sentence_keys.push_back(
        CombineKeys(kSecondTime, batch.sentence_keys[i]));
  }
  return twice;
}

}  // namespace interpres
