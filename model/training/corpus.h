// Reads a parallel corpus and holds it as token ids.

#ifndef INTERPRES_MODEL_TRAINING_CORPUS_H_
#define INTERPRES_MODEL_TRAINING_CORPUS_H_

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "model/config/language_direction.h"
#include "model/tokenizer/tokenizer.h"
#include "model/training/batch.h"

namespace interpres {

// Two UTF-8 text files; line i of one translates line i of the other.
struct CorpusFiles {
  std::filesystem::path source = {};
  std::filesystem::path target = {};
  LanguageDirection languages = {};
};

// A corpus among several.
struct TrainingCorpus {
  CorpusFiles files = {};
  // How often an epoch takes each pair, on average; above 0.
  double weight = 1.0;
};

// Pairs left out for one reason, and the line of the first of them.
struct LeftOut {
  int64_t pairs = 0;
  int64_t first_line = 0;
};

// The pairs of a corpus. source, target and lines have one length.
struct ParallelText {
  CorpusFiles files = {};
  std::vector<std::string> source;
  std::vector<std::string> target;
  std::vector<int64_t> lines;  // the line of each pair in its files, from 1
  LeftOut empty = {};          // a side is empty or only white space
  LeftOut overlong = {};       // a side has over kLongestLine bytes: read past
};

// NOT_FOUND for a missing file; INVALID_ARGUMENT for files of unequal length,
// for invalid UTF-8 (names the file, line and byte) and for a corpus without a
// single pair. A byte-order mark and carriage returns at line ends are dropped.
absl::StatusOr<ParallelText> ReadParallelText(const CorpusFiles& files);

// Sentence pairs as ids in one flat array. Not thread-safe while it grows.
class ExampleSet {
 public:
  // `source` and `target` are EncodedText::ids. `key` is unique to the example
  // and survives reordering: it keys the dropout.
  void Add(std::span<const int32_t> source, std::span<const int32_t> target,
           uint64_t key);

  int64_t size() const { return static_cast<int64_t>(entries_.size()); }
  std::span<const int32_t> source(int64_t i) const;
  std::span<const int32_t> target(int64_t i) const;
  uint64_t key(int64_t i) const { return entries_[Index(i)].key; }

  // A fingerprint of all ids and keys: a resumed run must see the same data.
  uint64_t Fingerprint() const;

 private:
  struct Entry {
    int64_t begin = 0;  // the source, and right after it the target
    int32_t source_size = 0;
    int32_t target_size = 0;
    uint64_t key = 0;
  };

  static std::size_t Index(int64_t i) { return static_cast<std::size_t>(i); }

  std::vector<int32_t> ids_;
  std::vector<Entry> entries_;
};

// What to make of the pairs of a corpus.
struct EncodeOptions {
  // Adds every pair a second time with source and target exchanged.
  bool bidirectional = false;
  // A pair with a longer side (end symbol and tag included) is left out.
  int64_t max_tokens = 128;
  // A pair with a shorter side is left out, and one whose longer side has more
  // than this many times the tokens of the other (0: any). Both count
  // EncodedText::pieces.
  int64_t min_tokens = 1;
  double max_ratio = 0.0;
  // Number of the corpus, for the keys of its examples; below 2^23.
  int64_t corpus = 0;
};

LanguageDirection Reversed(const LanguageDirection& direction);

// Each direction of the corpora once, in their order; a bidirectional one is
// followed by its reverse.
std::vector<LanguageDirection> DirectionsOf(
    std::span<const TrainingCorpus> corpora, bool bidirectional);

// The languages to translate into, sorted. If they are several, each needs a
// tag, which tells the model apart what is wanted.
std::vector<std::string> TargetLanguages(
    std::span<const LanguageDirection> directions);

// Returns the language to encode a source with: the direction's target, or ""
// if the vocabulary has no tags. The server encodes by the same rule.
std::string TagLanguage(const Tokenizer& tokenizer,
                        const LanguageDirection& direction);

// Counts of the text's own pieces in one file.
struct FileTokens {
  int64_t all = 0;
  int64_t unknown = 0;
};

struct EncodingReport {
  int64_t examples = 0;
  int64_t source_tokens = 0;
  int64_t target_tokens = 0;
  FileTokens source_file;  // in whichever direction
  FileTokens target_file;
  LeftOut too_long;
  LeftOut too_short;
  LeftOut uneven;
};

// Names an example: its corpus, line and direction.
struct ExampleName {
  int64_t corpus = 0;
  int64_t line = 0;
  bool reversed = false;
};
// corpus * 2^40 + 2 * line + (1 if reversed)
uint64_t KeyOf(const ExampleName& name);
ExampleName NameOf(uint64_t key);

// Adds the pairs of a corpus. INVALID_ARGUMENT if no pair is left, or if over
// a quarter of a file's tokens is unknown: then the vocabulary belongs to other
// text.
absl::StatusOr<EncodingReport> EncodeCorpus(const ParallelText& text,
                                            const Tokenizer& tokenizer,
                                            const EncodeOptions& options,
                                            ExampleSet& examples);

// Packs the chosen examples. `start_id` is fed at target position 0.
TrainingBatch MakeBatch(const ExampleSet& examples,
                        std::span<const int32_t> indices, int32_t start_id);

// The batch for R-Drop: every sentence a second time, under another key.
TrainingBatch TwiceEach(const TrainingBatch& batch);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_CORPUS_H_
