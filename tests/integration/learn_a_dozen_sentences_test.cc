// The classic smoke test of a trainer: a model that saw a dozen sentence pairs
// many times must say them back word for word, in both directions, through the
// same engine that serves.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "model/engine/translation_model.h"
#include "model/training/training_run.h"
#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

using Pairs = std::vector<std::pair<std::string, std::string>>;

const Pairs& Dozen() {
  static const Pairs pairs = {
      {"The baker opens her shop at six.",
       "La panadera abre su tienda a las seis."},
      {"Where did you leave the blue umbrella?",
       "¿Dónde dejaste el paraguas azul?"},
      {"Two boats are waiting in the harbour.",
       "Dos barcos esperan en el puerto."},
      {"My brother never drinks coffee.", "Mi hermano nunca bebe café."},
      {"Close the window, please.", "Cierra la ventana, por favor."},
      {"The river was frozen last winter.",
       "El río estaba congelado el invierno pasado."},
      {"How many languages do you speak?", "¿Cuántos idiomas hablas?"},
      {"She wrote a letter to the mayor.",
       "Ella escribió una carta al alcalde."},
      {"The old bridge is made of stone.", "El puente viejo es de piedra."},
      {"We planted nine lemon trees.", "Plantamos nueve limoneros."},
      {"It rains a lot in April!", "¡Llueve mucho en abril!"},
      {"The cat sleeps under the piano.", "El gato duerme debajo del piano."},
  };
  return pairs;
}

TrainingRunOptions SmokeOptions(const std::filesystem::path& directory) {
  TrainingRunOptions options;
  options.train = {{.files = {.source = directory / "train.en",
                              .target = directory / "train.es",
                              .languages = {"en", "es"}}}};
  options.dev = {options.train[0].files};
  options.encoding = {.bidirectional = true, .max_tokens = 64};
  options.model.d_model = 64;
  options.model.encoder_layers = 2;
  options.model.decoder_layers = 2;
  options.model.encoder_attention_heads = 4;
  options.model.decoder_attention_heads = 4;
  options.model.encoder_ffn_dim = 128;
  options.model.decoder_ffn_dim = 128;
  options.model.max_position_embeddings = 128;
  options.vocabulary = {.vocab_size = 160};
  options.output = directory / "model";
  options.trainer.batching.batch_tokens = 600;
  options.trainer.schedule = {.learning_rate = 3e-3,
                              .warmup = 50,
                              .decay = Decay::kLinear,
                              .max_updates = 400};
  // Learning by heart: no probability for anything else.
  options.trainer.label_smoothing = 0.0f;
  options.trainer.save_every = 400;
  options.trainer.average_last = 1;
  options.trainer.threads = 2;
  options.trainer.state_directory = directory / "state";
  return options;
}

// Greedily: a model that is sure of every token gives a beam nothing but
// garbage to compare, and the garbage that skips a word ends first.
std::vector<std::string> Translate(const TranslationModel& model,
                                   const std::vector<std::string>& sentences,
                                   const std::string& tag) {
  auto engine = model.CreateEngine({.slots = 12});
  EXPECT_TRUE(engine.ok()) << engine.status();
  std::vector<Sentence> requests;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    requests.push_back(
        {.id = i,
         .source = model.tokenizer().EncodeSource(sentences[i], tag)->ids,
         .options = {.beam_size = 1, .max_length = 64}});
  }
  EXPECT_TRUE((*engine)->Admit(requests).ok());
  std::vector<std::string> translations(sentences.size());
  while ((*engine)->active() > 0) {
    (*engine)->Step();
    for (const EngineResult& result : (*engine)->Collect()) {
      EXPECT_EQ(result.finish_reason, FinishReason::kEndOfSentence);
      translations[result.id] =
          model.tokenizer().Decode(result.hypotheses.at(0).tokens);
    }
  }
  return translations;
}

TEST(LearnADozenSentencesTest, SaysThemBackWordForWordInBothDirections) {
  const TempDir temporary;
  const std::filesystem::path& directory = temporary.path();
  std::vector<std::string> english;
  std::vector<std::string> spanish;
  {
    std::ofstream english_file(directory / "train.en");
    std::ofstream spanish_file(directory / "train.es");
    for (const auto& [en, es] : Dozen()) {
      english.push_back(en);
      spanish.push_back(es);
      english_file << en << '\n';
      spanish_file << es << '\n';
    }
  }
  const std::atomic<bool> never = false;
  std::string output;
  const auto reason = RunTraining(
      SmokeOptions(directory), never,
      [&output](const std::string& line) { output += line + "\n"; });
  ASSERT_TRUE(reason.ok()) << reason.status();
  EXPECT_EQ(*reason, StopReason::kMaxUpdates);
  // Scored through the serving engine at the save.
  EXPECT_THAT(output,
              AllOf(HasSubstr("en-es dev BLEU"), HasSubstr("es-en dev BLEU")));

  const auto model = TranslationModel::Load(directory / "model");
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_EQ(Translate(**model, english, "es"), spanish);
  EXPECT_EQ(Translate(**model, spanish, "en"), english);
  EXPECT_EQ((*model)->card().golden.size(), 2U);
  EXPECT_TRUE((*model)->SelfTest().ok()) << (*model)->SelfTest();
}

}  // namespace
}  // namespace interpres
