// Tested by training_log_test.cc.

#include "model/training/training_log.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "absl/strings/str_format.h"
#include "model/base/json_string.h"
#include "model/checkpoint/json_scalars.h"

namespace interpres {
namespace {

// Characters without a piece that the log gets.
constexpr std::size_t kMostCharacters = 50;

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

// The strings of a nested object.
std::map<std::string, std::string> Nested(const JsonScalars& line,
                                          std::string_view prefix) {
  std::map<std::string, std::string> strings;
  for (const auto& [key, value] : line.strings) {
    if (key.starts_with(prefix)) {
      strings[key.substr(prefix.size())] = value;
    }
  }
  return strings;
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
  for (auto& [direction, sentences] : log.samples) {
    for (auto& [sentence, history] : sentences) {
      history.erase(history.upper_bound(update), history.end());
    }
  }
  log.settings = Nested(line, "settings/");
  log.defaults = Nested(line, "defaults/");
  log.facts = Nested(line, "facts/");
  log.spelling.clear();
  log.unspelled.clear();
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

void AddCharacter(const JsonScalars& line, TrainingLog& log) {
  const auto count = line.numbers.find("count");
  if (count == line.numbers.end() ||
      !(count->second >= 0.0 && count->second < 0x1p53)) {
    return;
  }
  log.unspelled.push_back({.character = Text(line, "character"),
                           .count = static_cast<int64_t>(count->second),
                           .place = Text(line, "place"),
                           .example = Text(line, "example")});
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
  } else if (event == "sample") {
    log.samples[Text(line, "direction")]
               [{Text(line, "source"), Text(line, "reference")}][update] =
        Text(line, "translation");
  } else if (event == "spelling") {
    log.spelling = Text(line, "summary");
  } else if (event == "unspelled") {
    AddCharacter(line, log);
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

std::string FormatSessionStart(const SessionStart& start) {
  return absl::StrFormat(
      R"({"event":"start","update":%d,"settings":%s,"defaults":%s,"facts":%s})",
      start.update, JsonObjectOf(start.settings), JsonObjectOf(start.defaults),
      JsonObjectOf(start.facts));
}

std::vector<std::string> FormatSpellingEvents(int64_t update,
                                              const SpellingReport& report) {
  std::vector<std::string> lines;
  lines.push_back(absl::StrFormat(
      R"({"event":"spelling","update":%d,"summary":%s})", update,
      JsonString(FormatSpellingReport(report, 0).front())));
  for (const UnspelledCharacter& found :
       std::span(report.found)
           .first(std::min(kMostCharacters, report.found.size()))) {
    lines.push_back(absl::StrFormat(
        R"({"event":"unspelled","update":%d,"character":%s,"count":%d,)"
        R"("place":%s,"example":%s})",
        update, JsonString(found.character), found.count,
        JsonString(absl::StrFormat("%s:%d", found.file, found.line)),
        JsonString(found.example)));
  }
  return lines;
}

std::string FormatSample(int64_t update, const std::string& direction,
                         const SampleSentence& sentence,
                         const std::string& translation) {
  return absl::StrFormat(
      R"({"event":"sample","update":%d,"direction":%s,"source":%s,)"
      R"("reference":%s,"translation":%s})",
      update, JsonString(direction), JsonString(sentence.source),
      JsonString(sentence.reference), JsonString(translation));
}

std::string FormatSessionEnd(int64_t update, const std::string& reason) {
  return absl::StrFormat(R"({"event":"stop","update":%d,%s)", update,
                         JsonObjectOf({{"reason", reason}}).substr(1));
}

}  // namespace interpres
