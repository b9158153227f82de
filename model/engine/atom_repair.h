// Repairs the atoms and the terms of a segment in its translations.

#ifndef INTERPRES_MODEL_ENGINE_ATOM_REPAIR_H_
#define INTERPRES_MODEL_ENGINE_ATOM_REPAIR_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/decoding/decoding_options.h"
#include "model/decoding/sentence.h"
#include "model/engine/protection.h"
#include "model/engine/segment_translation.h"
#include "model/tokenizer/tokenizer.h"

namespace interpres {

// The tokenizer and the protection outlive the repair.
struct RepairContext {
  const Tokenizer& tokenizer;
  const Protection& protection;
  LanguageNames languages;
  // TranslationModel::words. Null means that required words may go on.
  std::shared_ptr<const WordTokens> words = nullptr;
};

// The steps of the repair (docs/protected_spans.md): the best translation,
// another hypothesis, a search with required tokens, a splice. A term is never
// spliced, because its inflection may be wrong. Takes the results of one
// search, and of one more. Not thread-safe.
class AtomRepair {
 public:
  // The parts of `source` must outlive the repair. REQUIRES: the segment has
  // atoms.
  AtomRepair(const SegmentSource& source, const RepairContext& context)
      : source_(source), context_(context) {}

  // Returns whether another attempt can be worth its cost, because atoms are
  // repaired and not only reported, or because the segment has terms.
  bool repairs() const {
    return repairs_atoms() || !source_.segment.terms.empty();
  }

  // Looks for a hypothesis with all atoms and terms, whose score is not far
  // below the best score, and which begins with a capital if the best one does.
  // Returns its index. Null means that every one is
  // damaged, and that a search with required tokens may help
  // (RequiredTokensOf). REQUIRES: `hypotheses` are the results of the first
  // search, not empty.
  std::optional<std::size_t> FindIntact(std::span<const Hypothesis> hypotheses);

  // Returns the required tokens of a search that keeps the atoms and the terms.
  // Leaves out an atom or a term that the vocabulary cannot spell. If the best
  // translation has an atom or a term, it is required as it is written there.
  // All have at most `max_tokens` tokens together; the missing ones come first.
  // Empty if no missing atom or term can be required. REQUIRES: FindIntact
  // returned null.
  std::vector<RequiredTokens> RequiredTokensOf(int32_t max_tokens) const;

  // Returns Sentence::words of this search.
  const std::shared_ptr<const WordTokens>& words() const {
    return context_.words;
  }

  // Returns whether `repaired`, a result of this search, goes on behind the end
  // of its sentence, and the best translation does not. There a search puts
  // tokens for which it finds no place, and a splice finds a better one. Always
  // false for a segment with terms, which are not spliced.
  bool GoesOnBehindEnd(const Hypothesis& best,
                       const Hypothesis& repaired) const;

  // The hypotheses that follow come from the search with required tokens.
  void BeginConstrained() { search_ = RequiredSearch::kTaken; }
  // The results of the search with required tokens are not used.
  void RejectConstrained() { search_ = RequiredSearch::kRejected; }

  // Returns the final translation of a hypothesis. With Integrity::kRepair it
  // has all atoms.
  ProtectedTranslation Finish(const Hypothesis& hypothesis) const;

 private:
  // What became of the search with required tokens.
  enum class RequiredSearch { kNone, kTaken, kRejected };

  // An atom or a term: where it is in the source, and how a translation writes
  // it.
  struct Wanted {
    ByteSpan source;
    std::string text;
    bool is_missing = false;  // in the best translation of the first search
  };

  bool repairs_atoms() const {
    return context_.protection.integrity == Integrity::kRepair;
  }
  AlignedText TextOf(const Hypothesis& hypothesis) const;
  AtomComparison Compare(const AlignedText& translation) const;
  // As Compare. A number whose words behind it have another value counts as
  // missing, although it is never spliced: `220 billion`, `220 millones`.
  AtomComparison CompareWithScales(const AlignedText& translation) const;
  // Changes a result of Compare to a result of CompareWithScales.
  void DropLostScales(const AlignedText& translation,
                      AtomComparison& comparison) const;
  // Returns the words behind an atom in the target language. Null if the atom
  // is no number with such words.
  std::optional<std::string> ScaleWordsOf(const Atom& atom) const;
  // Returns how a translation writes the atom, with the words of ScaleWordsOf.
  std::string TextOf(const Atom& atom) const;
  std::vector<std::optional<ByteSpan>> FindTerms(
      const AlignedText& translation) const;
  bool IsIntact(const AlignedText& translation) const;
  // Sets wanted_. Returns IsIntact(best).
  bool ReadBest(const AlignedText& best);
  // Returns the indices of wanted_ that a search may require, the missing ones
  // first.
  std::vector<std::size_t> MissingFirst() const;
  // Null if the vocabulary cannot spell it.
  std::optional<RequiredTokens> TokensOf(const Wanted& wanted) const;
  // Returns why the translation lacks a term.
  std::string_view ProblemOf(const Wanted& wanted) const;
  // Adds what became of the terms.
  void AddTerms(ProtectedTranslation& translation) const;
  // Returns what kept an atom or a term, which the translation has.
  ProtectionStep StepOf(std::size_t wanted) const;

  const SegmentSource source_;
  const RepairContext context_;
  // The atoms, then the terms. Empty before FindIntact.
  std::vector<Wanted> wanted_;
  RequiredSearch search_ = RequiredSearch::kNone;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_ATOM_REPAIR_H_
