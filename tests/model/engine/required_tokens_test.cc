// Required tokens with the bundled checkpoint: how they are spelled, and where
// they stand in translations.

#include "model/engine/required_tokens.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "model/engine/translation_model.h"
#include "tests/testing/bundled_model.h"

namespace interpres {
namespace {

struct RequiredSentence {
  const char* text = nullptr;
  // Spans of the text, in the order in which the translation must have them.
  std::vector<std::string> spans;
};

const std::vector<RequiredSentence>& Sentences() {
  static const std::vector<RequiredSentence> sentences = {
      {"The ticket costs 7844 dollars and the code is 90210.",
       {"7844", "90210"}},
      {"My phone number is 555-0192 and I live at 1427 Oak Street.",
       {"555-0192", "1427"}},
      {"The meeting starts at 10:30 and ends at 12:45.", {"10:30", "12:45"}},
      {"In 1987 the population of the village was 3,412.", {"1987", "3,412"}},
      {"Please send {{count}} copies to {{name}} before Friday.",
       {"{{count}}", "{{name}}"}},
      {"The file %1$s was copied to %2$s.", {"%1$s", "%2$s"}},
      {"The train to Madrid leaves at 7:05 from platform 9.", {"7:05", "9"}},
      {"She bought 24 red apples, 36 green pears and 48 oranges.",
       {"24", "36", "48"}},
      {"The model A3871 weighs 12.75 kilograms.", {"A3871", "12.75"}},
      {"The house was built in 1893 and sold in 2004 for $250,000.",
       {"1893", "2004", "250,000"}},
      {"The program has 38 errors and 6 new functions since 2019.",
       {"38", "6", "2019"}},
      {"There are 365 days in a year and 24 hours in a day.", {"365", "24"}},
      {"The temperature was 38.5 degrees at 6 in the morning.", {"38.5", "6"}},
      {"He ran 42.195 kilometers in 2 hours and 58 minutes.",
       {"42.195", "2", "58"}},
      {"Open the page http://example.org/a7 and read chapter 3.",
       {"http://example.org/a7", "3"}},
      {"The password has 16 characters, and 4 of them are digits.",
       {"16", "4"}},
      {"The bus number 61 stops here every 15 minutes.", {"61", "15"}},
      {"Our order 99120034 has not arrived since May 14.", {"99120034", "14"}},
      {"The old bridge is 1,280 meters long and 27 meters wide.",
       {"1,280", "27"}},
      {"You have 3 new messages.", {"3"}}};
  return sentences;
}

class RequiredTokensTest : public ::testing::Test {
 protected:
  void SetUp() override {
    model_ = LoadBundledModel();
    ASSERT_NE(model_, nullptr);
    auto engine = model_->CreateEngine({.slots = 8, .max_rows = 64});
    ASSERT_TRUE(engine.ok()) << engine.status();
    engine_ = *std::move(engine);
  }

  const Tokenizer& tokenizer() const { return model_->tokenizer(); }

  // Returns what the tokens of a span spell, or "null".
  std::string Spelled(std::string_view text, bool after_space) const {
    const auto ids = EncodeRequired(tokenizer(), text, after_space);
    EXPECT_TRUE(ids.ok()) << ids.status();
    if (!ids->has_value()) {
      return "null";
    }
    std::string spelled;
    for (const std::string& part : tokenizer().Spell(**ids)) {
      spelled += part;
    }
    return spelled;
  }

  // The tokens of the span at text[begin, end) and its source tokens.
  RequiredTokens RequiredAt(std::string_view text, const EncodedText& source,
                            std::size_t begin, std::size_t end) const {
    const bool after_space = begin == 0 || text[begin - 1] == ' ';
    const auto tokens = EncodeRequired(
        tokenizer(), text.substr(begin, end - begin), after_space);
    EXPECT_TRUE(tokens.ok() && tokens->has_value())
        << text.substr(begin, end - begin);
    RequiredTokens required{.tokens = **tokens};
    for (int32_t k = 0; k < source.pieces; ++k) {
      if (source.piece_offsets[k] < static_cast<int64_t>(end) &&
          source.piece_offsets[k + 1] > static_cast<int64_t>(begin)) {
        required.source.first = required.source.count == 0
                                    ? source.first_piece + k
                                    : required.source.first;
        ++required.source.count;
      }
    }
    return required;
  }

  Sentence Encoded(const RequiredSentence& sentence,
                   const DecodingOptions& options) const {
    const std::string_view text = sentence.text;
    const auto source = model_->Encode(text, {"es"});
    EXPECT_TRUE(source.ok()) << source.status();
    Sentence encoded = MakeSentence(*source, options, {});
    std::size_t from = 0;
    for (const std::string& span : sentence.spans) {
      const std::size_t begin = text.find(span, from);
      from = begin + span.size();
      encoded.required.push_back(RequiredAt(text, *source, begin, from));
    }
    return encoded;
  }

  // Returns the texts of all hypotheses.
  std::vector<std::string> Translate(const Sentence& sentence) const {
    EXPECT_TRUE(engine_->Validate(sentence).ok())
        << engine_->Validate(sentence);
    EXPECT_TRUE(engine_->Admit({&sentence, 1}).ok());
    while (engine_->active() > 0) {
      engine_->Step();
    }
    std::vector<std::string> texts;
    for (const EngineResult& result : engine_->Collect()) {
      for (const Hypothesis& hypothesis : result.hypotheses) {
        EXPECT_EQ(hypothesis.finish_reason, FinishReason::kEndOfSentence);
        texts.push_back(model_->TextOf({}, hypothesis));
      }
    }
    return texts;
  }

  std::unique_ptr<const TranslationModel> model_;
  std::unique_ptr<Engine> engine_;
};

TEST_F(RequiredTokensTest, TokensSpellTheBytes) {
  for (const std::string text : {"7",
                                 "7844",
                                 "90210",
                                 "3,412",
                                 "12.75",
                                 "-40",
                                 "1e-9",
                                 "A3871",
                                 "10:30",
                                 "2.4.1",
                                 "550e8400-e29b-41d4-a716-446655440000",
                                 "http://example.org/a7?x=1&y=2",
                                 "user@example.org",
                                 "{{count}}",
                                 "{{ name }}",
                                 "%1$s",
                                 "%d",
                                 "${HOME}",
                                 "<b>",
                                 "New York"}) {
    EXPECT_EQ(Spelled(text, /*after_space=*/true), " " + text);
    EXPECT_EQ(Spelled(text, /*after_space=*/false), text);
  }
}

TEST_F(RequiredTokensTest, BytesSpellRareCharacters) {
  for (const std::string text : {"\u5317\u4eac", "\ue000"}) {
    EXPECT_EQ(Spelled(text, /*after_space=*/true), " " + text);
    EXPECT_EQ(Spelled(text, /*after_space=*/false), text);
  }
}

TEST_F(RequiredTokensTest, NullIfTheNormaliserChangesTheBytes) {
  for (const std::string text :
       {"", " ", " 7", "7 ", "a  b", "\u00bd", "x\ty", "\uff17", "a\u00a0b"}) {
    EXPECT_EQ(Spelled(text, true), "null") << text;
    EXPECT_EQ(Spelled(text, false), "null") << text;
  }
}

TEST_F(RequiredTokensTest, RefusesInvalidUtf8) {
  for (const bool after_space : {true, false}) {
    EXPECT_EQ(EncodeRequired(tokenizer(), "7\xff", after_space).status().code(),
              absl::StatusCode::kInvalidArgument);
  }
}

// Greedy decoding and a beam, and every hypothesis of the beam.
TEST_F(RequiredTokensTest, TranslationsHaveTheSpansInOrder) {
  for (const RequiredSentence& sentence : Sentences()) {
    for (const int32_t beam : {1, 4}) {
      const std::vector<std::string> texts =
          Translate(Encoded(sentence, {.beam_size = beam, .n_best = beam}));
      ASSERT_FALSE(texts.empty());
      std::cout << beam << ": " << texts.front() << '\n';
      std::size_t from = 0;
      for (const std::string& span : sentence.spans) {
        const std::size_t at = texts.front().find(span, from);
        EXPECT_NE(at, std::string::npos) << span << " in " << texts.front();
        from = at == std::string::npos ? from : at + span.size();
        for (const std::string& text : texts) {
          EXPECT_NE(text.find(span), std::string::npos)
              << span << " in " << text;
        }
      }
    }
  }
}

TEST_F(RequiredTokensTest, WhatEndsInsideAWord) {
  for (const std::string text : {"7", "perrazo", "Ä", "{{x}}7"}) {
    EXPECT_TRUE(EndsInsideWord(text)) << text;
  }
  for (const std::string text :
       {"", "{{x}}", "7 %", "北京", "の", "한국", "แมว", "…"}) {
    EXPECT_FALSE(EndsInsideWord(text)) << text;
  }
}

TEST_F(RequiredTokensTest, ContinuationsBeginWithALetterOrADigitAndNoSpace) {
  const std::vector<int32_t>& continuations = model_->words()->continuations;
  EXPECT_TRUE(std::ranges::is_sorted(continuations));
  EXPECT_GT(continuations.size(), 1000U);
  for (const int32_t id : continuations) {
    const std::string text = tokenizer().Spell({&id, 1}).front();
    EXPECT_TRUE(absl::ascii_isalnum(text.front()) || (text.front() & 0x80) != 0)
        << text;
  }
  EXPECT_FALSE(
      std::ranges::binary_search(continuations, model_->config().eos_token_id));
}

// Returns whether the text has the word, and no letter follows it.
bool HasWord(const std::string& text, const std::string& word) {
  for (std::size_t at = text.find(word); at != std::string::npos;
       at = text.find(word, at + 1)) {
    if (!absl::ascii_isalnum(text[at + word.size()])) {
      return true;
    }
  }
  return false;
}

// Without the rule the model goes on with other endings: "perrazonas".
TEST_F(RequiredTokensTest, ARequiredWordIsAWholeWord) {
  for (const std::string term : {"perr", "perrazo", "can", "sabues"}) {
    for (const int32_t beam : {1, 4}) {
      Sentence sentence = Encoded(
          {.text = "The big dog sleeps in the house.", .spans = {"dog"}},
          {.beam_size = beam, .n_best = beam});
      sentence.required.front().tokens =
          **EncodeRequired(tokenizer(), term, true);
      sentence.required.front().ends_word = true;
      sentence.words = model_->words();
      for (const std::string& text : Translate(sentence)) {
        EXPECT_TRUE(HasWord(text, term)) << term << " in " << text;
      }
    }
  }
}

TEST_F(RequiredTokensTest, DrawsHaveTheSpans) {
  for (const RequiredSentence& sentence : Sentences()) {
    for (const std::string& text : Translate(
             Encoded(sentence, {.beam_size = 3,
                               .n_best = 3,
                               .sampling = SamplingOptions{.seed = 5}}))) {
      for (const std::string& span : sentence.spans) {
        EXPECT_NE(text.find(span), std::string::npos) << span << " in " << text;
      }
    }
  }
}

TEST_F(RequiredTokensTest, AttentionWeightsAreReturned) {
  const RequiredSentence& sentence = Sentences().front();
  DecodingOptions options{.beam_size = 4};
  const std::vector<std::string> plain = Translate(Encoded(sentence, options));
  options.attention = AttentionOptions();
  EXPECT_EQ(Translate(Encoded(sentence, options)), plain);
}

}  // namespace
}  // namespace interpres
