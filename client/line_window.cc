#include "client/line_window.h"

#include <algorithm>
#include <limits>

#include "absl/strings/str_cat.h"
#include "client/server_delay.h"

namespace interpres {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr auto kForever = steady_clock::time_point::max();
// Maximum wait for a server to end a stream whose messages all have a result.
constexpr milliseconds kStreamEndGrace{5000};

// Returns whether every other message would fail in the same way. The other
// codes (DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, INTERNAL, ...) concern one
// message.
bool IsFatal(absl::StatusCode code) {
  switch (code) {
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kNotFound:
    case absl::StatusCode::kUnimplemented:
    case absl::StatusCode::kUnauthenticated:
    case absl::StatusCode::kPermissionDenied:
      return true;
    default:
      return false;
  }
}

// Returns OK if the result has translations.
absl::Status StatusOf(const interpres::v1::TranslationResult& result) {
  if (result.has_translations()) {
    return absl::OkStatus();
  }
  if (result.error().code() == 0) {
    return absl::InternalError(
        "the server sent neither a translation nor an error; check that the "
        "server and the client have the same version");
  }
  return absl::Status(static_cast<absl::StatusCode>(result.error().code()),
                      result.error().message());
}

milliseconds Until(steady_clock::time_point deadline,
                   steady_clock::time_point now) {
  return std::chrono::duration_cast<milliseconds>(deadline - now);
}

}  // namespace

bool LineWindow::Add(WindowLine line, bool done) {
  Lock lock(mutex_);
  changed_.wait(lock,
                [this] { return stopped_ || entries_.size() < options_.size; });
  if (stopped_) {
    return false;
  }
  const uint64_t id = next_id_++;
  Entry& entry = entries_[id];
  entry.line = std::move(line);
  entry.ready_at = options_.now();
  if (done) {
    entry.state = State::kDone;
    ++done_;
  } else {
    ++open_;
    waiting_.emplace(entry.ready_at, id);
  }
  changed_.notify_all();
  return true;
}

void LineWindow::EndInput() {
  const Lock lock(mutex_);
  input_over_ = true;
  changed_.notify_all();
}

void LineWindow::Wait(Lock& lock, TimePoint until) {
  if (until == kForever) {
    changed_.wait(lock);  // wait_until would overflow
  } else {
    changed_.wait_until(lock, until);
  }
}

bool LineWindow::AwaitWork() {
  Lock lock(mutex_);
  changed_.wait(lock,
                [this] { return stopped_ || AllDone() || !waiting_.empty(); });
  return !stopped_ && !waiting_.empty();
}

std::optional<interpres::v1::StreamTranslateRequest> LineWindow::NextToSend() {
  Lock lock(mutex_);
  while (true) {
    if (stopped_ || results_over_ || AllDone()) {
      return std::nullopt;
    }
    const TimePoint now = options_.now();
    if (!waiting_.empty() && waiting_.begin()->first <= now) {
      break;
    }
    Wait(lock, waiting_.empty() ? kForever : waiting_.begin()->first);
  }
  const uint64_t id = waiting_.begin()->second;
  waiting_.erase(waiting_.begin());
  Entry& entry = entries_.at(id);
  entry.state = State::kSent;
  ++entry.attempts;
  const TimePoint now = options_.now();
  if (!entry.deadline) {
    entry.deadline = now + options_.timeout;
    deadlines_.emplace(*entry.deadline, id);
    changed_.notify_all();  // TakeDone watches the deadlines
  }
  interpres::v1::StreamTranslateRequest message;
  message.set_id(id);
  message.mutable_request()->add_texts(entry.line.outcome.line.text);
  const int64_t left =
      std::max<int64_t>(Until(*entry.deadline, now).count(), 1);
  message.mutable_timeout()->set_seconds(left / 1000);
  message.mutable_timeout()->set_nanos(static_cast<int>(left % 1000) * 1000000);
  return message;
}

void LineWindow::MarkDone(Entry& entry, absl::Status status) {
  entry.line.outcome.status = std::move(status);
  entry.state = State::kDone;
  --open_;
  ++done_;
}

void LineWindow::OnResult(interpres::v1::StreamTranslateResponse response) {
  const Lock lock(mutex_);
  last_heard_ = options_.now();
  const auto found = entries_.find(response.id());
  if (found == entries_.end() || found->second.state != State::kSent) {
    return;  // the line is done already
  }
  Entry& entry = found->second;
  if (response.has_error()) {
    RetryOrFail(found->first, entry, response.error());
  } else if (response.response().results_size() != 1) {
    MarkDone(entry, absl::InternalError(absl::StrCat(
                        "the server sent ", response.response().results_size(),
                        " results for one text; expected one result; check "
                        "that the server and the client have the same "
                        "version")));
  } else {
    entry.line.outcome.result =
        std::move(*response.mutable_response()->mutable_results(0));
    MarkDone(entry, StatusOf(entry.line.outcome.result));
  }
  if (entry.state == State::kDone) {
    failures_ = 0;
    deadlines_.erase({*entry.deadline, found->first});
  }
  changed_.notify_all();
}

void LineWindow::RetryOrFail(uint64_t id, Entry& entry,
                             const interpres::v1::RequestError& error) {
  const auto code = static_cast<absl::StatusCode>(error.code());
  std::optional<milliseconds> server_delay;
  if (error.has_retry_delay()) {
    server_delay = BoundedDelay(error.retry_delay());
  }
  const TimePoint now = options_.now();
  const std::optional<milliseconds> delay =
      NextRetryDelay(options_.retry,
                     {.code = code,
                      .attempts_made = entry.attempts,
                      .server_delay = server_delay,
                      .remaining = Until(*entry.deadline, now)},
                     DrawJitter());
  absl::Status status = error.code() == 0
                            ? absl::InternalError(
                                  "the server sent an error without a code; "
                                  "check that the server "
                                  "and the client have the same version")
                            : absl::Status(code, error.message());
  if (delay) {
    entry.state = State::kWaiting;
    entry.ready_at = now + *delay;
    waiting_.emplace(entry.ready_at, id);
  } else if (IsFatal(code) || code == absl::StatusCode::kUnavailable) {
    StopLocked(status);
  } else {
    MarkDone(entry, std::move(status));
  }
}

void LineWindow::OnResultsEnd() {
  const Lock lock(mutex_);
  results_over_ = true;
  changed_.notify_all();
}

void LineWindow::SetStream(std::function<void()> cancel) {
  const Lock lock(mutex_);
  cancel_ = std::move(cancel);
  results_over_ = cancel_ == nullptr;
  silent_ = silent_ && results_over_;
  last_heard_ = options_.now();
  if (stopped_ && cancel_) {
    cancel_();
  }
}

void LineWindow::TakeBackLines(TimePoint now) {
  // The time until the next stream does not count for the lines: otherwise an
  // outage would fail each line that was under way.
  deadlines_.clear();
  for (auto& [id, entry] : entries_) {
    entry.deadline.reset();
    if (entry.state == State::kSent) {
      entry.state = State::kWaiting;
      entry.ready_at = now;
      waiting_.emplace(now, id);
    }
  }
  changed_.notify_all();
}

AfterStream LineWindow::OnStreamEnd(const StreamEnd& end) {
  const Lock lock(mutex_);
  const TimePoint now = options_.now();
  TakeBackLines(now);
  // An idle stream may end, for example with an old connection. The next line
  // opens another stream.
  if (stopped_ || AllDone() || (open_ == 0 && !silent_)) {
    return {};
  }
  if (IsFatal(end.status.code())) {
    StopLocked(end.status);
    return {};
  }
  return RetryOrStop(end, now);
}

AfterStream LineWindow::RetryOrStop(const StreamEnd& end, TimePoint now) {
  absl::Status why = end.status;
  if (silent_) {
    why = absl::UnavailableError(absl::StrCat(
        "the server has not answered for ", options_.timeout.count(),
        " ms; check the server, or increase --timeout"));
  } else if (why.ok()) {
    why = absl::UnavailableError(
        "the server ended the stream without an answer; check that the address "
        "is an Interpres server");
  }
  if (failures_++ == 0) {
    failing_since_ = now;
  }
  // A stream that breaks counts as a server that is gone, for any code.
  const bool busy = absl::IsResourceExhausted(end.status);
  const std::optional<milliseconds> delay = NextRetryDelay(
      options_.retry,
      {.code = busy ? end.status.code() : absl::StatusCode::kUnavailable,
       .attempts_made = failures_,
       .server_delay = end.server_delay,
       .remaining = Until(failing_since_ + options_.timeout, now)},
      DrawJitter());
  if (!delay) {
    StopLocked(why);
    return {};
  }
  return {.delay = *delay,
          .outage = failures_ == 2 ? std::move(why) : absl::OkStatus()};
}

void LineWindow::Expire(TimePoint now) {
  while (!deadlines_.empty() && deadlines_.begin()->first <= now) {
    const uint64_t id = deadlines_.begin()->second;
    deadlines_.erase(deadlines_.begin());
    Entry& entry = entries_.at(id);
    if (entry.state == State::kWaiting) {
      waiting_.erase({entry.ready_at, id});
    }
    MarkDone(entry, absl::DeadlineExceededError(absl::StrCat(
                        "no answer within ", options_.timeout.count(),
                        " ms; increase --timeout")));
    // The server fails a line at its deadline. This server sent nothing at all.
    if (cancel_ && now - last_heard_ >= options_.timeout) {
      silent_ = true;
      cancel_();
    }
    changed_.notify_all();
  }
}

std::vector<WindowLine> LineWindow::MoveDone() {
  std::vector<WindowLine> lines;
  auto it = entries_.begin();
  while (it != entries_.end() && done_ > 0) {
    const bool done = it->second.state == State::kDone;
    if (!done && options_.ordered) {
      break;
    }
    if (!done) {
      ++it;
      continue;
    }
    lines.push_back(std::move(it->second.line));
    it = entries_.erase(it);
    --done_;
  }
  return lines;
}

std::vector<WindowLine> LineWindow::TakeDone() {
  Lock lock(mutex_);
  while (true) {
    Expire(options_.now());
    std::vector<WindowLine> lines = MoveDone();
    const bool over = input_over_ && entries_.empty();
    if (lines.empty() && over) {
      AwaitStreamEnd(lock);
    }
    if (!lines.empty() || stopped_ || over) {
      changed_.notify_all();  // the window has room
      return lines;
    }
    Wait(lock, deadlines_.empty() ? kForever : deadlines_.begin()->first);
  }
}

void LineWindow::AwaitStreamEnd(Lock& lock) {
  changed_.wait_for(lock, std::min(kStreamEndGrace, options_.timeout),
                    [this] { return results_over_ || stopped_; });
  if (!results_over_ && cancel_) {
    cancel_();
  }
}

void LineWindow::Stop(const absl::Status& status) {
  const Lock lock(mutex_);
  StopLocked(status);
}

void LineWindow::StopLocked(const absl::Status& status) {
  if (!stopped_) {
    stopped_ = true;
    stopped_by_ = status;
    if (cancel_) {
      cancel_();
    }
  }
  changed_.notify_all();
}

absl::Status LineWindow::stopped_by() const {
  const Lock lock(mutex_);
  return stopped_by_;
}

}  // namespace interpres
