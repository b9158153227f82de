#include "model/document/grapheme_clusters.h"

#include <unicode/ubrk.h>
#include <unicode/utext.h>

#include <memory>

#include "model/document/characters.h"

namespace interpres {
namespace {

using Iterator = std::unique_ptr<UBreakIterator, decltype(&ubrk_close)>;
using IcuText = std::unique_ptr<UText, decltype(&utext_close)>;

}  // namespace

std::vector<int64_t> GraphemeBoundaries(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  const IcuText utext(
      utext_openUTF8(nullptr, text.data(), static_cast<int64_t>(text.size()),
                     &status),
      &utext_close);
  const Iterator iterator(ubrk_open(UBRK_CHARACTER, "", nullptr, 0, &status),
                          &ubrk_close);
  if (U_SUCCESS(status) != 0) {
    ubrk_setUText(iterator.get(), utext.get(), &status);
  }
  if (U_FAILURE(status) != 0) {
    return DecodeUtf8(text).offset;  // ICU lacks its data: no clusters
  }
  std::vector<int64_t> boundaries = {0};
  for (int32_t next = ubrk_next(iterator.get()); next != UBRK_DONE;
       next = ubrk_next(iterator.get())) {
    boundaries.push_back(next);
  }
  return boundaries;
}

}  // namespace interpres
