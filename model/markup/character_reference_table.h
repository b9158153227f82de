// The names of the character references of HTML.

#ifndef INTERPRES_MODEL_MARKUP_CHARACTER_REFERENCE_TABLE_H_
#define INTERPRES_MODEL_MARKUP_CHARACTER_REFERENCE_TABLE_H_

namespace interpres {

// The named character references of HTML, such as `&eacute;`, as a string of
// entries in the order of their names, each with a space after it. An entry has
// these parts, without spaces between them:
// - the number of characters that the name shares with the name before it, as
//   one digit of base 36;
// - the other characters of the name;
// - `!` if the name also counts without a semicolon, otherwise `=`;
// - the code points in hexadecimal, with `-` between two.
extern const char* const kCharacterReferences;

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_CHARACTER_REFERENCE_TABLE_H_
