// Tested by html_document_test.cc and markdown_document_test.cc.

#include "model/markup/translate_attribute.h"

#include <cstddef>

#include "absl/strings/match.h"
#include "model/base/status.h"
#include "model/markup/html_elements.h"

namespace interpres {
namespace {

bool HasWord(std::string_view text, std::string_view word) {
  std::size_t at = text.find(word);
  while (at != std::string_view::npos) {
    const std::size_t end = at + word.size();
    if ((at == 0 || IsHtmlSpace(text[at - 1])) &&
        (end == text.size() || IsHtmlSpace(text[end]))) {
      return true;
    }
    at = text.find(word, end);
  }
  return false;
}

}  // namespace

std::optional<bool> StatedTranslation(std::string_view text,
                                      const MarkupToken& tag) {
  if (const MarkupAttribute* const translate = tag.Find("translate")) {
    const std::string_view value = BytesOf(text, translate->value);
    if (value.empty() || absl::EqualsIgnoreCase(AsAbsl(value), "yes")) {
      return true;
    }
    if (absl::EqualsIgnoreCase(AsAbsl(value), "no")) {
      return false;
    }
  }
  const MarkupAttribute* const names = tag.Find("class");
  if (names != nullptr && HasWord(BytesOf(text, names->value), "notranslate")) {
    return false;
  }
  return std::nullopt;
}

}  // namespace interpres
