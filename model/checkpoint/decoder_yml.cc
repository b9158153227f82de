#include "model/checkpoint/decoder_yml.h"

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/checkpoint/flat_yaml.h"
#include "model/checkpoint/json_document.h"

namespace interpres {
namespace {

constexpr int64_t kDefaultBeam = 4;

// A plain name, because a downloaded file must not lead out of its directory.
absl::Status CheckFileNames(const FlatYaml& yaml, const char* key,
                            const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const bool is_plain =
        !name.empty() && name != "." && name != ".." &&
        std::filesystem::path(name).filename().string() == name;
    if (!is_plain) {
      return yaml.Unexpected(key, Quoted(name),
                             "expected names of files beside decoder.yml; "
                             "write the names without directories");
    }
  }
  return absl::OkStatus();
}

absl::Status ReadFileNames(const FlatYaml& yaml, DecoderYml& decoder) {
  INTERPRES_ASSIGN_OR_RETURN(const auto models, yaml.List("models"));
  if (models.size() != 1) {
    return yaml.Unexpected("models", absl::StrCat(models.size(), " files"),
                           "expected one; ensembles are not supported; name "
                           "the best model only");
  }
  decoder.model = models.front();
  INTERPRES_RETURN_IF_ERROR(CheckFileNames(yaml, "models", models));
  INTERPRES_ASSIGN_OR_RETURN(decoder.vocabularies, yaml.List("vocabs"));
  if (decoder.vocabularies.empty()) {
    return yaml.Unexpected("vocabs", "empty",
                           "expected the vocabulary of the model; name its "
                           "file twice, for the source and the target");
  }
  if (decoder.vocabularies.size() > 2) {
    return yaml.Unexpected(
        "vocabs", absl::StrCat(decoder.vocabularies.size(), " files"),
        "expected one for the source and one for the target; models with "
        "several sources are not supported; use another model");
  }
  return CheckFileNames(yaml, "vocabs", decoder.vocabularies);
}

absl::Status ReadSearch(const FlatYaml& yaml, DecoderYml& decoder) {
  INTERPRES_ASSIGN_OR_RETURN(const int64_t beam,
                             yaml.Integer("beam-size", kDefaultBeam));
  if (beam < 1 || beam > kMaxBeamSize) {
    return yaml.Unexpected(
        "beam-size", absl::StrCat(beam),
        absl::StrCat("expected 1 to ", kMaxBeamSize, "; change it"));
  }
  decoder.beam_size = static_cast<int32_t>(beam);
  INTERPRES_ASSIGN_OR_RETURN(const double normalize,
                             yaml.Number("normalize", 0.0));
  if (normalize < 0.0 || normalize > double{kMaxLengthPenalty}) {
    return yaml.Unexpected(
        "normalize", absl::StrCat(normalize),
        absl::StrCat("expected 0 to ", kMaxLengthPenalty, "; change it"));
  }
  decoder.normalize = static_cast<float>(normalize);
  INTERPRES_ASSIGN_OR_RETURN(const double penalty,
                             yaml.Number("word-penalty", 0.0));
  if (penalty != 0.0) {
    return yaml.Unexpected("word-penalty", absl::StrCat(penalty),
                           "expected 0; penalties of words are not supported; "
                           "set it to 0");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<DecoderYml> ParseDecoderYml(std::string_view text,
                                           std::string_view file) {
  INTERPRES_ASSIGN_OR_RETURN(const FlatYaml yaml, FlatYaml::Parse(text, file));
  DecoderYml decoder;
  INTERPRES_RETURN_IF_ERROR(ReadFileNames(yaml, decoder));
  INTERPRES_RETURN_IF_ERROR(ReadSearch(yaml, decoder));
  return decoder;
}

GenerationConfig GenerationOf(const DecoderYml& decoder,
                              const ModelConfig& config) {
  return {.num_beams = decoder.beam_size,
          .length_penalty = decoder.normalize,
          .max_length = static_cast<int32_t>(config.max_position_embeddings),
          .suppressed_ids = {}};
}

}  // namespace interpres
