#include "model/base/cpu_count.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <thread>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "model/base/read_file.h"
#include "model/base/status.h"

namespace interpres {
namespace {

std::optional<double> Ratio(absl::string_view quota, absl::string_view period) {
  int64_t quota_us = 0;
  int64_t period_us = 0;
  if (!absl::SimpleAtoi(quota, &quota_us) ||
      !absl::SimpleAtoi(period, &period_us) || quota_us <= 0 ||
      period_us <= 0) {
    return std::nullopt;
  }
  return static_cast<double>(quota_us) / static_cast<double>(period_us);
}

std::optional<double> Smaller(std::optional<double> a,
                              std::optional<double> b) {
  if (a.has_value() && b.has_value()) {
    return std::min(*a, *b);
  }
  return a.has_value() ? a : b;
}

std::optional<double> ReadUnified(const std::filesystem::path& directory) {
  const absl::StatusOr<std::string> contents =
      ReadStream(directory / "cpu.max");
  return contents.ok() ? ParseCpuMax(*contents) : std::nullopt;
}

std::optional<double> ReadVersion1(const std::filesystem::path& directory) {
  const absl::StatusOr<std::string> quota =
      ReadStream(directory / "cpu.cfs_quota_us");
  const absl::StatusOr<std::string> period =
      ReadStream(directory / "cpu.cfs_period_us");
  return quota.ok() && period.ok() ? ParseCfsQuota(*quota, *period)
                                   : std::nullopt;
}

// Returns the mount and every directory from the mount down to `path`. In a
// container without its own namespace, `path` does not exist below the mount.
// The limits of the mount apply then.
std::vector<std::filesystem::path> WithAncestors(
    const std::filesystem::path& mount, const std::string& path) {
  std::vector<std::filesystem::path> directories = {mount};
  for (const auto& part : std::filesystem::path(path).relative_path()) {
    directories.push_back(directories.back() / part);
  }
  return directories;
}

// The smallest quota from the mount down to `path`.
std::optional<double> SmallestQuota(
    const std::filesystem::path& mount, const std::string& path,
    std::optional<double> (*read)(const std::filesystem::path& directory)) {
  std::optional<double> quota;
  for (const auto& directory : WithAncestors(mount, path)) {
    quota = Smaller(quota, read(directory));
  }
  return quota;
}

}  // namespace

std::optional<double> ParseCpuMax(std::string_view contents) {
  const std::vector<absl::string_view> words = absl::StrSplit(
      absl::StripAsciiWhitespace(AsAbsl(contents)), ' ', absl::SkipEmpty());
  return words.size() == 2 ? Ratio(words[0], words[1]) : std::nullopt;
}

std::optional<double> ParseCfsQuota(std::string_view quota,
                                    std::string_view period) {
  return Ratio(absl::StripAsciiWhitespace(AsAbsl(quota)),
               absl::StripAsciiWhitespace(AsAbsl(period)));
}

CgroupPaths ParseProcSelfCgroup(std::string_view contents) {
  CgroupPaths paths;
  for (const absl::string_view line :
       absl::StrSplit(AsAbsl(contents), '\n', absl::SkipEmpty())) {
    // hierarchy:controllers:path, where the path may contain colons.
    const std::vector<std::string> fields =
        absl::StrSplit(line, absl::MaxSplits(':', 2));
    if (fields.size() != 3) {
      continue;
    }
    const std::vector<std::string> controllers = absl::StrSplit(fields[1], ',');
    if (fields[0] == "0" && fields[1].empty()) {
      paths.unified = fields[2];
    } else if (std::find(controllers.begin(), controllers.end(), "cpu") !=
               controllers.end()) {
      paths.cpu = fields[2];
      paths.cpu_controllers = fields[1];
    }
  }
  return paths;
}

std::optional<double> ReadCpuQuota(const std::filesystem::path& root) {
  const absl::StatusOr<std::string> contents =
      ReadStream(root / "proc/self/cgroup");
  if (!contents.ok()) {
    return std::nullopt;
  }
  const CgroupPaths paths = ParseProcSelfCgroup(*contents);
  const std::filesystem::path mounts = root / "sys/fs/cgroup";
  std::optional<double> quota;
  if (paths.unified.has_value()) {
    quota = SmallestQuota(mounts, *paths.unified, ReadUnified);
  }
  if (paths.cpu.has_value()) {
    for (const std::string& name :
         {paths.cpu_controllers, std::string("cpu")}) {
      quota = Smaller(quota,
                      SmallestQuota(mounts / name, *paths.cpu, ReadVersion1));
    }
  }
  return quota;
}

int32_t CombineCpuLimits(int32_t affinity, std::optional<double> quota) {
  int32_t cpus = std::max(affinity, 1);
  if (quota.has_value() && *quota < cpus) {
    cpus = static_cast<int32_t>(std::floor(*quota));
  }
  return std::max(cpus, 1);
}

int32_t AvailableCpus() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  const bool known = sched_getaffinity(0, sizeof(mask), &mask) == 0;
  // Machines beyond 1,024 CPUs do not fit the mask: ask the library there.
  const int32_t affinity =
      known ? CPU_COUNT(&mask)
            : static_cast<int32_t>(std::thread::hardware_concurrency());
  return CombineCpuLimits(affinity, ReadCpuQuota("/"));
}

}  // namespace interpres
