// Structured logs on standard error: one event per line, as text or as JSON.
//
// Never pass the text of a request or of a translation: events carry sizes,
// counts, codes and names of ours.

#ifndef INTERPRES_SERVER_BASE_LOGGING_H_
#define INTERPRES_SERVER_BASE_LOGGING_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>

#include "absl/status/statusor.h"

namespace interpres {

enum class LogLevel { kDebug, kInfo, kWarning, kError };
enum class LogFormat { kText, kJson };

// "debug", "info", "warning", "error"; "text", "json". INVALID_ARGUMENT lists
// what is allowed.
absl::StatusOr<LogLevel> ParseLogLevel(std::string_view name);
absl::StatusOr<LogFormat> ParseLogFormat(std::string_view name);

struct LogField {
  std::string_view key;
  std::variant<std::string_view, int64_t, double> value;
};

struct LogLine {
  LogLevel level = LogLevel::kInfo;
  std::string_view event;
  std::initializer_list<LogField> fields;
};

// `event key=value ...`, values with spaces or quotes quoted; or one JSON
// object with the keys time, level, message and those of the fields. `time` is
// put in front as it is.
std::string FormatLogLine(const LogLine& line, LogFormat format,
                          std::string_view time);

// Before the first Log call, from main. Lines are written by a thread of their
// own, so that a full pipe delays no request; if 8,192 lines wait, the oldest
// are dropped.
void InitLogging(LogLevel level, LogFormat format);
// Writes what waits and stops that thread. No other thread may log any more.
void ShutdownLogging();
// Writes what waits, in a process that ends while other threads still log: what
// they log after this is lost.
void FlushLogging();

// A no-op before InitLogging (in tests).
void Log(LogLevel level, std::string_view event,
         std::initializer_list<LogField> fields = {});

}  // namespace interpres

#endif  // INTERPRES_SERVER_BASE_LOGGING_H_
