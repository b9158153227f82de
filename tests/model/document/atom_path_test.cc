#include "model/document/atom_path.h"

#include "gtest/gtest.h"
#include "tests/testing/found_atoms.h"

namespace interpres {
namespace {

TEST(AtomPathTest, FindsPaths) {
  ExpectAtoms(AtomKind::kPath, {{"/usr/share/x", ""},
                                {"Open /etc/hosts.", "/etc/hosts"},
                                {"/tmp/a-b_c.txt,", "/tmp/a-b_c.txt"},
                                {"./a/b", ""},
                                {"run ../x/y.sh now", "../x/y.sh"},
                                {"~/x", ""},
                                {"~/.bashrc", ""},
                                {"C:\\dir\\file", ""},
                                {"c:/dir/file.txt", ""},
                                {"C:\\Program Files\\nodejs\\node.exe", ""},
                                {"C:\\Program Files (x86)\\app", ""},
                                {"C:\\temp and D:", "C:\\temp"},
                                {"C:\\temp to see", "C:\\temp"},
                                {"\\\\server\\share\\x", ""},
                                {"dir/file.ext", ""},
                                {"Edit src/main/app.py!", "src/main/app.py"},
                                {"(docs/read_me.md)", "docs/read_me.md"},
                                {"README.md", ""},
                                {"see notes.txt.", "notes.txt"},
                                {"report-2020.pdf", ""},
                                {"/init.d", ""},
                                {"/var/años/x", ""},
                                {"\"/var/log\"", "/var/log"}});
}

TEST(AtomPathTest, OtherTextsHaveNoPaths) {
  ExpectNoAtoms(AtomKind::kPath, {"and/or",
                                  "km/h",
                                  "1/2",
                                  "he/she",
                                  "red/green/blue",
                                  "/",
                                  "//",
                                  "24/7",
                                  "TCP/IP",
                                  "/help",
                                  "</b>",
                                  "...",
                                  "~",
                                  "~5",
                                  "w/o",
                                  "10/12/2020",
                                  "and /or/ else",
                                  "C: drive",
                                  "a\\b",
                                  "e.g.",
                                  "etc.",
                                  "end.txting",
                                  "/1/2"});
}

}  // namespace
}  // namespace interpres
