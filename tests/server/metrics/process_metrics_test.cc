#include "server/metrics/process_metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Gt;
using ::testing::IsEmpty;
using ::testing::Lt;
using ::testing::Pair;

constexpr char kStat[] =
    "4242 (a name) with) R 1 4242 4242 0 -1 4194560 1 0 0 0 300 200 0 0 20 0 4 "
    "0 1000 8192000 500 18446744073709551615 1 1 0 0 0 0 0 0 0 0 0 0 17\n";
constexpr char kLimits[] =
    "Limit                     Soft Limit           Hard Limit           Units"
    "     \n"
    "Max core file size        0                    unlimited            bytes"
    "     \n"
    "Max open files            1024                 1048576              files"
    "     \n";

// A proc file system with the files of one process.
class ProcessMetricsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(temporary_.path() / "self" / "fd");
  }
  void Write(const std::string& name, const std::string& contents) const {
    std::ofstream(temporary_.path() / name) << contents;
  }
  std::map<std::string, double> Collect() const {
    return Values(ProcessMetrics(temporary_.path()));
  }
  static std::map<std::string, double> Values(const ProcessMetrics& metrics) {
    std::map<std::string, double> values;
    for (const auto& family : metrics.Collect()) {
      EXPECT_EQ(family.metric.size(), 1U) << family.name;
      EXPECT_FALSE(family.help.empty()) << family.name;
      values[family.name] = family.type == prometheus::MetricType::Counter
                                ? family.metric[0].counter.value
                                : family.metric[0].gauge.value;
    }
    return values;
  }

  const TempDir temporary_;
};

TEST_F(ProcessMetricsTest, ReadsTheFilesOfTheProcess) {
  Write("stat", "cpu  1 2 3\nbtime 1700000000\nprocesses 9\n");
  Write("self/stat", kStat);
  Write("self/limits", kLimits);
  for (const char* descriptor : {"0", "1", "2"}) {
    Write(std::string("self/fd/") + descriptor, "");
  }
  const auto ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
  const auto page = static_cast<double>(sysconf(_SC_PAGESIZE));
  EXPECT_THAT(
      Collect(),
      ElementsAre(Pair("process_cpu_seconds_total", 500 / ticks),
                  Pair("process_max_fds", 1024), Pair("process_open_fds", 3),
                  Pair("process_resident_memory_bytes", 500 * page),
                  Pair("process_start_time_seconds", 1700000000 + 1000 / ticks),
                  Pair("process_virtual_memory_bytes", 8192000)));
}

TEST_F(ProcessMetricsTest, AnUnlimitedNumberOfFilesIsInfinite) {
  Write("self/limits", "Max open files            unlimited   unlimited   f\n");
  EXPECT_TRUE(std::isinf(Collect()["process_max_fds"]));
}

TEST_F(ProcessMetricsTest, OmitsWhatItCannotRead) {
  std::filesystem::remove(temporary_.path() / "self" / "fd");
  EXPECT_THAT(Collect(), IsEmpty());
  Write("self/stat", "4242 (cut) R 1");
  Write("self/limits", "Max open files            many\n");
  Write("stat", "btime soon\n");
  EXPECT_THAT(Collect(), IsEmpty());
  // Without the boot time, the start of the process is unknown.
  Write("self/stat", kStat);
  EXPECT_FALSE(Collect().contains("process_start_time_seconds"));
  EXPECT_TRUE(Collect().contains("process_cpu_seconds_total"));
}

TEST_F(ProcessMetricsTest, DescribesThisProcess) {
  const std::map<std::string, double> values = Values(ProcessMetrics());
  EXPECT_EQ(values.size(), 6U);
  EXPECT_GT(values.at("process_resident_memory_bytes"), 1e6);
  EXPECT_GE(values.at("process_open_fds"), 3);
  const auto now = static_cast<double>(std::time(nullptr));
  EXPECT_THAT(values.at("process_start_time_seconds"),
              AllOf(Gt(now - 3600), Lt(now + 60)));
}

}  // namespace
}  // namespace interpres
