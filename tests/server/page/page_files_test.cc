#include "server/page/page_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

namespace interpres {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

namespace fs = std::filesystem;

fs::path Directory() {
  return fs::path(std::getenv("INTERPRES_SOURCE_DIR")) / "server" / "page";
}

std::string Read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string NameOf(const PageFile& file) {
  return file.path == "/" ? "index.html" : std::string(file.path.substr(1));
}

TEST(PageFilesTest, HasEveryFileOfTheDirectory) {
  std::set<std::string> names;
  for (const PageFile& file : PageFiles()) {
    EXPECT_EQ(file.content, Read(Directory() / NameOf(file))) << file.path;
    names.insert(NameOf(file));
  }
  EXPECT_EQ(names.size(), PageFiles().size());
  const std::set<std::string> kinds = {".html", ".css", ".js", ".svg"};
  for (const auto& entry : fs::directory_iterator(Directory())) {
    if (kinds.contains(entry.path().extension())) {
      EXPECT_TRUE(names.contains(entry.path().filename())) << entry.path();
    }
  }
}

TEST(PageFilesTest, TagsDiffer) {
  std::set<std::string> tags;
  for (const PageFile& file : PageFiles()) {
    EXPECT_THAT(file.etag, testing::MatchesRegex("\"[0-9a-f]+\""));
    EXPECT_TRUE(tags.insert(file.etag).second) << file.path;
  }
}

TEST(PageFilesTest, TypesFitTheNames) {
  EXPECT_THAT(FindPageFile("/")->content_type, StartsWith("text/html"));
  EXPECT_THAT(FindPageFile("/page.css")->content_type, StartsWith("text/css"));
  EXPECT_THAT(FindPageFile("/page.svg")->content_type,
              StartsWith("image/svg+xml"));
  for (const PageFile& file : PageFiles()) {
    if (file.path.ends_with(".js")) {
      EXPECT_THAT(file.content_type, StartsWith("text/javascript"));
    }
  }
}

TEST(PageFilesTest, OtherPathsHaveNoFile) {
  for (const std::string_view path :
       {"", "/index.html", "/page", "/page.js/", "/../page.js", "page.js"}) {
    EXPECT_EQ(FindPageFile(path), nullptr) << path;
  }
}

// The policy of the page forbids inline scripts and styles, and addresses of
// other hosts. Markup made from texts could run scripts in a browser that does
// not know the policy.
TEST(PageFilesTest, NothingNeedsAnExceptionOfThePolicy) {
  const std::string html(FindPageFile("/")->content);
  EXPECT_FALSE(std::regex_search(html, std::regex(" (style|on[a-z]+)=")));
  EXPECT_FALSE(std::regex_search(html, std::regex("<style|<script[^>]*>[^<]")));
  for (const PageFile& file : PageFiles()) {
    const std::string content(file.content);
    for (const char* sink :
         {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write",
          "DOMParser", "eval(", "new Function", "@import"}) {
      EXPECT_THAT(content, Not(HasSubstr(sink))) << file.path;
    }
    if (!file.path.ends_with(".svg")) {
      EXPECT_THAT(content, Not(HasSubstr("://"))) << file.path;
    }
  }
}

// Every word that the page names exists in both languages of the interface.
TEST(PageFilesTest, BothInterfacesHaveTheSameWords) {
  const std::string words(FindPageFile("/page_words.js")->content);
  const size_t spanish = words.find("const SPANISH");
  const size_t end = words.find("const LANGUAGES");
  ASSERT_NE(end, std::string::npos);
  const auto keys = [](const std::string& text) {
    std::set<std::string> found;
    const std::regex key(R"((?:^|[ ,])([A-Za-z_]+): ")");
    for (std::sregex_iterator i(text.begin(), text.end(), key), last; i != last;
         ++i) {
      found.insert((*i)[1]);
    }
    return found;
  };
  const auto english = keys(words.substr(0, spanish));
  EXPECT_GT(english.size(), 50U);
  EXPECT_EQ(english, keys(words.substr(spanish, end - spanish)));
  const std::string html(FindPageFile("/")->content);
  const std::regex named(R"re(data-(?:text|label|placeholder)="(\w+)")re");
  for (std::sregex_iterator i(html.begin(), html.end(), named), last; i != last;
       ++i) {
    EXPECT_TRUE(english.contains((*i)[1])) << (*i)[1];
  }
}

}  // namespace
}  // namespace interpres
