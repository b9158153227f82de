// Makes the object that repairs the atoms and terms of a segment.

#ifndef INTERPRES_SERVER_SERVICE_LEG_REPAIR_H_
#define INTERPRES_SERVER_SERVICE_LEG_REPAIR_H_

#include <cstdint>
#include <optional>

#include "model/engine/atom_repair.h"
#include "server/service/request_plan.h"
#include "server/service/text_outcome.h"

namespace interpres {

// Returns the object that repairs the segment with the index `segment` of the
// text. Null means that the segment has neither atoms nor terms. REQUIRES: the
// plan and the text outlive the result.
std::optional<AtomRepair> MakeRepair(const LegPlan& plan,
                                     const TextOutcome& text, int32_t segment);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_LEG_REPAIR_H_
