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

// The parts and the defaults of the server that every call uses. ServerApp owns
// the parts, which outlive the listeners.
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
  // holds the permit until its response is written. Without a free permit, the
  // request is rejected with RESOURCE_EXHAUSTED.
  Permits& attention;
  RequestLimits request_limits;
  // Whether texts are divided into sentences if their request does not say. If
  // not divided, each text is one sentence.
  bool split_by_default = true;
  // What happens to atoms (spans that must not change, such as numbers) if the
  // request does not say.
  Integrity integrity_by_default = Integrity::kRepair;
  // The pivot languages through which requests with allow_pivot may be
  // translated, most preferred first. Codes of BCP 47. Empty means that no
  // request may use a pivot language.
  std::vector<std::string> pivot_languages = {};
  // Null means that the server has no quota.
  CharacterQuota* quota = nullptr;
  // Null means that the server has no glossaries.
  GlossaryStore* glossaries = nullptr;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_TRANSLATION_CONTEXT_H_
