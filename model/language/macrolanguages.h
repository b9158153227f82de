// Codes that stand for several languages, such as `no` for Norwegian.

#ifndef INTERPRES_MODEL_LANGUAGE_MACROLANGUAGES_H_
#define INTERPRES_MODEL_LANGUAGE_MACROLANGUAGES_H_

#include <string_view>

namespace interpres {

// The macrolanguage (ISO 639-3) of a code.
struct Macrolanguage {
  // The code of the macrolanguage. The code of the language itself if the
  // language belongs to no macrolanguage.
  std::string_view code;
  // Whether the language is what the code of the macrolanguage usually means:
  // true for `nb`, which is what `no` means, false for `nn`. True without a
  // macrolanguage.
  bool is_usual = true;
};

// Returns the macrolanguage of `language`, a canonical code without script and
// region (LanguageCode::language). Returns the code itself if the language
// belongs to no macrolanguage. The result is valid as long as `language`.
//
// Left out on purpose: languages whose readers do not understand each other,
// although ISO 639-3 puts them under one code. These are Indonesian (`ms`),
// Cantonese and other Chinese languages (`zh`), and Sorani (`ku`).
Macrolanguage MacrolanguageOf(std::string_view language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_LANGUAGE_MACROLANGUAGES_H_
