#include "model/checkpoint/native_marian_files.h"

#include <optional>
#include <string>
#include <utility>

#include "model/base/status.h"
#include "model/checkpoint/bad_file.h"
#include "model/checkpoint/decoder_yml.h"
#include "model/checkpoint/marian_model_parts.h"
#include "model/checkpoint/marian_vocabulary.h"
#include "model/checkpoint/opus_readme.h"

namespace interpres {
namespace {

absl::StatusOr<MarianVocabulary> ReadVocabulary(const std::string& name,
                                                MarianModelParts& parts) {
  MarianVocabulary vocabulary = {.place = parts.files().PlaceOf(name)};
  if (!name.ends_with(".yml")) {
    return BadFile(vocabulary.place,
                   "vocabularies of this kind are not supported; expected "
                   "NAME.yml; write the pieces and their ids to a .yml file "
                   "with marian-vocab");
  }
  INTERPRES_ASSIGN_OR_RETURN(const std::string text, parts.ReadVersioned(name));
  INTERPRES_ASSIGN_OR_RETURN(vocabulary.ids,
                             ParseMarianVocabulary(text, vocabulary.place));
  return vocabulary;
}

absl::Status ReadVocabularies(const DecoderYml& decoder,
                              MarianModelParts& parts) {
  const std::string& source_name = decoder.vocabularies.front();
  const std::string& target_name = decoder.vocabularies.back();
  INTERPRES_ASSIGN_OR_RETURN(MarianVocabulary source,
                             ReadVocabulary(source_name, parts));
  if (source_name == target_name) {
    return parts.UseVocabulary(std::move(source));
  }
  INTERPRES_ASSIGN_OR_RETURN(MarianVocabulary target,
                             ReadVocabulary(target_name, parts));
  return parts.UseVocabularies(std::move(source), std::move(target));
}

absl::Status ReadSentencePieceModels(MarianModelParts& parts) {
  const ModelFiles& files = parts.files();
  if (!files.Has("source.spm") && files.Has("source.bpe")) {
    return BadFile(files.PlaceOf("source.bpe"),
                   "models with BPE need the tokenizer of Moses and are not "
                   "supported; expected source.spm and target.spm; use a "
                   "release of the model with SentencePiece");
  }
  ModelDescription& description = parts.model().description;
  INTERPRES_ASSIGN_OR_RETURN(description.source_spm,
                             parts.ReadSpm("source.spm"));
  INTERPRES_ASSIGN_OR_RETURN(description.target_spm,
                             parts.ReadSpm("target.spm"));
  return absl::OkStatus();
}

// Reads the files that describe the model.
absl::Status ReadDescriptions(MarianModelParts& parts) {
  INTERPRES_RETURN_IF_ERROR(parts.ReadCard());
  INTERPRES_ASSIGN_OR_RETURN(
      const auto readme,
      parts.files().ReadOptional("README.md", kMaxMarianTextBytes));
  if (readme.has_value()) {
    parts.model().description.tokenizer_languages = LanguagesInReadme(*readme);
  }
  return parts.files().Has("shortlist.bin")
             ? parts.ReadVersioned("shortlist.bin").status()
             : absl::OkStatus();
}

}  // namespace

absl::StatusOr<ModelDirectory> ReadNativeMarian(const ModelFiles& files,
                                                const SpmObserver& on_spm) {
  MarianModelParts parts(files, on_spm);
  ModelDescription& description = parts.model().description;
  description.source_rules = SourceRules::kOpusMt;
  INTERPRES_ASSIGN_OR_RETURN(const std::string text,
                             parts.ReadVersioned(kDecoderYml));
  INTERPRES_ASSIGN_OR_RETURN(const DecoderYml decoder,
                             ParseDecoderYml(text, files.PlaceOf(kDecoderYml)));
  INTERPRES_RETURN_IF_ERROR(parts.ReadWeights(decoder.model));
  INTERPRES_RETURN_IF_ERROR(ReadSentencePieceModels(parts));
  description.generation = GenerationOf(decoder, description.config);
  INTERPRES_RETURN_IF_ERROR(ReadVocabularies(decoder, parts));
  INTERPRES_RETURN_IF_ERROR(ReadDescriptions(parts));
  return std::move(parts).Finish();
}

}  // namespace interpres
