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

// The result of one segment of a text, and the data that is needed to write it
// into a response.
struct SegmentOutcome {
  int32_t source_tokens = 0;
  // True if the segment has no pieces, or no content beside its atoms. Then the
  // segment has no job, and its translation is a copy, in which only the form
  // of numbers may change.
  bool is_empty = false;
  // Ids of the source tokens of the segment. Empty unless the request asks for
  // alignments or attention weights.
  std::vector<int32_t> source = {};
  // The parts of the segment that the vocabulary cannot spell, and respelled
  // words. Its translations must copy these parts.
  std::vector<CarriedRun> runs = {};
  // The places of the source tokens in the segment. Empty unless the segment
  // has atoms or terms, or its text has markup.
  SourceOffsets offsets = {};
  JobOutcome outcome = {};
  // For each hypothesis of `outcome`, whether the hypothesis leaves a part of
  // the source out. A missing element means false.
  std::vector<bool> low_coverage = {};
  // For each hypothesis of `outcome`, its text, atoms and terms. A copied
  // segment with atoms has one element. Empty if the segment has neither atoms
  // nor terms.
  std::vector<ProtectedTranslation> translations = {};
  // Whether the last attempt was a repair of atoms and terms that lacked time
  // or memory, or failed with an error. False if the repair was cancelled.
  bool is_repair_incomplete = false;
};

// Counts the atoms of the first of `translations` in the metrics, by their kind
// and the step that kept them. Does nothing if `translations` is empty.
void RecordAtoms(const std::vector<ProtectedTranslation>& translations,
                 ModelMetrics& metrics);

// One text of a request, and its result.
struct TextOutcome {
  // OK, or the error of the preparation of the text. With an error, no segment
  // of the text becomes a job. Does not include the errors of jobs.
  absl::Status status = {};
  // Whether the text was divided into sentences. False means that the text is
  // one segment. Always true for a text with markup.
  bool is_split = true;
  TextLanguages languages = {};
  Document document = {};
  // The parsed markup of the text. Null means plain text. If not null,
  // `document` is the PlainDocument of this markup.
  std::optional<MarkupDocument> markup = std::nullopt;
  // The results of document.segments, in the same order. Complete only if
  // `status` is OK.
  std::vector<SegmentOutcome> segments = {};
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_TEXT_OUTCOME_H_
