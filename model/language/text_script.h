// The script in which a text is written.

#ifndef INTERPRES_MODEL_LANGUAGE_TEXT_SCRIPT_H_
#define INTERPRES_MODEL_LANGUAGE_TEXT_SCRIPT_H_

#include <string>
#include <string_view>

namespace interpres {

// Returns the script of most letters of the text, as a code of ISO 15924:
// `Latn`, `Cyrl`. Returns `Jpan` for Chinese characters with kana, `Kore` for
// Hangul, and `Hani` for Chinese characters alone. Returns "" for a text
// without letters.
std::string ScriptOfText(std::u32string_view text);

// Returns whether a text in `text_script` can be in a language whose script is
// `language_script` (LanguageCode::script). Chinese characters alone can be
// Chinese or Japanese.
bool CanBeScript(std::string_view text_script,
                 std::string_view language_script);

// Returns whether only one common language is written in the script, so that
// the script decides: Greek, Thai, Japanese with kana.
bool IsScriptOfOneLanguage(std::string_view script);

}  // namespace interpres

#endif  // INTERPRES_MODEL_LANGUAGE_TEXT_SCRIPT_H_
