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
#include "server/registry/probe_file.h"

namespace interpres {

// Two properties of a model, by target language: the usual number of target
// tokens for each source token (model/engine/coverage.h), and the sentinels
// that the model copies (model/engine/sentinel_probe.h). The golden sentences
// of a model may say the number of tokens. The rest is found by translating a
// few built-in sentences, unless the results are in a file. Thread-safe.
class ModelProbes {
 public:
  // Takes the results of `file` if the file has all languages, or else the
  // numbers of the golden sentences. Translates nothing.
  explicit ModelProbes(const TranslationModel& model, ProbeFile file = {});

  // Unless the results came from the file: translates the built-in sentences in
  // each direction and writes the results to the file. Only the first call does
  // this; concurrent calls wait until the first call has returned. Logs an
  // error; then the property stays unknown, and the file is not written. If the
  // file cannot be written, the results stay in memory only. REQUIRES: `model`
  // is the model of the constructor, with its weights.
  void Run(const TranslationModel& model);

  // Return where a property of a target language stands: the number of tokens,
  // or the sentinels. The property may be 0 or kNone, for unknown, until Run
  // has returned, and is constant afterwards. Null means that the property
  // stays unknown. The result is valid as long as this object.
  const std::atomic<double>* LengthRatio(
      const std::string& target_language) const;
  const std::atomic<SentinelForm>* Sentinels(
      const std::string& target_language) const;

 private:
  struct Results {
    std::atomic<double> length_ratio = 0.0;
    std::atomic<SentinelForm> sentinels = SentinelForm::kNone;
  };

  // Sets the properties of direction.target that are unknown. Returns false
  // after an error.
  bool ProbeDirection(const TranslationModel& model,
                      const LanguageDirection& direction);
  // Sets all properties, or none if a language is missing. Returns whether the
  // properties are set.
  bool TakeResults(const ProbeResults& stored);
  void WriteResults() const;
  // Returns null if the properties stay unknown.
  const Results* Find(const std::string& target_language) const;

  // By target language. The keys are constant.
  std::map<std::string, Results> results_;
  const ProbeFile file_;
  bool stored_ = false;  // constant after the constructor
  std::once_flag once_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_REGISTRY_MODEL_PROBES_H_
