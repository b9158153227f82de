#include "server/metrics/process_metrics.h"

#include <unistd.h>

#include <limits>
#include <string>
#include <system_error>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "model/base/read_file.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;
using prometheus::MetricFamily;
using prometheus::MetricType;

// Positions in /proc/self/stat after the name of the program, from proc(5).
constexpr size_t kUserTicks = 11;
constexpr size_t kSystemTicks = 12;
constexpr size_t kStartTicks = 19;
constexpr size_t kVirtualBytes = 20;
constexpr size_t kResidentPages = 21;

// Empty if the file cannot be read.
std::string ReadOrEmpty(const fs::path& path) {
  return ReadStream(path).value_or("");
}

// Returns the number after `label` at the beginning of a line.
std::optional<double> NumberAfter(const std::string& text,
                                  const std::string& label) {
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    if (line.substr(0, label.size()) != label) {
      continue;
    }
    const std::vector<std::string> words =
        absl::StrSplit(line.substr(label.size()), ' ', absl::SkipEmpty());
    double number = 0;
    if (!words.empty() && words[0] == "unlimited") {
      return std::numeric_limits<double>::infinity();
    }
    if (!words.empty() && absl::SimpleAtod(words[0], &number)) {
      return number;
    }
  }
  return std::nullopt;
}

// The fields of /proc/self/stat after the name, which may contain spaces.
class StatFields {
 public:
  explicit StatFields(const std::string& stat)
      : fields_(absl::StrSplit(stat.substr(stat.rfind(')') + 1), ' ',
                               absl::SkipEmpty())) {}

  std::optional<double> Get(size_t position) const {
    double number = 0;
    if (position < fields_.size() &&
        absl::SimpleAtod(fields_[position], &number)) {
      return number;
    }
    return std::nullopt;
  }

 private:
  const std::vector<std::string> fields_;
};

std::optional<double> CountFiles(const fs::path& directory) {
  std::error_code error;
  double count = 0;
  for (fs::directory_iterator entry(directory, error);
       !error && entry != fs::directory_iterator(); entry.increment(error)) {
    ++count;
  }
  return error ? std::nullopt : std::optional<double>(count);
}

// a + b * factor, if both are known.
std::optional<double> Sum(std::optional<double> a, std::optional<double> b,
                          double factor) {
  return a && b ? std::optional<double>(*a + *b * factor) : std::nullopt;
}

void Append(std::vector<MetricFamily>& families, std::string name,
            std::string help, std::optional<double> value) {
  if (!value) {
    return;
  }
  prometheus::ClientMetric metric;
  const bool is_counter = name.ends_with("_total");
  (is_counter ? metric.counter.value : metric.gauge.value) = *value;
  families.push_back({std::move(name),
                      std::move(help),
                      is_counter ? MetricType::Counter : MetricType::Gauge,
                      {std::move(metric)}});
}

}  // namespace

ProcessMetrics::ProcessMetrics(fs::path proc)
    : proc_(std::move(proc)),
      boot_time_seconds_(NumberAfter(ReadOrEmpty(proc_ / "stat"), "btime ")) {}

std::vector<MetricFamily> ProcessMetrics::Collect() const {
  const double seconds = 1.0 / static_cast<double>(sysconf(_SC_CLK_TCK));
  const auto page_bytes = static_cast<double>(sysconf(_SC_PAGESIZE));
  const StatFields stat(ReadOrEmpty(proc_ / "self" / "stat"));
  const std::optional<double> ticks =
      Sum(stat.Get(kUserTicks), stat.Get(kSystemTicks), 1);
  std::vector<MetricFamily> families;
  Append(families, "process_cpu_seconds_total",
         "Seconds of CPU time, user and system.", Sum(0, ticks, seconds));
  Append(families, "process_resident_memory_bytes",
         "Bytes of physical memory in use.",
         Sum(0, stat.Get(kResidentPages), page_bytes));
  Append(families, "process_virtual_memory_bytes",
         "Bytes of address space in use.", stat.Get(kVirtualBytes));
  Append(families, "process_start_time_seconds",
         "Start of the process, in seconds since 1970.",
         Sum(boot_time_seconds_, stat.Get(kStartTicks), seconds));
  Append(families, "process_open_fds", "Open file descriptors.",
         CountFiles(proc_ / "self" / "fd"));
  Append(
      families, "process_max_fds", "Maximum number of file descriptors.",
      NumberAfter(ReadOrEmpty(proc_ / "self" / "limits"), "Max open files "));
  return families;
}

}  // namespace interpres
