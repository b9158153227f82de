#include "model/engine/carry_over.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "model/base/utf8.h"
#include "tests/testing/tiny_tokenizer.h"

namespace interpres {
namespace {

// Words of a translation that are aligned to one source token. "⁇" is the
// unknown piece.
struct TextPart {
  std::string text;
  int32_t source = 0;
};

class CarryOverTest : public ::testing::Test {
 protected:
  Hypothesis Target(const std::vector<TextPart>& parts) const {
    Hypothesis hypothesis;
    for (const TextPart& part : parts) {
      std::vector<int32_t> ids = {tokenizer_->unk_id()};
      if (part.text != "⁇") {
        const EncodedText encoded = tokenizer_->EncodeTarget(part.text).value();
        ids.assign(encoded.own_pieces().begin(), encoded.own_pieces().end());
        // A mark is encoded after a space, but stands after a word here.
        if (part.text == ".") {
          ids.erase(ids.begin());
        }
      }
      for (const int32_t id : ids) {
        hypothesis.tokens.push_back(id);
        hypothesis.alignment.push_back(part.source);
      }
    }
    hypothesis.tokens.push_back(tokenizer_->eos_id());
    hypothesis.alignment.push_back(99);
    return hypothesis;
  }

  std::string Carry(const std::vector<CarriedRun>& runs,
                    const std::vector<TextPart>& parts) const {
    return CarryOver(*tokenizer_, runs, Target(parts)).text;
  }

  const std::unique_ptr<const Tokenizer> tokenizer_ = MakeTinyTokenizer();
};

CarriedRun Sign(const std::string& text, int32_t token) {
  return {.text = text, .first_token = token, .last_token = token};
}

CarriedRun GluedSign(const std::string& text, int32_t token) {
  CarriedRun run = Sign(text, token);
  run.space_before = false;
  return run;
}

TEST_F(CarryOverTest, WithoutRunsItIsTheDecodedText) {
  const Hypothesis target = Target({{"El gato", 0}, {"duerme.", 2}});
  EXPECT_EQ(CarryOver(*tokenizer_, {}, target).text, "El gato duerme.");
  EXPECT_EQ(CarryOver(*tokenizer_, {}, target).text,
            tokenizer_->Decode(target.tokens));
}

TEST_F(CarryOverTest, UnknownTokensWithoutRunsVanish) {
  EXPECT_EQ(Carry({}, {{"El gato", 0}, {"⁇", 1}, {"duerme", 2}}),
            "El gato duerme");
  EXPECT_EQ(Carry({}, {{"⁇", 0}}), "");
}

TEST_F(CarryOverTest, AnUnknownTokenBecomesTheRunThatItIsAlignedTo) {
  const std::vector<CarriedRun> runs = {Sign("🎉", 1), Sign("🎊", 4)};
  EXPECT_EQ(Carry(runs, {{"⁇", 4}, {"el", 0}, {"⁇", 1}, {"gato", 2}}),
            "🎊 el 🎉 gato");
}

// The alignment exchanges the currencies of two prices.
TEST_F(CarryOverTest, ASignStaysWithItsNumber) {
  CarriedRun euro = Sign("€", 1);
  euro.number = U"12";
  CarriedRun rupee = Sign("₹", 4);
  rupee.number = U"21";
  EXPECT_EQ(Carry({euro, rupee}, {{"⁇", 4}, {"12", 2}, {"⁇", 1}, {"21", 5}}),
            "€ 12 ₹ 21");
  EXPECT_EQ(Carry({euro, rupee}, {{"21", 5}, {"⁇", 1}, {"el", 0}, {"⁇", 1}}),
            "21 ₹ el €");
  rupee.number = U"12";
  EXPECT_EQ(Carry({euro, rupee}, {{"⁇", 4}, {"12", 2}, {"⁇", 1}, {"12", 5}}),
            "₹ 12 € 12")
      << "equal numbers leave the decision to the alignment";
}

TEST_F(CarryOverTest, OtherUnknownTokensTakeTheNextRunThatIsLeft) {
  const std::vector<CarriedRun> runs = {Sign("🎉", 1), Sign("🎊", 4)};
  EXPECT_EQ(Carry(runs, {{"el", 0}, {"⁇", 3}, {"gato", 2}, {"⁇", 3}}),
            "el 🎊 gato 🎉");
  EXPECT_EQ(Carry(runs, {{"el", 0}, {"⁇", 1}, {"⁇", 1}, {"⁇", 1}}), "el 🎉 🎊");
}

TEST_F(CarryOverTest, ARunThatNoTokenCarriesFollowsTheWordBeforeIt) {
  EXPECT_EQ(Carry({Sign("🎉", 1)}, {{"El gato", 0}, {"duerme", 2}}),
            "El gato 🎉 duerme");
  EXPECT_EQ(Carry({GluedSign("²", 1)}, {{"12", 0}, {"plantas", 2}}),
            "12² plantas");
  EXPECT_EQ(Carry({Sign("🎉", 3)}, {{"el gato", 0}, {".", 2}}), "el gato. 🎉");
}

TEST_F(CarryOverTest, ARunBeforeEverythingIsFirst) {
  EXPECT_EQ(Carry({Sign("🎉", 0)}, {{"el gato", 1}}), "🎉 el gato");
  EXPECT_EQ(Carry({Sign("🎉", 0)}, {}), "🎉");
}

TEST_F(CarryOverTest, ARunThatTouchesTheNextWordStaysWithIt) {
  CarriedRun run = Sign("₹", 1);
  run.space_after = false;
  EXPECT_EQ(Carry({run}, {{"pan", 0}, {"12", 2}, {".", 3}}), "pan ₹12.");
  // The translation puts the sign elsewhere.
  EXPECT_EQ(Carry({run}, {{"pan", 0}, {"12", 2}, {"⁇", 1}}), "pan 12 ₹");
}

TEST_F(CarryOverTest, KeepsTheWhiteSpaceOfTheSource) {
  const std::vector<TextPart> spaced = {
      {"12", 0}, {" ", 1}, {"⁇", 1}, {"plantas", 2}};
  EXPECT_EQ(Carry({Sign("²", 1)}, spaced), "12 ² plantas");
  EXPECT_EQ(Carry({GluedSign("²", 1)}, spaced), "12² plantas");
}

TEST_F(CarryOverTest, AWordReplacesTheWordThatIsAlignedToIt) {
  CarriedRun word = Sign("Dvořák", 2);
  word.first_token = 1;
  word.is_word = true;
  EXPECT_EQ(Carry({word}, {{"de", 0}, {"gato", 1}, {".", 3}}), "de Dvořák.");
  EXPECT_EQ(Carry({word}, {{"de", 1}, {"gatos", 2}, {"gris", 3}}),
            "de Dvořák gris")
      << "more tokens are aligned to the longer word";
  EXPECT_EQ(Carry({word}, {{"de", 0}, {"gris", 3}}), "de Dvořák gris");
}

TEST_F(CarryOverTest, AWordReplacesTheWordWithTheSameLetters) {
  CarriedRun word = Sign("Gàto", 1);
  word.is_word = true;
  word.space_after = false;
  EXPECT_EQ(Carry({word}, {{"El", 1}, {"gato", 5}, {".", 5}}), "El Gàto.");
  EXPECT_EQ(Carry({word, word}, {{"gato", 5}, {"El", 1}}), "Gàto Gàto");
}

TEST_F(CarryOverTest, ARespelledWordReplacesOnlyAnEqualWord) {
  CarriedRun word = Sign("Gàto", 1);
  word.is_word = true;
  word.is_respelled = true;
  EXPECT_EQ(Carry({word}, {{"El", 0}, {"gato", 1}}), "El Gàto");
  EXPECT_EQ(Carry({word}, {{"El", 0}, {"perro", 1}}), "El perro");
  EXPECT_EQ(Carry({word}, {{"El", 0}, {"⁇", 1}}), "El");
  EXPECT_EQ(Carry({word, Sign("🎉", 2)}, {{"El", 0}, {"⁇", 1}}), "El 🎉");
}

TEST_F(CarryOverTest, ARespelledCapitalAtTheStartGivesACapital) {
  CarriedRun word = Sign("Único", 0);
  word.is_word = true;
  word.is_respelled = true;
  EXPECT_EQ(Carry({word}, {{"el", 0}, {"gato", 1}}), "el gato");
  word.is_capital_start = true;
  EXPECT_EQ(Carry({word}, {{"el", 0}, {"gato", 1}}), "El gato");
  EXPECT_EQ(Carry({word}, {}), "");
}

TEST_F(CarryOverTest, AWordNeverTouchesAnotherWord) {
  CarriedRun word = Sign("lingüístico", 1);
  word.is_word = true;
  word.space_after = false;  // a comma follows in the source
  EXPECT_EQ(Carry({word}, {{"El gato", 0}, {"gris", 2}}),
            "El gato lingüístico gris");
}

TEST_F(CarryOverTest, TwoWordsReplaceTwoWords) {
  CarriedRun first = Sign("Łukasz", 1);
  first.is_word = true;
  CarriedRun second = Sign("Wałęsa", 2);
  second.is_word = true;
  EXPECT_EQ(Carry({first, second}, {{"gato", 1}, {"gris", 2}}),
            "Łukasz Wałęsa");
  EXPECT_EQ(Carry({first, second}, {{"gato", 1}}), "Łukasz Wałęsa");
}

TEST_F(CarryOverTest, AMissingOrWrongAlignmentDoesNoHarm) {
  Hypothesis target = Target({{"el", -7}, {"⁇", 1000}, {"gato", 5}});
  EXPECT_EQ(CarryOver(*tokenizer_, std::vector{Sign("🎉", 3)}, target).text,
            "el 🎉 gato");
  target.alignment.clear();
  EXPECT_EQ(CarryOver(*tokenizer_, std::vector{Sign("🎉", 3)}, target).text,
            "el 🎉 gato");
}

TEST(CarryOverBytesTest, OnlyValidUtf8IsLeft) {
  const auto tokenizer = MakeTinyTokenizer(kTinyByteVocabulary);
  std::vector<int32_t> bytes;
  for (int32_t id = 0; id < tokenizer->vocab_size(); ++id) {
    const std::string_view piece = tokenizer->Piece(id);
    for (const char* wanted : {"<0xE2>", "<0x82>", "<0xAC>"}) {
      if (piece == wanted) {
        bytes.push_back(id);
      }
    }
  }
  ASSERT_EQ(bytes.size(), 3);  // by value: 82, AC, E2
  const auto text = [&](const std::vector<int32_t>& ids) {
    return CarryOver(*tokenizer, {}, {.tokens = ids}).text;
  };
  EXPECT_EQ(text({bytes[2], bytes[0], bytes[1]}), "€");
  EXPECT_EQ(text({bytes[2], bytes[0]}), "");
  EXPECT_EQ(text({bytes[0], bytes[2], bytes[0], bytes[1], bytes[2]}), "€");
}

std::size_t Count(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos;
       at = text.find(part, at + part.size())) {
    ++count;
  }
  return count;
}

TEST_F(CarryOverTest, CopiedSignsInBytesStayInTheirPlace) {
  const auto tokenizer = MakeTinyTokenizer(kTinyByteVocabulary);
  const auto carry = [&](const std::string& copied) {
    Hypothesis hypothesis;
    hypothesis.tokens = tokenizer->EncodeTarget(copied).value().ids;
    std::vector<CarriedRun> runs = {Sign("🎉", 3), Sign("🎉", 6)};
    for (CarriedRun& run : runs) {
      run.is_visible = true;
    }
    return CarryOver(*tokenizer, runs, hypothesis).text;
  };
  EXPECT_EQ(carry("🎉 el gato 🎉"), "🎉 el gato 🎉");
  const std::string one = carry("el gato 🎉");
  EXPECT_EQ(Count(one, "🎉"), 2) << one;
  const std::string none = carry("el gato");
  EXPECT_EQ(Count(none, "🎉"), 2) << none;
}

// Appends the pieces of a text, which are all aligned to one source token.
void Append(const Tokenizer& tokenizer, const TextPart& part,
            Hypothesis& hypothesis) {
  const EncodedText encoded = tokenizer.EncodeTarget(part.text).value();
  for (const int32_t id : encoded.own_pieces()) {
    hypothesis.tokens.push_back(id);
    hypothesis.alignment.push_back(part.source);
  }
}

TEST_F(CarryOverTest, ADamagedCopyOfAForeignWordIsReplaced) {
  const auto tokenizer = MakeTinyTokenizer(kTinyByteVocabulary);
  Hypothesis hypothesis;
  for (const TextPart& part :
       std::vector<TextPart>{{"el", 0}, {"नमस्े", 3}, {"gato", 6}}) {
    Append(*tokenizer, part, hypothesis);
  }
  const CarriedRun run = {.text = "नमस्ते",
                          .first_token = 2,
                          .last_token = 4,
                          .is_word = true,
                          .is_visible = true};
  EXPECT_EQ(CarryOver(*tokenizer, std::vector{run}, hypothesis).text,
            "el नमस्ते gato");
}

// The model knows no lead byte of the word, and writes words in their place.
TEST_F(CarryOverTest, WordsInPlaceOfUnknownBytesAreRemoved) {
  const auto tokenizer = MakeTinyTokenizer(kTinyByteVocabulary);
  const CarriedRun run = {.text = "ሰላም",
                          .first_token = 2,
                          .last_token = 10,
                          .is_word = true,
                          .is_visible = true,
                          .space_before = false};
  const EncodedText character = tokenizer->EncodeTarget("ሰ").value();
  const int32_t last_byte = character.own_pieces().back();
  const auto carry = [&](int32_t source_of_last_word) {
    Hypothesis hypothesis;
    Append(*tokenizer, {"el (", 1}, hypothesis);
    for (const int32_t source : {2, 5, 8}) {
      Append(*tokenizer, {"gato", source}, hypothesis);
      hypothesis.tokens.push_back(last_byte);
      hypothesis.alignment.push_back(source + 2);
    }
    Append(*tokenizer, {"duerme.", source_of_last_word}, hypothesis);
    return CarryOver(*tokenizer, std::vector{run}, hypothesis).text;
  };
  EXPECT_EQ(carry(11), "el (ሰላም duerme.");
  EXPECT_EQ(carry(10), "el (ሰላም.") << "punctuation stays";
}

// For all tokens and alignments, the text is valid and has every run.
TEST(CarryOverPropertyTest, EveryRunHasAPlace) {
  std::mt19937 random(11);
  const auto tokenizer = MakeTinyTokenizer();
  const auto bytes_tokenizer = MakeTinyTokenizer(kTinyByteVocabulary);
  const std::vector<std::string> signs = {"🎉", "👩‍🚀", "²",  "€",
                                          "ř", "Ж",           "🇪🇸", "ñ\u0303"};
  for (int round = 0; round < 20000; ++round) {
    const Tokenizer& chosen = round % 2 == 0 ? *tokenizer : *bytes_tokenizer;
    std::vector<CarriedRun> runs;
    int32_t token = 0;
    for (uint32_t i = random() % 6; i > 0; --i) {
      token += static_cast<int32_t>(random() % 4);
      const auto last = token + static_cast<int32_t>(random() % 3);
      runs.push_back({.text = signs[random() % signs.size()],
                      .first_token = token,
                      .last_token = last,
                      .is_word = random() % 3 == 0,
                      .is_visible = random() % 3 == 0,
                      .space_before = random() % 2 == 0,
                      .space_after = random() % 2 == 0});
      token = last + 1;
    }
    Hypothesis hypothesis;
    for (uint32_t i = random() % 12; i > 0; --i) {
      const auto id = static_cast<int32_t>(random() % 170) - 5;
      hypothesis.tokens.push_back(random() % 4 == 0 ? chosen.unk_id() : id);
      hypothesis.alignment.push_back(static_cast<int32_t>(random() % 30) - 3);
    }
    if (random() % 10 == 0) {
      hypothesis.alignment.clear();
    }
    const std::string text = CarryOver(chosen, runs, hypothesis).text;
    ASSERT_TRUE(IsValidUtf8(text)) << text;
    ASSERT_EQ(text.find("⁇"), std::string::npos) << text;
    ASSERT_FALSE(text.starts_with(' ') || text.ends_with(' ')) << text;
    for (const std::string& sign : signs) {
      const auto wanted = std::count_if(
          runs.begin(), runs.end(),
          [&](const CarriedRun& run) { return run.text == sign; });
      ASSERT_GE(Count(text, sign), static_cast<std::size_t>(wanted)) << text;
    }
  }
}

}  // namespace
}  // namespace interpres
