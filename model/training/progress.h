// What a training run tells: a line for people, a line of JSON for plots.

#ifndef INTERPRES_MODEL_TRAINING_PROGRESS_H_
#define INTERPRES_MODEL_TRAINING_PROGRESS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/training/network.h"

namespace interpres {

// A window of updates, up to and including `update`.
struct ProgressRecord {
  int64_t update = 0;
  int64_t epoch = 0;  // from 0
  LossSums sums;      // of the window
  int64_t source_tokens = 0;
  double window_seconds = 0.0;
  double total_seconds = 0.0;  // of training, over all sessions
  double learning_rate = 0.0;
  double gradient_norm = 0.0;  // of the last update, per token, before clipping
  // Of the whole run: their loss or gradient was not finite.
  int64_t skipped_updates = 0;
  // Seconds to the end, where the options say where it is.
  std::optional<double> remaining_seconds;
};

// update 1200 | epoch 3 | loss 3.412 | ppl 12.10 | 6543 tok/s | lr 0.00087 |
// ... "loss nan" for a window whose updates were all skipped.
std::string FormatProgressLine(const ProgressRecord& record);

// {"event":"train","update":1200,...}; no line end.
std::string FormatProgressJson(const ProgressRecord& record);

// A validation.
struct ValidationRecord {
  int64_t update = 0;
  double loss = 0.0;  // nats per target token, no label smoothing
  double best_loss = 0.0;
  double total_seconds = 0.0;
  // Of a run that BLEU or chrF judges; no metric: the loss does.
  std::string_view metric = {};
  double score = 0.0;
  double best_score = 0.0;
};

std::string FormatValidationLine(const ValidationRecord& record);
std::string FormatValidationJson(const ValidationRecord& record);

// "1:02:03", "4:05".
std::string FormatDuration(double seconds);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_PROGRESS_H_
