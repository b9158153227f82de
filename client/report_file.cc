#include "client/report_file.h"

#include <cstdint>
#include <string_view>

#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "interpres/v1/translation.pb.h"

namespace interpres {
namespace {

// The cells of a row behind the number of the line.
struct ReportRow {
  std::string_view what;
  std::string name = {};
  std::string source = {};
  std::string target = {};
  std::string step = {};
  std::string problem = {};
};

std::string Escaped(std::string_view text) {
  return absl::StrReplaceAll(
      absl::string_view(text.data(), text.size()),
      {{"\\", "\\\\"}, {"\t", "\\t"}, {"\n", "\\n"}, {"\r", "\\r"}});
}

// Returns the bytes of the span, as a cell.
std::string CellOf(const std::string& text, const v1::ByteSpan& span) {
  const auto size = static_cast<int64_t>(text.size());
  const bool is_inside =
      0 <= span.begin() && span.begin() <= span.end() && span.end() <= size;
  return is_inside ? Escaped(std::string_view(text).substr(
                         span.begin(), span.end() - span.begin()))
                   : "";
}

// Returns the name of an enumerator without the prefix of its enumeration.
std::string WithoutPrefix(const std::string& name, absl::string_view prefix) {
  return std::string(absl::StripPrefix(name, prefix));
}

std::string StepName(v1::ProtectionStep step) {
  return WithoutPrefix(v1::ProtectionStep_Name(step), "PROTECTION_STEP_");
}

// Writes the rows of one translation.
class RowWriter {
 public:
  RowWriter(const LineOutcome& outcome, const v1::Translation& translation,
            std::ostream& out)
      : outcome_(outcome), translation_(translation), out_(out) {}

  void Write(const v1::Segment& segment) {
    for (const v1::ProtectedSpan& span : segment.protected_spans()) {
      WriteRow({.what = "span",
                .name = WithoutPrefix(v1::ProtectedKind_Name(span.kind()),
                                      "PROTECTED_KIND_"),
                .source = Source(span.source()),
                .target = span.has_target() ? Target(span.target()) : "",
                .step = StepName(span.step())});
    }
    for (const v1::TermUse& term : segment.terms()) {
      WriteRow({.what = "term",
                .source = Source(term.source()),
                .target = term.has_target() ? Target(term.target()) : "",
                .step = StepName(term.step()),
                .problem = Escaped(term.problem())});
    }
    for (const int flag : segment.flags()) {
      WriteSentence("flag",
                    WithoutPrefix(v1::SegmentFlag_Name(
                                      static_cast<v1::SegmentFlag>(flag)),
                                  "SEGMENT_FLAG_"),
                    segment);
    }
    if (segment.finish_reason() != v1::FINISH_REASON_END_OF_SENTENCE) {
      WriteSentence(
          "end",
          WithoutPrefix(v1::FinishReason_Name(segment.finish_reason()),
                        "FINISH_REASON_"),
          segment);
    }
  }

 private:
  std::string Source(const v1::ByteSpan& span) const {
    return CellOf(outcome_.line.text, span);
  }
  std::string Target(const v1::ByteSpan& span) const {
    return CellOf(translation_.text(), span);
  }

  void WriteSentence(std::string_view what, std::string name,
                     const v1::Segment& segment) {
    WriteRow({.what = what,
              .name = std::move(name),
              .source = Source(segment.source()),
              .target = Target(segment.target())});
  }

  void WriteRow(const ReportRow& row) {
    out_ << outcome_.line.number << '\t' << row.what << '\t' << row.name << '\t'
         << row.source << '\t' << row.target << '\t' << row.step << '\t'
         << row.problem << '\n';
  }

  const LineOutcome& outcome_;
  const v1::Translation& translation_;
  std::ostream& out_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<ReportFile>> ReportFile::Create(
    std::string path) {
  absl::StatusOr<std::unique_ptr<OutputFile>> file =
      OutputFile::Create(std::move(path));
  if (!file.ok()) {
    return file.status();
  }
  (*file)->stream() << "line\twhat\tname\tsource\ttarget\tstep\tproblem\n";
  return std::unique_ptr<ReportFile>(new ReportFile(*std::move(file)));
}

void ReportFile::Add(const LineOutcome& outcome) {
  const auto& hypotheses = outcome.result.translations().hypotheses();
  if (!outcome.status.ok() || hypotheses.empty()) {
    return;
  }
  RowWriter writer(outcome, hypotheses[0], file_->stream());
  for (const v1::Segment& segment : hypotheses[0].segments()) {
    writer.Write(segment);
  }
}

}  // namespace interpres
