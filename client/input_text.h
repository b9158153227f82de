// The lines that a command is to work on.

#ifndef INTERPRES_CLIENT_INPUT_TEXT_H_
#define INTERPRES_CLIENT_INPUT_TEXT_H_

#include <cstdint>
#include <istream>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "client/interruptible_input.h"

namespace interpres {

// The arguments of the command line, a file, or standard input.
class InputText {
 public:
  InputText() = default;
  ~InputText();
  InputText(const InputText&) = delete;
  InputText& operator=(const InputText&) = delete;

  // `texts`: one line each; none: the file at `path`; that is "" too:
  // `standard`, which outlives this. INVALID_ARGUMENT if both are given,
  // DATA_LOSS if the file cannot be read.
  absl::Status Open(const std::vector<std::string>& texts,
                    const std::string& path, std::istream& standard);

  // Reads all of it; INVALID_ARGUMENT unless it has one sentence.
  absl::Status KeepOneSentence();

  std::istream& stream() { return stream_ ? *stream_ : *standard_; }

  // Ends stream() for whoever waits for it, where it is a file, which may be a
  // pipe. Thread-safe.
  void Interrupt();

  // 0: unknown.
  int64_t total_bytes() const { return total_bytes_; }

 private:
  absl::Status OpenFile(const std::string& path);

  int descriptor_ = -1;                       // of the file
  std::unique_ptr<InterruptibleInput> file_;  // reads it
  std::unique_ptr<std::istream> stream_;
  std::istream* standard_ = nullptr;
  int64_t total_bytes_ = 0;
};

}  // namespace interpres

#endif  // INTERPRES_CLIENT_INPUT_TEXT_H_
