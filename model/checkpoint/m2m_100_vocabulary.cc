#include "model/checkpoint/m2m_100_vocabulary.h"

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/checkpoint/json_document.h"
#include "model/checkpoint/m2m_100_languages.h"
#include "model/checkpoint/spm_pieces.h"
#include "model/checkpoint/vocabulary_json.h"
#include "model/config/piece_ids.h"
#include "model/config/token_template.h"

namespace interpres {
namespace {

using nlohmann::json;

// The first pieces of a SentencePiece model, and of NLLB's vocabulary.
constexpr int32_t kSpmSpecials = 3;
constexpr char kBeginPiece[] = "<s>";
constexpr std::string_view kUnusedPrefix = "<unused ";

std::string TagOf(const ModelLanguage& language) {
  return absl::StrCat(">>", language.tag, "<<");
}

absl::Status Add(std::string piece, int64_t id, std::string_view file,
                 PieceIds& vocabulary) {
  const auto [entry, is_new] =
      vocabulary.emplace(std::move(piece), static_cast<int32_t>(id));
  if (is_new) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat(AsAbsl(file), ": the piece ", Quoted(entry->first),
                   " has the ids ", entry->second, " and ", id));
}

// Gives a name to each id below `size` that no piece has.
absl::Status FillUnused(int64_t size, std::string_view file,
                        PieceIds& vocabulary) {
  INTERPRES_ASSIGN_OR_RETURN(const auto pieces,
                             PiecesOfIds(vocabulary, size, file));
  for (int64_t id = 0; id < size; ++id) {
    // Add moves the pieces, so the pointers are only compared with null.
    if (pieces[static_cast<std::size_t>(id)] != nullptr) {
      continue;
    }
    INTERPRES_RETURN_IF_ERROR(Add(absl::StrCat(AsAbsl(kUnusedPrefix), id, ">"),
                                  id, file, vocabulary));
  }
  return absl::OkStatus();
}

// The ids of the language tokens in tokenizer.json, by their code.
absl::StatusOr<PieceIds> AddedTokens(const std::string& text,
                                     const std::string& file) {
  INTERPRES_ASSIGN_OR_RETURN(const json document, ParseJsonObject(text, file));
  const auto list = document.find("added_tokens");
  PieceIds ids;
  if (list == document.end() || !list->is_array()) {
    return absl::InvalidArgumentError(
        absl::StrCat(file, ": it has no list added_tokens"));
  }
  for (const json& token : *list) {
    const bool is_token = token.is_object() && token.contains("content") &&
                          token.contains("id") &&
                          token["content"].is_string() &&
                          token["id"].is_number_unsigned() &&
                          token["id"].get<uint64_t>() < uint64_t{INT32_MAX};
    if (!is_token) {
      return absl::InvalidArgumentError(absl::StrCat(
          file, ": added_tokens has the entry ", Excerpt(token),
          "; expected an object with content, a text, and id, a number"));
    }
    ids[token["content"].get<std::string>()] = token["id"].get<int32_t>();
  }
  return ids;
}

// Adds the languages with ids from `first` on.
absl::Status AddLanguages(LanguageList list, int64_t first,
                          std::string_view file, PieceIds& vocabulary) {
  for (const ModelLanguage& language : LanguagesOf(list)) {
    INTERPRES_RETURN_IF_ERROR(Add(TagOf(language), first++, file, vocabulary));
  }
  return absl::OkStatus();
}

// Adds the languages of NLLB-200 with the ids that `added` states. A model may
// have fewer languages.
absl::Status AddStatedLanguages(const PieceIds& added, std::string_view file,
                                PieceIds& vocabulary) {
  for (const ModelLanguage& language : LanguagesOf(LanguageList::kNllb)) {
    const auto found = added.find(language.code);
    if (found == added.end()) {
      continue;
    }
    INTERPRES_RETURN_IF_ERROR(
        Add(TagOf(language), found->second, file, vocabulary));
  }
  return absl::OkStatus();
}

// Returns the special pieces of NLLB-200, and the pieces of its SentencePiece
// model.
absl::StatusOr<PieceIds> NllbPieces(const PieceIds& spm_ids,
                                    std::string_view file) {
  for (const auto& [piece, id] :
       {std::pair(kUnknownPiece, 0), std::pair(kBeginPiece, 1),
        std::pair(kEndPiece, 2)}) {
    const auto found = spm_ids.find(piece);
    if (found == spm_ids.end() || found->second != id) {
      return absl::InvalidArgumentError(
          absl::StrCat(AsAbsl(file), ": piece ", id, " is not ", piece,
                       ", as in a model of NLLB-200"));
    }
  }
  PieceIds vocabulary = {
      {kBeginPiece, 0}, {kPaddingPiece, 1}, {kEndPiece, 2}, {kUnknownPiece, 3}};
  for (const auto& [piece, id] : spm_ids) {
    if (id < kSpmSpecials) {
      continue;
    }
    INTERPRES_RETURN_IF_ERROR(Add(piece, id + 1, file, vocabulary));
  }
  return vocabulary;
}

}  // namespace

absl::StatusOr<PieceIds> M2m100Vocabulary(PieceIds pieces, int64_t size,
                                          std::string_view file) {
  const auto first = static_cast<int64_t>(pieces.size());
  INTERPRES_RETURN_IF_ERROR(
      AddLanguages(LanguageList::kM2m, first, file, pieces));
  INTERPRES_RETURN_IF_ERROR(FillUnused(size, file, pieces));
  return pieces;
}

absl::StatusOr<PieceIds> NllbVocabulary(
    std::string_view spm, const std::optional<std::string>& tokenizer_json,
    int64_t size, std::string_view directory) {
  // The file that states the ids of the languages.
  std::string file =
      absl::StrCat(AsAbsl(directory), "/sentencepiece.bpe.model");
  INTERPRES_ASSIGN_OR_RETURN(const PieceIds spm_ids, PiecesOfSpm(spm, file));
  INTERPRES_ASSIGN_OR_RETURN(PieceIds vocabulary, NllbPieces(spm_ids, file));
  const auto next = static_cast<int64_t>(spm_ids.size()) + 1;
  if (tokenizer_json.has_value()) {
    file = absl::StrCat(AsAbsl(directory), "/tokenizer.json");
    INTERPRES_ASSIGN_OR_RETURN(const PieceIds added,
                               AddedTokens(*tokenizer_json, file));
    INTERPRES_RETURN_IF_ERROR(AddStatedLanguages(added, file, vocabulary));
  } else {
    INTERPRES_RETURN_IF_ERROR(
        AddLanguages(LanguageList::kNllb, next, file, vocabulary));
  }
  INTERPRES_RETURN_IF_ERROR(FillUnused(size, file, vocabulary));
  return vocabulary;
}

void SuppressUnused(const PieceIds& vocabulary, GenerationConfig& generation) {
  std::vector<int32_t>& ids = generation.suppressed_ids;
  for (const auto& [piece, id] : vocabulary) {
    if (piece == kBeginPiece || piece.starts_with(kUnusedPrefix)) {
      ids.push_back(id);
    }
  }
  std::ranges::sort(ids);
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

}  // namespace interpres
