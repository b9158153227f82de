// Properties of a served model, found by translating a few built-in sentences.

#ifndef INTERPRES_SERVER_REGISTRY_MODEL_PROBES_H_
#define INTERPRES_SERVER_REGISTRY_MODEL_PROBES_H_

#include <atomic>
#include <map>
#include <mutex>
#include <string>

#include "model/checkpoint/model_directory.h"
#include "model/document/sentinel.h"
#include "model/engine/translation_model.h"

namespace interpres {

// Two properties of a model, by target language: the usual number of target
// tokens for each source token (model/engine/coverage.h), and the sentinels
// that the model copies (model/engine/sentinel_probe.h). The golden sentences
// of a model may say the number of tokens. The rest is found by translating a
// few built-in sentences. Thread-safe.
class ModelProbes {
 public:
  // Takes the numbers of the golden sentences. Translates nothing.
  explicit ModelProbes(const TranslationModel& model);

  // Translates the built-in sentences in each direction. Only the first call
  // does this; concurrent calls wait until the first call has returned. Logs an
  // error; then the property stays unknown. REQUIRES: `model` is the model of
  // the constructor, with its weights.
  void Run(const TranslationModel& model);

  // Return where a property of a target language stands: the number of tokens,
  // or the sentinels. The property is 0 or kNone, for unknown, until Run has
  // returned, and constant afterwards. Null means that the property stays
  // unknown. The result is valid as long as this object.
  const std::atomic<double>* LengthRatio(
      const std::string& target_language) const;
  const std::atomic<SentinelForm>* Sentinels(
      const std::string& target_language) const;

 private:
  struct Results {
    std::atomic<double> length_ratio = 0.0;
    std::atomic<SentinelForm> sentinels = SentinelForm::kNone;
  };

  // Sets the properties of direction.target that are unknown.
  void ProbeDirection(const TranslationModel& model,
                      const LanguageDirection& direction);
  // Returns null if the properties stay unknown.
  const Results* Find(const std::string& target_language) const;

  // By target language. The keys are constant.
  std::map<std::string, Results> results_;
  std::once_flag once_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_REGISTRY_MODEL_PROBES_H_
