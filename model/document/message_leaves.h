// The texts in a message of ICU's MessageFormat.

#ifndef INTERPRES_MODEL_DOCUMENT_MESSAGE_LEAVES_H_
#define INTERPRES_MODEL_DOCUMENT_MESSAGE_LEAVES_H_

#include <string_view>
#include <vector>

#include "model/document/byte_span.h"

namespace interpres {

// Returns the texts of a message, in order: the texts around each argument of
// the types `plural`, `selectordinal` and `select`, and the texts in its
// branches. For `{n, plural, one {# file} other {# files}}` the texts are
// `# file` and `# files`. Simple arguments (`{name}`) stay in the texts. Texts
// of white space only are left out. Obeys the quotation with apostrophes.
// Returns an empty vector if the message is malformed: a brace has no partner,
// an argument has no name, a type has no branch `other`, or more than 32
// branches contain each other. Thread-safe.
std::vector<ByteSpan> FindMessageLeaves(std::string_view message);

// An argument of the types `plural`, `selectordinal` or `select`.
struct MessageArgument {
  ByteSpan span;                 // with its braces
  std::vector<ByteSpan> leaves;  // the texts in its branches, in order
};

// Returns such arguments of any text, in order, without those inside another
// argument. A malformed argument is text; behind the 16th one, no argument is
// found. So the time is linear in the size of the text. Thread-safe.
std::vector<MessageArgument> FindMessageArguments(std::string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_MESSAGE_LEAVES_H_
