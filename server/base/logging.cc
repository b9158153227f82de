#include "server/base/logging.h"

#include <spdlog/async.h>
#include <spdlog/async_logger.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <ctime>
#include <memory>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/json_string.h"
#include "model/base/status.h"

namespace interpres {
namespace {

constexpr size_t kMaxWaitingLines = 8192;

std::string_view LevelName(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return "debug";
    case LogLevel::kInfo:
      return "info";
    case LogLevel::kWarning:
      return "warning";
    case LogLevel::kError:
      return "error";
  }
  return "error";
}

spdlog::level::level_enum SpdlogLevel(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return spdlog::level::debug;
    case LogLevel::kInfo:
      return spdlog::level::info;
    case LogLevel::kWarning:
      return spdlog::level::warn;
    case LogLevel::kError:
      return spdlog::level::err;
  }
  return spdlog::level::err;
}

bool IsPlainWord(std::string_view value) {
  if (value.empty()) {
    return false;
  }
  for (const char c : value) {
    if (static_cast<unsigned char>(c) <= 0x20 || c == '"' || c == '\\' ||
        c == '=' || c == 0x7f) {
      return false;
    }
  }
  return true;
}

// Quotes texts as JSON does in both formats. A value can then neither break the
// line nor forge another line.
std::string FormatValue(const LogField& field, LogFormat format) {
  if (const auto* number = std::get_if<int64_t>(&field.value)) {
    return absl::StrCat(*number);
  }
  if (const auto* number = std::get_if<double>(&field.value)) {
    if (format == LogFormat::kJson && !std::isfinite(*number)) {
      return "null";  // JSON has no infinity and no NaN
    }
    return absl::StrFormat("%.6g", *number);
  }
  const std::string_view text = std::get<std::string_view>(field.value);
  const bool plain = format == LogFormat::kText && IsPlainWord(text);
  return plain ? std::string(text) : JsonString(text);
}

std::string UtcNow() {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const auto since = now.time_since_epoch();
  const int64_t milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(since).count() %
      1000;
  std::tm calendar = {};
  gmtime_r(&seconds, &calendar);
  return absl::StrFormat("%04d-%02d-%02dT%02d:%02d:%02d.%03dZ",
                         calendar.tm_year + 1900, calendar.tm_mon + 1,
                         calendar.tm_mday, calendar.tm_hour, calendar.tm_min,
                         calendar.tm_sec, milliseconds);
}

// The process has one standard error and therefore one logger. InitLogging sets
// it before other threads exist. The pointer is shared with spdlog's queue.
std::shared_ptr<spdlog::logger>& Logger() {
  static std::shared_ptr<spdlog::logger> logger;
  return logger;
}

std::atomic<LogFormat>& Format() {
  static std::atomic<LogFormat> format = LogFormat::kText;
  return format;
}

}  // namespace

absl::StatusOr<LogLevel> ParseLogLevel(std::string_view name) {
  for (const LogLevel level : {LogLevel::kDebug, LogLevel::kInfo,
                               LogLevel::kWarning, LogLevel::kError}) {
    if (name == LevelName(level)) {
      return level;
    }
  }
  return absl::InvalidArgumentError(
      absl::StrCat("log level is ", JsonString(name),
                   "; expected debug, info, warning or error"));
}

absl::StatusOr<LogFormat> ParseLogFormat(std::string_view name) {
  if (name == "text") {
    return LogFormat::kText;
  }
  if (name == "json") {
    return LogFormat::kJson;
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "log format is ", JsonString(name), "; expected text or json"));
}

std::string FormatLogLine(const LogLine& line, LogFormat format,
                          std::string_view time) {
  const std::string_view level = LevelName(line.level);
  std::string text;
  if (format == LogFormat::kJson) {
    text = absl::StrCat("{\"time\":", JsonString(time),
                        ",\"level\":", JsonString(level),
                        ",\"message\":", JsonString(line.event));
    for (const LogField& field : line.fields) {
      absl::StrAppend(&text, ",", JsonString(field.key), ":",
                      FormatValue(field, format));
    }
    text.push_back('}');
    return text;
  }
  text =
      absl::StrCat(AsAbsl(time), " ", AsAbsl(level), " ", AsAbsl(line.event));
  for (const LogField& field : line.fields) {
    absl::StrAppend(&text, " ", AsAbsl(field.key), "=",
                    FormatValue(field, format));
  }
  return text;
}

void InitLogging(LogLevel level, LogFormat format) {
  Format() = format;
  spdlog::init_thread_pool(kMaxWaitingLines, 1);
  auto sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
  auto logger = std::make_shared<spdlog::async_logger>(
      "interpres", std::move(sink), spdlog::thread_pool(),
      spdlog::async_overflow_policy::overrun_oldest);
  logger->set_pattern("%v");
  logger->set_level(SpdlogLevel(level));
  logger->flush_on(spdlog::level::info);
  // spdlog would write its own errors to standard error, not as JSON. They come
  // from lines that are logged after FlushLogging.
  logger->set_error_handler([](const std::string&) {});
  Logger() = std::move(logger);
}

void ShutdownLogging() {
  Logger().reset();
  spdlog::shutdown();
}

void FlushLogging() { spdlog::shutdown(); }

void Log(LogLevel level, std::string_view event,
         std::initializer_list<LogField> fields) {
  const std::shared_ptr<spdlog::logger>& logger = Logger();
  if (logger == nullptr || !logger->should_log(SpdlogLevel(level))) {
    return;
  }
  const std::string line = FormatLogLine(
      {.level = level, .event = event, .fields = fields}, Format(), UtcNow());
  logger->log(SpdlogLevel(level), spdlog::string_view_t(line));
}

}  // namespace interpres
