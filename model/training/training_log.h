// Writes the session lines of the log of a training run and parses the log.

#ifndef INTERPRES_MODEL_TRAINING_TRAINING_LOG_H_
#define INTERPRES_MODEL_TRAINING_TRAINING_LOG_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "model/training/unspelled_characters.h"

namespace interpres {

// A dev sentence and its reference.
struct SampleSentence {
  std::string source;
  std::string reference;

  bool operator<(const SampleSentence& other) const {
    return std::tie(source, reference) <
           std::tie(other.source, other.reference);
  }
};

// Translations by update number.
using SampleHistory = std::map<int64_t, std::string>;

// A character that the vocabulary has no piece for, with its count and its
// first place in the training texts. Part of TrainingLog.
struct LoggedCharacter {
  std::string character;
  int64_t count = 0;
  std::string place;  // "FILE:LINE"
  std::string example;
};

// Values by update number.
using Curve = std::map<int64_t, double>;

// The contents of the log of a run, over all its sessions. A session that
// resumes from update U discards the earlier values after U, because the run
// went back to U.
struct TrainingLog {
  Curve loss;  // nats per target token, with label smoothing
  Curve nll;   // nats per target token, without label smoothing
  Curve learning_rate;
  Curve tokens_per_second;  // source and target tokens
  Curve gradient_norm;      // before clipping
  Curve epoch;              // from 1
  Curve seconds;            // of training so far, over all sessions
  Curve dev_loss;           // nats per target token, without label smoothing
  // BLEU, 0 to 100, of the written checkpoints by update, for each direction
  // such as "en-es". The key "en-es, as validated" has the BLEU of weights that
  // a validation judged but did not write.
  std::map<std::string, Curve> bleu;
  std::map<std::string, Curve> chrf;  // chrF, 0 to 100, with the same keys
  // The updates after which the sessions began, ascending. 0 is the start of
  // a new run. A session that begins after update U removes the earlier
  // sessions at or after U from the list.
  std::vector<int64_t> sessions;
  std::map<std::string, std::string> settings;  // of the last session
  // `defaults` has the default of each setting that has another value. `facts`
  // has the numbers of the run that are not settings, such as "parameters".
  // Both are from the last session.
  std::map<std::string, std::string> defaults;
  std::map<std::string, std::string> facts;
  // The translations of dev sentences by the validated weights: for each
  // direction such as "en-es" and each sentence, the translation by update
  // number.
  std::map<std::string, std::map<SampleSentence, SampleHistory>> samples;
  // `spelling` and `unspelled` are about the characters of the training texts
  // that the vocabulary has no piece for. Both are from the last session.
  std::string spelling;  // a summary; empty if the log has none
  std::vector<LoggedCharacter> unspelled;
  // Number of lines of the log that cannot be parsed as JSON objects, such as a
  // line that was cut off when the process was killed. Empty lines do not
  // count.
  int64_t unreadable_lines = 0;
};

// Parses the contents of log.jsonl. Ignores unknown events and keys, and lines
// without an update number of 0 to 2^53 - 1. Never fails: counts the lines that
// are not JSON objects in TrainingLog::unreadable_lines.
TrainingLog ParseTrainingLog(std::string_view text);

// The contents of the first log line of a session. TrainingLog explains the
// three maps.
struct SessionStart {
  int64_t update = 0;  // the session begins after this update
  std::map<std::string, std::string> settings = {};
  std::map<std::string, std::string> defaults = {};
  std::map<std::string, std::string> facts = {};
};

// Returns the first log line of a session: {"event":"start","update":...,
// "settings":{...},"defaults":{...},"facts":{...}}, without a line end.
std::string FormatSessionStart(const SessionStart& start);

// Returns the log lines of a spelling report, without line ends. The first line
// is an event "spelling" with the summary. Then follows an event "unspelled"
// for each of the first 50 characters of report.found. `update` is the update
// number in the events.
std::vector<std::string> FormatSpellingEvents(int64_t update,
                                              const SpellingReport& report);

// Returns the log line of a translation of a dev sentence by the weights of
// `update`, without a line end: an event "sample".
std::string FormatSample(int64_t update, const std::string& direction,
                         const SampleSentence& sentence,
                         const std::string& translation);

// Returns the last log line of a session that ended after `update`:
// {"event":"stop","update":...,"reason":"..."}, without a line end. A session
// that was killed has no such line.
std::string FormatSessionEnd(int64_t update, const std::string& reason);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINING_LOG_H_
