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

// Parses the contents of cpu.max, a file of control groups version 2. Returns
// the quota in CPUs: "150000 100000" is 1.5. Returns null unless the contents
// are two whole numbers above 0. "max" in place of the quota means no limit.
std::optional<double> ParseCpuMax(std::string_view contents);

// Parses the contents of cpu.cfs_quota_us and cpu.cfs_period_us, files of
// control groups version 1. Returns the quota in CPUs, which is quota / period.
// Returns null unless both contents are whole numbers above 0. A negative quota
// means no limit.
std::optional<double> ParseCfsQuota(std::string_view quota,
                                    std::string_view period);

// The control groups of a process, as /proc/self/cgroup names them.
struct CgroupPaths {
  // The path of the control group in the unified hierarchy, version 2 (the
  // `0::` line). Null if there is no such line.
  std::optional<std::string> unified;
  // `cpu` is the path of the control group in the version 1 hierarchy with the
  // `cpu` controller, or null. `cpu_controllers` names all controllers of that
  // hierarchy, for example "cpu,cpuacct".
  std::optional<std::string> cpu;
  std::string cpu_controllers;
};
CgroupPaths ParseProcSelfCgroup(std::string_view contents);

// Returns the smallest CPU quota of this process's control groups and their
// ancestors, in CPUs. Returns null if no group has a quota or the quotas cannot
// be read. `root` is the root of the file system: "/", or a test directory.
std::optional<double> ReadCpuQuota(const std::filesystem::path& root);

// Returns the number of CPUs to use: the minimum of `affinity` and `quota`, at
// least 1. Null `quota` means no quota. The quota is rounded down, because with
// one thread more the system would stop all threads again and again.
int32_t CombineCpuLimits(int32_t affinity, std::optional<double> quota);

// Returns the number of CPUs that this process may use, by its affinity mask
// and its quotas. At least 1.
int32_t AvailableCpus();

}  // namespace interpres

#endif  // INTERPRES_MODEL_BASE_CPU_COUNT_H_
