// The languages of the models M2M-100 and NLLB-200.

#ifndef INTERPRES_MODEL_CHECKPOINT_M2M_100_LANGUAGES_H_
#define INTERPRES_MODEL_CHECKPOINT_M2M_100_LANGUAGES_H_

#include <string>
#include <vector>

namespace interpres {

struct ModelLanguage {
  std::string code;  // as the model spells it: `zho_Hans`
  std::string tag;   // of BCP 47: `zh-Hans`
};

// The lists of languages that LanguagesOf returns, each of one kind of models.
enum class LanguageList {
  kM2m,   // 100 languages (Fan et al. 2020)
  kNllb,  // 202 codes, from FLORES-200 (NLLB team 2022)
};

// Returns the languages of the models of `list`, in the order of their token
// ids. No code and no tag occurs twice. Thread-safe.
std::vector<ModelLanguage> LanguagesOf(LanguageList list);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_M2M_100_LANGUAGES_H_
