// The input lines of a command.

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

// Gives the input of a command as a stream: texts of the command line, a file,
// or standard input. Not thread-safe except Interrupt.
class InputText {
 public:
  InputText() = default;
  ~InputText();
  InputText(const InputText&) = delete;
  InputText& operator=(const InputText&) = delete;

  // Opens one source: `texts`, where each text is a line; otherwise the file
  // `path`; otherwise `standard`, if `texts` and `path` are empty. Returns
  // INVALID_ARGUMENT if texts and a path are given, DATA_LOSS if the file
  // cannot be read. REQUIRES: called once, and `standard` outlives this object.
  absl::Status Open(const std::vector<std::string>& texts,
                    const std::string& path, std::istream& standard);

  // Reads the whole input into memory. After that, stream() reads the same
  // lines from memory. Returns INVALID_ARGUMENT if no line or more than one
  // line is not blank, and DATA_LOSS if reading fails. After an error, part of
  // the input is lost. REQUIRES: Open returned OK.
  absl::Status KeepOneSentence();

  // REQUIRES: Open returned OK.
  std::istream& stream() { return stream_ ? *stream_ : *standard_; }

  // Ends stream() early if it reads a file, so that a thread that waits for a
  // named pipe stops. Has no effect on other sources. Thread-safe. REQUIRES:
  // Open has returned.
  void Interrupt();

  // Returns the size of the file in bytes. 0 means unknown, for example for a
  // pipe or standard input.
  int64_t total_bytes() const { return total_bytes_; }

 private:
  absl::Status OpenFile(const std::string& path);

  int descriptor_ = -1;                       // of the file; -1 without one
  std::unique_ptr<InterruptibleInput> file_;  // reads descriptor_
  std::unique_ptr<std::istream> stream_;
  std::istream* standard_ = nullptr;
  int64_t total_bytes_ = 0;
};

}  // namespace interpres

#endif  // INTERPRES_CLIENT_INPUT_TEXT_H_
