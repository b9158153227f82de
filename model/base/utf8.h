// Validation and repair of UTF-8 (RFC 3629).

#ifndef INTERPRES_MODEL_BASE_UTF8_H_
#define INTERPRES_MODEL_BASE_UTF8_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace interpres {

inline constexpr std::string_view kUtf8ByteOrderMark = "\xef\xbb\xbf";

// Returns whether the byte continues a UTF-8 sequence: 0x80 to 0xbf.
inline bool IsUtf8Continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U;
}

// Returns the length in bytes of the UTF-8 sequence at the start of `text`.
// Returns 0 if the sequence is invalid, for example an overlong form, a
// surrogate, a code point above U+10FFFF, a continuation byte without its
// start, or a cut sequence. REQUIRES: `text` is not empty.
std::size_t Utf8SequenceLength(std::string_view text);

// Returns the code point of a UTF-8 sequence. REQUIRES: `sequence` is exactly
// one valid sequence.
char32_t DecodeUtf8Sequence(std::string_view sequence);

// Appends the UTF-8 sequence of `code_point` to `text`. A surrogate (U+D800 to
// U+DFFF) gives bytes that are not valid UTF-8. REQUIRES: `code_point` is at
// most U+10FFFF.
void AppendUtf8(char32_t code_point, std::string& text);

// Returns the offset of the first byte of `text` that is not part of a valid
// UTF-8 sequence. Returns null if all of `text` is valid.
std::optional<std::size_t> FindInvalidUtf8(std::string_view text);

// Returns whether `text` is valid UTF-8. Protocol Buffers refuse to send
// strings that are not.
bool IsValidUtf8(std::string_view text);

// Returns `text` with U+FFFD in place of each byte that is not part of a valid
// UTF-8 sequence.
std::string ReplaceInvalidUtf8(std::string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_BASE_UTF8_H_
