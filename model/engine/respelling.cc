#include "model/engine/respelling.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "model/document/alphabet.h"
#include "model/document/base_letters.h"
#include "model/document/characters.h"
#include "model/document/sentence_language.h"

namespace interpres {
namespace {

bool IsKnown(const Tokenizer& tokenizer, const std::string& letter) {
  const absl::StatusOr<EncodedText> encoded =
      tokenizer.EncodeSource(letter, "");
  if (!encoded.ok()) {
    return false;
  }
  const std::span<const int32_t> pieces = encoded->own_pieces();
  return std::find(pieces.begin(), pieces.end(), tokenizer.source_unk_id()) ==
         pieces.end();
}

bool HasOrdinalSigns(std::string_view language) {
  constexpr std::array<std::string_view, 5> kLanguages = {"ca", "es", "gl",
                                                          "it", "pt"};
  return std::ranges::find(kLanguages, LanguageSubtag(language)) !=
         kLanguages.end();
}

}  // namespace

Respelling::Respelling(const Tokenizer& tokenizer,
                       const std::vector<std::string>& languages) {
  for (const std::string& language : languages) {
    has_ordinal_signs_ |= HasOrdinalSigns(language);
  }
  if (tokenizer.unknown_character().empty()) {
    own_letters_ = Alphabets(languages);
    return;
  }
  for (const std::string& language : languages) {
    for (const char32_t c : AlphabetOf(language)) {
      AddLetter(tokenizer, c);
    }
  }
}

void Respelling::AddLetter(const Tokenizer& tokenizer, char32_t c) {
  const std::u32string letter(1, c);
  const std::string own = EncodeUtf8(letter);
  // The parts of a letter without case are no letters: 각 has the part ᄀ.
  const bool has_case = IsUpper(c) || IsLower(c);
  if (c < 0x80 || !has_case || IsKnown(tokenizer, own)) {
    return;
  }
  const std::string small = EncodeUtf8(LowerCase(letter));
  const std::string base = EncodeUtf8(WithoutAccents(letter));
  const bool knows_small = small != own && IsKnown(tokenizer, small);
  const bool knows_base = base != own && IsKnown(tokenizer, base);
  if (knows_small || knows_base) {
    spellings_[c] = {.at_start = knows_small ? small : base,
                     .elsewhere = knows_base ? base : small};
  }
}

std::vector<Respelling::Letter> Respelling::Find(
    std::u32string_view text) const {
  std::vector<Letter> letters;
  bool is_first_word = true;
  bool in_word = false;
  bool stays = false;  // the word
  for (std::size_t i = 0; !spellings_.empty() && i < text.size(); ++i) {
    const bool begins_word = !in_word && IsContent(text[i]);
    is_first_word = is_first_word && (!in_word || IsContent(text[i]));
    in_word = IsContent(text[i]);
    if (begins_word) {
      const bool is_single = !IsContent(At(text, i + 1));
      // A single letter that begins the text may be a word: `É verdade`.
      stays = is_first_word ? is_single && !IsUpper(text[i])
                            : is_single || IsUpper(text[i]);
    }
    const auto found =
        stays || text[i] < 0x80 ? spellings_.end() : spellings_.find(text[i]);
    if (found != spellings_.end()) {
      const auto& [at_start, elsewhere] = found->second;
      const bool is_capital =
          is_first_word && begins_word && !IsUpper(At(text, i + 1));
      letters.push_back(
          {.character = i, .spelling = is_capital ? at_start : elsewhere});
    }
  }
  return letters;
}

}  // namespace interpres
