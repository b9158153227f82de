// Tested by training_log_test.cc.

#include "model/training/training_log.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_format.h"
#include "model/checkpoint/json_scalars.h"

namespace interpres {
namespace {

constexpr std::string_view kSettings = "settings/";

// The curves of progress lines, by the key of their values.
constexpr std::pair<const char*, Curve TrainingLog::*> kTrainCurves[] = {
    {"loss", &TrainingLog::loss},
    {"nll", &TrainingLog::nll},
    {"learning_rate", &TrainingLog::learning_rate},
    {"tokens_per_second", &TrainingLog::tokens_per_second},
    {"gradient_norm", &TrainingLog::gradient_norm},
    {"epoch", &TrainingLog::epoch},
    {"seconds", &TrainingLog::seconds},
};

void EraseAfter(int64_t update, Curve& curve) {
  curve.erase(curve.upper_bound(update), curve.end());
}

void EraseAfter(int64_t update, std::map<std::string, Curve>& curves) {
  for (auto& [direction, curve] : curves) {
    EraseAfter(update, curve);
  }
}

// The run went back to this update.
void BeginSession(int64_t update, const JsonScalars& line, TrainingLog& log) {
  for (const auto& [key, curve] : kTrainCurves) {
    EraseAfter(update, log.*curve);
  }
  EraseAfter(update, log.dev_loss);
  EraseAfter(update, log.bleu);
  EraseAfter(update, log.chrf);
  std::erase_if(log.sessions, [&](int64_t begin) { return begin >= update; });
  log.sessions.push_back(update);
  log.settings.clear();
  for (const auto& [key, value] : line.strings) {
    if (key.starts_with(kSettings)) {
      log.settings[key.substr(kSettings.size())] = value;
    }
  }
}

// Keeps the number of that key, if there is one.
void Keep(const JsonScalars& line, const char* key, int64_t update,
          Curve& curve) {
  if (const auto found = line.numbers.find(key); found != line.numbers.end()) {
    curve[update] = found->second;
  }
}

std::string Text(const JsonScalars& line, const char* key) {
  const auto found = line.strings.find(key);
  return found == line.strings.end() ? "" : found->second;
}

void Add(const JsonScalars& line, TrainingLog& log) {
  const auto number = line.numbers.find("update");
  // Beyond 2^53 a double is no exact count.
  if (number == line.numbers.end() ||
      !(number->second >= 0.0 && number->second < 0x1p53)) {
    return;
  }
  const auto update = static_cast<int64_t>(number->second);
  const std::string event = Text(line, "event");
  if (event == "start") {
    BeginSession(update, line, log);
  } else if (event == "train") {
    for (const auto& [key, curve] : kTrainCurves) {
      Keep(line, key, update, log.*curve);
    }
  } else if (event == "validate") {
    Keep(line, "dev_loss", update, log.dev_loss);
  } else if (event == "score" || event == "candidate") {
    const std::string direction =
        Text(line, "direction") + (event == "score" ? "" : ", as validated");
    Keep(line, "bleu", update, log.bleu[direction]);
    Keep(line, "chrf", update, log.chrf[direction]);
  }
}

}  // namespace

TrainingLog ParseTrainingLog(std::string_view text) {
  TrainingLog log;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) {
      continue;
    }
    if (const auto scalars = ParseJsonScalars(line, "log"); scalars.ok()) {
      Add(*scalars, log);
    } else {
      ++log.unreadable_lines;
    }
  }
  return log;
}

std::string FormatSessionStart(
    int64_t update, const std::map<std::string, std::string>& settings) {
  return absl::StrFormat(R"({"event":"start","update":%d,"settings":%s})",
                         update, JsonObjectOf(settings));
}

std::string FormatSessionEnd(int64_t update, const std::string& reason) {
  return absl::StrFormat(R"({"event":"stop","update":%d,%s)", update,
                         JsonObjectOf({{"reason", reason}}).substr(1));
}

}  // namespace interpres
