// Repairs the atoms and the terms of a segment in its translations.

#ifndef INTERPRES_MODEL_ENGINE_ATOM_REPAIR_H_
#define INTERPRES_MODEL_ENGINE_ATOM_REPAIR_H_

#include <atomic>
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
#include "model/document/sentinel.h"
#include "model/engine/masked_source.h"
#include "model/engine/protection.h"
#include "model/engine/segment_check.h"
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
  // Encodes a text as the source is encoded. Null means that no translation may
  // have a sentinel.
  SourceEncoder encode = nullptr;
  // The sentinels that the model copies in this direction. Read when a mask is
  // made, because a server finds them after the start. Null means kNone.
  // REQUIRES: outlives the AtomRepair.
  const std::atomic<SentinelForm>* sentinels = nullptr;
};

// Repairs the atoms and terms of one segment in its translations. The steps are
// the best translation, another hypothesis, a translation with sentinels, a
// search with required tokens, a division at the atom, a splice
// (docs/protected_spans.md). Call FindIntact with the results of the search. If
// FindIntact returns null, translate MaskMissing, and call FindUnmasked with
// the results. If one of them returns null, search again with RequireTokens,
// and call BeginConstrained if a result of this search is the translation. If
// it is not, search again with the prefix DivideAtMissing, and call FindDivided
// with the results. Call Finish for each final hypothesis. Not thread-safe.
class AtomRepair {
 public:
  // REQUIRES: the objects to which `source` refers outlive this object, and the
  // segment has atoms or terms.
  AtomRepair(const SegmentSource& source, const RepairContext& context)
      : source_(source), context_(context) {}

  // Returns whether another attempt can be worth its cost, because atoms are
  // repaired and not only reported, or because the segment has terms.
  bool repairs() const {
    return check().repairs_atoms() || !source_.segment.terms.empty();
  }

  // Returns the index of the first hypothesis that has all terms, and all atoms
  // if atoms are repaired. Skips a hypothesis whose score is more than 1 below
  // the first score, or that loses the capital at the start of the first
  // hypothesis. Null means that no hypothesis is left, and that a search with
  // required tokens may help (RequireTokens). REQUIRES: `hypotheses` are the
  // results of the first search, not empty. The first is the translation to
  // return if the repair finds no better one.
  std::optional<std::size_t> FindIntact(std::span<const Hypothesis> hypotheses);

  // Returns the source tokens with a sentinel in place of each missing atom.
  // Null if RepairContext has no sentinels, a term or a number with words of
  // ScaleWordsIn is missing, atoms are not repaired, or MaskedSource::Create
  // returns null. The result is valid until the next call. REQUIRES: FindIntact
  // returned null.
  const EncodedText* MaskMissing();

  // Returns the index of the first hypothesis that has all sentinels, and then
  // all atoms and terms. Skips a hypothesis whose score is more than 1 below
  // the first score. From now on, Finish takes this hypothesis. Null means that
  // no hypothesis is left. REQUIRES: `hypotheses` are translations of
  // MaskMissing, not empty.
  std::optional<std::size_t> FindUnmasked(
      std::span<const Hypothesis> hypotheses);

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
  void BeginConstrained() { repair_step_ = ProtectionStep::kConstraint; }

  // Returns the target tokens of `translation` before the first atom that is
  // missing, and then the tokens of the atom. The place of a missing atom is
  // the first token that is aligned to the atom. Null if a term is missing,
  // atoms are not repaired, or no missing atom has a place behind the first
  // `prefix_tokens` tokens, and tokens. REQUIRES: FindIntact returned null, and
  // `translation` is a translation of the source.
  std::optional<std::vector<int32_t>> DivideAtMissing(
      const Hypothesis& translation, std::size_t prefix_tokens) const;

  // Returns the index of the first hypothesis that has all atoms and terms, and
  // at most as many atoms as the source: behind a given atom, a model may write
  // the rest of the damaged copy. From now on, Finish takes this hypothesis.
  // Null means that no hypothesis fits. REQUIRES: `hypotheses` begin
  // with DivideAtMissing.
  std::optional<std::size_t> FindDivided(
      std::span<const Hypothesis> hypotheses);

  // Returns the final translation of a hypothesis, and what became of the atoms
  // and terms. With Integrity::kRepair, missing atoms are spliced, so that the
  // translation has all atoms. Missing terms are spliced unless a splice
  // damages an atom or another term; then UsedTerm::problem says so. REQUIRES:
  // FindUnmasked has returned null, or has returned this hypothesis.
  ProtectedTranslation Finish(const Hypothesis& hypothesis) const;

 private:
  // An atom or a term: where it is in the source, and how a translation writes
  // it.
  struct Wanted {
    ByteSpan source;
    std::string text;
    bool is_missing = false;  // in the best translation of the first search
  };

  SegmentCheck check() const {
    return {source_.segment, context_.protection, context_.languages};
  }
  AlignedText TextOf(const Hypothesis& hypothesis) const;
  // Returns MaskedSource::TextOf. REQUIRES: masked_ is not null.
  std::optional<AlignedText> UnmaskedTextOf(const Hypothesis& hypothesis) const;
  // Sets wanted_. Returns SegmentCheck::IsIntact(best).
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
  // Returns the required tokens of an atom or a term. They begin with a space
  // if the text follows a space or a word in the source, or if `after_word` is
  // true. Null if the vocabulary cannot spell the text.
  std::optional<RequiredTokens> TokensOf(const Wanted& wanted,
                                         bool after_word) const;
  // Returns the index of the first missing atom that the source token spells a
  // byte of. Null if no missing atom has the token.
  std::optional<std::size_t> FindMissingAt(
      int32_t source_token, const AtomComparison& comparison) const;
  // Returns target tokens, and the tokens of the atom behind them. The first
  // `prefix_tokens` target tokens always stay. Null if the vocabulary cannot
  // spell the atom.
  std::optional<std::vector<int32_t>> WithAtomBehind(
      std::span<const int32_t> tokens, std::size_t prefix_tokens,
      const Wanted& atom) const;
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
  std::optional<MaskedSource> masked_;
  // The step that kept the missing atoms and terms which a hypothesis has.
  ProtectionStep repair_step_ = ProtectionStep::kNBest;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_ATOM_REPAIR_H_
