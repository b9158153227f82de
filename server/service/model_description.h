// The description of a served model in the interface.

#ifndef INTERPRES_SERVER_SERVICE_MODEL_DESCRIPTION_H_
#define INTERPRES_SERVER_SERVICE_MODEL_DESCRIPTION_H_

#include "interpres/v1/translation.pb.h"
#include "server/registry/served_model.h"

namespace interpres {

// The description that ListModels and GetModel return.
v1::Model DescribeModel(const ServedModel& served);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_MODEL_DESCRIPTION_H_
