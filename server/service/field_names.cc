#include "server/service/field_names.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/cord.h"

namespace interpres {
namespace {

bool IsWordCharacter(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_';
}

// Whether the words stand at the offset of the message, as whole words.
bool StandsAt(std::string_view message, std::size_t offset,
              std::string_view words) {
  const std::size_t end = offset + words.size();
  return message.substr(offset).starts_with(words) &&
         (offset == 0 || !IsWordCharacter(message[offset - 1])) &&
         (end == message.size() || !IsWordCharacter(message[end]));
}

std::string Renamed(std::string_view message,
                    std::span<const FieldName> names) {
  std::string renamed;
  bool is_quoted = false;
  for (std::size_t i = 0; i < message.size();) {
    is_quoted = is_quoted != (message[i] == '"');
    const auto found = std::ranges::find_if(names, [&](const FieldName& name) {
      return !is_quoted && StandsAt(message, i, name.ours);
    });
    if (found == names.end()) {
      renamed.push_back(message[i]);
      ++i;
      continue;
    }
    renamed += found->theirs;
    i += found->ours.size();
  }
  return renamed;
}

}  // namespace

absl::Status WithFieldNames(const absl::Status& status,
                            std::span<const FieldName> names) {
  if (status.ok()) {
    return status;
  }
  const absl::string_view message = status.message();
  absl::Status renamed(status.code(),
                       Renamed({message.data(), message.size()}, names));
  status.ForEachPayload(
      [&renamed](absl::string_view type, const absl::Cord& payload) {
        renamed.SetPayload(type, payload);
      });
  return renamed;
}

}  // namespace interpres
