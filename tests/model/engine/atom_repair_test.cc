#include "model/engine/atom_repair.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/model/engine/atom_repair_fixture.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

TEST_F(AtomRepairTest, TheModelKeepsTheAtom) {
  AtomRepair& repair = Begin("the cat {name} sees 12 dogs");
  const Hypothesis best = Target("el gato {name} ve 12 perros");
  EXPECT_EQ(repair.FindIntact(std::vector{best}), 0U);
  const ProtectedTranslation translation = repair.Finish(best);
  ASSERT_EQ(translation.spans.size(), 2U);
  EXPECT_EQ(translation.text.text, "el gato {name} ve 12 perros");
  EXPECT_EQ(translation.spans[0].kind, AtomKind::kPlaceholder);
  EXPECT_EQ(CopyOf(translation, 0), "{name}");
  EXPECT_EQ(CopyOf(translation, 1), "12");
  EXPECT_EQ(translation.spans[1].step, ProtectionStep::kModel);
}

TEST_F(AtomRepairTest, AnotherHypothesisHasAllAtoms) {
  AtomRepair& repair = Begin("the cat {name} sees 12 dogs");
  const std::vector<Hypothesis> hypotheses = {
      Target("el gato {nombre} ve 12 perros"),
      Target("el gato {name} ve 12 perros", -1.5F)};
  ASSERT_EQ(repair.FindIntact(hypotheses), 1U);
  const ProtectedTranslation translation = repair.Finish(hypotheses[1]);
  EXPECT_EQ(translation.spans[0].step, ProtectionStep::kNBest);
  EXPECT_EQ(translation.spans[1].step, ProtectionStep::kModel);
}

TEST_F(AtomRepairTest, AHypothesisFarBelowTheBestIsNotTaken) {
  AtomRepair& repair = Begin("the cat {name} sees");
  EXPECT_EQ(repair.FindIntact(std::vector{Target("el gato ve"),
                                          Target("el gato {name} ve", -3.0F)}),
            std::nullopt);
}

TEST_F(AtomRepairTest, AHypothesisThatBeginsWithASmallLetterIsNotTaken) {
  AtomRepair& repair = Begin("It costs 12 dogs");
  EXPECT_EQ(repair.FindIntact(std::vector{Target("Cuesta perros"),
                                          Target("cuesta 12 perros"),
                                          Target("Cuesta 12 perros")}),
            2U);
}

TEST_F(AtomRepairTest, SentinelsHideTheMissingAtoms) {
  AtomRepair& repair = Begin("the cat {name} sees 12 dogs");
  const EncodedText* masked = MaskAfter(repair, "el gato {name} ve");
  ASSERT_NE(masked, nullptr);
  EXPECT_EQ(tokenizer_->Decode(masked->own_pieces()),
            "the cat {name} sees {0} dogs");
  const std::vector<Hypothesis> hypotheses = {
      Target("el gato {name} ve 0 perros"), Target("el gato ve {0} perros"),
      Target("el gato {name} ve {0} perros")};
  ASSERT_EQ(repair.FindUnmasked(hypotheses), 2U);
  const ProtectedTranslation translation = repair.Finish(hypotheses[2]);
  EXPECT_EQ(translation.text.text, "el gato {name} ve 12 perros");
  EXPECT_EQ(translation.spans[0].step, ProtectionStep::kModel);
  EXPECT_EQ(translation.spans[1].step, ProtectionStep::kSentinel);
  EXPECT_EQ(CopyOf(translation, 1), "12");
}

TEST_F(AtomRepairTest, ATranslationFarBelowTheBestWithSentinelsIsNotTaken) {
  AtomRepair& repair = Begin("the cat sees 12 dogs");
  ASSERT_NE(MaskAfter(repair, "el gato"), nullptr);
  EXPECT_EQ(
      repair.FindUnmasked(std::vector{Target("el gato"), Target("{0}", -3.0F)}),
      std::nullopt);
}

TEST_F(AtomRepairTest, WithoutCopiedSentinelsNothingIsHidden) {
  sentinels_ = SentinelForm::kNone;
  EXPECT_EQ(MaskAfter(Begin("the cat sees 12 dogs"), "el gato"), nullptr);
}

TEST_F(AtomRepairTest, ANumberWithAScaleIsNotHidden) {
  EXPECT_EQ(MaskAfter(Begin("it costs 12 billion"), "cuesta"), nullptr);
}

TEST_F(AtomRepairTest, AMissingTermIsNotHidden) {
  EXPECT_EQ(MaskAfter(BeginWithTerm("can"), "el gato"), nullptr);
}

TEST_F(AtomRepairTest, ADivisionPutsTheAtomInPlaceOfItsDamagedCopy) {
  AtomRepair& repair = Begin("the cat sees 12 dogs");
  const Hypothesis best = TargetByWords("el gato ve 1 perros");
  ASSERT_EQ(repair.FindIntact(std::vector{best}), std::nullopt);
  const auto prefix = repair.DivideAtMissing(best, 0);
  ASSERT_NE(prefix, std::nullopt);
  EXPECT_EQ(tokenizer_->Decode(*prefix), "el gato ve 12");
  EXPECT_EQ(repair.DivideAtMissing(best, best.tokens.size()), std::nullopt);
  const std::vector<Hypothesis> hypotheses = {Target("el gato ve 12 1 perros"),
                                              Target("el gato ve 12 perros")};
  ASSERT_EQ(repair.FindDivided(hypotheses), 1U);
  EXPECT_EQ(repair.Finish(hypotheses[1]).spans[0].step,
            ProtectionStep::kDivision);
}

// A forced token, such as the language of M2M-100, can have no text.
TEST_F(AtomRepairTest, ADivisionKeepsThePrefix) {
  AtomRepair& repair = Begin("12 dogs");
  Hypothesis best = TargetByWords("1 perros");
  best.tokens.insert(best.tokens.begin(), tokenizer_->pad_id());
  best.alignment.insert(best.alignment.begin(), source_.first_piece);
  ASSERT_EQ(repair.FindIntact(std::vector{best}), std::nullopt);
  const auto prefix = repair.DivideAtMissing(best, 1);
  ASSERT_NE(prefix, std::nullopt);
  EXPECT_EQ(prefix->front(), tokenizer_->pad_id());
}

TEST_F(AtomRepairTest, RequiredTokensSpellTheAtomsInTheOrderOfTheSource) {
  AtomRepair& repair = Begin("the cat 12 sees {name}");
  ASSERT_EQ(repair.FindIntact(std::vector{Target("el gato 12 ve {nombre}")}),
            std::nullopt);
  const std::vector<RequiredTokens> required = repair.RequireTokens(100);
  ASSERT_EQ(required.size(), 2U);
  EXPECT_EQ(tokenizer_->Decode(required[0].tokens), "12");
  EXPECT_EQ(tokenizer_->Decode(required[1].tokens), "{name}");
  for (const RequiredTokens& tokens : required) {
    ASSERT_GT(tokens.source.count, 0);
    const std::vector<int32_t> ids(
        source_.ids.begin() + tokens.source.first,
        source_.ids.begin() + tokens.source.first + tokens.source.count);
    EXPECT_EQ(tokenizer_->Decode(ids), tokenizer_->Decode(tokens.tokens));
  }
}

TEST_F(AtomRepairTest, AKeptNumberIsRequiredAsTheModelWritesIt) {
  AtomRepair& repair = Begin("the cat sees 1,234.5 {name}");
  ASSERT_EQ(repair.FindIntact(std::vector{Target("el gato ve 1.234,5")}),
            std::nullopt);
  const std::vector<RequiredTokens> required = repair.RequireTokens(100);
  ASSERT_EQ(required.size(), 2U);
  EXPECT_EQ(tokenizer_->Decode(required[0].tokens), "1.234,5");
}

TEST_F(AtomRepairTest, ANumberWithAnotherScaleIsRequiredWithItsWords) {
  AtomRepair& repair = Begin("the cat sees 220 billion dogs");
  const Hypothesis best = Target("el gato ve 220 millones de perros");
  ASSERT_EQ(repair.FindIntact(std::vector{best}), std::nullopt);
  const std::vector<RequiredTokens> required = repair.RequireTokens(100);
  ASSERT_EQ(required.size(), 1U);
  EXPECT_EQ(tokenizer_->Decode(required[0].tokens), "220 mil millones");
  // Without a search that has the words, they are corrected.
  const ProtectedTranslation translation = repair.Finish(best);
  EXPECT_EQ(translation.text.text, "el gato ve 220 mil millones de perros");
  EXPECT_EQ(CopyOf(translation, 0), "220");
  EXPECT_EQ(translation.spans[0].step, ProtectionStep::kSplice);
  EXPECT_EQ(repair.FindIntact(std::vector{
                best, Target("el gato ve 220 000 millones de perros")}),
            1U);
}

TEST_F(AtomRepairTest, ANumberThatLacksItsScaleIsOnlySearched) {
  AtomRepair& repair = Begin("the cat sees 18 billion dogs");
  const Hypothesis best = Target("el gato ve 18 perros");
  ASSERT_EQ(repair.FindIntact(std::vector{best}), std::nullopt);
  EXPECT_EQ(tokenizer_->Decode(repair.RequireTokens(100).at(0).tokens),
            "18 mil millones");
  const ProtectedTranslation translation = repair.Finish(best);
  EXPECT_EQ(translation.text.text, "el gato ve 18 perros");
  EXPECT_EQ(translation.spans[0].step, ProtectionStep::kModel);
}

TEST_F(AtomRepairTest, TheWordsOfVerbatimNumbersAreCorrected) {
  protection_.numbers = NumberForm::kVerbatim;
  AtomRepair& repair = Begin("the cat sees 220 billion dogs");
  EXPECT_EQ(
      repair.Finish(Target("el gato ve 220 millones de perros")).text.text,
      "el gato ve 220 mil millones de perros");
}

TEST_F(AtomRepairTest, TheDamagedAtomsComeFirstWithinTheLimit) {
  AtomRepair& repair = Begin("12 {name}");
  ASSERT_EQ(repair.FindIntact(std::vector{Target("12 nombre")}), std::nullopt);
  const auto tokens =
      static_cast<int32_t>(repair.RequireTokens(100).back().tokens.size());
  const std::vector<RequiredTokens> required = repair.RequireTokens(tokens);
  ASSERT_EQ(required.size(), 1U);
  EXPECT_EQ(tokenizer_->Decode(required[0].tokens), "{name}");
  EXPECT_TRUE(repair.RequireTokens(tokens - 1).empty());
}

TEST_F(AtomRepairTest, NothingIsRequiredThatTheVocabularyCannotSpell) {
  tokenizer_ = MakeTinyTokenizer();
  AtomRepair& repair = Begin("the cat sees {name}");
  ASSERT_EQ(repair.FindIntact(std::vector{Target("the cat")}), std::nullopt);
  EXPECT_TRUE(repair.RequireTokens(100).empty());
}

TEST_F(AtomRepairTest, ADamagedAtomIsSpliced) {
  AtomRepair& repair = Begin("the cat {name} sees 12 dogs");
  const Hypothesis best = Target("el gato {nombre} ve 13 perros");
  ASSERT_EQ(repair.FindIntact(std::vector{best}), std::nullopt);
  const ProtectedTranslation translation = repair.Finish(best);
  EXPECT_EQ(CopyOf(translation, 0), "{name}");
  EXPECT_EQ(CopyOf(translation, 1), "12");
  EXPECT_EQ(translation.spans[0].step, ProtectionStep::kSplice);
  EXPECT_EQ(translation.text.text.find("{nombre}"), std::string::npos);
}

TEST_F(AtomRepairTest, AReportChangesNothing) {
  protection_.integrity = Integrity::kReport;
  AtomRepair& repair = Begin("the cat sees 12 dogs");
  EXPECT_FALSE(repair.repairs());
  const ProtectedTranslation translation =
      repair.Finish(Target("el gato ve 13 perros"));
  EXPECT_EQ(translation.text.text, "el gato ve 13 perros");
  EXPECT_EQ(translation.spans[0].step, ProtectionStep::kNotKept);
  EXPECT_EQ(translation.spans[0].target, std::nullopt);
}

TEST_F(AtomRepairTest, ANumberWithAnotherWordBehindItStays) {
  for (const NumberForm form :
       {NumberForm::kKeep, NumberForm::kLocalize, NumberForm::kVerbatim}) {
    protection_.numbers = form;
    AtomRepair& repair = Begin("it has 20 billion dogs");
    const Hypothesis best = Target("tiene 20 000 millones de perros");
    EXPECT_EQ(repair.FindIntact(std::vector{best}), 0U);
    EXPECT_EQ(repair.Finish(best).text.text, "tiene 20 000 millones de perros");
  }
}

TEST_F(AtomRepairTest, ARequiredNumberEndsAWord) {
  AtomRepair& repair = Begin("the cat 12 sees {name}");
  ASSERT_EQ(repair.FindIntact(std::vector{Target("el gato ve")}), std::nullopt);
  const std::vector<RequiredTokens> required = repair.RequireTokens(100);
  ASSERT_EQ(required.size(), 2U);
  EXPECT_TRUE(required[0].ends_word);
  EXPECT_FALSE(required[1].ends_word) << "{name} ends with a brace";
}

TEST_F(AtomRepairTest, AMissingTermIsSpliced) {
  AtomRepair& repair = BeginWithTerm("can");
  const Hypothesis best = TargetByWords("el gato ve un perro");
  ASSERT_EQ(repair.FindIntact(std::vector{best}), std::nullopt);
  ASSERT_EQ(repair.RequireTokens(100).size(), 1U);
  const ProtectedTranslation translation = repair.Finish(best);
  EXPECT_EQ(translation.text.text, "el gato ve un can");
  ASSERT_EQ(translation.terms.size(), 1U);
  EXPECT_EQ(translation.terms[0].step, ProtectionStep::kSplice);
  EXPECT_EQ(TermOf(translation), "can");
  EXPECT_EQ(translation.terms[0].problem, "");
}

TEST_F(AtomRepairTest, ATermBehindTheEndOfTheSentenceIsNotTaken) {
  AtomRepair& repair = BeginWithTerm("can");
  const Hypothesis best = Target("el gato ve un perro.");
  ASSERT_EQ(repair.FindIntact(std::vector{best}), std::nullopt);
  EXPECT_TRUE(repair.GoesOnBehindEnd(best, Target("el gato ve un perro. can")));
  EXPECT_FALSE(repair.GoesOnBehindEnd(best, Target("el gato ve un can.")));
}

TEST_F(AtomRepairTest, ATermIsSplicedWithoutASearch) {
  const ProtectedTranslation translation =
      BeginWithTerm("can").Finish(TargetByWords("el gato ve un perro"));
  EXPECT_EQ(translation.text.text, "el gato ve un can");
  EXPECT_EQ(translation.terms.at(0).step, ProtectionStep::kSplice);
}

TEST_F(AtomRepairTest, ATermThatTheVocabularyCannotSpellIsSpliced) {
  tokenizer_ = MakeTinyTokenizer();
  const Hypothesis best = Target("the cat sees a cat");
  AtomRepair& repair = BeginWithTerm("ЖЖ");
  ASSERT_EQ(repair.FindIntact(std::vector{best}), std::nullopt);
  EXPECT_TRUE(repair.RequireTokens(100).empty());
  const ProtectedTranslation translation = repair.Finish(best);
  EXPECT_EQ(TermOf(translation), "ЖЖ");
  EXPECT_EQ(translation.terms.at(0).step, ProtectionStep::kSplice);
}

TEST_F(AtomRepairTest, ATermOfTheSearchWithRequiredTokensIsNotSpliced) {
  AtomRepair& repair = BeginWithTerm("can");
  ASSERT_EQ(repair.FindIntact(std::vector{Target("el gato ve un perro")}),
            std::nullopt);
  repair.BeginConstrained();
  const ProtectedTranslation translation =
      repair.Finish(Target("un can ve el gato"));
  EXPECT_EQ(translation.text.text, "un can ve el gato");
  EXPECT_EQ(translation.terms.at(0).step, ProtectionStep::kConstraint);
}

TEST_F(AtomRepairTest, AtomsStayInPlaceBesideASplicedTerm) {
  protection_.glossary = std::make_shared<const Glossary>(
      std::vector<Term>{{.source = "dog", .target = "animal"}}, TermMatching());
  AtomRepair& repair = Begin("a dog sees 12 {name}");
  const ProtectedTranslation translation =
      repair.Finish(Target("un perro ve 13 {name}"));
  EXPECT_EQ(translation.text.text, "un animal ve 12 {name}");
  EXPECT_EQ(CopyOf(translation, 0), "12");
  EXPECT_EQ(translation.spans[0].step, ProtectionStep::kSplice);
  EXPECT_EQ(CopyOf(translation, 1), "{name}");
  EXPECT_EQ(translation.spans[1].step, ProtectionStep::kModel);
  EXPECT_EQ(TermOf(translation), "animal");
}

TEST_F(AtomRepairTest, ASplicedTermHasTheCaseOfTheSentence) {
  BeginWithTerm("can");
  segment_.changed_case = LetterCase::kCapitals;
  const ProtectedTranslation translation =
      repair_->Finish(TargetByWords("el gato ve un perro"));
  EXPECT_EQ(translation.text.text, "EL GATO VE UN CAN");
}

TEST_F(AtomRepairTest, ATermMayHaveAnAtom) {
  AtomRepair& repair = BeginWithTerm("can {x}");
  const ProtectedTranslation translation =
      repair.Finish(TargetByWords("el gato ve un perro"));
  EXPECT_EQ(translation.text.text, "el gato ve un can {x}");
  EXPECT_EQ(translation.terms.at(0).step, ProtectionStep::kSplice);
  EXPECT_EQ(repair.FindIntact(std::vector{Target("el gato ve un can {x}")}),
            0U);
  EXPECT_EQ(repair.FindIntact(std::vector{Target("el gato {x} ve un can {x}")}),
            std::nullopt)
      << "the first {x} belongs to no term";
}

TEST_F(AtomRepairTest, ATermThatIsSpelledInBytesIsNotRequired) {
  AtomRepair& repair = BeginWithTerm("тюк");
  ASSERT_EQ(repair.FindIntact(std::vector{Target("el gato ve un perro")}),
            std::nullopt);
  EXPECT_TRUE(repair.RequireTokens(100).empty());
}

// "12 345" is another number than 12.
TEST_F(AtomRepairTest, ATermThatWouldDamageAProtectedSpanHasItsReason) {
  protection_.glossary = std::make_shared<const Glossary>(
      std::vector<Term>{{.source = "dog", .target = "345"}}, TermMatching());
  AtomRepair& repair = Begin("a 12 dog");
  const ProtectedTranslation translation =
      repair.Finish(TargetByWords("un 12 perro"));
  EXPECT_EQ(translation.text.text, "un 12 perro");
  EXPECT_EQ(translation.terms.at(0).target, std::nullopt);
  EXPECT_EQ(translation.terms[0].step, ProtectionStep::kNotKept);
  EXPECT_THAT(translation.terms[0].problem, HasSubstr("protected span"));
}

TEST_F(AtomRepairTest, NumbersHaveTheFormThatIsAskedFor) {
  protection_.numbers = NumberForm::kVerbatim;
  const std::string source = "{a} 21,234.5 {b} 36,789.5 {c}";
  EXPECT_EQ(
      Begin(source).Finish(Target("{a} 21.234,5 {b} 36.789,5 {c}")).text.text,
      source);
  protection_.numbers = NumberForm::kLocalize;
  const ProtectedTranslation localized = Begin(source).Finish(Target(source));
  EXPECT_EQ(localized.text.text, "{a} 21.234,5 {b} 36.789,5 {c}");
  EXPECT_EQ(CopyOf(localized, 4), "{c}");
}

}  // namespace
}  // namespace interpres
