// The room that labels of pictures need.

#ifndef INTERPRES_MODEL_BASE_TEXT_WIDTH_H_
#define INTERPRES_MODEL_BASE_TEXT_WIDTH_H_

#include <string>
#include <string_view>
#include <vector>

namespace interpres {

// Returns the approximate width of `text` in a sans-serif font, in units of the
// font size. REQUIRES: `text` is UTF-8; other bytes give a wrong width.
double TextWidth(std::string_view text);

// Returns the largest TextWidth of the labels, or 0 if `labels` is empty.
double MaxTextWidth(const std::vector<std::string>& labels);

}  // namespace interpres

#endif  // INTERPRES_MODEL_BASE_TEXT_WIDTH_H_
