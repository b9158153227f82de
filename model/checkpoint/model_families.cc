// Tested by m2m_100_test.cc.

#include "model/checkpoint/model_families.h"

#include "model/checkpoint/m2m_100.h"
#include "model/checkpoint/marian_mt.h"

namespace interpres {

const ModelFamily& FamilyOfConfig(std::string_view text) {
  return IsM2m100Config(text) ? kM2m100 : kMarianMt;
}

}  // namespace interpres
