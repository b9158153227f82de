// Structured logs on standard error: one event per line, as text or as JSON.
//
// Never pass the text of a request or of a translation. Events carry sizes,
// counts, codes and identifiers.

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

// Parses "debug", "info", "warning" or "error". Returns INVALID_ARGUMENT,
// listing these names, for any other name.
absl::StatusOr<LogLevel> ParseLogLevel(std::string_view name);
// Parses "text" or "json". Returns INVALID_ARGUMENT, listing these names, for
// any other name.
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

// Returns the line without a newline. As text: the time, the level, the event,
// then key=value for each field. Values are quoted if they are empty or contain
// spaces, control characters, quotes, "=" or backslashes. As JSON: one object
// with the keys time, level and message and the keys of the fields. In JSON and
// in quoted values, bytes that are not UTF-8 become U+FFFD. In JSON, a number
// that is not finite becomes null. `time` is printed without a check.
std::string FormatLogLine(const LogLine& line, LogFormat format,
                          std::string_view time);

// Starts a thread that writes the lines of Log, so that a full pipe delays no
// request. Lines below `level` are dropped. If 8,192 lines wait, a new line
// replaces the oldest.
//
// REQUIRES: called at most once, before other threads exist.
void InitLogging(LogLevel level, LogFormat format);
// Writes the waiting lines of Log and stops the thread that writes them. Later
// calls of Log do nothing.
//
// REQUIRES: no other thread logs any longer.
void ShutdownLogging();
// Writes the waiting lines and ends the log: lines that any thread logs later
// are lost. Use this function in place of ShutdownLogging in a process that
// ends while other threads still log.
void FlushLogging();

// Logs one line, if `level` is at least the level of InitLogging. Another
// thread writes the line, so that Log does not block on the output. Writes
// nothing before InitLogging or after ShutdownLogging or FlushLogging.
// Thread-safe, except while InitLogging or ShutdownLogging runs.
void Log(LogLevel level, std::string_view event,
         std::initializer_list<LogField> fields = {});

}  // namespace interpres

#endif  // INTERPRES_SERVER_BASE_LOGGING_H_
