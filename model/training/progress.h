// Formats the progress of a training run: lines for people and lines of JSON
// for the log.

#ifndef INTERPRES_MODEL_TRAINING_PROGRESS_H_
#define INTERPRES_MODEL_TRAINING_PROGRESS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/training/network.h"

namespace interpres {

// The progress over a window: the updates since the last progress line.
// `update` is the last update of the window. The sums and the tokens omit the
// skipped updates, and so does the number of tokens per second.
struct ProgressRecord {
  int64_t update = 0;
  int64_t epoch = 0;  // from 0
  LossSums sums;      // of the window
  // Source tokens of the window.
  int64_t source_tokens = 0;
  double window_seconds = 0.0;
  double total_seconds = 0.0;  // of training, over all sessions
  double learning_rate = 0.0;
  double gradient_norm = 0.0;  // of the last update, per token, before clipping
  // Number of updates of the whole run that were skipped because their loss or
  // gradient was not finite.
  int64_t skipped_updates = 0;
  // Estimated seconds until the run ends. Absent if the options set no limit on
  // updates, epochs or time.
  std::optional<double> remaining_seconds;
};

// Returns a line for people, without a line end, such as "update 1200 | epoch 3
// | loss 3.412 | ppl 12.10 | 6543 tok/s | lr ...". The line counts epochs from
// 1 and shows record.epoch + 1. The loss is "nan" if all updates of the window
// were skipped.
std::string FormatProgressLine(const ProgressRecord& record);

// Returns the record as a JSON object, {"event":"train","update":1200,...},
// without a line end. The object counts epochs from 1. A number that is not
// finite is null.
std::string FormatProgressJson(const ProgressRecord& record);

// The result of a validation: the loss, and perhaps a score, on the dev set.
struct ValidationRecord {
  int64_t update = 0;
  double loss = 0.0;  // nats per target token, no label smoothing
  double best_loss = 0.0;
  double total_seconds = 0.0;
  // Name of the metric that judges the run: "bleu" or "chrf". Empty means that
  // the loss judges the run; `score` and `best_score` are then unused.
  std::string_view metric = {};
  double score = 0.0;
  double best_score = 0.0;
};

// Returns a line for people about a validation, without a line end. The line
// has the losses, and the scores if record.metric is not empty.
std::string FormatValidationLine(const ValidationRecord& record);
// Returns the record as a JSON object, {"event":"validate",...}, without a line
// end. The object has the loss, but neither the score nor the best values. A
// loss that is not finite is null.
std::string FormatValidationJson(const ValidationRecord& record);

// Returns the duration, rounded to seconds, as m:ss below one hour, otherwise
// as h:mm:ss. Examples: "4:05" and "1:02:03". A negative duration counts as 0.
std::string FormatDuration(double seconds);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_PROGRESS_H_
