#include "model/markup/markdown_blocks.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "model/markup/markdown_lines.h"

namespace interpres {
namespace {

// Quotations and lists inside as many others are text. Bounds the time.
constexpr std::size_t kMaxContainers = 64;
constexpr int64_t kCodeIndent = 4;

// A quotation or an item of a list.
struct Container {
  bool is_quote = false;
  int64_t indent = 0;  // of an item: the column of its text
};

// The block that the last line belongs to.
enum class Leaf { kAbsent, kParagraph, kCode, kHtml, kTable };

// Returns the length of the marker of an alert or a callout that begins a
// paragraph: `[!NOTE]`, or `[!tip]-` with white space behind it. 0 without one.
std::size_t AlertLength(std::string_view line) {
  if (!line.starts_with("[!")) {
    return 0;
  }
  std::size_t end = 2;
  while (end < line.size() &&
         absl::ascii_isalpha(static_cast<unsigned char>(line[end]))) {
    ++end;
  }
  if (end == 2 || end == line.size() || line[end] != ']') {
    return 0;
  }
  ++end;
  end += end < line.size() && (line[end] == '+' || line[end] == '-') ? 1 : 0;
  const std::size_t text = line.find_first_not_of(" \t", end);
  const bool is_alone = text == std::string_view::npos;
  return is_alone ? line.size() : text > end ? text : 0;
}

class BlockReader {
 public:
  explicit BlockReader(std::string_view text) : text_(text) {}

  MarkdownBlocks Read();

 private:
  void ReadFrontMatter();
  void ReadLine(int64_t end);
  std::size_t MatchContainers();
  bool MatchContainer(const Container& container);
  bool OpenContainer();
  void OpenItem(std::size_t marker);
  bool ContinuesLeaf();
  bool BeginsLeaf();
  void ReadText();
  bool ReadTable();
  void AddRow(std::string_view line);
  void CloseLeaf();
  void CloseParagraph();
  void SkipDefinitions(std::vector<ByteSpan>& lines);

  // Whether the line continues the open paragraph unless it begins a block.
  bool InParagraph() const { return leaf_ == Leaf::kParagraph && all_match_; }
  // The columns of white space before the next character, and past it.
  int64_t Indent() const;
  void SkipSpace();
  void SkipColumns(int64_t columns);
  std::string_view Rest() const { return text_.substr(at_, end_ - at_); }
  bool IsBlank() const {
    return Rest().find_first_not_of(" \t\r") == std::string_view::npos;
  }
  std::string_view RestWithoutSpace() const {
    const std::string_view rest = Rest();
    return rest.substr(std::min(rest.find_first_not_of(" \t"), rest.size()));
  }

  const std::string_view text_;
  MarkdownBlocks result_;
  std::vector<Container> containers_;
  Leaf leaf_ = Leaf::kAbsent;
  MarkdownBlock paragraph_;
  CodeFence fence_;
  HtmlBlock html_ = HtmlBlock::kAbsent;
  int64_t html_begin_ = 0;
  bool html_is_translated_ = false;
  bool all_match_ = true;     // the line continues all containers
  bool begins_item_ = false;  // the line is the first line of an item
  int64_t line_begin_ = 0;
  int64_t at_ = 0;      // in the line
  int64_t end_ = 0;     // of the line, without its line end
  int64_t column_ = 0;  // of `at_`; a tab goes to the next multiple of four
};

int64_t BlockReader::Indent() const {
  int64_t column = column_;
  for (int64_t i = at_; i < end_; ++i) {
    if (text_[i] == '\t') {
      column += kCodeIndent - column % kCodeIndent;
    } else if (text_[i] == ' ') {
      ++column;
    } else {
      break;
    }
  }
  return column - column_;
}

void BlockReader::SkipColumns(int64_t columns) {
  const int64_t stop = column_ + columns;
  while (at_ < end_ && column_ < stop &&
         (text_[at_] == ' ' || text_[at_] == '\t')) {
    column_ += text_[at_] == '\t' ? kCodeIndent - column_ % kCodeIndent : 1;
    ++at_;
  }
}

void BlockReader::SkipSpace() { SkipColumns(Indent()); }

// Returns the number of containers that the line continues.
std::size_t BlockReader::MatchContainers() {
  std::size_t count = 0;
  while (count < containers_.size() && MatchContainer(containers_[count])) {
    ++count;
  }
  return count;
}

// Goes past the marker or the indent of the container. Returns false if the
// line does not continue the container.
bool BlockReader::MatchContainer(const Container& container) {
  const int64_t indent = Indent();
  if (!container.is_quote) {
    if (!IsBlank() && indent < container.indent) {
      return false;
    }
    SkipColumns(container.indent);
    return true;
  }
  if (indent >= kCodeIndent || !RestWithoutSpace().starts_with('>')) {
    return false;
  }
  SkipSpace();
  ++at_;
  ++column_;
  SkipColumns(1);
  return true;
}

void BlockReader::OpenItem(std::size_t marker) {
  const int64_t indent = Indent();
  SkipSpace();
  at_ += static_cast<int64_t>(marker);
  column_ += static_cast<int64_t>(marker);
  int64_t space = Indent();
  // Code in an item begins one column behind the marker, and so does an item
  // whose first line is empty.
  if (space > kCodeIndent || IsBlank()) {
    space = 1;
  }
  SkipColumns(space);
  containers_.push_back(
      {.indent = indent + static_cast<int64_t>(marker) + space});
  begins_item_ = true;
}

// Opens the container that begins here. Returns false if there is no marker.
bool BlockReader::OpenContainer() {
  if (Indent() >= kCodeIndent || containers_.size() >= kMaxContainers) {
    return false;
  }
  const std::string_view rest = RestWithoutSpace();
  if (rest.starts_with('>')) {
    CloseLeaf();
    SkipSpace();
    ++at_;
    ++column_;
    SkipColumns(1);
    containers_.push_back({.is_quote = true});
    begins_item_ = false;
    return true;
  }
  const std::size_t marker = ListMarkerLength(rest, InParagraph());
  const bool is_underline = InParagraph() && IsSetextUnderline(rest);
  if (marker == 0 || IsThematicBreak(rest) || is_underline) {
    return false;
  }
  CloseLeaf();
  OpenItem(marker);
  return true;
}

// Returns whether the line belongs to open code or open HTML.
bool BlockReader::ContinuesLeaf() {
  if (leaf_ == Leaf::kCode) {
    if (Indent() < kCodeIndent && ClosesCode(RestWithoutSpace(), fence_)) {
      leaf_ = Leaf::kAbsent;
    }
    return true;
  }
  if (leaf_ == Leaf::kHtml) {
    if (EndsHtmlBlock(Rest(), html_)) {
      CloseLeaf();
    }
    return true;
  }
  return false;
}

// Begins the block that is not a paragraph. Returns false for a paragraph.
bool BlockReader::BeginsLeaf() {
  if (Indent() >= kCodeIndent) {
    return leaf_ != Leaf::kParagraph;  // indented code
  }
  const std::string_view rest = RestWithoutSpace();
  const int64_t begin = end_ - static_cast<int64_t>(rest.size());
  if (const std::optional<ByteSpan> heading = ReadHeading(rest)) {
    CloseLeaf();
    result_.blocks.push_back(
        {.lines = {{begin + heading->begin, begin + heading->end}}});
    return true;
  }
  if (const std::optional<CodeFence> fence = ReadCodeFence(rest)) {
    CloseLeaf();
    fence_ = *fence;
    leaf_ = Leaf::kCode;
    return true;
  }
  if ((InParagraph() && IsSetextUnderline(rest)) || IsThematicBreak(rest)) {
    CloseLeaf();
    return true;
  }
  const HtmlBlock html = ReadHtmlBlock(rest, InParagraph());
  if (html == HtmlBlock::kAbsent) {
    return false;
  }
  CloseLeaf();
  leaf_ = Leaf::kHtml;
  html_ = html;
  html_begin_ = line_begin_;
  html_is_translated_ = html == HtmlBlock::kElement && containers_.empty();
  if (html != HtmlBlock::kElement && EndsHtmlBlock(rest, html)) {
    CloseLeaf();
  }
  return true;
}

void BlockReader::AddRow(std::string_view line) {
  const int64_t begin = line.data() - text_.data();
  for (const ByteSpan cell : ReadCells(line)) {
    result_.blocks.push_back(
        {.kind = MarkdownBlock::Kind::kCell,
         .lines = {{begin + cell.begin, begin + cell.end}}});
  }
}

// Begins a table if the line is the delimiter row below the last line of the
// paragraph, or adds a row to the open table.
bool BlockReader::ReadTable() {
  const std::string_view rest = RestWithoutSpace();
  if (leaf_ == Leaf::kTable) {
    AddRow(rest);
    return true;
  }
  if (!InParagraph() || !IsDelimiterRow(rest)) {
    return false;
  }
  const std::string_view head = BytesOf(text_, paragraph_.lines.back());
  const bool has_bar =
      (rest.find('|') != rest.npos) || (head.find('|') != head.npos);
  if (!has_bar || ReadCells(head).size() != ReadCells(rest).size()) {
    return false;
  }
  paragraph_.lines.pop_back();
  CloseLeaf();
  AddRow(head);
  leaf_ = Leaf::kTable;
  return true;
}

void BlockReader::ReadText() {
  if (ReadTable()) {
    return;
  }
  const std::string_view rest = RestWithoutSpace();
  int64_t begin = end_ - static_cast<int64_t>(rest.size());
  // A directive of Docusaurus and VitePress: `:::tip`.
  if (rest.starts_with(":::")) {
    CloseLeaf();
    return;
  }
  if (leaf_ != Leaf::kParagraph) {
    begin += static_cast<int64_t>(AlertLength(rest));
    if (begin == end_) {
      return;
    }
  }
  // The box of a task.
  if (begins_item_ && leaf_ != Leaf::kParagraph &&
      (rest.starts_with("[ ] ") || rest.starts_with("[x] ") ||
       rest.starts_with("[X] "))) {
    begin += 4;
  }
  leaf_ = Leaf::kParagraph;
  paragraph_.lines.push_back({begin, end_});
}

// Removes the definitions of links from the start of a paragraph.
void BlockReader::SkipDefinitions(std::vector<ByteSpan>& lines) {
  std::size_t count = 0;
  while (count < lines.size()) {
    const std::string_view line = BytesOf(text_, lines[count]);
    std::optional<std::string> label = ReadDefinition(line);
    if (!label.has_value()) {
      break;
    }
    const bool is_note = label->starts_with('^');
    result_.labels.insert(*std::move(label));
    if (is_note) {  // only the marker is syntax
      lines[count].begin += static_cast<int64_t>(line.find("]:")) + 2;
      break;
    }
    ++count;
  }
  lines.erase(lines.begin(), lines.begin() + static_cast<int64_t>(count));
}

void BlockReader::CloseParagraph() {
  SkipDefinitions(paragraph_.lines);
  if (!paragraph_.lines.empty()) {
    result_.blocks.push_back(std::move(paragraph_));
  }
  paragraph_ = MarkdownBlock();
}

void BlockReader::CloseLeaf() {
  if (leaf_ == Leaf::kParagraph) {
    CloseParagraph();
  } else if (leaf_ == Leaf::kHtml && html_is_translated_) {
    result_.blocks.push_back(
        {.kind = MarkdownBlock::Kind::kHtml, .lines = {{html_begin_, end_}}});
  }
  leaf_ = Leaf::kAbsent;
}

void BlockReader::ReadLine(int64_t end) {
  line_begin_ = at_;
  end_ = end;
  column_ = 0;
  begins_item_ = false;
  const std::size_t matched = MatchContainers();
  all_match_ = matched == containers_.size();
  if (all_match_ && ContinuesLeaf()) {
    return;
  }
  // A paragraph can continue without the markers of its containers.
  const bool is_lazy = !all_match_ && leaf_ == Leaf::kParagraph && !IsBlank();
  const std::vector<Container> old = containers_;
  containers_.resize(matched);
  if (!all_match_ && !is_lazy) {
    CloseLeaf();
  }
  bool has_opened = false;
  while (!IsBlank() && OpenContainer()) {
    has_opened = true;
  }
  if (IsBlank()) {
    CloseLeaf();
  } else if (!BeginsLeaf()) {
    if (is_lazy && !has_opened) {
      containers_ = old;
    }
    ReadText();
  }
}

// Skips metadata between two lines of dashes at the start of the text.
void BlockReader::ReadFrontMatter() {
  const std::string_view mark = text_.starts_with("+++") ? "\n+++" : "\n---";
  const std::size_t first = std::min(text_.find('\n'), text_.size());
  const std::string_view line = text_.substr(0, first);
  const std::string_view name = text_.substr(
      first, text_.find('\n', std::min(first + 1, text_.size())) - first);
  // Metadata has names and values.
  if (!line.starts_with(mark.substr(1)) ||
      line.find_first_not_of(" \t\r", 3) != line.npos ||
      name.find_first_of(":=") == name.npos) {
    return;
  }
  const std::size_t last = text_.find(mark, first);
  if (last == text_.npos) {
    return;
  }
  const std::size_t end = text_.find_first_not_of(" \t\r", last + 4);
  if (end == text_.npos || text_[end] == '\n') {
    at_ = static_cast<int64_t>(end == text_.npos ? text_.size() : end + 1);
  }
}

MarkdownBlocks BlockReader::Read() {
  ReadFrontMatter();
  const auto size = static_cast<int64_t>(text_.size());
  while (at_ < size) {
    const std::size_t found = text_.find_first_of("\r\n", at_);
    const auto end = static_cast<int64_t>(std::min(found, text_.size()));
    int64_t next = std::min(end + 1, size);
    if (end + 1 < size && text_[end] == '\r' && text_[end + 1] == '\n') {
      ++next;
    }
    ReadLine(end);
    at_ = next;
  }
  end_ = size;
  CloseLeaf();
  return std::move(result_);
}

}  // namespace

MarkdownBlocks FindMarkdownBlocks(std::string_view text) {
  return BlockReader(text).Read();
}

}  // namespace interpres
