#include "model/training/corpus.h"

#include <algorithm>
#include <fstream>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/text/utf8.h"
#include "xxhash.h"

namespace interpres {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool IsBlank(std::string_view text) {
  return text.find_first_not_of(" \t\v\f") == std::string_view::npos;
}

absl::StatusOr<std::vector<std::string>> ReadLines(
    const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path)) {
    return absl::NotFoundError(
        absl::StrFormat("%s: cannot be opened as a text file", path.string()));
  }
  std::vector<std::string> lines;
  std::string line;
  while (std::getline(file, line)) {
    if (lines.empty() && line.starts_with(kByteOrderMark)) {
      line.erase(0, kByteOrderMark.size());
    }
    if (line.ends_with('\r')) {
      line.pop_back();
    }
    if (const auto at = FindInvalidUtf8(line); at.has_value()) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "%s:%d: byte %d (0x%02x) is not valid UTF-8; convert the file to "
          "UTF-8 (iconv) or remove the line in both files",
          path.string(), lines.size() + 1, *at + 1,
          static_cast<uint8_t>(line[*at])));
    }
    lines.push_back(line);
  }
  if (file.bad()) {
    return absl::DataLossError(absl::StrFormat(
        "%s:%d: reading failed", path.string(), lines.size() + 1));
  }
  return lines;
}

}  // namespace

absl::StatusOr<ParallelText> ReadParallelText(const CorpusFiles& files) {
  INTERPRES_ASSIGN_OR_RETURN(auto source, ReadLines(files.source));
  INTERPRES_ASSIGN_OR_RETURN(auto target, ReadLines(files.target));
  if (source.size() != target.size()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s has %d lines but %s has %d; line i of one must translate line i "
        "of the other",
        files.source.string(), source.size(), files.target.string(),
        target.size()));
  }
  ParallelText text;
  text.files = files;
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (IsBlank(source[i]) || IsBlank(target[i])) {
      ++text.empty_pairs;
      continue;
    }
    text.source.push_back(std::move(source[i]));
    text.target.push_back(std::move(target[i]));
    text.lines.push_back(static_cast<int64_t>(i) + 1);
  }
  if (text.lines.empty()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s and %s hold no sentence pair (%d lines, %d pairs with an empty "
        "side)",
        files.source.string(), files.target.string(), source.size(),
        text.empty_pairs));
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
  source_tokens_ += entry.source_size;
  target_tokens_ += entry.target_size;
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

absl::StatusOr<EncodedCorpus> EncodeCorpus(const ParallelText& text,
                                           const Tokenizer& tokenizer,
                                           const EncodeOptions& options) {
  EncodedCorpus corpus;
  struct Direction {
    const std::vector<std::string>& from;
    const std::vector<std::string>& to;
    std::string tag;
    uint64_t reversed;
  };
  std::vector<Direction> directions = {
      {text.source, text.target,
       options.bidirectional ? options.target_language : "", 0}};
  if (options.bidirectional) {
    directions.push_back(
        {text.target, text.source, options.source_language, 1});
  }
  for (std::size_t i = 0; i < text.lines.size(); ++i) {
    bool left_out = false;
    for (const Direction& direction : directions) {
      INTERPRES_ASSIGN_OR_RETURN(
          const std::vector<int32_t> source,
          tokenizer.EncodeSource(direction.from[i], direction.tag));
      INTERPRES_ASSIGN_OR_RETURN(const std::vector<int32_t> target,
                                 tokenizer.EncodeTarget(direction.to[i]));
      if (static_cast<int64_t>(std::max(source.size(), target.size())) >
          options.max_tokens) {
        left_out = true;
        continue;
      }
      corpus.examples.Add(
          source, target,
          2 * static_cast<uint64_t>(text.lines[i]) + direction.reversed);
    }
    if (left_out && corpus.too_long++ == 0) {
      corpus.first_too_long_line = text.lines[i];
    }
  }
  if (corpus.examples.size() == 0) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s and %s: all %d pairs are longer than %d tokens (--max-tokens)",
        text.files.source.string(), text.files.target.string(),
        text.lines.size(), options.max_tokens));
  }
  return corpus;
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

}  // namespace interpres
