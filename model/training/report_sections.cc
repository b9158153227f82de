// Tested by training_report_test.cc.

#include "model/training/report_sections.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/markup_text.h"
#include "model/training/report_page.h"

namespace interpres {
namespace {

// Translations of a sentence that the report shows.
constexpr std::size_t kShownTranslations = 8;

std::string Heading(const char* title) {
  return absl::StrCat("<h2>", title, "</h2>\n");
}

// The last translations, the newest first. A translation that did not change is
// shown once, with the update where it began.
std::string HistoryRows(const SampleHistory& history) {
  std::vector<std::string> rows;
  const std::string* last = nullptr;
  for (const auto& [update, translation] : history) {
    if (last == nullptr || *last != translation) {
      rows.push_back(ReportRow(absl::StrCat("update ", update), translation));
    }
    last = &translation;
  }
  std::string out;
  for (std::size_t i = 0; i < std::min(kShownTranslations, rows.size()); ++i) {
    out += rows[rows.size() - 1 - i];
  }
  return out;
}

// Returns "" for a sentence without translations.
std::string SampleTable(const std::string& direction,
                        const SampleSentence& sentence,
                        const SampleHistory& history) {
  if (history.empty()) {
    return "";
  }
  return absl::StrCat("<table>\n", ReportRow(direction, sentence.source),
                      ReportRow("reference", sentence.reference),
                      HistoryRows(history), "</table>\n<p></p>\n");
}

}  // namespace

std::string FactsSection(const TrainingLog& log) {
  if (log.facts.empty()) {
    return "";
  }
  std::string out = Heading("Model and data") + "<table>\n";
  for (const auto& [name, value] : log.facts) {
    out += ReportRow(name, value);
  }
  return out + "</table>\n";
}

std::string SamplesSection(const TrainingLog& log) {
  std::string tables;
  for (const auto& [direction, sentences] : log.samples) {
    for (const auto& [sentence, history] : sentences) {
      tables += SampleTable(direction, sentence, history);
    }
  }
  if (tables.empty()) {
    return "";
  }
  return absl::StrCat(Heading("Sample translations"),
                      "<p>Dev sentences, translated at each validation, the "
                      "newest first. A translation stands at the update where "
                      "it first appeared.</p>\n",
                      tables);
}

std::string SpellingSection(const TrainingLog& log) {
  if (log.spelling.empty()) {
    return "";
  }
  std::string out = absl::StrCat(Heading("Characters without a piece"), "<p>",
                                 MarkupText(log.spelling), "</p>\n");
  if (log.unspelled.empty()) {
    return out;
  }
  out += "<table>\n";
  for (const LoggedCharacter& found : log.unspelled) {
    out += ReportRow(found.character,
                     absl::StrFormat("%d times, first in %s: %s", found.count,
                                     found.place, found.example));
  }
  return out + "</table>\n";
}

std::string SettingsSection(const TrainingLog& log) {
  std::string out;
  if (!log.defaults.empty()) {
    out = Heading("Settings that differ from the defaults") + "<table>\n";
    for (const auto& [name, value] : log.defaults) {
      const auto found = log.settings.find(name);
      const std::string given =
          found == log.settings.end() ? "" : found->second;
      out += ReportRow(
          name, value.empty() ? given
                              : absl::StrCat(given, " (default ", value, ")"));
    }
    out += "</table>\n";
  }
  out += Heading("Settings");
  if (log.settings.empty()) {
    return out + "<p>The log does not record them.</p>\n";
  }
  out += "<table>\n";
  for (const auto& [name, value] : log.settings) {
    out += ReportRow(name, value);
  }
  return out + "</table>\n";
}

}  // namespace interpres
