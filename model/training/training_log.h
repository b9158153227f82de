// The machine-readable log of a training run, read back.

#ifndef INTERPRES_MODEL_TRAINING_TRAINING_LOG_H_
#define INTERPRES_MODEL_TRAINING_TRAINING_LOG_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace interpres {

// Values by update.
using Curve = std::map<int64_t, double>;

// One run, over all its sessions. Where a resumed session repeated updates, its
// values count; what a session logged after the update that its successor
// resumed from is gone, as the run itself went back.
struct TrainingLog {
  Curve loss;  // nats per target token, with label smoothing
  Curve nll;   // without
  Curve learning_rate;
  Curve tokens_per_second;  // source and target
  Curve gradient_norm;      // before clipping
  Curve epoch;              // from 1
  Curve seconds;            // of training so far, over all sessions
  Curve dev_loss;           // nats per target token, without label smoothing
  // By direction, "en-es"; "en-es, as validated" of the weights that a
  // validation by score judged, which are not written.
  std::map<std::string, Curve> bleu;
  std::map<std::string, Curve> chrf;
  // The updates that sessions began after; the first is 0.
  std::vector<int64_t> sessions;
  std::map<std::string, std::string> settings;  // of the last session
  // Lines that are no JSON objects, such as one that a kill cut short.
  int64_t unreadable_lines = 0;
};

// Reads the lines of log.jsonl. Events and keys that are not known are passed
// over.
TrainingLog ParseTrainingLog(std::string_view text);

// The first line of a session: {"event":"start","update":...,"settings":{...}};
// no line end.
std::string FormatSessionStart(
    int64_t update, const std::map<std::string, std::string>& settings);

// The last line of a session that no kill ended:
// {"event":"stop","update":...,"reason":"..."}; no line end.
std::string FormatSessionEnd(int64_t update, const std::string& reason);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINING_LOG_H_
