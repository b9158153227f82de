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

// A source segment with what TranslationOf needs to make the text of its
// translations. REQUIRES: the objects that it refers to outlive this object.
struct SegmentSource {
  const Segment& segment;
  // The parts of segment.text that a translation must copy (FindCarriedRuns).
  std::span<const CarriedRun> runs;
  // The places of the source tokens in segment.text. If offsets.offsets is
  // empty, translations are not aligned.
  const SourceOffsets& offsets;
};

// Returns the translation of a segment as text: the tokens of `hypothesis` with
// the runs of the source (CarryOver) and the typographic characters of the
// source (RestoreTypography). A segment of a message gets no apostrophe that
// begins a quotation (WithoutMessageQuotation). If segment.changed_case says
// that the source was recased, the translation gets that case. Atoms of the
// translation keep their case if the segment has atoms; `atoms` are the options
// to find atoms. `target_language` is a code of BCP 47; empty means unknown.
// The result has no alignment if the change of case changes the number of
// bytes. Thread-safe.
AlignedText TranslationOf(const SegmentSource& source,
                          const Hypothesis& hypothesis,
                          const Tokenizer& tokenizer, const AtomOptions& atoms,
                          const std::string& target_language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_SEGMENT_TRANSLATION_H_
