#include "model/engine/segment_encoder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "model/document/document_parser.h"
#include "model/document/letter_case.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

constexpr int64_t kPositions = 24;

class SegmentEncoderTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(
        WriteTinyModel(directory_.path(), {.max_positions = kPositions}).ok());
    auto model = TranslationModel::Load(directory_.path());
    ASSERT_TRUE(model.ok()) << model.status();
    model_ = *std::move(model);
    options_.tags = {"es"};
    options_.document.language = "en";
  }

  // Encodes all segments, up to the first error.
  absl::StatusOr<std::vector<EncodedSegment>> Encode(Document& document) const {
    std::vector<EncodedSegment> all;
    SegmentEncoder encoder(*model_, document, options_);
    while (!encoder.done()) {
      absl::StatusOr<EncodedSegment> next = encoder.Next();
      if (!next.ok()) {
        return next.status();
      }
      all.push_back(*std::move(next));
    }
    return all;
  }
  Document Parse(const std::string& text) const {
    return *ParseDocument(text, options_.document);
  }

  // Expects that only white space lies between the segments, and that each
  // fits into the model.
  static void ExpectTiles(const std::vector<EncodedSegment>& segments,
                          const Document& document) {
    int64_t end = 0;
    for (const EncodedSegment& encoded : segments) {
      EXPECT_LE(std::ssize(encoded.source.ids), kPositions);
      const ByteSpan span = encoded.segment.span;
      EXPECT_EQ(BytesOf(document.text, {.begin = end, .end = span.begin})
                    .find_first_not_of(' '),
                std::string::npos);
      end = span.end;
    }
    EXPECT_EQ(end, std::ssize(document.text));
  }

  // Returns a word of at least four small letters that is one piece.
  std::string KnownWord() const {
    const Tokenizer& tokenizer = model_->tokenizer();
    for (int32_t id = 0; id < tokenizer.vocab_size(); ++id) {
      const std::string piece(tokenizer.Piece(id));
      std::string word = piece.substr(std::min<std::size_t>(3, piece.size()));
      const bool is_word = piece.starts_with("\u2581") && word.size() >= 4 &&
                           std::ranges::all_of(word, [](char c) {
                             return c >= 'a' && c <= 'z';
                           });
      if (is_word && model_->Encode(word, {"es"})->pieces == 1) {
        return word;
      }
    }
    return "";
  }

  TempDir directory_;
  std::unique_ptr<const TranslationModel> model_;
  SegmentEncoderOptions options_;
};

TEST_F(SegmentEncoderTest, EncodesEachSentenceAsTheModelDoes) {
  Document document = Parse("The cat. The dog.");
  const auto segments = Encode(document);
  ASSERT_TRUE(segments.ok()) << segments.status();
  ASSERT_EQ(segments->size(), 2U);
  EXPECT_EQ((*segments)[1].segment.text, "The dog.");
  EXPECT_FALSE((*segments)[1].segment.is_part);
  EXPECT_EQ((*segments)[1].source.ids, model_->Encode("The dog.", {"es"})->ids);
}

TEST_F(SegmentEncoderTest, DividesASentenceThatIsTooLong) {
  std::string text = "The cat";
  for (int i = 0; i < 40; ++i) {
    text += i % 4 == 0 ? " sees the dog," : " and the cat";
  }
  Document document = Parse(text);
  const auto segments = Encode(document);
  ASSERT_TRUE(segments.ok()) << segments.status();
  EXPECT_GT(segments->size(), 3U);
  for (const EncodedSegment& encoded : *segments) {
    EXPECT_TRUE(encoded.segment.is_part);
  }
  ExpectTiles(*segments, document);
}

TEST_F(SegmentEncoderTest, EncodesCapitalsInSentenceCaseIfAsked) {
  for (const bool recase : {false, true}) {
    options_.recase = recase;
    Document document = Parse("THE CAT SEES.");
    document.segments[0].is_in_message = true;
    const auto segments = Encode(document);
    ASSERT_TRUE(segments.ok()) << segments.status();
    const Segment& segment = segments->front().segment;
    EXPECT_TRUE(segment.is_in_message);
    EXPECT_EQ(segment.text, recase ? "The cat sees." : "THE CAT SEES.");
    EXPECT_EQ(segment.changed_case,
              recase ? LetterCase::kCapitals : LetterCase::kUsual);
  }
}

TEST_F(SegmentEncoderTest, TermsStayInSentenceCase) {
  options_.recase = true;
  options_.document.glossary = std::make_shared<const Glossary>(
      std::vector<Term>{{.source = "CAT", .target = "gato"},
                        {.source = "Keep Guitar", .target = "guitarra"}},
      TermMatching());
  const std::vector<std::pair<std::string, std::string>> texts = {
      {"THE CAT SEES.", "The CAT sees."},
      {"NASA Keep Guitar Keep, I", "NASA Keep Guitar keep, I"}};
  for (const auto& [text, encoded] : texts) {
    Document document = Parse(text);
    const auto segments = Encode(document);
    ASSERT_TRUE(segments.ok()) << segments.status();
    EXPECT_EQ(segments->front().segment.text, encoded);
    EXPECT_EQ(segments->front().segment.terms.size(), 1U);
  }
  // A term that ignores case needs no capitals.
  options_.document.glossary = std::make_shared<const Glossary>(
      std::vector<Term>{{.source = "cat", .target = "gato"}},
      TermMatching{.ignore_case = true});
  Document document = Parse("THE CAT SEES.");
  const auto segments = Encode(document);
  ASSERT_TRUE(segments.ok()) << segments.status();
  EXPECT_EQ(segments->front().segment.text, "The cat sees.");
  EXPECT_EQ(segments->front().segment.terms.size(), 1U);
}

TEST_F(SegmentEncoderTest, AShortTextInCapitalsMayBeAName) {
  options_.recase = true;
  const std::string known = KnownWord();
  ASSERT_NE(known, "");
  const std::vector<std::pair<std::string, std::string>> texts = {
      {InCapitals(known, "en") + "!", WithCapital(known, "en") + "!"},
      {"NATO", "NATO"},
      {"IBM PC", "IBM PC"}};
  for (const auto& [text, encoded] : texts) {
    Document document = Parse(text);
    const auto segments = Encode(document);
    ASSERT_TRUE(segments.ok()) << segments.status();
    EXPECT_EQ(segments->front().segment.text, encoded);
  }
}

TEST_F(SegmentEncoderTest, EncodesTitlesInSentenceCaseIfAsked) {
  for (const bool recase : {false, true}) {
    options_.recase = recase;
    // The vocabulary has pieces of small letters.
    Document document = Parse("NASA Keep Guitar, I");
    const auto segments = Encode(document);
    ASSERT_TRUE(segments.ok()) << segments.status();
    const Segment& segment = segments->front().segment;
    EXPECT_EQ(segment.text,
              recase ? "NASA keep guitar, I" : "NASA Keep Guitar, I");
    EXPECT_EQ(segment.changed_case,
              recase ? LetterCase::kTitle : LetterCase::kUsual);
  }
}

TEST_F(SegmentEncoderTest, DividesALongWord) {
  Document document = Parse(std::string(5000, 'x'));
  const auto segments = Encode(document);
  ASSERT_TRUE(segments.ok()) << segments.status();
  ExpectTiles(*segments, document);
}

TEST_F(SegmentEncoderTest, DividesCharactersThatBecomeLonger) {
  // The normaliser writes U+FDFA with 18 letters.
  std::string text;
  for (int i = 0; i < 50; ++i) {
    text += "\uFDFA";
  }
  Document document = Parse(text);
  const auto segments = Encode(document);
  ASSERT_TRUE(segments.ok()) << segments.status();
  ExpectTiles(*segments, document);
}

TEST_F(SegmentEncoderTest, ATextThatMustStayWholeIsAnError) {
  options_.divide = false;
  Document document = WholeDocument(std::string(5000, 'x'), {});
  const auto segments = Encode(document);
  EXPECT_EQ(segments.status().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace interpres
