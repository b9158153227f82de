#include "client/paragraph_reader.h"

#include <utility>

namespace interpres {

bool ParagraphReader::Continues(const TextLine& paragraph,
                                const TextLine& line) const {
  if (options_.unit == ParagraphUnit::kWhole) {
    return true;
  }
  return !IsBlank(line.text) &&
         paragraph.text.size() + paragraph.ending.size() + line.text.size() <=
             options_.max_bytes;
}

std::optional<TextLine> ParagraphReader::Next() {
  std::optional<TextLine> paragraph = std::exchange(next_, std::nullopt);
  if (!paragraph) {
    paragraph = lines_.Next();
  }
  const bool is_line = options_.unit == ParagraphUnit::kLine ||
                       (options_.unit == ParagraphUnit::kParagraph &&
                        paragraph && IsBlank(paragraph->text));
  if (!paragraph || is_line) {
    return paragraph;
  }
  for (next_ = lines_.Next(); next_ && Continues(*paragraph, *next_);
       next_ = lines_.Next()) {
    paragraph->text += paragraph->ending + next_->text;
    paragraph->ending = next_->ending;
  }
  return paragraph;
}

}  // namespace interpres
