// References to characters, such as `&eacute;` and `&#233;`.

#ifndef INTERPRES_MODEL_MARKUP_CHARACTER_REFERENCE_H_
#define INTERPRES_MODEL_MARKUP_CHARACTER_REFERENCE_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace interpres {

// The place of a reference to a character, such as `&amp;`, which decides the
// rules by which the reference is read.
enum class ReferencePlace {
  kText,
  kAttribute,  // a name without `;` before `=`, a letter or a digit is text
  kStrict,     // every reference needs its semicolon, as in XML and Markdown
};

struct CharacterReference {
  std::string text;    // the characters, in UTF-8
  int64_t length = 0;  // the bytes of the reference
};

// Reads the reference to a character at the start of `text`, such as `&amp;` or
// `&#65;`, by the rules of the HTML standard. The longest name that matches
// counts. Returns `length` 0 if `text` does not begin with a reference that is
// valid at `place`. REQUIRES: `text` is UTF-8. Thread-safe.
CharacterReference ReadCharacterReference(std::string_view text,
                                          ReferencePlace place);

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_CHARACTER_REFERENCE_H_
