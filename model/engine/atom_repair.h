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

// What an AtomRepair needs beside the source of a segment. REQUIRES: the
// tokenizer and the protection outlive the AtomRepair.
struct RepairContext {
  const Tokenizer& tokenizer;
  const Protection& protection;
  LanguageNames languages;
  // TranslationModel::words, the tokens at the edges of words. Null means that
  // a search may put further letters directly behind a required word.
  std::shared_ptr<const WordTokens> words = nullptr;
};

// Repairs the atoms and terms of one segment in its translations. The steps are
// the best translation, another hypothesis, a search with required tokens, a
// splice (docs/protected_spans.md). Call FindIntact with the results of the
// search. If FindIntact returns null, search again with RequireTokens, and call
// BeginConstrained if a result of this search is the translation. Call Finish
// for each final hypothesis. Not thread-safe.
class AtomRepair {
 public:
  // REQUIRES: the objects to which `source` refers outlive this object, and the
  // segment has atoms or terms.
  AtomRepair(const SegmentSource& source, const RepairContext& context)
      : source_(source), context_(context) {}

  // Returns whether another attempt can be worth its cost, because atoms are
  // repaired and not only reported, or because the segment has terms.
  bool repairs() const {
    return repairs_atoms() || !source_.segment.terms.empty();
  }

  // Returns the index of the first hypothesis that has all terms, and all atoms
  // if atoms are repaired. Skips a hypothesis whose score is more than 1 below
  // the first score, or that loses the capital at the start of the first
  // hypothesis. Null means that no hypothesis is left, and that a search with
  // required tokens may help (RequireTokens). REQUIRES: `hypotheses` are the
  // results of the first search, not empty. The first is the translation to
  // return if the repair finds no better one.
  std::optional<std::size_t> FindIntact(std::span<const Hypothesis> hypotheses);

  // Returns the required tokens of a search that keeps the terms, and the atoms
  // if atoms are repaired, in the order of the source. An atom or a term that
  // the best translation has is required as the best translation writes it.
  // Leaves out a term that the vocabulary spells in bytes, and an atom or a
  // term that the vocabulary cannot spell, or that is beyond `max_tokens`
  // tokens or kMaxRequired sequences in total. Those that the best translation
  // lacks are counted first. Empty if none of these can be required. REQUIRES:
  // FindIntact returned null.
  std::vector<RequiredTokens> RequireTokens(int32_t max_tokens);

  // Returns Sentence::words of the search with required tokens. Null if the
  // RepairContext has no words.
  const std::shared_ptr<const WordTokens>& words() const {
    return context_.words;
  }

  // Returns whether `repaired`, a result of the search with required tokens,
  // continues behind the end of a sentence more often than `best`, the best
  // result of the first search. There the search puts tokens for which it finds
  // no place. The caller must then prefer `best`, because a splice finds a
  // better place.
  bool GoesOnBehindEnd(const Hypothesis& best,
                       const Hypothesis& repaired) const;

  // Says that the hypotheses of later calls of Finish are results of the search
  // with required tokens.
  void BeginConstrained() { is_constrained_ = true; }

  // Returns the final translation of a hypothesis, and what became of the atoms
  // and terms. With Integrity::kRepair, missing atoms are spliced, so that the
  // translation has all atoms. Missing terms are spliced unless a splice
  // damages an atom or another term; then UsedTerm::problem says so.
  ProtectedTranslation Finish(const Hypothesis& hypothesis) const;

 private:
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
  // Compares the atoms. An atom in the target of a term is not surplus.
  AtomComparison Compare(const AlignedText& translation) const;
  // As Compare, but a number also counts as missing if the words behind the
  // number give another value: `220 millones` for `220 billion`. Such a number
  // is never spliced.
  AtomComparison CompareWithScales(const AlignedText& translation) const;
  // Changes a result of Compare to a result of CompareWithScales.
  void DropLostScales(const AlignedText& translation,
                      AtomComparison& comparison) const;
  // Returns the target language's words for the words that multiply a number,
  // such as `million`. Null if the atom is no number with such words, if a
  // language is not known, or if numbers must stay exact.
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
  // Returns whether the element `wanted` of wanted_ is a term.
  bool IsTerm(std::size_t wanted) const {
    return wanted >= source_.segment.atoms.size();
  }
  // Returns whether a token spells a byte. Behind the bytes of a term, which
  // the source does not have, models write nonsense. So such a term is spliced.
  bool HasBytes(const RequiredTokens& required) const;
  // Returns the required tokens of an atom or a term. Null if the vocabulary
  // cannot spell its text.
  std::optional<RequiredTokens> TokensOf(const Wanted& wanted) const;
  // Splices the missing terms, and moves the places of the atoms. `copies` are
  // the terms that the translation has (FindTerms). Changes nothing if the
  // translation would lose an atom or a term.
  void SpliceMissingTerms(std::span<const std::optional<ByteSpan>> copies,
                          ProtectedTranslation& translation) const;
  // Sets translation.terms to what became of the terms. `unspliced` are the
  // terms that the translation had before SpliceMissingTerms (FindTerms).
  void AddTerms(std::span<const std::optional<ByteSpan>> unspliced,
                ProtectedTranslation& translation) const;
  // Returns the step that kept an atom or a term. `wanted` is its index in
  // wanted_. wanted_ may be empty. REQUIRES: the translation has the atom or
  // term.
  ProtectionStep StepOf(std::size_t wanted) const;

  const SegmentSource source_;
  const RepairContext context_;
  // The atoms of the segment, then the terms. Empty before FindIntact.
  std::vector<Wanted> wanted_;
  bool is_constrained_ = false;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_ATOM_REPAIR_H_
