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
  // The quoted entity tag of HTTP. It differs if the content differs.
  std::string etag;
};

// All files of the page. Thread-safe.
std::span<const PageFile> PageFiles();

// Returns null if the page has no file with this path. Thread-safe.
const PageFile* FindPageFile(std::string_view path);

}  // namespace interpres

#endif  // INTERPRES_SERVER_PAGE_PAGE_FILES_H_
