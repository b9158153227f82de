// The atoms and terms of a source, and whether its translation has them.

#ifndef INTERPRES_MODEL_ENGINE_PROTECTION_H_
#define INTERPRES_MODEL_ENGINE_PROTECTION_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/document/aligned_text.h"
#include "model/document/atom_comparison.h"
#include "model/document/atom_finder.h"
#include "model/document/document.h"
#include "model/document/glossary.h"
#include "model/document/protected_span.h"

namespace interpres {

// What happens to the atoms of a text when the text is translated.
enum class Integrity {
  kOff,     // atoms are not looked for
  kReport,  // atoms are reported
  kRepair,  // damaged atoms are repaired
};

// How a translation writes numbers.
enum class NumberForm {
  kKeep,      // as the model writes them
  kLocalize,  // with the marks of the target language
  kVerbatim,  // as the source writes them
};

// How a translation treats the atoms and the terms of its source.
struct Protection {
  Integrity integrity = Integrity::kOff;
  NumberForm numbers = NumberForm::kKeep;
  AtomOptions atoms = {};
  // The terms that translations should use. Null means no terms.
  std::shared_ptr<const Glossary> glossary = nullptr;
};

// A term that a source has, and the place of its target in the translation.
struct UsedTerm {
  TermMatch match;                 // in Segment::text
  std::optional<ByteSpan> target;  // null if the translation does not use it
  ProtectionStep step = ProtectionStep::kNotKept;
  // Why the translation does not use the term. Empty if it does.
  std::string_view problem = {};
};

// A translation, and what became of the atoms and the terms of its source.
struct ProtectedTranslation {
  AlignedText text;
  std::vector<ProtectedSpan> spans = {};
  std::vector<UsedTerm> terms = {};
};

// Returns the translation with one ProtectedSpan for each atom of the segment.
// An atom that `comparison` found in the translation gets its place and `step`.
// Any other atom gets a null place and kNotKept. REQUIRES: `comparison`
// compares the segment with `translation`.
ProtectedTranslation ReportAtoms(const Segment& segment,
                                 AlignedText translation,
                                 const AtomComparison& comparison,
                                 ProtectionStep step);

// Returns the translation with every atom of the segment. SpliceAtoms inserts
// the missing atoms and removes surplus atoms. The spliced atoms get the step
// kSplice, the others keep their step. The result has no terms. REQUIRES:
// ReportAtoms returned `translation`.
ProtectedTranslation SpliceMissing(const Segment& segment,
                                   ProtectedTranslation translation,
                                   const AtomOptions& options);

// The languages of a translation, as codes of BCP 47. Empty means unknown.
struct LanguageNames {
  std::string source;
  std::string target;
};

// Corrects words behind numbers of the translation that give another value than
// in the source: `220 millones` for `220 billion` becomes `220 mil millones`.
// Sets the step of such a number to kSplice. Does not change a number without
// such words in the source or the translation, or without known languages.
void WriteScales(const Segment& segment, const LanguageNames& languages,
                 ProtectedTranslation& translation);

// Rewrites each number of the translation that is an atom, as `form` says, with
// the digits of the source. Does not change a number whose value differs from
// the source, such as `20 000 millones` for `20 billion`. Moves the alignment
// and the spans behind. Does nothing if `form` is kKeep.
void WriteNumbers(const Segment& segment, NumberForm form,
                  const LanguageNames& languages,
                  ProtectedTranslation& translation);

// Writes apostrophes of a translation that would begin a quotation in a message
// as `’` (WithoutMessageQuotation). Moves the alignment and the spans behind.
// Does nothing if the segment is not in a message.
void WriteApostrophes(const Segment& segment,
                      ProtectedTranslation& translation);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_PROTECTION_H_
