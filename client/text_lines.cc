#include "client/text_lines.h"

#include "model/base/utf8.h"

namespace interpres {
std::optional<TextLine> LineReader::Next() {
  TextLine line;
  if (!std::getline(input_, line.text)) {
    return std::nullopt;
  }
  // getline sets eof only if the input ended before a newline.
  if (!input_.eof()) {
    line.ending.push_back('\n');
  }
  bytes_ += static_cast<int64_t>(line.text.size() + line.ending.size());
  line.number = ++lines_;
  if (!line.ending.empty() && !line.text.empty() && line.text.back() == '\r') {
    line.text.pop_back();
    line.ending.insert(line.ending.begin(), '\r');
  }
  if (line.number == 1 && line.text.starts_with(kUtf8ByteOrderMark)) {
    line.text.erase(0, kUtf8ByteOrderMark.size());
  }
  return line;
}

bool IsBlank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos;
}

}  // namespace interpres
