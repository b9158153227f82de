// Tested by generation_config_json_test.cc.

#include "model/config/generation_config.h"

#include <algorithm>

namespace interpres {

std::vector<int32_t> SuppressedIds(const ModelConfig& config,
                                   const GenerationConfig& generation) {
  std::vector<int32_t> ids = generation.suppressed_ids;
  ids.push_back(config.pad_token_id);
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

}  // namespace interpres
