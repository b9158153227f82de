// Tested by translation_work_test.cc.

#include "server/service/text_outcome.h"

namespace interpres {

void RecordAtoms(const std::vector<ProtectedTranslation>& translations,
                 ModelMetrics& metrics) {
  if (translations.empty()) {
    return;
  }
  for (const ProtectedSpan& span : translations.front().spans) {
    metrics.RecordProtectedSpan(span.kind, span.step);
  }
}

}  // namespace interpres
