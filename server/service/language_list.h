// The answer of ListLanguages.

#ifndef INTERPRES_SERVER_SERVICE_LANGUAGE_LIST_H_
#define INTERPRES_SERVER_SERVICE_LANGUAGE_LIST_H_

#include <span>
#include <string>

#include "interpres/v1/translation.pb.h"
#include "server/registry/model_registry.h"

namespace interpres {

// Returns the pairs of languages that the models of `models` translate, each
// with its models, sorted by codes. Includes pairs that no model translates
// directly, but that a language of `pivot_languages` connects. If several pivot
// languages connect a pair, the first is used. A code is empty if a model does
// not state the language.
v1::ListLanguagesResponse DescribeLanguages(
    const ModelRegistry& models, std::span<const std::string> pivot_languages);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_LANGUAGE_LIST_H_
