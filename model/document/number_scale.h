// The words behind a number that multiply it: "20 billion", "20 000 millones",
// "2万".

#ifndef INTERPRES_MODEL_DOCUMENT_NUMBER_SCALE_H_
#define INTERPRES_MODEL_DOCUMENT_NUMBER_SCALE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/document/byte_span.h"

namespace interpres {

// Returns by how many zeros the character multiplies a number directly before
// it in Chinese, Japanese or Korean: 4 for `万`. Returns 0 for every other
// character. Thread-safe.
int ZerosOfCharacter(char32_t c);

// Returns the keys of the value of a number, times up to three scale words
// behind the number, such as `million`. `number` is the byte span of the number
// in `text`. Two values may be equal if they share a key: `20 billion` shares a
// key with `20 000 millones`, `20 mil millones` and `20,000,000,000`. The words
// are English, Spanish, French, German, Italian and Portuguese, and the
// characters of ZerosOfCharacter directly behind the number. A word with
// several meanings gives a key for each: a billion has 9 zeros in English and
// 12 in German. Returns an empty vector for a date, a time, a telephone number
// or a number with unusual marks. REQUIRES: the bytes of `number` are an atom
// of the kind kNumber. Thread-safe.
std::vector<std::string> ScaledKeys(std::string_view text, ByteSpan number);

// Returns the byte offset in `text` behind the words that multiply the number,
// such as `billion` behind `20`. Returns number.end if no such word follows the
// number. Thread-safe.
int64_t ScaleEnd(std::string_view text, ByteSpan number);

// Returns the words of the target language for the words that multiply the
// number: for `20 billion` from English to Spanish, `mil millones`. `number` is
// the byte span of the number in `text`. Null means that no known word follows,
// that the words have more than 12 zeros together, or that a language is not
// German, English, Spanish, French, Italian or Portuguese. The languages are
// codes of BCP 47. Thread-safe.
std::optional<std::string> ScaleWordsIn(std::string_view text, ByteSpan number,
                                        std::string_view source_language,
                                        std::string_view target_language);

// A number in a text; `number` is its byte span in `text`.
struct NumberPlace {
  std::string_view text;
  ByteSpan number;
};

// Returns whether a translation of a number lost the words that multiply the
// number in the source, such as `million`. Returns false if the numbers share a
// key of ScaledKeys, or if one of the numbers has no keys. Otherwise returns
// true if other words follow the number in the translation, or if no word of
// translation.text is such a word. (In `de 3 a 5 millones`, only the last
// number has a word.) REQUIRES: ScaleWordsIn returns words for the source.
// Thread-safe.
bool LosesScale(const NumberPlace& source, const NumberPlace& translation);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_NUMBER_SCALE_H_
