#include "model/document/atom_placeholder.h"

#include "gtest/gtest.h"
#include "tests/testing/found_atoms.h"

namespace interpres {
namespace {

TEST(AtomPlaceholderTest, FindsPlaceholders) {
  ExpectAtoms(AtomKind::kPlaceholder,
              {{"{x}", ""},
               {"Hello {{name}}!", "{{name}}"},
               {"{{ user.name }}", ""},
               {"{{{raw}}}", ""},
               {"{0}", ""},
               {"{}", ""},
               {"{0:.2f}", ""},
               {"{user.name}", ""},
               {"%s", ""},
               {"%d items", "%d"},
               {"%1$s", ""},
               {"%(name)s", ""},
               {"%{x}", ""},
               {"%.2f", ""},
               {"%-10s", ""},
               {"%lu", ""},
               {"%@", ""},
               {"100%%", "%%"},
               {"${x}", ""},
               {"#{x}", ""},
               {"Pay $1 to $2.", "$2"},
               {"Hi :name, bye", ":name"},
               {":smile:", ""},
               {"<0>text</0>", "</0>"},
               {"<0/>", ""},
               {"#", ""},
               {"# files", "#"},
               {"No file (#)", "#"},
               {"<12>", ""},
               {"[[x]]", ""},
               {"@@x@@", ""},
               {"not found\\n", "\\n"},
               {"One\\nTwo", "\\n"},
               {"a\\tb", "\\t"},
               {"caf\\u00e9", "\\u00e9"},
               {"{n, number}", ""},
               {"{d, date, ::yMMMd}", ""},
               {"{n, plural, one {# file} other {# files}}", ""},
               {"{ g,select,male{He {x}}other{They}} left",
                "{ g,select,male{He {x}}other{They}}"},
               {"{% if user %}Hi{% endif %}", "{% if user %}"},
               {"Hello <%= user.name %>!", "<%= user.name %>"},
               {"Hello <?= $name ?>!", "<?= $name ?>"},
               {"%'5d", ""},
               {"你有{count}条", "{count}"}});
}

TEST(AtomPlaceholderTest, OtherTextsHaveNoPlaceholders) {
  ExpectNoAtoms(AtomKind::kPlaceholder, {"A lakosság 50%-a",
                                         "3.5%p",
                                         "%50'e",
                                         "%-a",
                                         "100%s",
                                         "100 % sure",
                                         "C# and F#",
                                         "## Title",
                                         "#1",
                                         "5% de",
                                         "50% discount",
                                         "5 % s",
                                         "100%sicher",
                                         "{see note}",
                                         "{1, 2, 3}",
                                         "{a, b}",
                                         "{",
                                         "}",
                                         "{{",
                                         "}}",
                                         ":D",
                                         ":P",
                                         ":x",
                                         "std::vector",
                                         "5:30",
                                         "a:b",
                                         "::name",
                                         "$5.50",
                                         "$1 million",
                                         "$1,000",
                                         "$100",
                                         "US$1",
                                         "<b>",
                                         "<3",
                                         "a < 0 > b",
                                         "[x]",
                                         "[[two words]]",
                                         "@x",
                                         "%",
                                         "a \\newline",
                                         "\\textbf",
                                         "\\alpha",
                                         "\\\\n",
                                         "% %",
                                         "{n, plural, one {1 file}",
                                         "{n, plural}",
                                         "Note: text"});
}

TEST(AtomPlaceholderTest, MalformedMessagesHaveTheirParts) {
  EXPECT_THAT(FoundAtoms("{n, plural, one {{x}}}", AtomKind::kPlaceholder),
              testing::ElementsAre("{{x}}"));
}

}  // namespace
}  // namespace interpres
