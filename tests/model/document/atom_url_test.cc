#include "model/document/atom_url.h"

#include "gtest/gtest.h"
#include "tests/testing/found_atoms.h"

namespace interpres {
namespace {

TEST(AtomUrlTest, FindsUrls) {
  ExpectAtoms(AtomKind::kUrl,
              {{"https://example.com", ""},
               {"See http://example.com/a?b=c&d=e#f.",
                "http://example.com/a?b=c&d=e#f"},
               {"(https://example.com/a_(b))", "https://example.com/a_(b)"},
               {"[text](https://example.com/x)", "https://example.com/x"},
               {"<https://example.com>", "https://example.com"},
               {"\"https://example.com/x\",", "https://example.com/x"},
               {"„https://example.com/ä“", "https://example.com/ä"},
               {"ftp://files.example.com:21/a.txt!",
                "ftp://files.example.com:21/a.txt"},
               {"www.example.com, and", "www.example.com"},
               {"Visit WWW.EXAMPLE.COM now", "WWW.EXAMPLE.COM"},
               {"mailto:jane@example.com?subject=x", ""},
               {"tel:+34912345678", ""},
               {"Go to example.com/a?b=c.", "example.com/a?b=c"},
               {"example.com:8080/path", ""},
               {"sub-domain.example.co.uk/", "sub-domain.example.co.uk/"},
               {"see example.org.", "example.org"},
               {"https://example.com/{id}/x", ""},
               {"https://es.wikipedia.org/wiki/España", ""},
               {"https://ja.wikipedia.org/wiki/日本", ""},
               {"请访问https://example.com/a了解", "https://example.com/a"},
               {"**https://example.com**", "https://example.com"},
               {"git+ssh://x ssh://git@host:22/r", "ssh://git@host:22/r"},
               {"example.com?q=1", ""}});
}

TEST(AtomUrlTest, OtherTextsHaveNoUrls) {
  ExpectNoAtoms(
      AtomKind::kUrl,
      {"e.g. this",   "i.e./that", "://",         "http://",
       "http:// x",   "www.",      "and/or",      "km/h",
       "1/2",         "a.m./p.m.", "end.Start",   "St.Gallen/Appenzell",
       "U.S./Mexico", "Dr.Who",    "12.5/x",      "jane@example.com",
       "...",         "foo.bar",   "Hello:world", "tel: 555",
       "mailto: x"});
}

TEST(AtomUrlTest, FindsEmails) {
  ExpectAtoms(
      AtomKind::kEmail,
      {{"jane@example.com", ""},
       {"Write to jane.doe@example.com.", "jane.doe@example.com"},
       {"<jane@example.com>", "jane@example.com"},
       {"(j_d@example.co.uk)", "j_d@example.co.uk"},
       {"jane+tag@example.org, or", "jane+tag@example.org"},
       {"1abc@x1.de", ""},
       {"JANE@EXAMPLE.COM", ""},
       {"jane-doe@my-host.example.net!", "jane-doe@my-host.example.net"},
       {"a%b@example.com", ""},
       {"联系jane@example.com吧", "jane@example.com"},
       {"\"jane@example.com\"", "jane@example.com"},
       {"jane@sub.sub.example.com?", "jane@sub.sub.example.com"},
       {"e-mail: x@y.io", "x@y.io"},
       {"x@y.io/z", "x@y.io"},
       {"first.last@example.travel;", "first.last@example.travel"},
       {"to:a@b.cd", "a@b.cd"}});
}

TEST(AtomUrlTest, OtherTextsHaveNoEmails) {
  ExpectNoAtoms(
      AtomKind::kEmail,
      {"@", "a@", "@b.com", "a@b", "a @ b.com", "a@b.", "a@b.c", "a.@b.com",
       "user at example.com", "a@b@c.com", "5 @ 3.50", "a@.com", "a@-b",
       "@user", "mailto:a@b.com", "a@b.1", "x@y.Comé"});
}

}  // namespace
}  // namespace interpres
