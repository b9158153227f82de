// The words behind a number that multiply it: "20 billion", "20 000 millones".

#ifndef INTERPRES_MODEL_DOCUMENT_NUMBER_SCALE_H_
#define INTERPRES_MODEL_DOCUMENT_NUMBER_SCALE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/document/byte_span.h"

namespace interpres {

// Returns one or more keys of the number at `number` in the text and the words
// behind it. Two numbers have the same value if they share a key: `20 billion`
// shares one with `20 000 millones`, `20 mil millones` and `20,000,000,000`.
// The words are English, Spanish, French, German, Italian and Portuguese. A
// word with several meanings gives a key for each: a billion has 9 zeros in
// English and 12 in German. Returns no keys for a date, a time or a telephone
// number. REQUIRES: the bytes are an atom of the kind kNumber. Thread-safe.
std::vector<std::string> ScaledKeys(std::string_view text, ByteSpan number);

// Returns the end of the words that multiply the number: number.end without
// such words. Thread-safe.
int64_t ScaleEnd(std::string_view text, ByteSpan number);

// Returns the words behind the number as the target language writes them: for
// `20 billion` from English to Spanish, `mil millones`. Null if no words
// multiply the number, or if the words or a language are not known. The
// languages are codes of BCP 47. Thread-safe.
std::optional<std::string> ScaleWordsIn(std::string_view text, ByteSpan number,
                                        std::string_view source_language,
                                        std::string_view target_language);

// A number in a text.
struct NumberPlace {
  std::string_view text;
  ByteSpan number;
};

// Returns whether the words behind a number changed its value: the source has
// such words, and the translation of the number has words of another value, or
// its text has no word of this kind at all. (In `de 3 a 5 millones`, only the
// last number has such words.) REQUIRES: ScaleWordsIn of the source is not
// null. Thread-safe.
bool LosesScale(const NumberPlace& source, const NumberPlace& translation);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_NUMBER_SCALE_H_
