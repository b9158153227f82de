// The script in which a text is written.

#ifndef INTERPRES_MODEL_LANGUAGE_TEXT_SCRIPT_H_
#define INTERPRES_MODEL_LANGUAGE_TEXT_SCRIPT_H_

#include <string>
#include <string_view>

namespace interpres {

// Returns the script that occurs most often among the letters of the text, as a
// code of ISO 15924: `Latn`, `Cyrl`. Kana and Chinese characters count as one
// script: `Jpan` if at least one in ten of them is kana, otherwise `Hani`.
// They count as Hangul (`Kore`) if they are at most twice as many as Hangul.
// Returns "" for a text that has no letters except those that scripts share.
std::string ScriptOfText(std::u32string_view text);

// Returns whether a text in `text_script` (a result of ScriptOfText) can be in
// a language whose script is `language_script` (LanguageCode::script). The two
// must be equal, but `Hani` also matches `Hans`, `Hant` and `Jpan`.
bool CanBeScript(std::string_view text_script,
                 std::string_view language_script);

// Returns whether only one common language is written in the script (a code of
// ISO 15924), so that the script decides the language. True for Greek (`Grek`),
// Thai, and Japanese with kana (`Jpan`).
bool IsScriptOfOneLanguage(std::string_view script);

}  // namespace interpres

#endif  // INTERPRES_MODEL_LANGUAGE_TEXT_SCRIPT_H_
