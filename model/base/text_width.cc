#include "model/base/text_width.h"

#include <algorithm>

namespace interpres {

double TextWidth(std::string_view text) {
  double width = 0.0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      width += 0.62;
    } else if (byte >= 0xe3) {
      width += 1.05;  // Chinese, Japanese, Korean, and beyond
    } else if (byte >= 0xc0) {
      width += 0.68;
    }
  }
  return width;
}

double MaxTextWidth(const std::vector<std::string>& labels) {
  double widest = 0.0;
  for (const std::string& label : labels) {
    widest = std::max(widest, TextWidth(label));
  }
  return widest;
}

}  // namespace interpres
