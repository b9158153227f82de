// The description of a model for a terminal.

#ifndef INTERPRES_CLIENT_MODEL_TEXT_H_
#define INTERPRES_CLIENT_MODEL_TEXT_H_

#include <string>

#include "interpres/v1/translation.pb.h"

namespace interpres {

// Returns one paragraph. A model that translates each of five or more languages
// to each other has a list of its languages, and other models have a list of
// their directions.
std::string ModelText(const v1::Model& model);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_MODEL_TEXT_H_
