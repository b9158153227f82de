#include "model/engine/segment_translation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

#include "tests/testing/tiny_tokenizer.h"

namespace interpres {
namespace {

class SegmentTranslationTest : public ::testing::Test {
 protected:
  // Returns the translation of a source in capitals, which the model got in its
  // usual case. Its tokens are aligned to the source tokens at the same places.
  AlignedText InCapitals(const std::string& text,
                         const std::string& translation) {
    segment_.text = text;
    segment_.changed_case = LetterCase::kCapitals;
    segment_.atoms = FindAtoms(text, {});
    const EncodedText source = tokenizer_->EncodeSource(text, "").value();
    offsets_ = {.first_piece = source.first_piece,
                .offsets = source.piece_offsets};
    Hypothesis hypothesis = {.tokens =
                                 tokenizer_->EncodeTarget(translation)->ids};
    for (int32_t i = 0; i < std::ssize(hypothesis.tokens); ++i) {
      hypothesis.alignment.push_back(source.first_piece +
                                     std::min(i, source.pieces - 1));
    }
    return TranslationOf({.segment = segment_, .runs = {}, .offsets = offsets_},
                         hypothesis, *tokenizer_, {}, "es");
  }

  std::unique_ptr<const Tokenizer> tokenizer_ =
      MakeTinyTokenizer(kTinyByteVocabulary);
  Segment segment_;
  SourceOffsets offsets_;
};

TEST_F(SegmentTranslationTest, ATextInCapitalsIsAligned) {
  const AlignedText found = InCapitals("the cat", "el gato");
  EXPECT_EQ(found.text, "EL GATO");
  EXPECT_FALSE(found.alignment.empty());
}

TEST_F(SegmentTranslationTest, AtomsKeepTheirCaseAndTheTextItsAlignment) {
  const AlignedText found = InCapitals("the cat {name}", "el gato {name}");
  EXPECT_EQ(found.text, "EL GATO {name}");
  EXPECT_FALSE(found.alignment.empty());
}

TEST_F(SegmentTranslationTest, AMessageGetsNoQuotation) {
  for (const bool is_in_message : {false, true}) {
    segment_.is_in_message = is_in_message;
    EXPECT_EQ(InCapitals("of {name}", "d'{name}").text,
              is_in_message ? "D’{name}" : "D'{name}");
  }
}

TEST_F(SegmentTranslationTest, OtherOffsetsLoseTheAlignment) {
  const AlignedText found = InCapitals("the cat", "el ga\u0131o");
  EXPECT_EQ(found.text, "EL GAIO");
  EXPECT_TRUE(found.alignment.empty());
}

}  // namespace
}  // namespace interpres
