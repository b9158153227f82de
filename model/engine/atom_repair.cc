#include "model/engine/atom_repair.h"

#include <algorithm>
#include <utility>

#include "model/document/characters.h"
#include "model/document/letter_case.h"
#include "model/document/term_splice.h"
#include "model/engine/required_tokens.h"

namespace interpres {
namespace {

// A hypothesis whose score is lower by more than this is worse than a repair.
constexpr float kLargestLoss = 1.0F;

// Returns whether only `best` begins with a capital: the other one is worse
// than a repair, too.
bool LosesCapital(const AlignedText& best, const AlignedText& other) {
  return IsUpper(FirstCodePoint(best.text).code) &&
         IsLower(FirstCodePoint(other.text).code);
}

bool Contains(SourcePieces pieces, int32_t token) {
  return token >= pieces.first && token < pieces.first + pieces.count;
}

// Returns whether `after` has each term that `before` has.
bool HasAllOf(std::span<const std::optional<ByteSpan>> before,
              std::span<const std::optional<ByteSpan>> after) {
  return std::ranges::equal(before, after, [](const auto& a, const auto& b) {
    return !a || b.has_value();
  });
}

// Returns the number of marks that may end a sentence and have text behind
// them.
int64_t CountInnerEnds(std::string_view text) {
  int64_t count = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const bool is_mark = text[i] == '.' || text[i] == '!' || text[i] == '?';
    count += is_mark && text[i + 1] == ' ' ? 1 : 0;
  }
  return count;
}

}  // namespace

AlignedText AtomRepair::TextOf(const Hypothesis& hypothesis) const {
  return repair_step_ == ProtectionStep::kSentinel
             ? UnmaskedTextOf(hypothesis).value()
             : TranslationOf(source_, hypothesis, context_.tokenizer,
                             context_.protection.atoms,
                             context_.languages.target);
}

std::optional<AlignedText> AtomRepair::UnmaskedTextOf(
    const Hypothesis& hypothesis) const {
  return masked_->TextOf(hypothesis, context_.tokenizer,
                         context_.protection.atoms, context_.languages.target);
}

bool AtomRepair::ReadBest(const AlignedText& best) {
  const Segment& segment = source_.segment;
  const auto add = [&](ByteSpan source, std::string_view text,
                       const std::optional<ByteSpan>& copy) {
    wanted_.push_back(
        {.source = source,
         .text = std::string(copy ? BytesOf(best.text, *copy) : text),
         .is_missing = !copy});
  };
  wanted_.clear();
  const AtomComparison comparison = check().CompareWithScales(best);
  for (std::size_t i = 0; i < segment.atoms.size(); ++i) {
    const Atom& atom = segment.atoms[i];
    add(atom.span, check().TextOf(atom), comparison.copies[i]);
  }
  const std::vector<std::optional<ByteSpan>> terms = check().FindTerms(best);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const TermMatch& match = segment.terms[i];
    add(match.span, context_.protection.glossary->term(match.term).target,
        terms[i]);
  }
  return (!check().repairs_atoms() || comparison.intact()) && HasAll(terms);
}

std::optional<std::size_t> AtomRepair::FindIntact(
    std::span<const Hypothesis> hypotheses) {
  const AlignedText best = TextOf(hypotheses.front());
  if (ReadBest(best)) {
    return 0;
  }
  for (std::size_t i = 1; i < hypotheses.size(); ++i) {
    if (hypotheses[i].score < hypotheses.front().score - kLargestLoss) {
      continue;
    }
    const AlignedText other = TextOf(hypotheses[i]);
    if (check().IsIntact(other) && !LosesCapital(best, other)) {
      return i;
    }
  }
  return std::nullopt;
}

const EncodedText* AtomRepair::MaskMissing() {
  masked_.reset();
  if (!check().repairs_atoms() || context_.encode == nullptr ||
      context_.sentinels == nullptr) {
    return nullptr;
  }
  std::vector<HiddenAtom> hidden;
  for (std::size_t i = 0; i < wanted_.size(); ++i) {
    if (!wanted_[i].is_missing) {
      continue;
    }
    if (IsTerm(i) || check().ScaleWordsOf(source_.segment.atoms[i])) {
      return nullptr;
    }
    hidden.push_back({.source = wanted_[i].source, .value = wanted_[i].text});
  }
  if (!hidden.empty()) {
    masked_ = MaskedSource::Create(source_.segment, hidden,
                                   context_.sentinels->load(), context_.encode,
                                   context_.protection.atoms);
  }
  return masked_ ? &masked_->tokens() : nullptr;
}

std::optional<std::size_t> AtomRepair::FindUnmasked(
    std::span<const Hypothesis> hypotheses) {
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    if (hypotheses[i].score < hypotheses.front().score - kLargestLoss) {
      continue;
    }
    const std::optional<AlignedText> text = UnmaskedTextOf(hypotheses[i]);
    if (text && check().IsIntact(*text)) {
      repair_step_ = ProtectionStep::kSentinel;
      return i;
    }
  }
  return std::nullopt;
}

std::optional<std::vector<int32_t>> AtomRepair::DivideAtMissing(
    const Hypothesis& translation, std::size_t prefix_tokens) const {
  const AlignedText text = TextOf(translation);
  if (!check().repairs_atoms() || !HasAll(check().FindTerms(text))) {
    return std::nullopt;
  }
  const AtomComparison comparison = check().CompareWithScales(text);
  for (std::size_t k = prefix_tokens; k < translation.alignment.size(); ++k) {
    const std::optional<std::size_t> atom =
        FindMissingAt(translation.alignment[k], comparison);
    std::optional<std::vector<int32_t>> prefix =
        atom ? WithAtomBehind(std::span(translation.tokens).first(k),
                              prefix_tokens, wanted_[*atom])
             : std::nullopt;
    if (prefix) {
      return prefix;
    }
  }
  return std::nullopt;
}

std::optional<std::size_t> AtomRepair::FindMissingAt(
    int32_t source_token, const AtomComparison& comparison) const {
  for (std::size_t i = 0; i < comparison.copies.size(); ++i) {
    if (!comparison.copies[i] &&
        Contains(source_.offsets.TokensOf(wanted_[i].source), source_token)) {
      return i;
    }
  }
  return std::nullopt;
}

std::optional<std::vector<int32_t>> AtomRepair::WithAtomBehind(
    std::span<const int32_t> tokens, std::size_t prefix_tokens,
    const Wanted& atom) const {
  const std::string text = context_.tokenizer.Decode(tokens);
  // A space at the end belongs to the word that the atom replaces. The prefix
  // may begin with a tag, which has no text.
  while (tokens.size() > prefix_tokens &&
         context_.tokenizer.Decode(tokens.first(tokens.size() - 1)) == text) {
    tokens = tokens.first(tokens.size() - 1);
  }
  const std::optional<RequiredTokens> spelled =
      TokensOf(atom, EndsInsideWord(text));
  if (!spelled) {
    return std::nullopt;
  }
  std::vector<int32_t> result(tokens.begin(), tokens.end());
  result.insert(result.end(), spelled->tokens.begin(), spelled->tokens.end());
  return result;
}

std::optional<std::size_t> AtomRepair::FindDivided(
    std::span<const Hypothesis> hypotheses) {
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    const AlignedText text = TextOf(hypotheses[i]);
    const std::vector<Atom> atoms =
        FindAtoms(text.text, context_.protection.atoms);
    if (check().IsIntact(text) &&
        atoms.size() <= source_.segment.atoms.size()) {
      repair_step_ = ProtectionStep::kDivision;
      return i;
    }
  }
  return std::nullopt;
}

bool AtomRepair::GoesOnBehindEnd(const Hypothesis& best,
                                 const Hypothesis& repaired) const {
  int64_t allowed = CountInnerEnds(TextOf(best).text);
  for (const Wanted& wanted : wanted_) {
    allowed += wanted.is_missing ? CountInnerEnds(wanted.text) : 0;
  }
  return CountInnerEnds(TextOf(repaired).text) > allowed;
}

std::vector<std::size_t> AtomRepair::MissingFirst() const {
  std::vector<std::size_t> order;
  const std::size_t first =
      check().repairs_atoms() ? 0 : source_.segment.atoms.size();
  for (std::size_t i = first; i < wanted_.size(); ++i) {
    order.push_back(i);
  }
  std::stable_partition(order.begin(), order.end(), [this](std::size_t i) {
    return wanted_[i].is_missing;
  });
  return order;
}

std::vector<RequiredTokens> AtomRepair::RequireTokens(int32_t max_tokens) {
  std::vector<RequiredTokens> required;
  int64_t tokens = 0;
  bool has_missing = false;
  for (const std::size_t i : MissingFirst()) {
    std::optional<RequiredTokens> next =
        TokensOf(wanted_[i], /*after_word=*/false);
    if (!next || std::ssize(required) == kMaxRequired ||
        tokens + std::ssize(next->tokens) > max_tokens ||
        (IsTerm(i) && HasBytes(*next))) {
      continue;
    }
    has_missing = has_missing || wanted_[i].is_missing;
    tokens += std::ssize(next->tokens);
    required.push_back(*std::move(next));
  }
  if (!has_missing) {
    required.clear();
  }
  std::ranges::stable_sort(required, {}, [](const RequiredTokens& sequence) {
    return sequence.source.first;
  });
  return required;
}

bool AtomRepair::HasBytes(const RequiredTokens& required) const {
  return std::ranges::any_of(required.tokens, [this](int32_t token) {
    return context_.tokenizer.IsTargetByte(token);
  });
}

std::optional<RequiredTokens> AtomRepair::TokensOf(const Wanted& wanted,
                                                   bool after_word) const {
  const std::string& text = source_.segment.text;
  const std::string_view before =
      std::string_view(text).substr(0, wanted.source.begin);
  const bool after_space = after_word || before.empty() ||
                           before.back() == ' ' || EndsInsideWord(before);
  absl::StatusOr<std::optional<std::vector<int32_t>>> tokens =
      EncodeRequired(context_.tokenizer, wanted.text, after_space);
  if (!tokens.ok() || !tokens->has_value()) {
    return std::nullopt;
  }
  return RequiredTokens{.tokens = **std::move(tokens),
                        .source = source_.offsets.TokensOf(wanted.source),
                        .ends_word = EndsInsideWord(wanted.text)};
}

ProtectionStep AtomRepair::StepOf(std::size_t wanted) const {
  if (wanted_.empty() || !wanted_[wanted].is_missing) {
    return ProtectionStep::kModel;
  }
  return repair_step_;
}

void AtomRepair::SpliceMissingTerms(
    std::span<const std::optional<ByteSpan>> copies,
    ProtectedTranslation& translation) const {
  const Segment& segment = source_.segment;
  const std::string& language = context_.languages.target;
  std::vector<WantedTerm> wanted;
  for (std::size_t i = 0; i < copies.size(); ++i) {
    const TermMatch& match = segment.terms[i];
    wanted.push_back(
        {.source = match.span,
         .target = InCaseOf(
             segment.changed_case,
             context_.protection.glossary->term(match.term).target, language),
         .copy = copies[i]});
  }
  std::vector<ByteSpan> kept;
  for (const ProtectedSpan& span : translation.spans) {
    if (span.target) {
      kept.push_back(*span.target);
    }
  }
  AlignedText spliced =
      SpliceTerms(segment.text, wanted, kept, translation.text, language);
  const AtomComparison comparison = check().Compare(spliced);
  const std::vector<std::optional<ByteSpan>> terms = check().FindTerms(spliced);
  if (!HasAllOf(copies, terms) ||
      (check().repairs_atoms() && !comparison.intact())) {
    return;
  }
  ProtectedTranslation report = ReportAtoms(
      segment, std::move(spliced), comparison, ProtectionStep::kNotKept);
  for (std::size_t i = 0; i < report.spans.size(); ++i) {
    report.spans[i].step = translation.spans[i].step;
  }
  translation = std::move(report);
}

void AtomRepair::AddTerms(std::span<const std::optional<ByteSpan>> unspliced,
                          ProtectedTranslation& translation) const {
  const Segment& segment = source_.segment;
  const std::vector<std::optional<ByteSpan>> copies =
      check().FindTerms(translation.text);
  for (std::size_t i = 0; i < copies.size(); ++i) {
    UsedTerm& term = translation.terms.emplace_back();
    term.match = segment.terms[i];
    term.target = copies[i];
    if (!term.target) {
      term.problem = "a protected span or another term would be damaged";
    } else {
      term.step = unspliced[i] ? StepOf(segment.atoms.size() + i)
                               : ProtectionStep::kSplice;
    }
  }
}

ProtectedTranslation AtomRepair::Finish(const Hypothesis& hypothesis) const {
  const Segment& segment = source_.segment;
  const Protection& protection = context_.protection;
  AlignedText text = TextOf(hypothesis);
  const AtomComparison comparison = check().Compare(text);
  AtomComparison with_scales = comparison;
  check().DropLostScales(text, with_scales);
  ProtectedTranslation translation =
      ReportAtoms(segment, std::move(text), comparison, ProtectionStep::kModel);
  for (std::size_t i = 0; i < translation.spans.size(); ++i) {
    if (with_scales.copies[i]) {
      translation.spans[i].step = StepOf(i);
    }
  }
  if (check().repairs_atoms() && !comparison.intact()) {
    translation =
        SpliceMissing(segment, std::move(translation), protection.atoms);
  }
  const std::vector<std::optional<ByteSpan>> terms =
      check().FindTerms(translation.text);
  if (!HasAll(terms)) {
    SpliceMissingTerms(terms, translation);
  }
  if (check().repairs_atoms()) {
    WriteScales(segment, context_.languages, translation);
  }
  WriteNumbers(segment, protection.numbers, context_.languages, translation);
  WriteApostrophes(segment, translation);
  AddTerms(terms, translation);
  return translation;
}

}  // namespace interpres
