#include "model/checkpoint/bergamot_files.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "model/base/status.h"
#include "model/checkpoint/decompressed_files.h"
#include "model/checkpoint/decompression.h"
#include "model/checkpoint/json_document.h"
#include "model/checkpoint/json_fields.h"
#include "model/checkpoint/lexical_shortlist.h"
#include "model/checkpoint/marian_model_parts.h"
#include "model/checkpoint/spm_pieces.h"

namespace interpres {
namespace {

using Names = std::vector<std::string>;

constexpr char kMetadata[] = "metadata.json";
constexpr int64_t kMaxMetadataBytes = int64_t{1} << 20;

// The names of a kind of file begin and end with these, as in
// lex.50.50.enes.s2t.bin.
struct NamePattern {
  const char* begin;
  const char* end;
};
constexpr NamePattern kWeights = {"model", ".bin"};
constexpr NamePattern kVocabulary = {"vocab", ".spm"};
constexpr NamePattern kSourceVocabulary = {"srcvocab", ".spm"};
constexpr NamePattern kTargetVocabulary = {"trgvocab", ".spm"};
constexpr NamePattern kShortlist = {"lex", ".bin"};

std::string Text(const NamePattern& pattern) {
  return absl::StrCat(pattern.begin, "*", pattern.end);
}

bool Matches(std::string_view name, const NamePattern& pattern) {
  return name.starts_with(pattern.begin) && name.ends_with(pattern.end);
}

// The files of a model and their names.
struct NamedFiles {
  const ModelFiles& files;
  std::span<const std::string> names;
};

// Returns the only file of this kind. Returns nullopt if no name matches.
absl::StatusOr<std::optional<std::string>> Find(const NamedFiles& named,
                                                const NamePattern& pattern) {
  const ModelFiles& files = named.files;
  Names found;
  for (const std::string& name : named.names) {
    if (Matches(name, pattern)) {
      found.push_back(name);
    }
  }
  if (found.empty()) {
    return std::nullopt;
  }
  if (found.size() > 1) {
    return absl::InvalidArgumentError(
        absl::StrCat(files.PlaceOf(found.front()), ": there are ", found.size(),
                     " files ", Text(pattern), ": ", absl::StrJoin(found, ", "),
                     "; expected one; give each model a separate directory"));
  }
  return found.front();
}

absl::StatusOr<std::string> FindRequired(const NamedFiles& named,
                                         const NamePattern& pattern) {
  INTERPRES_ASSIGN_OR_RETURN(auto found, Find(named, pattern));
  if (!found.has_value()) {
    return absl::NotFoundError(absl::StrCat(
        named.files.PlaceOf(Text(pattern)),
        ": there is no such file; expected one, as in a model of Firefox"));
  }
  return *std::move(found);
}

// Reads the pieces of the SentencePiece model in the file `name`.
absl::StatusOr<MarianVocabulary> VocabularyOf(const std::string& spm,
                                              const NamedFiles& named,
                                              const std::string& name) {
  MarianVocabulary vocabulary = {.place = named.files.PlaceOf(name)};
  INTERPRES_ASSIGN_OR_RETURN(vocabulary.ids,
                             PiecesOfSpm(spm, vocabulary.place));
  return vocabulary;
}

// The files of the SentencePiece models. The same name twice means one model
// for both languages.
struct SpmNames {
  std::string source;
  std::string target;
};

absl::StatusOr<SpmNames> ReadSpms(const NamedFiles& named,
                                  MarianModelParts& parts) {
  ModelDescription& description = parts.model().description;
  INTERPRES_ASSIGN_OR_RETURN(const auto separate,
                             Find(named, kSourceVocabulary));
  if (!separate.has_value()) {
    INTERPRES_ASSIGN_OR_RETURN(const std::string name,
                               FindRequired(named, kVocabulary));
    INTERPRES_ASSIGN_OR_RETURN(description.source_spm, parts.ReadSpm(name));
    description.target_spm = description.source_spm;
    return SpmNames{.source = name, .target = name};
  }
  INTERPRES_ASSIGN_OR_RETURN(description.source_spm, parts.ReadSpm(*separate));
  INTERPRES_ASSIGN_OR_RETURN(const std::string target,
                             FindRequired(named, kTargetVocabulary));
  INTERPRES_ASSIGN_OR_RETURN(description.target_spm, parts.ReadSpm(target));
  return SpmNames{.source = *separate, .target = target};
}

// REQUIRES: ReadSpms returned `names`, and the weights have been read.
absl::Status UseVocabularies(const NamedFiles& named, const SpmNames& names,
                             MarianModelParts& parts) {
  const ModelDescription& description = parts.model().description;
  INTERPRES_ASSIGN_OR_RETURN(
      MarianVocabulary source,
      VocabularyOf(description.source_spm, named, names.source));
  if (names.source == names.target) {
    return parts.UseVocabulary(std::move(source));
  }
  INTERPRES_ASSIGN_OR_RETURN(
      MarianVocabulary target,
      VocabularyOf(description.target_spm, named, names.target));
  return parts.UseVocabularies(std::move(source), std::move(target));
}

// The vocabularies that the shortlist of the model is for.
LexicalVocabularies VocabulariesOf(const ModelDescription& description) {
  const ModelConfig& config = description.config;
  const int64_t target = config.pad_token_id;
  return {.source = config.has_source_embedding() ? config.source_vocab_size()
                                                  : target,
          .target = target,
          .are_equal = description.source_vocabulary.empty() ||
                       description.source_spm == description.target_spm};
}

absl::Status ReadLexicalShortlist(const NamedFiles& named,
                                  MarianModelParts& parts) {
  INTERPRES_ASSIGN_OR_RETURN(const auto name, Find(named, kShortlist));
  if (!name.has_value()) {
    return absl::OkStatus();
  }
  INTERPRES_ASSIGN_OR_RETURN(const std::string bytes,
                             parts.ReadVersioned(*name));
  ModelDirectory& model = parts.model();
  INTERPRES_ASSIGN_OR_RETURN(
      model.shortlist,
      ParseLexicalShortlist(bytes, VocabulariesOf(model.description),
                            named.files.PlaceOf(*name)));
  return absl::OkStatus();
}

// Returns the languages in a name such as model.enes.intgemm.alphas.bin. Both
// are "" if the second part of the name is not two codes of two letters.
LanguageDirection LanguagesOf(const std::string& weights) {
  const Names parts = absl::StrSplit(weights, '.');
  const bool is_pair = parts.size() > 2 && parts[1].size() == 4 &&
                       std::ranges::all_of(parts[1], [](unsigned char letter) {
                         return absl::ascii_islower(letter);
                       });
  return is_pair ? LanguageDirection{.source = parts[1].substr(0, 2),
                                     .target = parts[1].substr(2)}
                 : LanguageDirection{};
}

// Reads the languages in metadata.json into `languages`, if it is there.
absl::Status ReadMetadata(const ModelFiles& files,
                          LanguageDirection& languages) {
  INTERPRES_ASSIGN_OR_RETURN(const auto text,
                             files.ReadOptional(kMetadata, kMaxMetadataBytes));
  if (!text.has_value()) {
    return absl::OkStatus();
  }
  const std::string place = files.PlaceOf(kMetadata);
  INTERPRES_ASSIGN_OR_RETURN(const nlohmann::json document,
                             ParseJsonObject(*text, place));
  const JsonFields fields(document, place);
  INTERPRES_ASSIGN_OR_RETURN(const auto source,
                             fields.String("sourceLanguage"));
  INTERPRES_ASSIGN_OR_RETURN(const auto target,
                             fields.String("targetLanguage"));
  if (source.has_value() && target.has_value()) {
    languages = {.source = *source, .target = *target};
  }
  return absl::OkStatus();
}

}  // namespace

bool IsBergamotModel(std::span<const std::string> names) {
  return std::ranges::any_of(names, [](const std::string& name) {
    return Matches(WithoutCompression(name), kWeights);
  });
}

absl::StatusOr<ModelDirectory> ReadBergamotModel(
    const ModelFiles& stored, std::span<const std::string> stored_names,
    const SpmObserver& on_spm) {
  const DecompressedFiles files(stored, stored_names);
  const Names names = files.names();
  const NamedFiles named = {.files = files, .names = names};
  MarianModelParts parts(files, on_spm);
  ModelDescription& description = parts.model().description;
  INTERPRES_ASSIGN_OR_RETURN(const std::string weights,
                             FindRequired(named, kWeights));
  // Before the weights, because `on_spm` may load them beside the weights.
  INTERPRES_ASSIGN_OR_RETURN(const SpmNames spms, ReadSpms(named, parts));
  INTERPRES_RETURN_IF_ERROR(parts.ReadWeights(weights));
  // Firefox searches with a beam of 1, which these models are trained for.
  description.generation.num_beams = 1;
  description.generation.max_length =
      static_cast<int32_t>(description.config.max_position_embeddings);
  INTERPRES_RETURN_IF_ERROR(UseVocabularies(named, spms, parts));
  INTERPRES_RETURN_IF_ERROR(ReadLexicalShortlist(named, parts));
  INTERPRES_RETURN_IF_ERROR(parts.ReadCard());
  description.tokenizer_languages = LanguagesOf(weights);
  INTERPRES_RETURN_IF_ERROR(
      ReadMetadata(files, description.tokenizer_languages));
  return std::move(parts).Finish();
}

}  // namespace interpres
