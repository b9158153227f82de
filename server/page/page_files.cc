#include "server/page/page_files.h"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdint>
#include <cstdio>

// The files: a name for the assembler, the path of the request, the name in the
// directory, and the content type without the character set.
#define INTERPRES_PAGE_FILES(FILE)                                           \
  FILE(html, "/", "index.html", "text/html")                                 \
  FILE(css, "/page.css", "page.css", "text/css")                             \
  FILE(icon, "/page.svg", "page.svg", "image/svg+xml")                       \
  FILE(script, "/page.js", "page.js", "text/javascript")                     \
  FILE(alignment, "/page_alignment.js", "page_alignment.js",                 \
       "text/javascript")                                                    \
  FILE(api, "/page_api.js", "page_api.js", "text/javascript")                \
  FILE(details, "/page_details.js", "page_details.js", "text/javascript")    \
  FILE(editor, "/page_editor.js", "page_editor.js", "text/javascript")       \
  FILE(findings, "/page_findings.js", "page_findings.js", "text/javascript") \
  FILE(glossary, "/page_glossary.js", "page_glossary.js", "text/javascript") \
  FILE(heatmap, "/page_heatmap.js", "page_heatmap.js", "text/javascript")    \
  FILE(languages, "/page_languages.js", "page_languages.js",                 \
       "text/javascript")                                                    \
  FILE(output, "/page_output.js", "page_output.js", "text/javascript")       \
  FILE(session, "/page_session.js", "page_session.js", "text/javascript")    \
  FILE(text, "/page_text.js", "page_text.js", "text/javascript")             \
  FILE(words, "/page_words.js", "page_words.js", "text/javascript")

// The assembler copies the files into the read-only data of this object file.
// The names are global, because link-time optimisation may move the asm and the
// code to different object files. CMakeLists.txt defines
// INTERPRES_PAGE_DIRECTORY.
#define INTERPRES_EMBED(name, path, file, type)      \
  asm(".section .rodata\n"                           \
      ".globl interpres_page_" #name                 \
      "_begin\n"                                     \
      ".hidden interpres_page_" #name                \
      "_begin\n"                                     \
      ".globl interpres_page_" #name                 \
      "_end\n"                                       \
      ".hidden interpres_page_" #name                \
      "_end\n"                                       \
      "interpres_page_" #name                        \
      "_begin:\n"                                    \
      ".incbin \"" INTERPRES_PAGE_DIRECTORY file     \
      "\"\n"                                         \
      "interpres_page_" #name                        \
      "_end:\n"                                      \
      ".byte 0\n"                                    \
      ".previous\n");                                \
  extern "C" {                                       \
  extern const char interpres_page_##name##_begin[]; \
  extern const char interpres_page_##name##_end[];   \
  }

// NOLINTNEXTLINE(readability-identifier-naming): names of the assembler.
INTERPRES_PAGE_FILES(INTERPRES_EMBED)

namespace interpres {
namespace {

PageFile MakeFile(std::string_view path, std::string_view content_type,
                  const char* begin, const char* end) {
  const std::string_view content(begin, end);
  constexpr int kDigits = 16;
  std::array<char, kDigits + 3> etag = {};
  std::snprintf(
      etag.data(), etag.size(), "\"%016" PRIx64 "\"",
      static_cast<uint64_t>(XXH3_64bits(content.data(), content.size())));
  return {.path = path,
          .content_type = content_type,
          .content = content,
          .etag = etag.data()};
}

}  // namespace

std::span<const PageFile> PageFiles() {
#define INTERPRES_MAKE(name, path, file, type)                          \
  MakeFile(path, type "; charset=utf-8", interpres_page_##name##_begin, \
           interpres_page_##name##_end),
  static const std::array files = {INTERPRES_PAGE_FILES(INTERPRES_MAKE)};
#undef INTERPRES_MAKE
  return files;
}

const PageFile* FindPageFile(std::string_view path) {
  const std::span<const PageFile> files = PageFiles();
  const auto found = std::ranges::find(files, path, &PageFile::path);
  return found == files.end() ? nullptr : &*found;
}

}  // namespace interpres
