#include "model/document/message_leaves.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace interpres {
namespace {

constexpr std::size_t kMaxStart = 256;  // bytes
// A deeper message is malformed, so that a text of many beginnings of messages
// takes linear time.
constexpr int kMaxBranchDepth = 32;
constexpr int kMaxMalformedArguments = 16;

bool IsMessageBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

class MessageParser {
 public:
  explicit MessageParser(std::string_view message) : message_(message) {}

  // Returns whether the message is well formed.
  bool Parse() { return ParseText(0) && i_ == Size(); }

  // Reads the argument whose brace is at `begin`. Returns its end if it has
  // branches and is well formed.
  std::optional<int64_t> ParseBranchedArgument(int64_t begin) {
    i_ = begin;
    bool is_complex = false;
    const bool is_formed = ParseArgument(0, is_complex) && is_complex;
    return is_formed ? std::optional(i_) : std::nullopt;
  }

  // Returns whether an argument with branches may begin at `begin`. Reads at
  // most 256 bytes.
  bool MayBranch(int64_t begin) const {
    const std::string_view start = message_.substr(begin, kMaxStart);
    const std::size_t comma = start.find(',');
    const std::size_t brace = start.find_first_of("{}", 1);
    return comma < brace && (start.find("plural", comma) < brace ||
                             start.find("select", comma) < brace);
  }

  // Returns the leaves in order.
  std::vector<ByteSpan> TakeLeaves() {
    std::ranges::sort(leaves_, {}, &ByteSpan::begin);
    return std::exchange(leaves_, {});
  }

 private:
  int64_t Size() const { return static_cast<int64_t>(message_.size()); }
  char Now() const { return i_ < Size() ? message_[i_] : '\0'; }

  void SkipBlanks() {
    while (IsMessageBlank(Now())) {
      ++i_;
    }
  }

  // Reads a name, a type or a selector.
  std::string_view ReadWord() {
    const int64_t begin = i_;
    while (i_ < Size() && !IsMessageBlank(Now()) && Now() != ',' &&
           Now() != '{' && Now() != '}') {
      ++i_;
    }
    return message_.substr(begin, i_ - begin);
  }

  // Skips an apostrophe, and the text that it quotes.
  void SkipApostrophe() {
    ++i_;
    if (Now() == '\'') {
      ++i_;
      return;
    }
    if (Now() != '{' && Now() != '}' && Now() != '#' && Now() != '|') {
      return;
    }
    while (i_ < Size()) {
      if (Now() != '\'') {
        ++i_;
      } else if (i_ + 1 < Size() && message_[i_ + 1] == '\'') {
        i_ += 2;
      } else {
        ++i_;
        return;
      }
    }
  }

  void AddLeaf(int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      if (!IsMessageBlank(message_[i])) {
        leaves_.push_back({.begin = begin, .end = end});
        return;
      }
    }
  }

  // Reads the text of the message or of a branch, up to its closing brace.
  bool ParseText(int depth) {
    int64_t begin = i_;
    while (i_ < Size() && Now() != '}') {
      if (Now() == '\'') {
        SkipApostrophe();
        continue;
      }
      if (Now() != '{') {
        ++i_;
        continue;
      }
      const int64_t open = i_;
      bool is_complex = false;
      if (!ParseArgument(depth, is_complex)) {
        return false;
      }
      if (is_complex) {
        AddLeaf(begin, open);
        begin = i_;
      }
    }
    AddLeaf(begin, i_);
    return true;
  }

  bool ParseArgument(int depth, bool& is_complex) {
    ++i_;
    SkipBlanks();
    if (ReadWord().empty()) {
      return false;
    }
    SkipBlanks();
    if (Now() != ',') {
      return Close();
    }
    ++i_;
    SkipBlanks();
    const std::string_view type = ReadWord();
    SkipBlanks();
    is_complex =
        type == "plural" || type == "selectordinal" || type == "select";
    if (type.empty() || Now() != ',') {
      return !is_complex && !type.empty() && Close();
    }
    ++i_;
    return is_complex ? ParseBranches(depth + 1) : SkipStyle();
  }

  bool Close() {
    if (Now() != '}') {
      return false;
    }
    ++i_;
    return true;
  }

  // Skips the style of a simple argument and its closing brace.
  bool SkipStyle() {
    for (int depth = 1; i_ < Size() && depth <= kMaxBranchDepth;) {
      if (Now() == '\'') {
        SkipApostrophe();
        continue;
      }
      depth += Now() == '{' ? 1 : Now() == '}' ? -1 : 0;
      ++i_;
      if (depth == 0) {
        return true;
      }
    }
    return false;
  }

  bool ParseBranches(int depth) {
    if (depth > kMaxBranchDepth) {
      return false;
    }
    bool has_other = false;
    for (SkipBlanks(); Now() != '}'; SkipBlanks()) {
      const std::string_view selector = ReadWord();
      SkipBlanks();
      if (selector.starts_with("offset:")) {
        continue;
      }
      if (selector.empty() || Now() != '{') {
        return false;
      }
      ++i_;
      if (!ParseText(depth) || !Close()) {
        return false;
      }
      has_other = has_other || selector == "other";
    }
    return has_other && Close();
  }

  std::string_view message_;
  int64_t i_ = 0;
  std::vector<ByteSpan> leaves_;
};

}  // namespace

std::vector<ByteSpan> FindMessageLeaves(std::string_view message) {
  MessageParser parser(message);
  return parser.Parse() ? parser.TakeLeaves() : std::vector<ByteSpan>();
}

std::vector<MessageArgument> FindMessageArguments(std::string_view text) {
  std::vector<MessageArgument> arguments;
  MessageParser parser(text);
  int malformed = 0;
  for (std::size_t i = text.find('{');
       i != std::string_view::npos && malformed < kMaxMalformedArguments;
       i = text.find('{', i)) {
    const auto begin = static_cast<int64_t>(i);
    ++i;
    if (!parser.MayBranch(begin)) {
      continue;
    }
    const std::optional<int64_t> end = parser.ParseBranchedArgument(begin);
    std::vector<ByteSpan> leaves = parser.TakeLeaves();
    if (!end) {
      ++malformed;
      continue;
    }
    arguments.push_back(
        {.span = {.begin = begin, .end = *end}, .leaves = std::move(leaves)});
    i = static_cast<std::size_t>(*end);
  }
  return arguments;
}

}  // namespace interpres
