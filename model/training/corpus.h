// Reads parallel corpora and encodes them as token ids.

#ifndef INTERPRES_MODEL_TRAINING_CORPUS_H_
#define INTERPRES_MODEL_TRAINING_CORPUS_H_

#include <cstddef>
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

// The files of a parallel text in UTF-8, and their languages. Line i of
// `target` translates line i of `source`.
struct CorpusFiles {
  std::filesystem::path source = {};
  std::filesystem::path target = {};
  LanguageDirection languages = {};
  // Whether `source` and `target` are one file of two columns (ReadTsvFile).
  bool is_tsv = false;
  // Name of the tag that the sources of a training corpus begin with, after the
  // tag of the language: `bt` for `<<bt>>`. A corpus with a tag is used in its
  // own direction only, because its sources are synthetic. Empty means no tag.
  std::string tag = {};
};

// Returns the names of the files for a message: "a.en and a.es", or "a.tsv".
std::string NamesOf(const CorpusFiles& files);

// A training corpus with its sampling weight.
struct TrainingCorpus {
  CorpusFiles files = {};
  // Average number of times that an epoch takes each sentence pair of the
  // corpus; above 0, at most 1000. An epoch must take at least one example.
  double weight = 1.0;
};

// The number of sentence pairs that were left out for one reason, and the line
// of the first such pair.
struct LeftOut {
  int64_t pairs = 0;
  int64_t first_line = 0;  // line of the first such pair, from 1
};

// The sentence pairs of a corpus, without the pairs that were left out. Element
// i of `source`, `target` and `lines` belongs to pair i.
struct ParallelText {
  CorpusFiles files = {};
  std::vector<std::string> source;
  std::vector<std::string> target;
  std::vector<int64_t> lines;  // line of each pair in its files, from 1
  LeftOut empty = {};          // a side is empty or only white space
  LeftOut overlong = {};       // a side has over kLongestLine bytes
};

// Reads the sentence pairs of two files, or of a file of two columns. Drops a
// byte-order mark and carriage returns at line ends. Leaves out and counts
// pairs with a blank side or a line of over 65,536 bytes (kLongestLine).
//
// Returns NOT_FOUND if a file cannot be opened and DATA_LOSS if reading fails.
// Returns INVALID_ARGUMENT if the files have different numbers of lines or no
// pair is left. Also if a line of a file of two columns does not have exactly
// one tab. Also returns INVALID_ARGUMENT for invalid UTF-8; the message names
// the file, line and byte.
absl::StatusOr<ParallelText> ReadParallelText(const CorpusFiles& files);

// A growing list of sentence pairs as token ids in one flat array. Owns the
// ids. Thread-safe for readers while no thread calls Add.
class ExampleSet {
 public:
  // Appends a sentence pair and copies its ids. Invalidates the spans that
  // source() and target() returned. REQUIRES: `source` and `target` are
  // EncodedText::ids, and `key` is unique in the set. The key selects the
  // dropout masks of the example, independently of its position.
  void Add(std::span<const int32_t> source, std::span<const int32_t> target,
           uint64_t key);

  int64_t size() const { return static_cast<int64_t>(entries_.size()); }
  std::span<const int32_t> source(int64_t i) const;
  std::span<const int32_t> target(int64_t i) const;
  uint64_t key(int64_t i) const { return entries_[Index(i)].key; }

  // Returns a hash of all ids and keys in their order. A resumed run compares
  // the hash with the stored hash to check that its data is the same.
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
  // True also adds every pair with source and target exchanged, as a second
  // example, if the corpus has no tag.
  bool bidirectional = false;
  // Maximum tokens of a side, including end symbol and tag. A pair with a
  // longer side is left out.
  int64_t max_tokens = 128;
  // Minimum sub-word pieces of a side, without end symbol and tag. A pair with
  // a shorter side is left out.
  int64_t min_tokens = 1;
  // Maximum ratio of the pieces of the longer side to the pieces of the shorter
  // side; at least 1. A pair with a larger ratio is left out. 0 means
  // unlimited.
  double max_ratio = 0.0;
  // Index of the corpus within the run, from 0; below 2^23. The keys of the
  // examples contain the index (KeyOf).
  int64_t corpus = 0;
};

// Returns `direction` with source and target exchanged.
LanguageDirection Reversed(const LanguageDirection& direction);

// Returns the directions of the corpora without repeats, in the order of the
// corpora. If `bidirectional`, the reverse of a corpus's direction follows the
// direction, unless the list already has the reverse. A corpus with a tag adds
// no reverse.
std::vector<LanguageDirection> DirectionsOf(
    std::span<const TrainingCorpus> corpora, bool bidirectional);

// Returns whether `directions` has the reverse of `direction`.
bool HasReverse(std::span<const LanguageDirection> directions,
                const LanguageDirection& direction);

// Returns the target languages of `directions`, sorted, without repeats. If
// there are several, the vocabulary needs a tag for each, because the tag tells
// the model which language to produce.
std::vector<std::string> TargetLanguages(
    std::span<const LanguageDirection> directions);

// Returns the language to pass to Tokenizer::EncodeSource: the target of
// `direction`, or "" if the vocabulary has no tags. The server encodes by the
// same rule.
std::string TagLanguage(const Tokenizer& tokenizer,
                        const LanguageDirection& direction);

// A pair of sentences as ids.
struct EncodedPair {
  EncodedText source;
  EncodedText target;
};

// The two sides of a sentence pair.
struct PairView {
  std::string_view source;
  std::string_view target;
};

// The languages of an example, and the name of the tag of its corpus. The
// encoded source begins with the tag of the target language, if the vocabulary
// has language tags. The tag of the corpus follows.
struct ExampleTags {
  LanguageDirection direction = {};
  std::string corpus = {};  // empty means no tag
};
// Returns the tags of the examples of a corpus. `reversed` means examples with
// source and target exchanged.
ExampleTags TagsOf(const CorpusFiles& files, bool reversed);

// Encodes a sentence pair as the examples of a run are encoded, with the tags
// of its source. Returns INVALID_ARGUMENT if a side is not UTF-8. Returns
// NOT_FOUND if the vocabulary has language tags but no tag for the target
// language, or has no tag of the corpus.
absl::StatusOr<EncodedPair> EncodePair(const PairView& text,
                                       const ExampleTags& tags,
                                       const Tokenizer& tokenizer);

// Numbers of pieces of one corpus file: all pieces and unknown pieces. End
// symbols, tags and pairs that were left out do not count. A sentence that is
// in two examples (EncodeOptions::bidirectional) counts twice.
struct FileTokens {
  int64_t all = 0;
  int64_t unknown = 0;
};

// The result of EncodeCorpus: the numbers of examples and tokens added, and the
// numbers of pairs that EncodeOptions left out. A pair that is left out in one
// or both directions counts once.
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

// Returns the index in text.lines of the pair on the line `line`, from 1, of
// its files. REQUIRES: the text has a pair on this line.
std::size_t IndexOfLine(const ParallelText& text, int64_t line);

// Identifies an example: index of its corpus, line in the files (from 1), and
// whether source and target are exchanged.
struct ExampleName {
  int64_t corpus = 0;
  int64_t line = 0;
  bool reversed = false;
};
// Returns the key of an example, unique in a run: corpus * 2^40 + 2 * line + (1
// if reversed). NameOf is the inverse. REQUIRES: name.corpus < 2^23 and
// name.line < 2^39.
uint64_t KeyOf(const ExampleName& name);
// Returns the name of the example whose key is `key`. The inverse of KeyOf.
ExampleName NameOf(uint64_t key);

// Encodes the pairs of `text` as token ids and appends them to `examples`.
// Leaves out and counts the pairs that `options` exclude. After an error,
// `examples` may have some or all of the pairs. REQUIRES: each call for the
// same `examples` has another options.corpus.
//
// Returns INVALID_ARGUMENT if no pair is left or a side is not UTF-8. Also
// returns INVALID_ARGUMENT if over a quarter of the pieces of a file is
// unknown, because then the vocabulary was built from different text. Returns
// NOT_FOUND if the vocabulary has language tags but no tag for the target
// language, or has no tag of the corpus.
absl::StatusOr<EncodingReport> EncodeCorpus(const ParallelText& text,
                                            const Tokenizer& tokenizer,
                                            const EncodeOptions& options,
                                            ExampleSet& examples);

// Returns a packed batch of the examples at `indices`, in this order. The
// target inputs of a sentence are `start_id` and its target tokens except the
// last. The target outputs are all its target tokens.
TrainingBatch MakeBatch(const ExampleSet& examples,
                        std::span<const int32_t> indices, int32_t start_id);

// Returns the batch for R-Drop: all sentences of `batch`, then the same
// sentences again. The second half has different sentence keys and therefore
// different dropout.
TrainingBatch TwiceEach(const TrainingBatch& batch);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_CORPUS_H_
