// The answer of ListLanguages.

#ifndef INTERPRES_SERVER_SERVICE_LANGUAGE_LIST_H_
#define INTERPRES_SERVER_SERVICE_LANGUAGE_LIST_H_

#include <span>
#include <string>

#include "interpres/v1/translation.pb.h"
#include "server/registry/model_registry.h"

namespace interpres {

// Returns the pairs of languages that the models translate, directly or through
// a pivot language, sorted by their codes, each with its models. Of several
// pivot languages the first connects a pair.
v1::ListLanguagesResponse DescribeLanguages(
    const ModelRegistry& models, std::span<const std::string> pivot_languages);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_LANGUAGE_LIST_H_
