// The translation of a segment as a text, made from the tokens of a hypothesis.

#ifndef INTERPRES_MODEL_ENGINE_SEGMENT_TRANSLATION_H_
#define INTERPRES_MODEL_ENGINE_SEGMENT_TRANSLATION_H_

#include <span>
#include <string>

#include "model/decoding/decoding_options.h"
#include "model/document/aligned_text.h"
#include "model/document/atom_finder.h"
#include "model/document/document.h"
#include "model/engine/carried_runs.h"
#include "model/engine/source_offsets.h"
#include "model/tokenizer/tokenizer.h"

namespace interpres {

// A segment, for the texts of its translations. Refers to its parts.
struct SegmentSource {
  const Segment& segment;
  // FindCarriedRuns of segment.text.
  std::span<const CarriedRun> runs;
  // The places of the source tokens in segment.text. Without them translations
  // are not aligned.
  const SourceOffsets& offsets;
};

// Returns the translation with the typographic characters of the source
// (RestoreTypography) and in the case of its letters (InCaseOf).
// If the segment has atoms, the atoms of the translation stay in their case;
// `atoms` are the options with which they are found. `target_language` is a
// code of BCP 47; empty means unknown. Thread-safe.
AlignedText TranslationOf(const SegmentSource& source,
                          const Hypothesis& hypothesis,
                          const Tokenizer& tokenizer, const AtomOptions& atoms,
                          const std::string& target_language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_SEGMENT_TRANSLATION_H_
