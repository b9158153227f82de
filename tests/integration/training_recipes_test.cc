// Vocabularies of every type, several weighted corpora and sub-word sampling,
// from text files to a checkpoint that the serving engine loads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "model/engine/translation_model.h"
#include "model/training/state_archive.h"
#include "model/training/training_run.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_corpus.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

class TrainingRecipesTest : public ::testing::Test {
 protected:
  // The tiny corpus in two halves; the second has pairs to leave out.
  TrainingRecipesTest() {
    const auto& pairs = TinyCorpus();
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const std::string name = i % 2 == 0 ? "even" : "odd";
      Append(name, pairs[i].en, pairs[i].es);
    }
    Append("odd", "", "vacío");
    Append("odd", std::string(1 << 20, 'x'), "larga");
    Append("odd", "go", pairs[0].es);
  }

  void Append(const std::string& name, const std::string& en,
              const std::string& es) {
    std::ofstream(directory_ / (name + ".en"), std::ios::app) << en << '\n';
    std::ofstream(directory_ / (name + ".es"), std::ios::app) << es << '\n';
  }

  CorpusFiles Files(const std::string& name) const {
    return {.source = directory_ / (name + ".en"),
            .target = directory_ / (name + ".es"),
            .languages = {"en", "es"}};
  }

  TrainingRunOptions Options() const {
    TrainingRunOptions options;
    options.train = {{.files = Files("even"), .weight = 2.0},
                     {.files = Files("odd"), .weight = 0.5}};
    options.dev = {Files("even")};
    options.encoding = {.bidirectional = true,
                        .max_tokens = 64,
                        .min_tokens = 2,
                        .max_ratio = 6.0};
    options.model.d_model = 16;
    options.model.encoder_layers = 1;
    options.model.decoder_layers = 1;
    options.model.encoder_attention_heads = 2;
    options.model.decoder_attention_heads = 2;
    options.model.encoder_ffn_dim = 32;
    options.model.decoder_ffn_dim = 32;
    options.model.max_position_embeddings = 64;
    options.vocabulary.vocab_size = 420;
    options.bleu_sentences = 2;
    options.output = directory_ / "model";
    options.trainer.batching.batch_tokens = 300;
    options.trainer.schedule = {.warmup = 2, .max_updates = 6};
    options.trainer.save_every = 3;
    options.trainer.validate_every = 3;
    options.trainer.state_directory = directory_ / "state";
    return options;
  }

  // The output of the run, and its error if it fails.
  std::string Run(const TrainingRunOptions& options) {
    const std::atomic<bool> never = false;
    std::string said;
    const auto reason =
        RunTraining(options, never,
                    [&said](const std::string& line) { said += line + "\n"; });
    return said + (reason.ok() ? "" : std::string(reason.status().message()));
  }

  // The best of the run's validations: the mean over both directions of the
  // values behind `name`, of lines that begin "update N | es-en candidate".
  static double BestCandidate(const std::string& said,
                              const std::string& name) {
    std::map<int64_t, double> means;
    std::istringstream lines(said);
    for (std::string line; std::getline(lines, line);) {
      if (const std::size_t at = line.find(" candidate ");
          at != std::string::npos) {
        const std::size_t value = line.find(name + " ", at) + name.size();
        means[std::stoll(line.substr(7))] += std::stod(line.substr(value)) / 2;
      }
    }
    EXPECT_THAT(means, SizeIs(2));
    double best = 0.0;
    for (const auto& [update, mean] : means) {
      best = std::max(best, mean);
    }
    return best;
  }

  // The bytes of the weights of the checkpoint.
  static std::string Weights(const TrainingRunOptions& options) {
    std::ifstream file(options.output / "model.safetensors", std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    EXPECT_FALSE(bytes.str().empty());
    return bytes.str();
  }

  static double BestScore(const TrainingRunOptions& options) {
    const auto state = ReadStateArchive(TrainingStatePath(options.trainer));
    EXPECT_TRUE(state.ok()) << state.status();
    return std::stod(state->entries.at("counter.best_score"));
  }

  // Text with characters that no corpus has survives the served tokenizer.
  void ExpectServed(const std::filesystem::path& path) {
    const auto model = TranslationModel::Load(path);
    ASSERT_TRUE(model.ok()) << model.status();
    EXPECT_TRUE((*model)->SelfTest().ok()) << (*model)->SelfTest();
    const Tokenizer& tokenizer = (*model)->tokenizer();
    const std::string text = "The cat \u4f60\u597d <0x41>";
    const auto ids = tokenizer.EncodeSource(text, "es")->ids;
    EXPECT_EQ(std::count(ids.begin(), ids.end(), tokenizer.unk_id()), 0);
    EXPECT_EQ(tokenizer.Decode(ids), text);
    EXPECT_TRUE((*model)->Score(text, "El gato \u4f60", "es").ok());
  }

  const TempDir temporary_;
  const std::filesystem::path directory_ = temporary_.path();
};

TEST_F(TrainingRecipesTest, BpeWithBytesAndWeightedCorpora) {
  TrainingRunOptions options = Options();
  options.vocabulary.model = SubwordModel::kBpe;
  options.trainer.metric = Metric::kChrf;
  options.trainer.average_best = 1;
  const std::string said = Run(options);
  EXPECT_THAT(
      said,
      AllOf(HasSubstr("building a bpe vocabulary of 420 pieces"),
            HasSubstr("left out 1 pairs with an empty side (the first at line "
                      "13)"),
            HasSubstr("left out 1 pairs with a line of more than 65536 bytes "
                      "(the first at line 14)"),
            HasSubstr("left out 1 pairs with a side over 6 times as long"),
            HasSubstr("max-updates")));
  ExpectServed(options.output);
  const double chrf = BestCandidate(said, "chrF");
  EXPECT_GT(chrf, 0.1);
  EXPECT_NEAR(BestScore(options), chrf, 0.006);
}

TEST_F(TrainingRecipesTest, TheMetricMayBeBleu) {
  TrainingRunOptions options = Options();
  options.trainer.metric = Metric::kBleu;
  options.trainer.average_best = 1;
  const std::string said = Run(options);
  const double bleu = BestCandidate(said, "BLEU");
  EXPECT_GT(BestCandidate(said, "chrF"), bleu + 0.1);
  EXPECT_NEAR(BestScore(options), bleu, 0.006);
}

TEST_F(TrainingRecipesTest, UnigramWithSamplingResumesAndKeepsItsVocabulary) {
  TrainingRunOptions options = Options();
  options.trainer.subword_alpha = 0.2;
  // Without filters the second corpus has 13 pairs, one more than the first.
  options.encoding.min_tokens = 1;
  options.encoding.max_ratio = 0.0;
  EXPECT_THAT(Run(options), HasSubstr("max-updates reached"));
  ExpectServed(options.output);

  options.trainer.start = StartMode::kResume;
  options.trainer.schedule.max_updates = 9;
  options.train[1].weight = 1.0;
  EXPECT_THAT(Run(options),
              HasSubstr("other settings: train-weights is 24 x 2, 26 x 1 here "
                        "but was 24 x 2, 26 x 0.5. Resume"));
  options.train[1].weight = 0.5;
  // No sentence is that long, but a draw may be.
  options.encoding.max_tokens = 63;
  EXPECT_THAT(Run(options), HasSubstr("0.2 of 16, at most 63 tokens here"));
  options.encoding.max_tokens = 64;
  EXPECT_THAT(Run(options), HasSubstr("stopping after update 9"));
}

TEST_F(TrainingRecipesTest, NoiseResumesBitByBitAndKeepsItsRates) {
  TrainingRunOptions options = Options();
  options.noise.rates.fill(0.1);
  options.trainer.subword_alpha = 0.2;
  options.trainer.average_last = 1;
  options.trainer.threads = 2;
  options.output = directory_ / "whole";
  options.trainer.state_directory = directory_ / "whole.state";
  options.trainer.schedule.max_updates = 9;
  EXPECT_THAT(Run(options), HasSubstr("stopping after update 9"));
  const std::string whole = Weights(options);

  options.output = directory_ / "parts";
  options.trainer.state_directory = directory_ / "parts.state";
  options.trainer.threads = 1;
  options.trainer.schedule.max_updates = 4;
  EXPECT_THAT(Run(options), HasSubstr("stopping after update 4"));
  options.trainer.start = StartMode::kResume;
  options.trainer.schedule.max_updates = 9;
  options.noise.of(NoiseKind::kTypos) = 0.2;
  EXPECT_THAT(Run(options), AllOf(HasSubstr("other settings: noise is "),
                                  HasSubstr("typos 0.2, "),
                                  HasSubstr("at most 64 tokens here but was")));
  // The settings are compared before the texts are read.
  TrainingRunOptions without_texts = options;
  without_texts.train.front().files.source = directory_ / "none";
  EXPECT_THAT(Run(without_texts), HasSubstr("other settings: noise is "));
  options.noise.of(NoiseKind::kTypos) = 0.1;
  EXPECT_THAT(Run(options), HasSubstr("stopping after update 9"));
  EXPECT_EQ(Weights(options), whole);

  options.noise.rates.fill(0.0);
  options.trainer.start = StartMode::kFresh;
  EXPECT_THAT(Run(options), HasSubstr("stopping after update 9"));
  EXPECT_NE(Weights(options), whole);
}

TEST_F(TrainingRecipesTest, ACorpusTagIsNoLanguageOfTheModel) {
  TrainingRunOptions options = Options();
  options.train[1].files.tag = "bt";
  EXPECT_THAT(Run(options), HasSubstr("max-updates reached"));
  ExpectServed(options.output);
  const auto model = TranslationModel::Load(options.output);
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_TRUE((*model)->Score("The cat", "El gato", "es").ok());
  EXPECT_FALSE((*model)->Score("The cat", "El gato", "bt").ok());
}

TEST_F(TrainingRecipesTest, AReverseThatIsNotTrainedIsNotValidated) {
  TrainingRunOptions options = Options();
  EXPECT_THAT(Run(options), AllOf(HasSubstr("max-updates reached"),
                                  HasSubstr("es-en dev BLEU")));
  for (TrainingCorpus& corpus : options.train) {
    corpus.files.tag = "bt";
  }
  options.trainer.start = StartMode::kFresh;
  EXPECT_THAT(Run(options),
              AllOf(HasSubstr("max-updates reached"),
                    HasSubstr("en-es dev BLEU"), Not(HasSubstr("es-en"))));
}

TEST_F(TrainingRecipesTest, DevTextIsNotFilteredByShape) {
  std::string words;
  for (int i = 0; i < 100; ++i) {
    words += "casa ";
  }
  Append("dev", "go", TinyCorpus()[0].es);  // a side 6 times as long
  Append("dev", "house", "casa");           // below --min-tokens
  Append("dev", words, words);              // beyond --max-positions
  TrainingRunOptions options = Options();
  options.encoding.min_tokens = 4;
  options.dev = {Files("dev")};
  options.bleu_sentences = 3;
  EXPECT_THAT(Run(options),
              AllOf(HasSubstr("dev.en: 3 pairs, 4 examples"),
                    HasSubstr("dev.en: left out 1 pairs longer than 64 tokens"),
                    ContainsRegex(
                        "en-es dev BLEU .* 1 texts, too long perhaps, could")));
}

// Only a reference that is too long for the model: BLEU has it all the same.
TEST_F(TrainingRecipesTest, ALongReferenceIsNoFailure) {
  std::string words;
  for (int i = 0; i < 100; ++i) {
    words += "casa ";
  }
  Append("dev", "house", "casa");
  Append("dev", "house", words);
  TrainingRunOptions options = Options();
  options.dev = {Files("dev")};
  options.encoding.bidirectional = false;
  options.bleu_sentences = 9;
  EXPECT_THAT(Run(options), AllOf(HasSubstr("en-es dev BLEU"),
                                  Not(HasSubstr("could not be translated"))));
}

TEST_F(TrainingRecipesTest, ABpeVocabularyCannotBeSampled) {
  TrainingRunOptions options = Options();
  options.vocabulary.model = SubwordModel::kBpe;
  options.trainer.subword_alpha = 0.2;
  EXPECT_THAT(Run(options), HasSubstr("unigram vocabulary"));
  EXPECT_FALSE(std::filesystem::exists(options.output));
}

TEST_F(TrainingRecipesTest, FilterOptionsAreChecked) {
  TrainingRunOptions options = Options();
  options.encoding.max_ratio = 0.5;
  EXPECT_THAT(Run(options), HasSubstr("max-ratio is 0.5"));
  options.encoding.max_ratio = 0.0;
  options.encoding.min_tokens = 64;
  EXPECT_THAT(Run(options), HasSubstr("min-tokens is 64"));
  options = Options();
  options.train[0].weight = 0.001;
  EXPECT_THAT(Run(options), HasSubstr("train-weight is 0.001"));
  options = Options();
  options.noise.of(NoiseKind::kUrls) = 1.5;
  EXPECT_THAT(Run(options), HasSubstr("--noise-urls is 1.5"));
  options = Options();
  options.trainer.metric = Metric::kBleu;
  options.bleu_sentences = 0;
  EXPECT_THAT(Run(options), HasSubstr("--metric bleu translates"));
}

}  // namespace
}  // namespace interpres
