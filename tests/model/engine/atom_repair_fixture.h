// A fixture for tests of AtomRepair.

#ifndef INTERPRES_TESTS_MODEL_ENGINE_ATOM_REPAIR_FIXTURE_H_
#define INTERPRES_TESTS_MODEL_ENGINE_ATOM_REPAIR_FIXTURE_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/document/glossary.h"
#include "model/engine/atom_repair.h"
#include "tests/testing/tiny_tokenizer.h"

namespace interpres {

// Returns where the word of `text` with this index begins.
inline int64_t BeginOfWord(std::string_view text, int64_t word) {
  std::size_t begin = 0;
  for (; word > 0; --word) {
    begin = text.find(' ', begin) + 1;
  }
  return static_cast<int64_t>(begin);
}

class AtomRepairTest : public ::testing::Test {
 protected:
  // Begins the repair of a source text.
  AtomRepair& Begin(const std::string& text) {
    segment_ = {.span = {.begin = 0, .end = std::ssize(text)},
                .text = text,
                .atoms = FindAtoms(text, protection_.atoms)};
    if (protection_.glossary != nullptr) {
      segment_.terms = protection_.glossary->Find(text, segment_.atoms);
    }
    source_ = tokenizer_->EncodeSource(text, "").value();
    offsets_ = {.first_piece = source_.first_piece,
                .offsets = source_.piece_offsets};
    return repair_.emplace(
        SegmentSource{.segment = segment_, .runs = {}, .offsets = offsets_},
        RepairContext{
            .tokenizer = *tokenizer_,
            .protection = protection_,
            .languages = {.source = "en", .target = "es"},
            .encode =
                [this](const std::string& masked) {
                  return EncodedSource{
                      .tokens = tokenizer_->EncodeSource(masked, "").value()};
                },
            .sentinels = &sentinels_});
  }

  // Returns a hypothesis with this text, whose tokens are aligned to the source
  // tokens at the same places.
  Hypothesis Target(const std::string& text, float score = -1.0F) const {
    Hypothesis hypothesis = {.tokens = tokenizer_->EncodeTarget(text)->ids,
                             .score = score};
    for (int32_t i = 0; i < std::ssize(hypothesis.tokens); ++i) {
      hypothesis.alignment.push_back(source_.first_piece +
                                     std::min(i, source_.pieces - 1));
    }
    return hypothesis;
  }

  // Returns a hypothesis with this text, whose words are aligned to the words
  // of the source at the same places.
  Hypothesis TargetByWords(const std::string& text) const {
    Hypothesis hypothesis = {.tokens = tokenizer_->EncodeTarget(text)->ids,
                             .score = -1.0F};
    for (std::size_t i = 1; i <= hypothesis.tokens.size(); ++i) {
      const std::string before =
          tokenizer_->Decode(std::span(hypothesis.tokens).first(i));
      const int64_t begin =
          BeginOfWord(segment_.text, std::ranges::count(before, ' '));
      int32_t piece = 0;
      while (source_.piece_offsets[piece + 1] <= begin) {
        ++piece;
      }
      hypothesis.alignment.push_back(source_.first_piece + piece);
    }
    return hypothesis;
  }

  // Begins the repair of "the cat sees a dog" with a term for `dog`.
  AtomRepair& BeginWithTerm(const std::string& target) {
    protection_.glossary = std::make_shared<const Glossary>(
        std::vector<Term>{{.source = "dog", .target = target}}, TermMatching());
    return Begin("the cat sees a dog");
  }

  // Returns the source with sentinels after a first translation. Null if
  // nothing is hidden.
  const EncodedText* MaskAfter(AtomRepair& repair, const std::string& best) {
    EXPECT_EQ(repair.FindIntact(std::vector{Target(best)}), std::nullopt);
    return repair.MaskMissing();
  }

  // Returns the bytes of the first term in the translation.
  static std::string TermOf(const ProtectedTranslation& translation) {
    return std::string(
        BytesOf(translation.text.text, translation.terms.at(0).target.value()));
  }

  static std::string CopyOf(const ProtectedTranslation& translation,
                            std::size_t span) {
    return std::string(
        BytesOf(translation.text.text, *translation.spans[span].target));
  }

  std::unique_ptr<const Tokenizer> tokenizer_ =
      MakeTinyTokenizer(kTinyByteVocabulary);
  Protection protection_ = {.integrity = Integrity::kRepair};
  Segment segment_;
  EncodedText source_;
  SourceOffsets offsets_;
  std::atomic<SentinelForm> sentinels_ = SentinelForm::kBraces;
  std::optional<AtomRepair> repair_;
};

}  // namespace interpres

#endif  // INTERPRES_TESTS_MODEL_ENGINE_ATOM_REPAIR_FIXTURE_H_
