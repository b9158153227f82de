// Validation of UTF-8 (RFC 3629).

#ifndef INTERPRES_MODEL_TOKENIZER_UTF8_H_
#define INTERPRES_MODEL_TOKENIZER_UTF8_H_

#include <cstddef>
#include <optional>
#include <string_view>

namespace interpres {

// The offset of the first byte that starts no valid sequence: overlong forms,
// surrogates, code points above U+10FFFF and cut sequences are invalid.
std::optional<std::size_t> FindInvalidUtf8(std::string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TOKENIZER_UTF8_H_
