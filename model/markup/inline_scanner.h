// Finds the markup inside a block of Markdown.

#ifndef INTERPRES_MODEL_MARKUP_INLINE_SCANNER_H_
#define INTERPRES_MODEL_MARKUP_INLINE_SCANNER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "model/document/byte_span.h"
#include "model/markup/emphasis.h"

namespace interpres {

// One piece of Markdown markup in the text of a block: the start or the end of
// an element such as emphasis or a link, an image, a comment, a line break,
// code, an address, or a character that the source spells in another way.
struct InlineMark {
  enum class Kind {
    kOpen,
    kClose,
    kStandalone,  // an image, or a comment of HTML
    kBreak,       // a line break that the author wants
    kObject,      // code or an address
    kSpelled,     // a character with `\` before it, or a reference
  };
  Kind kind = Kind::kOpen;
  ByteSpan span;
  std::string text = {};  // of an element: its name; of kSpelled: the character
  ByteSpan alt = {};      // of an image: its text
};

// Finds the Markdown markup inside one block of text, such as emphasis, links,
// code and HTML tags. Not thread-safe.
class InlineScanner {
 public:
  // `text` has the lines of a block with a line feed between two. `labels` are
  // the labels to which links of the document can refer (NormalizedLabel).
  // REQUIRES: both outlive this object.
  InlineScanner(std::string_view text,
                const absl::flat_hash_set<std::string>& labels);

  // Returns the markup in the order of the text. The spans do not overlap.
  // REQUIRES: called at most once.
  std::vector<InlineMark> Scan();

 private:
  // `[` or `![` that has no `]` yet.
  struct Bracket {
    int64_t begin = 0;
    int64_t end = 0;
    bool is_image = false;
    std::size_t mark_count = 0;  // the marks before the bracket
    std::size_t run_count = 0;   // the runs of emphasis before the bracket
    std::size_t pair_count = 0;
  };

  void ReadChar();
  void ReadEscape();
  void ReadCode();
  void ReadAngleBracket();
  bool ReadHtml(std::string_view rest);
  void ReadTag(std::size_t length);
  void ReadReference();
  void ReadAddress();
  void ReadLineEnd();
  void OpenBracket(int64_t length);
  void CloseBracket();
  void AddLink(const Bracket& bracket, int64_t end);
  int64_t EndOfLink(const Bracket& bracket) const;
  int64_t EndOfDestination(int64_t at) const;
  int64_t EndOfAngleDestination(int64_t at) const;
  int64_t EndOfTitle(int64_t at) const;
  int64_t SkipSpace(int64_t at) const;
  void Add(InlineMark::Kind kind, int64_t length, std::string text = {});
  // Adds the bytes from at_ to the next occurrence of `end`, which is included,
  // as one mark of the kind `kind`, and sets at_ behind them. Changes nothing
  // and returns false if `end` does not occur after at_.
  bool AddUntil(std::string_view end, InlineMark::Kind kind);
  // The same for the next end tag of the HTML element `name`, in lower case.
  bool AddUntilEndTag(const std::string& name, InlineMark::Kind kind);
  void FindEndTags();

  char Char(int64_t at) const {
    return at < static_cast<int64_t>(text_.size()) ? text_[at] : '\0';
  }

  const std::string_view text_;
  const absl::flat_hash_set<std::string>& labels_;
  int64_t at_ = 0;
  std::vector<InlineMark> marks_;
  Emphasis emphasis_;
  std::vector<Bracket> brackets_;
  // The `[` of brackets_ below this index cannot begin a link, because a link
  // inside them has ended. They can begin an image (`![`).
  std::size_t inactive_ = 0;
  // For each length of a run of backticks: the offsets in the text at which
  // runs of this length begin, in rising order.
  absl::flat_hash_map<int64_t, std::vector<int64_t>> backticks_;
  // For each name in lower case: the ends of the end tags of HTML with this
  // name, in rising order.
  absl::flat_hash_map<std::string, std::vector<int64_t>> end_tags_;
  // Strings that do not occur in the text after at_, so that AddUntil searches
  // for each string without success only once.
  absl::flat_hash_set<std::string> absent_;
  int64_t last_bracket_ = -1;  // the last `)`
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_INLINE_SCANNER_H_
