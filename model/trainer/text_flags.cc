#include "model/trainer/text_flags.h"

#include <cstddef>

#include "absl/strings/str_format.h"
#include "model/base/status.h"

namespace interpres {
namespace {

absl::Status CheckLanguageCount(const char* flag,
                                const std::vector<std::string>& languages,
                                std::size_t texts) {
  const std::size_t count = languages.size();
  if (count == texts || (count <= 1 && texts > 0)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s is given %d times for %d texts; give it once for all, or once for "
      "each",
      flag, count, texts));
}

std::string LanguageOf(const std::vector<std::string>& languages,
                       std::size_t i) {
  if (languages.empty()) {
    return "";
  }
  return languages.size() == 1 ? languages[0] : languages[i];
}

}  // namespace

absl::StatusOr<std::vector<CorpusFiles>> TextsOf(const TextFlags& flags) {
  const std::size_t pairs = flags.sources.size();
  const std::size_t count = pairs + flags.tsvs.size();
  if (flags.targets.size() != pairs) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s is given %d times but %s %d times; they go together, in order",
        flags.names.source, pairs, flags.names.target, flags.targets.size()));
  }
  INTERPRES_RETURN_IF_ERROR(CheckLanguageCount(flags.names.source_language,
                                               flags.source_languages, count));
  INTERPRES_RETURN_IF_ERROR(CheckLanguageCount(flags.names.target_language,
                                               flags.target_languages, count));
  std::vector<CorpusFiles> texts;
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_tsv = i >= pairs;
    texts.push_back(
        {.source = is_tsv ? flags.tsvs[i - pairs] : flags.sources[i],
         .target = is_tsv ? flags.tsvs[i - pairs] : flags.targets[i],
         .languages = {.source = LanguageOf(flags.source_languages, i),
                       .target = LanguageOf(flags.target_languages, i)},
         .is_tsv = is_tsv});
  }
  return texts;
}

}  // namespace interpres
