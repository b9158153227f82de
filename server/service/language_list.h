// The answer of ListLanguages.

#ifndef INTERPRES_SERVER_SERVICE_LANGUAGE_LIST_H_
#define INTERPRES_SERVER_SERVICE_LANGUAGE_LIST_H_

#include "interpres/v1/translation.pb.h"
#include "server/registry/model_registry.h"

namespace interpres {

// Returns the pairs of languages that the models translate, sorted by their
// codes, each with its models.
v1::ListLanguagesResponse DescribeLanguages(const ModelRegistry& models);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_LANGUAGE_LIST_H_
