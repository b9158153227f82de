// The files of the web page, which the program contains.

#ifndef INTERPRES_SERVER_PAGE_PAGE_FILES_H_
#define INTERPRES_SERVER_PAGE_PAGE_FILES_H_

#include <span>
#include <string>
#include <string_view>

namespace interpres {

struct PageFile {
  std::string_view path;  // of the request, for example "/page.css"
  std::string_view content_type;
  std::string_view content;
  // The entity tag of HTTP, with its quotation marks: a 64-bit hash of the
  // content.
  std::string etag;
};

// All files of the page. Thread-safe.
std::span<const PageFile> PageFiles();

// Returns the file of the web page that the path of a request names. Null if
// the page has no file with this path. The file lives until the process ends.
// Thread-safe.
const PageFile* FindPageFile(std::string_view path);

}  // namespace interpres

#endif  // INTERPRES_SERVER_PAGE_PAGE_FILES_H_
