#include "model/document/atom_path.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace interpres {
namespace {

constexpr std::size_t kMaxExtension = 5;
// A path has a letter in its first bytes: `/+/+/+` is no path.
constexpr int64_t kMaxBytesBeforeLetter = 64;
constexpr std::string_view kPathMarks = "._+-@~%=";
// The bytes before which no path begins, because they belong to a longer run.
constexpr std::string_view kRunMarks = "/._+-@~%=\\";

constexpr std::array<std::string_view, 48> kFrequentExtensions = {
    "txt",  "md",  "pdf",  "doc", "docx", "xls", "xlsx", "ppt",  "pptx", "csv",
    "json", "xml", "yaml", "yml", "toml", "ini", "cfg",  "conf", "log",  "html",
    "htm",  "css", "js",   "ts",  "jsx",  "py",  "java", "cc",   "cpp",  "hpp",
    "rb",   "sh",  "bat",  "exe", "dll",  "zip", "tar",  "gz",   "png",  "jpg",
    "jpeg", "gif", "svg",  "mp3", "mp4",  "avi", "mov",  "epub"};

// Returns the length of the character at `i` if a name can have it, or if it is
// a separator; 0 otherwise.
int64_t PathCharacter(const AtomText& text, int64_t i,
                      std::string_view separators) {
  const char byte = text.At(i);
  if (static_cast<unsigned char>(byte) >= 0x80) {
    const CodePoint c = text.CodeAt(i);
    return JoinsWords(c.code) ? c.length : 0;
  }
  const bool is_part = IsAsciiWord(byte) || HasByte(kPathMarks, byte) ||
                       HasByte(separators, byte);
  return is_part ? 1 : 0;
}

int64_t PathRunEnd(const AtomText& text, int64_t i,
                   std::string_view separators) {
  for (int64_t length = 1; length > 0;) {
    length = PathCharacter(text, i, separators);
    i += length;
  }
  return i;
}

int64_t TrimmedEnd(const AtomText& text, int64_t begin, int64_t end) {
  while (end > begin && HasByte(".-~%=@+", text.At(end - 1))) {
    --end;
  }
  return end;
}

bool HasLetter(std::string_view bytes) {
  return std::ranges::any_of(bytes, [](char c) {
    return IsAsciiLetter(c) || static_cast<unsigned char>(c) >= 0x80;
  });
}

// Returns the part of a name after its last dot. Returns an empty string if no
// letter or digit is before the dot.
std::string_view ExtensionOf(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  const bool has_stem = dot != std::string_view::npos &&
                        std::ranges::any_of(name.substr(0, dot), IsAsciiWord);
  return has_stem ? name.substr(dot + 1) : std::string_view();
}

bool IsExtension(std::string_view extension) {
  return !extension.empty() && extension.size() <= kMaxExtension &&
         IsAsciiLetter(extension[0]) &&
         std::ranges::all_of(extension, IsAsciiContent) &&
         (std::ranges::none_of(extension, IsAsciiUpper) ||
          std::ranges::none_of(extension, IsAsciiLower));
}

// Returns whether a run that begins at `begin` has a letter near its beginning.
// Otherwise a text of many such runs would be read to its end for each of them.
bool BeginsWithLetter(const AtomText& text, int64_t begin) {
  const int64_t limit = std::min(begin + kMaxBytesBeforeLetter, text.size());
  int64_t i = begin;
  while (i < limit && PathCharacter(text, i, "/") > 0 &&
         !HasLetter(text.Bytes(i, i + 1))) {
    ++i;
  }
  return i < limit && HasLetter(text.Bytes(i, i + 1));
}

int64_t AbsoluteEnd(const AtomText& text, int64_t begin) {
  if (text.JoinsBefore(begin) || HasByte("/<>:.~)]}%*\\", text.At(begin - 1)) ||
      text.At(begin + 1) == '/' || !BeginsWithLetter(text, begin)) {
    return begin;
  }
  const int64_t end = TrimmedEnd(text, begin, PathRunEnd(text, begin, "/"));
  const std::string_view bytes = text.Bytes(begin, end);
  const std::size_t second = bytes.find('/', 1);
  const bool has_parts =
      second != std::string_view::npos && second + 1 < bytes.size();
  const bool is_file = second == std::string_view::npos && bytes.size() > 1 &&
                       IsExtension(ExtensionOf(bytes.substr(1)));
  return (has_parts || is_file) && HasLetter(bytes) ? end : begin;
}

// A path that begins with a dot or a tilde.
int64_t DottedEnd(const AtomText& text, int64_t begin) {
  int64_t slash = begin;
  while (slash - begin < 2 && text.At(slash) == '.') {
    ++slash;
  }
  if (slash == begin && text.At(begin) == '~') {
    ++slash;
  }
  if (slash == begin || text.At(slash) != '/' || text.JoinsBefore(begin) ||
      HasByte(kRunMarks, text.At(begin - 1))) {
    return begin;
  }
  const int64_t end = TrimmedEnd(text, begin, PathRunEnd(text, begin, "/"));
  return end > slash + 1 && HasLetter(text.Bytes(slash, end)) ? end : begin;
}

// Returns the end of up to two words and a backslash behind a space at `i`.
// Returns `i` if other characters are there.
int64_t NameWithSpacesEnd(const AtomText& text, int64_t i) {
  int64_t end = i;
  for (int words = 0; words < 2 && text.At(end) == ' ' && end < text.size();
       ++words) {
    const int64_t begin = end + 1;
    const char first = text.At(begin);
    // A small letter begins a word of prose: `C:\new is old\n`.
    if (!IsAsciiUpper(first) && !IsAsciiDigit(first) && first != '(') {
      return i;
    }
    end = PathRunEnd(text, begin, "()");
    if (text.At(end) == '\\') {
      return end;
    }
  }
  return i;
}

int64_t WindowsEnd(const AtomText& text, int64_t begin, int64_t root) {
  if (!IsAsciiWord(text.At(root))) {
    return begin;
  }
  int64_t end = PathRunEnd(text, root, "\\/$");
  // `C:\Program Files (x86)\app`: a name with up to two spaces, which ends
  // with a backslash.
  for (int64_t next = NameWithSpacesEnd(text, end); next > end;
       next = NameWithSpacesEnd(text, end)) {
    end = PathRunEnd(text, next, "\\/$");
  }
  end = TrimmedEnd(text, begin, end);
  return end > root ? end : begin;
}

int64_t RelativeEnd(const AtomText& text, int64_t begin) {
  if (HasByte(kRunMarks, text.At(begin - 1))) {
    return begin;
  }
  const int64_t end = TrimmedEnd(text, begin, PathRunEnd(text, begin, "/"));
  const std::string_view bytes = text.Bytes(begin, end);
  const std::size_t slash = bytes.rfind('/');
  const std::string_view name =
      slash == std::string_view::npos ? bytes : bytes.substr(slash + 1);
  const std::string_view extension = ExtensionOf(name);
  if (slash == std::string_view::npos) {
    const bool is_frequent =
        std::ranges::find(kFrequentExtensions, extension) !=
        kFrequentExtensions.end();
    return is_frequent && !HasByte("@(", text.At(end)) ? end : begin;
  }
  const bool is_path = IsExtension(extension) && !bytes.starts_with("//") &&
                       HasLetter(name.substr(0, name.rfind('.')));
  return is_path ? end : begin;
}

}  // namespace

int64_t PathEnd(const AtomText& text, int64_t begin) {
  switch (text.At(begin)) {
    case '/':
      return AbsoluteEnd(text, begin);
    case '.':
    case '~':
      return DottedEnd(text, begin);
    case '\\':
      return text.At(begin + 1) == '\\' && text.At(begin - 1) != '\\' &&
                     !text.JoinsBefore(begin)
                 ? WindowsEnd(text, begin, begin + 2)
                 : begin;
    default:
      break;
  }
  if (IsAsciiLetter(text.At(begin)) && text.At(begin + 1) == ':' &&
      (text.At(begin + 2) == '\\' || text.At(begin + 2) == '/') &&
      text.At(begin + 3) != '/') {
    return WindowsEnd(text, begin, begin + 3);
  }
  return IsAsciiWord(text.At(begin)) ? RelativeEnd(text, begin) : begin;
}

}  // namespace interpres
