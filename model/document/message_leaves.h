// The texts in a message of ICU's MessageFormat.

#ifndef INTERPRES_MODEL_DOCUMENT_MESSAGE_LEAVES_H_
#define INTERPRES_MODEL_DOCUMENT_MESSAGE_LEAVES_H_

#include <string_view>
#include <vector>

#include "model/document/byte_span.h"

namespace interpres {

// Returns the byte spans of the texts in `message`, a message of ICU's
// MessageFormat, in order. A text stands between arguments of the types
// `plural`, `selectordinal` and `select`, or in one of their branches. For
// `{n, plural, one {# file} other {# files}}` the texts are `# file` and
// `# files`. Simple arguments (`{name}`) stay in the texts. Texts of white
// space only are left out. Obeys the quotation with apostrophes. Returns an
// empty vector if no text is left, or if the message is malformed: for example,
// a brace has no partner, an argument has no name, an argument with branches
// has no branch `other`, or branches are nested more than 32 deep. Thread-safe.
std::vector<ByteSpan> FindMessageLeaves(std::string_view message);

// An argument with branches in a text, in the syntax of ICU's MessageFormat:
// `{n, plural, one {# file} other {# files}}`. Its type is `plural`,
// `selectordinal` or `select`. The spans count bytes of the text.
struct MessageArgument {
  ByteSpan span;                 // with its braces
  std::vector<ByteSpan> leaves;  // the texts in its branches, in order
};

// Returns the arguments of the types `plural`, `selectordinal` and `select` in
// `text`, in order. `text` may be any text. Leaves out arguments inside a
// returned argument, malformed arguments, arguments whose type is not in their
// first 256 bytes, and all arguments behind the 16th malformed one. Takes time
// linear in the size of `text`. Thread-safe.
std::vector<MessageArgument> FindMessageArguments(std::string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_MESSAGE_LEAVES_H_
