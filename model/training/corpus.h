// Reads parallel corpora and encodes them as token ids.

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

// Two UTF-8 text files. Line i of `target` translates line i of `source`.
struct CorpusFiles {
  std::filesystem::path source = {};
  std::filesystem::path target = {};
  LanguageDirection languages = {};
};

// A training corpus with its sampling weight.
struct TrainingCorpus {
  CorpusFiles files = {};
  // Average number of times that an epoch takes each pair; above 0.
  double weight = 1.0;
};

// The pairs that were left out for one reason.
struct LeftOut {
  int64_t pairs = 0;
  int64_t first_line = 0;  // line of the first such pair, from 1
};

// The sentence pairs of a corpus. `source`, `target` and `lines` have the same
// size.
struct ParallelText {
  CorpusFiles files = {};
  std::vector<std::string> source;
  std::vector<std::string> target;
  std::vector<int64_t> lines;  // line of each pair in its files, from 1
  LeftOut empty = {};          // a side is empty or only white space
  LeftOut overlong = {};       // a side has over kLongestLine bytes
};

// Reads the pairs of two files. Drops a byte-order mark and carriage returns at
// line ends.
//
// Returns NOT_FOUND if a file cannot be opened. Returns INVALID_ARGUMENT if the
// files have different numbers of lines, if no pair is left, or for invalid
// UTF-8; the last message names the file, line and byte.
absl::StatusOr<ParallelText> ReadParallelText(const CorpusFiles& files);

// Sentence pairs as token ids in one flat array. Thread-safe for readers while
// no thread calls Add.
class ExampleSet {
 public:
  // Adds a sentence pair. REQUIRES: `source` and `target` are EncodedText::ids,
  // and `key` is unique in the set. The key selects the dropout masks of the
  // example, independently of its position.
  void Add(std::span<const int32_t> source, std::span<const int32_t> target,
           uint64_t key);

  int64_t size() const { return static_cast<int64_t>(entries_.size()); }
  std::span<const int32_t> source(int64_t i) const;
  std::span<const int32_t> target(int64_t i) const;
  uint64_t key(int64_t i) const { return entries_[Index(i)].key; }

  // Returns a fingerprint of all ids and keys. A resumed run compares
  // fingerprints to check that its data is the same.
  uint64_t Fingerprint() const;

 private:
  struct Entry {
    int64_t begin = 0;  // index of the source; the target follows directly
    int32_t source_size = 0;
    int32_t target_size = 0;
    uint64_t key = 0;
  };

  static std::size_t Index(int64_t i) { return static_cast<std::size_t>(i); }

  std::vector<int32_t> ids_;
  std::vector<Entry> entries_;
};

// How the pairs of a corpus are encoded and filtered.
struct EncodeOptions {
  // True also adds every pair with source and target exchanged.
  bool bidirectional = false;
  // Maximum tokens of a side, including end symbol and tag. Longer pairs are
  // left out.
  int64_t max_tokens = 128;
  // Minimum pieces of a side (EncodedText::pieces). Shorter pairs are left out.
  int64_t min_tokens = 1;
  // Maximum ratio of the pieces of the longer side to the pieces of the shorter
  // side. Pairs with a larger ratio are left out. 0 means unlimited.
  double max_ratio = 0.0;
  // Number of the corpus, part of the keys of its examples; below 2^23.
  int64_t corpus = 0;
};

// Returns `direction` with source and target exchanged.
LanguageDirection Reversed(const LanguageDirection& direction);

// Returns each direction of the corpora once, in the order of the corpora. If
// `bidirectional`, the reverse follows each direction.
std::vector<LanguageDirection> DirectionsOf(
    std::span<const TrainingCorpus> corpora, bool bidirectional);

// Returns the target languages of `directions`, sorted, without repeats. With
// several target languages, each needs a tag that tells the model which
// language to produce.
std::vector<std::string> TargetLanguages(
    std::span<const LanguageDirection> directions);

// Returns the language to encode a source with: the direction's target, or ""
// if the vocabulary has no tags. The server encodes by the same rule.
std::string TagLanguage(const Tokenizer& tokenizer,
                        const LanguageDirection& direction);

// Counts of the pieces of one file, without end symbols and tags.
struct FileTokens {
  int64_t all = 0;
  int64_t unknown = 0;
};

// The result of EncodeCorpus. The last three fields count the pairs that
// EncodeOptions left out.
struct EncodingReport {
  int64_t examples = 0;
  int64_t source_tokens = 0;
  int64_t target_tokens = 0;
  FileTokens source_file;  // in both directions
  FileTokens target_file;
  LeftOut too_long;   // above max_tokens
  LeftOut too_short;  // below min_tokens
  LeftOut uneven;     // above max_ratio
};

// The name of an example: corpus, line (from 1) and direction.
struct ExampleName {
  int64_t corpus = 0;
  int64_t line = 0;
  bool reversed = false;
};
// Returns corpus * 2^40 + 2 * line + (1 if reversed).
uint64_t KeyOf(const ExampleName& name);
// The inverse of KeyOf.
ExampleName NameOf(uint64_t key);

// Encodes the pairs of `text` and adds them to `examples`. Returns
// INVALID_ARGUMENT if no pair is left. Also returns INVALID_ARGUMENT if over a
// quarter of the pieces of a file is unknown, because then the vocabulary was
// built from different text.
absl::StatusOr<EncodingReport> EncodeCorpus(const ParallelText& text,
                                            const Tokenizer& tokenizer,
                                            const EncodeOptions& options,
                                            ExampleSet& examples);

// Returns a packed batch of the examples `indices`. `start_id` is the target
// input at position 0.
TrainingBatch MakeBatch(const ExampleSet& examples,
                        std::span<const int32_t> indices, int32_t start_id);

// Returns the batch for R-Drop: the sentences of `batch` twice. The second half
// has different sentence keys and therefore different dropout.
TrainingBatch TwiceEach(const TrainingBatch& batch);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_CORPUS_H_
