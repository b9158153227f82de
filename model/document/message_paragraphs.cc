#include "model/document/message_paragraphs.h"

#include "model/document/atom_finder.h"
#include "model/document/message_leaves.h"

namespace interpres {
namespace {

// Appends the paragraphs of a line of the text.
void AppendLine(std::string_view text, ByteSpan part,
                const ParagraphOptions& options,
                std::vector<ByteSpan>& paragraphs) {
  for (const ByteSpan found : FindParagraphs(BytesOf(text, part), options)) {
    paragraphs.push_back(
        {.begin = part.begin + found.begin, .end = part.begin + found.end});
  }
}

// Appends the paragraphs of a part of the text.
void AppendParagraphs(std::string_view text, ByteSpan part,
                      const ParagraphOptions& options,
                      std::vector<ByteSpan>& paragraphs) {
  const std::string_view bytes = BytesOf(text, part);
  int64_t begin = part.begin;  // behind the last escape
  std::vector<Atom> atoms;
  if (!options.wrapped && bytes.find('\\') != std::string_view::npos) {
    atoms = FindAtoms(bytes, {});
  }
  for (const Atom& atom : atoms) {
    const std::string_view escape = BytesOf(bytes, atom.span);
    if (escape != "\\n" && escape != "\\r") {
      continue;
    }
    AppendLine(text, {.begin = begin, .end = part.begin + atom.span.begin},
               options, paragraphs);
    begin = part.begin + atom.span.end;
  }
  AppendLine(text, {.begin = begin, .end = part.end}, options, paragraphs);
}

}  // namespace

MessageParagraphs FindMessageParagraphs(std::string_view text,
                                        const ParagraphOptions& options) {
  MessageParagraphs found;
  std::vector<ByteSpan>& paragraphs = found.paragraphs;
  int64_t begin = 0;  // behind the last argument
  for (const MessageArgument& argument : FindMessageArguments(text)) {
    AppendParagraphs(text, {.begin = begin, .end = argument.span.begin},
                     options, paragraphs);
    for (const ByteSpan leaf : argument.leaves) {
      AppendParagraphs(text, leaf, options, paragraphs);
    }
    begin = argument.span.end;
    found.has_branches = true;
  }
  AppendParagraphs(text, {.begin = begin, .end = std::ssize(text)}, options,
                   paragraphs);
  return found;
}

}  // namespace interpres
