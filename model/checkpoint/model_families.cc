// Tested by m2m_100_test.cc and interpres_model_test.cc.

#include "model/checkpoint/model_families.h"

#include "model/base/status.h"
#include "model/checkpoint/interpres_model.h"
#include "model/checkpoint/m2m_100.h"
#include "model/checkpoint/marian_mt.h"

namespace interpres {

const ModelFamily& FamilyOfConfig(std::string_view text) {
  if (IsInterpresConfig(text)) {
    return kInterpresModel;
  }
  return IsM2m100Config(text) ? kM2m100 : kMarianMt;
}

absl::StatusOr<const ModelFamily*> FamilyToWrite(const ModelConfig& config) {
  if (CheckMarianMtLayout(config).ok()) {
    return &kMarianMt;
  }
  INTERPRES_RETURN_IF_ERROR(CheckInterpresLayout(config));
  return &kInterpresModel;
}

}  // namespace interpres
