// The parts of the server that every call uses.

#ifndef INTERPRES_SERVER_SERVICE_TRANSLATION_CONTEXT_H_
#define INTERPRES_SERVER_SERVICE_TRANSLATION_CONTEXT_H_

#include <string>
#include <vector>

#include "model/engine/protection.h"
#include "server/admission/receive_budget.h"
#include "server/base/clock.h"
#include "server/base/permits.h"
#include "server/glossary/glossary_store.h"
#include "server/metrics/metrics.h"
#include "server/quota/character_quota.h"
#include "server/registry/model_registry.h"
#include "server/scheduling/text_pool.h"
#include "server/security/bearer_tokens.h"
#include "server/service/call_tracker.h"
#include "server/service/request_limits.h"

namespace interpres {

// All parts outlive the listeners.
struct TranslationContext {
  // Null means that callers need no token.
  const BearerTokens* tokens = nullptr;
  ModelRegistry& models;
  Metrics& metrics;
  Clock& clock;
  TextPool& text_pool;
  ReceiveBudget& received;
  CallTracker& calls;
  // Bounds the number of concurrent requests that want attention weights,
  // because their responses are large. Each such request takes one permit and
  // holds it until its response is written. Without a free permit, the request
  // is refused with RESOURCE_EXHAUSTED.
  Permits& attention;
  RequestLimits request_limits;
  // Whether texts are divided into sentences if their request does not say.
  bool split_by_default = true;
  // What happens to atoms if their request does not say.
  Integrity integrity_by_default = Integrity::kRepair;
  // The languages through which requests may be translated, in the order of
  // preference.
  std::vector<std::string> pivot_languages = {};
  // Null means that the server has no quota.
  CharacterQuota* quota = nullptr;
  // Null means that the server has no glossaries.
  GlossaryStore* glossaries = nullptr;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_TRANSLATION_CONTEXT_H_
