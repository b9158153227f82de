// libFuzzer over the files that a training run reads back: the state of a run
// or its vocabulary, its log, and a parallel corpus. The first byte picks one.
// tests/fuzz.sh builds and runs it.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/base/utf8.h"
#include "model/training/corpus.h"
#include "model/training/state_archive.h"
#include "model/training/training_log.h"
#include "model/training/training_state.h"
#include "model/training/vocabulary_store.h"
#include "tests/testing/fuzz_parsers.h"
#include "tests/testing/temp_dir.h"
#include "xxhash.h"

namespace interpres {
namespace {

const TempDir& Directory() {
  static const TempDir directory;
  return directory;
}

// With a checksum that fits, or the parser would see nothing.
void FuzzState(std::string bytes) {
  const uint64_t checksum = XXH3_64bits(bytes.data(), bytes.size());
  for (int i = 0; i < 8; ++i) {
    bytes.push_back(static_cast<char>(checksum >> (8 * i)));
  }
  const std::string file = Directory().Write("state", bytes);
  const auto archive = ReadStateArchive(file);
  if (!archive.ok()) {
    return;
  }
  const auto state = ReadTrainingState(file, {}, 2);
  if (state.ok() && state->parameters.size() != 2) {
    Report("a state with another number of parameters is accepted");
  }
  // An accepted state is accepted again after writing.
  std::vector<std::span<const float>> arrays;
  for (const AlignedBuffer<float>& array : archive->arrays) {
    arrays.emplace_back(array.data(), array.size());
  }
  if (const auto vocabulary = ReadVocabulary(file); vocabulary.ok()) {
    if (SplitPieces(JoinPieces(vocabulary->pieces)) != vocabulary->pieces) {
      Report("a vocabulary changes by being joined");
    }
  }
  const std::string again = file + ".again";
  if (!WriteStateArchive(again, archive->entries, arrays).ok() ||
      ReadStateArchive(again)->entries != archive->entries) {
    Report("an archive changes by being written");
  }
}

void FuzzLog(std::string_view bytes) {
  const TrainingLog log = ParseTrainingLog(bytes);
  const auto lines = std::count(bytes.begin(), bytes.end(), '\n') + 1;
  if (log.unreadable_lines > lines ||
      static_cast<int64_t>(log.loss.size()) > lines) {
    Report("a log has more than its lines");
  }
}

// The two sides are the parts before and after the first zero byte.
void FuzzCorpus(const std::string& bytes) {
  const std::size_t middle = std::min(bytes.find('\0'), bytes.size());
  const std::string target =
      middle < bytes.size() ? bytes.substr(middle + 1) : "";
  const auto text = ReadParallelText(
      {.source = Directory().Write("source", bytes.substr(0, middle)),
       .target = Directory().Write("target", target)});
  if (!text.ok()) {
    return;
  }
  if (text->source.empty() || text->source.size() != text->target.size() ||
      text->source.size() != text->lines.size()) {
    Report("a corpus has sides of unequal length");
  }
  for (const std::string& line : text->source) {
    if (FindInvalidUtf8(line).has_value()) {
      Report("a line that is not UTF-8 is accepted");
    }
  }
}

}  // namespace
}  // namespace interpres

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  return interpres::FuzzOneOf(
      data, size,
      {interpres::FuzzState, interpres::FuzzLog, interpres::FuzzCorpus});
}
