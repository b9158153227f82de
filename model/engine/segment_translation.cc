#include "model/engine/segment_translation.h"

#include <utility>

#include "model/document/kept_spans.h"
#include "model/document/typography.h"
#include "model/engine/carry_over.h"

namespace interpres {

AlignedText TranslationOf(const SegmentSource& source,
                          const Hypothesis& hypothesis,
                          const Tokenizer& tokenizer, const AtomOptions& atoms,
                          const std::string& target_language) {
  AlignedText translation = RestoreTypography(
      source.segment.text,
      AlignToSource(CarryOver(tokenizer, source.runs, hypothesis),
                    source.offsets));
  if (source.segment.is_in_message) {
    translation =
        WithoutMessageQuotation(source.segment.text, std::move(translation));
  }
  const LetterCase letters = source.segment.changed_case;
  if (letters == LetterCase::kUsual) {
    return translation;
  }
  std::string cased =
      source.segment.atoms.empty()
          ? InCaseOf(letters, translation.text, target_language)
          : InCaseOfOutside(letters, translation.text,
                            SpansOf(FindAtoms(translation.text, atoms)),
                            target_language);
  if (cased.size() != translation.text.size()) {
    translation.alignment.clear();  // rare: the parts have other offsets now
  }
  translation.text = std::move(cased);
  return translation;
}

}  // namespace interpres
