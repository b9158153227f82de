// A segment with sentinels in place of some atoms, and its translation.

#ifndef INTERPRES_MODEL_ENGINE_MASKED_SOURCE_H_
#define INTERPRES_MODEL_ENGINE_MASKED_SOURCE_H_

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "model/decoding/decoding_options.h"
#include "model/document/aligned_text.h"
#include "model/document/atom_finder.h"
#include "model/document/document.h"
#include "model/document/masked_text.h"
#include "model/engine/carried_runs.h"
#include "model/engine/source_offsets.h"
#include "model/tokenizer/tokenizer.h"

namespace interpres {

// The tokens of a source text, and the parts that a translation must copy.
struct EncodedSource {
  EncodedText tokens;
  std::vector<CarriedRun> runs = {};
};

// Encodes a source text for the model and the direction of a translation.
using SourceEncoder =
    std::function<absl::StatusOr<EncodedSource>(const std::string& text)>;

// An atom that a sentinel hides.
struct HiddenAtom {
  ByteSpan source;    // in Segment::text
  std::string value;  // what the translation has in place of the sentinel
};

// A segment with sentinels in place of some of its atoms. Thread-safe.
class MaskedSource {
 public:
  // Returns null if the text cannot be masked (MaskText) or encoded. REQUIRES:
  // the atoms are in order. `options` are the options to find atoms.
  static std::optional<MaskedSource> Create(
      const Segment& segment, const std::vector<HiddenAtom>& hidden,
      SentinelForm form, const SourceEncoder& encode,
      const AtomOptions& options);

  // The source tokens, with the sentinels.
  const EncodedText& tokens() const { return source_.tokens; }

  // Returns the translation of the segment, with the values of the atoms. Its
  // alignment has the bytes of the text of the segment. Null if `hypothesis`, a
  // translation of tokens(), does not have each sentinel once (UnmaskText).
  // `target_language` is a code of BCP 47; empty means unknown.
  std::optional<AlignedText> TextOf(const Hypothesis& hypothesis,
                                    const Tokenizer& tokenizer,
                                    const AtomOptions& options,
                                    const std::string& target_language) const;

 private:
  MaskedSource(MaskedText masked, EncodedSource source)
      : masked_(std::move(masked)), source_(std::move(source)) {}

  MaskedText masked_;
  EncodedSource source_;
  SourceOffsets offsets_;
  Segment segment_;                  // of the masked text
  std::vector<std::string> values_;  // of the sentinels
  int64_t source_size_ = 0;          // bytes of the text without sentinels
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_MASKED_SOURCE_H_
