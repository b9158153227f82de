// The exit codes of `interpres` and `interpres-bench`. Scripts rely on them, so
// they are part of the interface.

#ifndef INTERPRES_CLIENT_EXIT_CODE_H_
#define INTERPRES_CLIENT_EXIT_CODE_H_

#include <ostream>
#include <string>

#include "absl/status/status.h"

namespace interpres {

enum class ExitCode : int {
  // The command did everything: for example, every text was translated, or the
  // server is serving. `interpres-bench` returns kOk also if the server refused
  // requests for load, but at least one request succeeded.
  kOk = 0,

  // One of these failures, or a call that failed for a reason that no other
  // code stands for:
  // - `translate`: some texts were not translated. Standard error names them.
  // - `health`: the server is not serving.
  // - `reload`: a checkpoint was rejected.
  // - `interpres-bench`: no request succeeded, a text failed, or a request
  //   failed that the server did not refuse for load.
  kFailed = 1,

  // The command line is wrong, or the request is: an unknown model, language
  // or glossary, an option out of range, a wrong token. Also if a token or TLS
  // file cannot be read.
  kUsage = 2,

  // No server answered at the address, or `interpres-bench` could not read the
  // metrics page.
  kUnreachable = 3,

  // A file other than a token or TLS file could not be read or written, or
  // standard output was closed.
  kInputOutput = 4,
};

// Returns the exit code of a command that ended with `status`. Returns
// - kOk for OK,
// - kUsage for INVALID_ARGUMENT, NOT_FOUND, OUT_OF_RANGE and UNAUTHENTICATED,
// - kUnreachable for UNAVAILABLE,
// - kInputOutput for DATA_LOSS,
// - kFailed for any other code.
inline ExitCode ExitCodeOf(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kOk:
      return ExitCode::kOk;
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kNotFound:
    case absl::StatusCode::kOutOfRange:
    case absl::StatusCode::kUnauthenticated:
      return ExitCode::kUsage;
    case absl::StatusCode::kUnavailable:
      return ExitCode::kUnreachable;
    case absl::StatusCode::kDataLoss:
      return ExitCode::kInputOutput;
    default:
      return ExitCode::kFailed;
  }
}

// Prints `error: MESSAGE` with the message of `status` to `err`. Returns
// ExitCodeOf(status).
inline ExitCode Fail(const absl::Status& status, std::ostream& err) {
  err << "error: " << std::string(status.message()) << "\n";
  return ExitCodeOf(status);
}

}  // namespace interpres

#endif  // INTERPRES_CLIENT_EXIT_CODE_H_
