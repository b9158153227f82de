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

// What happens to the atoms of a text.
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

struct Protection {
  Integrity integrity = Integrity::kOff;
  NumberForm numbers = NumberForm::kKeep;
  AtomOptions atoms = {};
  // Terms that translations use. Null means no terms.
  std::shared_ptr<const Glossary> glossary = nullptr;
};

// A term of a source, and its copy in the translation.
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

// Returns the translation with the atoms of the segment that `comparison`
// found. `comparison` compares the segment with the translation. `step` is what
// kept them.
ProtectedTranslation ReportAtoms(const Segment& segment,
                                 AlignedText translation,
                                 const AtomComparison& comparison,
                                 ProtectionStep step);

// Returns the translation with every atom of the segment: SpliceAtoms puts the
// missing ones in, and takes out what is too much.
ProtectedTranslation SpliceMissing(const Segment& segment,
                                   ProtectedTranslation translation,
                                   const AtomOptions& options);

// Codes of BCP 47; empty means unknown.
struct LanguageNames {
  std::string source;
  std::string target;
};

// Corrects the words behind numbers that have another value than in the
// source: `220 millones` for `220 billion` becomes `220 mil millones`. Leaves
// a number without such words as it is.
void WriteScales(const Segment& segment, const LanguageNames& languages,
                 ProtectedTranslation& translation);

// Rewrites the numbers of the translation in the form.
void WriteNumbers(const Segment& segment, NumberForm form,
                  const LanguageNames& languages,
                  ProtectedTranslation& translation);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_PROTECTION_H_
