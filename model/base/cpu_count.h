// How many CPUs this process may really use: the affinity mask and the CPU
// quotas of its control groups, version 1 and version 2.

#ifndef INTERPRES_MODEL_BASE_CPU_COUNT_H_
#define INTERPRES_MODEL_BASE_CPU_COUNT_H_

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace interpres {

// The CPUs' worth of time in the contents of cpu.max ("150000 100000" is 1.5).
// Nothing for "max" and for malformed contents.
std::optional<double> ParseCpuMax(std::string_view contents);

// The same for version 1: the contents of cpu.cfs_quota_us and
// cpu.cfs_period_us. A negative quota means no limit.
std::optional<double> ParseCfsQuota(std::string_view quota,
                                    std::string_view period);

// Where /proc/self/cgroup puts the process.
struct CgroupPaths {
  // The path in the unified hierarchy (the `0::` line).
  std::optional<std::string> unified;
  // The path in the version 1 hierarchy of the `cpu` controller, and the
  // controllers that share it ("cpu,cpuacct").
  std::optional<std::string> cpu;
  std::string cpu_controllers;
};
CgroupPaths ParseProcSelfCgroup(std::string_view contents);

// The smallest quota of the process's control groups and their ancestors,
// where `root` is the file system's root ("/"; a fixture in tests).
std::optional<double> ReadCpuQuota(const std::filesystem::path& root);

// The whole CPUs of a quota, at most `affinity`, at least 1. Rounded down: a
// thread beyond the quota would have all threads throttled in turn.
int32_t CombineCpuLimits(int32_t affinity, std::optional<double> quota);

// CombineCpuLimits for this process.
int32_t AvailableCpus();

}  // namespace interpres

#endif  // INTERPRES_MODEL_BASE_CPU_COUNT_H_
