#include "model/document/atom_code.h"

#include "gtest/gtest.h"
#include "tests/testing/found_atoms.h"

namespace interpres {
namespace {

TEST(AtomCodeTest, FindsCode) {
  ExpectAtoms(AtomKind::kCode,
              {{"snake_case", ""},
               {"CONSTANT_CASE", ""},
               {"__init__", ""},
               {"camelCase", ""},
               {"the userId.", "userId"},
               {"getHTTPResponse,", "getHTTPResponse"},
               {"name()", ""},
               {"Call object.member().", "object.member()"},
               {"Type::make()", ""},
               {"ptr->run()", ""},
               {"PascalCase()", ""},
               {"use --long-flag here", "--long-flag"},
               {"--no-color=auto", "--no-color"},
               {"`-x`", ""},
               {"Type `a b` now", "`a b`"},
               {"``a ` b``", ""},
               {"$HOME", ""},
               {"$user_name", ""},
               {"变量user_name的", "user_name"},
               {"(max_size)", "max_size"},
               {"user_1", ""},
               {"the H1N1 flu", "H1N1"},
               {"DE89 3704 0044 0532 0130 00", ""},
               {"GB29 NWBK 6016 1331 9268 19.", "GB29 NWBK 6016 1331 9268 19"},
               {"CO21 and 2010", "CO21"},
               {"SARS-CoV, NL63.", "NL63"},
               {"CO2", ""},
               {"key AKIAIOSFODNN7EXAMPLE.", "AKIAIOSFODNN7EXAMPLE"},
               {"ABCDEFGH99XYZ", ""},
               {"ES9121000418450200051332", ""},
               {"the x8f,", "x8f"},
               {"XXXXX-YYYYY-12345-ABCDE", ""},
               {"COVID19", ""},
               {"sKf93mDk20LxQe81PzVn", ""},
               {"eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9", ""}});
}

TEST(AtomCodeTest, OtherTextsHaveNoCode) {
  ExpectNoAtoms(AtomKind::kCode, {"iPhone",
                                  "eBay",
                                  "McDonald",
                                  "PascalCase",
                                  "kWh",
                                  "mmHg",
                                  "-x",
                                  "a - b",
                                  "word--word",
                                  "--",
                                  "____",
                                  "_word_ here",
                                  "`quoted'",
                                  "don`t and won`t",
                                  "US$",
                                  "EUR20",
                                  "H",
                                  "H1n1",
                                  "ABCDEF1",
                                  "mp3",
                                  "covid19",
                                  "ABC-DEF-GHI",
                                  "123-456-7890",
                                  "ABC-123",
                                  "1A",
                                  "$USD",
                                  "$5",
                                  "()",
                                  "self-made",
                                  "object.member",
                                  "COVID-19-Impfstoff-Entwicklung",
                                  "Donaudampfschifffahrtsgesellschaft",
                                  "name ()",
                                  "A_",
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
                                  "1_000",
                                  "schülerInnen"});
}

}  // namespace
}  // namespace interpres
