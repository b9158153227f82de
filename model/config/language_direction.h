// A pair of languages that a model translates between.

#ifndef INTERPRES_MODEL_CONFIG_LANGUAGE_DIRECTION_H_
#define INTERPRES_MODEL_CONFIG_LANGUAGE_DIRECTION_H_

#include <string>

namespace interpres {

// Both languages are BCP 47 codes.
struct LanguageDirection {
  std::string source;
  std::string target;
  bool operator==(const LanguageDirection&) const = default;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_CONFIG_LANGUAGE_DIRECTION_H_
