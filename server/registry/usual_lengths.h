// The usual lengths of a served model's translations.

#ifndef INTERPRES_SERVER_REGISTRY_USUAL_LENGTHS_H_
#define INTERPRES_SERVER_REGISTRY_USUAL_LENGTHS_H_

#include <atomic>
#include <map>
#include <mutex>
#include <string>

#include "model/engine/translation_model.h"

namespace interpres {

// The usual number of target tokens for each source token, by target language
// (model/engine/coverage.h). The golden sentences of a model say this number.
// For a model without golden sentences, the number is measured. Thread-safe.
class UsualLengths {
 public:
  // Takes the numbers of the golden sentences. Translates nothing.
  explicit UsualLengths(const TranslationModel& model);

  // Translates a few short sentences in each direction whose number the golden
  // sentences do not say. Only the first call does this; concurrent calls wait
  // until the first call has returned. Logs an error; then the numbers stay
  // unknown. REQUIRES: `model` is the model of the constructor, with its
  // weights.
  void Measure(const TranslationModel& model);

  // Returns where the number of a target language stands: the number is 0, for
  // unknown, until Measure has returned, and constant afterwards. Null means
  // that the number stays unknown. The result is valid as long as this object.
  const std::atomic<double>* Find(const std::string& target_language) const;

 private:
  // By target language. The keys are constant.
  std::map<std::string, std::atomic<double>> ratios_;
  std::once_flag measured_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_REGISTRY_USUAL_LENGTHS_H_
