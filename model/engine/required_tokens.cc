// Tested by required_tokens_test.cc.

#include "model/engine/required_tokens.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/base/utf8.h"
#include "model/document/atom_text.h"
#include "model/document/characters.h"

namespace interpres {
namespace {

// A text behind one of these gets no piece that begins a word. Several, because
// a vocabulary may lack one, or join it with the text to one piece.
constexpr std::string_view kNeutral[] = {"(", "\"", "-", ",", "a"};

std::string SpellAll(const Tokenizer& tokenizer, std::span<const int32_t> ids) {
  std::string text;
  for (const std::string& part : tokenizer.Spell(ids)) {
    text += part;
  }
  return text;
}

// Returns `ids` if they spell `text` and have no unknown piece.
std::optional<std::vector<int32_t>> IfExact(const Tokenizer& tokenizer,
                                            std::span<const int32_t> ids,
                                            std::string_view text) {
  if (std::find(ids.begin(), ids.end(), tokenizer.unk_id()) != ids.end() ||
      SpellAll(tokenizer, ids) != text) {
    return std::nullopt;
  }
  return std::vector<int32_t>(ids.begin(), ids.end());
}

// Returns the pieces of `text` behind `neutral`, or null if the encoding does
// not keep both apart.
absl::StatusOr<std::optional<std::vector<int32_t>>> EncodeBehind(
    const Tokenizer& tokenizer, std::string_view neutral,
    std::string_view text) {
  INTERPRES_ASSIGN_OR_RETURN(
      const EncodedText encoded,
      tokenizer.EncodeTarget(absl::StrCat(AsAbsl(neutral), AsAbsl(text))));
  const std::span<const int32_t> ids = encoded.own_pieces();
  const std::string space_and_neutral = absl::StrCat(" ", AsAbsl(neutral));
  for (std::size_t pieces = 1; pieces < ids.size(); ++pieces) {
    const std::string spelled = SpellAll(tokenizer, ids.first(pieces));
    if (spelled == space_and_neutral) {
      return IfExact(tokenizer, ids.subspan(pieces), text);
    }
    if (spelled.size() > space_and_neutral.size()) {
      break;
    }
  }
  return std::nullopt;
}

bool IsInsideWord(std::string_view character) {
  const char32_t c = FirstCodePoint(character).code;
  return JoinsWords(c) && c != U'_';
}

}  // namespace

absl::StatusOr<std::optional<std::vector<int32_t>>> EncodeRequired(
    const Tokenizer& tokenizer, std::string_view text, bool after_space) {
  if (text.empty() || text.front() == ' ' || text.back() == ' ') {
    return std::nullopt;
  }
  if (after_space) {
    INTERPRES_ASSIGN_OR_RETURN(const EncodedText encoded,
                               tokenizer.EncodeTarget(text));
    return IfExact(tokenizer, encoded.own_pieces(),
                   absl::StrCat(" ", AsAbsl(text)));
  }
  std::optional<std::vector<int32_t>> found;
  for (const std::string_view neutral : kNeutral) {
    INTERPRES_ASSIGN_OR_RETURN(found, EncodeBehind(tokenizer, neutral, text));
    if (found.has_value()) {
      break;
    }
  }
  return found;
}

bool EndsInsideWord(std::string_view text) {
  const auto last =
      std::find_if_not(text.rbegin(), text.rend(), IsUtf8Continuation);
  return last != text.rend() &&
         IsInsideWord(text.substr(text.rend() - last - 1));
}

WordTokens FindWordTokens(const Tokenizer& tokenizer) {
  WordTokens tokens;
  for (int32_t id = 0; id < tokenizer.vocab_size(); ++id) {
    const std::string text = tokenizer.Spell({&id, 1}).front();
    if (!text.empty() && IsInsideWord(text)) {
      tokens.continuations.push_back(id);
    }
    if (EndsInsideWord(text)) {
      tokens.endings.push_back(id);
    }
  }
  return tokens;
}

}  // namespace interpres
