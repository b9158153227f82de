// The description of a model for a terminal.

#ifndef INTERPRES_CLIENT_MODEL_TEXT_H_
#define INTERPRES_CLIENT_MODEL_TEXT_H_

#include <string>

#include "interpres/v1/translation.pb.h"

namespace interpres {

// Returns the lines that `interpres models` prints about `model`: the name, and
// a line each for properties such as the version and the directions. A model
// that translates each of five or more languages to each other has a list of
// its languages instead of its directions. An absent version, family or
// direction is "not stated".
std::string ModelText(const v1::Model& model);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_MODEL_TEXT_H_
