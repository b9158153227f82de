// The texts of a request, their segments, and the results of the segments.

#ifndef INTERPRES_SERVER_SERVICE_TEXT_OUTCOME_H_
#define INTERPRES_SERVER_SERVICE_TEXT_OUTCOME_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "model/document/document.h"
#include "model/engine/carried_runs.h"
#include "model/engine/protection.h"
#include "model/engine/source_offsets.h"
#include "model/markup/markup_document.h"
#include "server/metrics/model_metrics.h"
#include "server/scheduling/job.h"
#include "server/service/text_languages.h"

namespace interpres {

// The result of one segment.
struct SegmentOutcome {
  int32_t source_tokens = 0;
  // True if the segment has no pieces, or nothing beside its atoms. Then it has
  // no job, and its translation is a copy.
  bool is_empty = false;
  // Ids of the source tokens. Empty unless the request asks for alignments or
  // attention weights.
  std::vector<int32_t> source = {};
  // The parts of the segment that its translations must copy.
  std::vector<CarriedRun> runs = {};
  // The places of the source tokens in the segment. Empty unless the segment
  // has atoms.
  SourceOffsets offsets = {};
  JobOutcome outcome = {};
  // For each hypothesis, whether it leaves a part of the source out. May be
  // shorter than the list of hypotheses.
  std::vector<bool> low_coverage = {};
  // For each hypothesis, its text, atoms and terms. Empty if the segment has
  // neither.
  std::vector<ProtectedTranslation> translations = {};
  // Whether the repair of atoms was cut short by the deadline.
  bool is_repair_incomplete = false;
};

// Counts the atoms of the best translation in the metrics. `translations` may
// be empty.
void RecordAtoms(const std::vector<ProtectedTranslation>& translations,
                 ModelMetrics& metrics);

// One text of a request, and its result.
struct TextOutcome {
  // OK, or why no segment of the text was translated.
  absl::Status status = {};
  // Whether the text was divided into sentences. If false, the text is one
  // segment.
  bool is_split = true;
  TextLanguages languages = {};
  Document document = {};
  // The markup of the text. Null for plain text. Otherwise `document` is its
  // PlainDocument.
  std::optional<MarkupDocument> markup = std::nullopt;
  // The results of document.segments, in the same order. Has fewer elements if
  // `status` is an error.
  std::vector<SegmentOutcome> segments = {};
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_TEXT_OUTCOME_H_
