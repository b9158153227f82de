#include "model/checkpoint/generation_config_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/checkpoint/json_document.h"
#include "model/checkpoint/json_fields.h"

namespace interpres {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

// Rules that transformers would apply and our search would not: allowed only
// with the value that makes them do nothing.
absl::Status CheckUnsupported(const JsonFields& fields) {
  const std::pair<const char*, json> neutral[] = {
      {"do_sample", false},
      {"num_beam_groups", 1},
      {"diversity_penalty", 0.0},
      {"repetition_penalty", 1.0},
      {"encoder_repetition_penalty", 1.0},
      {"no_repeat_ngram_size", 0},
      {"encoder_no_repeat_ngram_size", 0},
      {"min_length", 0},
      {"min_new_tokens", 0},
      {"remove_invalid_values", false},
  };
  for (const auto& [key, value] : neutral) {
    if (absl::Status status = fields.RequireIfPresent(key, value);
        !status.ok()) {
      return status;
    }
  }
  for (const char* key :
       {"forced_bos_token_id", "suppress_tokens", "begin_suppress_tokens",
        "sequence_bias", "force_words_ids", "constraints",
        "exponential_decay_length_penalty", "forced_decoder_ids"}) {
    if (const json* found = fields.Find(key); found != nullptr) {
      return fields.Unexpected(key, *found, "no such key: not supported");
    }
  }
  return absl::OkStatus();
}

// Special ids, where repeated, are the model's.
absl::Status CheckIds(const JsonFields& fields, const ModelConfig& config) {
  const std::pair<const char*, int32_t> ids[] = {
      {"eos_token_id", config.eos_token_id},
      {"forced_eos_token_id", config.eos_token_id},
      {"pad_token_id", config.pad_token_id},
      {"decoder_start_token_id", config.decoder_start_token_id},
  };
  for (const auto& [key, id] : ids) {
    const json* found = fields.Find(key);
    if (found != nullptr && *found != id && *found != json::array({id})) {
      return fields.Unexpected(key, *found,
                               absl::StrCat(id, " as in config.json"));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<int32_t>> ParseSuppressed(
    const JsonFields& fields, const ModelConfig& config) {
  std::vector<int32_t> ids;
  const json* words = fields.Find("bad_words_ids");
  if (words == nullptr) {
    return ids;
  }
  if (!words->is_array()) {
    return fields.Unexpected("bad_words_ids", *words, "a list of lists");
  }
  for (const json& word : *words) {
    const bool single =
        word.is_array() && word.size() == 1 && word[0].is_number_unsigned() &&
        word[0].get<uint64_t>() < static_cast<uint64_t>(config.vocab_size);
    if (!single) {
      return fields.Unexpected(
          "bad_words_ids", word,
          absl::StrCat("lists of one id below ", config.vocab_size,
                       ": longer ones are not supported"));
    }
    ids.push_back(word[0].get<int32_t>());
  }
  return ids;
}

absl::Status OutOfRange(const char* key, const std::string& found,
                        const std::string& expected) {
  return absl::InvalidArgumentError(
      absl::StrCat(key, " is ", found, "; expected ", expected));
}

}  // namespace

absl::StatusOr<GenerationConfig> ParseGenerationConfig(
    std::string_view text, std::string_view file, const ModelConfig& config) {
  INTERPRES_ASSIGN_OR_RETURN(const json document, ParseJsonObject(text, file));
  const JsonFields fields(document, std::string(file));
  INTERPRES_RETURN_IF_ERROR(CheckUnsupported(fields));
  INTERPRES_RETURN_IF_ERROR(CheckIds(fields, config));
  GenerationConfig generation;
  INTERPRES_ASSIGN_OR_RETURN(const auto beams, fields.Integer("num_beams"));
  INTERPRES_ASSIGN_OR_RETURN(const auto penalty,
                             fields.Number("length_penalty"));
  INTERPRES_ASSIGN_OR_RETURN(const auto length, fields.Integer("max_length"));
  // Saturated, so that the range check below sees a number too large.
  const auto narrow = [](int64_t value) {
    return static_cast<int32_t>(
        std::clamp<int64_t>(value, INT32_MIN, INT32_MAX));
  };
  generation.num_beams = narrow(beams.value_or(generation.num_beams));
  generation.length_penalty =
      static_cast<float>(penalty.value_or(generation.length_penalty));
  // transformers counts the start symbol, we do not.
  generation.max_length = length.has_value()
                              ? narrow(std::max<int64_t>(*length, 1) - 1)
                              : narrow(config.max_position_embeddings);
  INTERPRES_ASSIGN_OR_RETURN(generation.suppressed_ids,
                             ParseSuppressed(fields, config));
  generation.suppressed_ids = SuppressedIds(config, generation);
  const absl::Status valid = ValidateGenerationConfig(generation, config);
  if (!valid.ok()) {
    return absl::Status(valid.code(),
                        absl::StrCat(AsAbsl(file), ": ", valid.message()));
  }
  return generation;
}

std::string SerializeGenerationConfig(const GenerationConfig& generation,
                                      const ModelConfig& config) {
  ordered_json bad_words = ordered_json::array();
  for (const int32_t id : SuppressedIds(config, generation)) {
    bad_words.push_back(ordered_json::array({id}));
  }
  const ordered_json document = {
      {"num_beams", generation.num_beams},
      {"length_penalty", generation.length_penalty},
      {"max_length", int64_t{generation.max_length} + 1},
      {"bad_words_ids", bad_words},
      {"renormalize_logits", true},
      {"pad_token_id", config.pad_token_id},
      {"eos_token_id", config.eos_token_id},
      {"forced_eos_token_id", config.eos_token_id},
      {"decoder_start_token_id", config.decoder_start_token_id},
  };
  return document.dump(2) + "\n";
}

absl::Status ValidateGenerationConfig(const GenerationConfig& generation,
                                      const ModelConfig& config) {
  if (generation.num_beams < 1 || generation.num_beams > kMaxBeamSize) {
    return OutOfRange("num_beams", std::to_string(generation.num_beams),
                      absl::StrCat("1 to ", kMaxBeamSize));
  }
  if (!(generation.length_penalty >= 0.0f &&
        generation.length_penalty <= kMaxLengthPenalty)) {
    return OutOfRange("length_penalty", absl::StrCat(generation.length_penalty),
                      absl::StrCat("0 to ", kMaxLengthPenalty));
  }
  if (generation.max_length < 1 ||
      generation.max_length > config.max_position_embeddings) {
    return OutOfRange("max_length (tokens after the start symbol)",
                      std::to_string(generation.max_length),
                      absl::StrCat("1 to max_position_embeddings, ",
                                   config.max_position_embeddings));
  }
  for (const int32_t id : generation.suppressed_ids) {
    if (id < 0 || id >= config.vocab_size || id == config.eos_token_id) {
      return OutOfRange("a suppressed id", std::to_string(id),
                        "an id of the vocabulary that is not the end symbol");
    }
  }
  return absl::OkStatus();
}

}  // namespace interpres
