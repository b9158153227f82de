// The rows of the table about protected spans, terms and markup.

#include <array>
#include <limits>

#include "absl/strings/str_cat.h"
#include "tests/integration/bad_request_table.h"

namespace interpres {
namespace {

// Numbers that no enum of the interface has.
constexpr std::array<int, 5> kNoEnumNumbers = {-1, 15, 99,
                                               std::numeric_limits<int>::min(),
                                               std::numeric_limits<int>::max()};

struct EnumField {
  const char* name;
  std::function<void(v1::TranslateRequest&, int)> set;
  const char* says;
};

struct StringListField {
  const char* name;
  std::function<void(v1::TranslateRequest&, const std::string&)> add;
};

const std::array<StringListField, 3> kXmlLists = {
    {{"ignore_tags",
      [](v1::TranslateRequest& r, const std::string& tag) {
        r.mutable_xml()->add_ignore_tags(tag);
      }},
     {"splitting_tags",
      [](v1::TranslateRequest& r, const std::string& tag) {
        r.mutable_xml()->add_splitting_tags(tag);
      }},
     {"non_splitting_tags",
      [](v1::TranslateRequest& r, const std::string& tag) {
        r.mutable_xml()->add_non_splitting_tags(tag);
      }}}};

v1::TranslateRequest RequestWithTerm(const std::string& source,
                                     const std::string& target) {
  v1::TranslateRequest request = GoodRequest();
  request.set_source_language("en");
  v1::GlossaryTerm& term = *request.add_glossary();
  term.set_source(source);
  term.set_target(target);
  return request;
}

}  // namespace

void BadRequestTable::AddEnums() {
  using Request = v1::TranslateRequest;
  const std::vector<EnumField> fields = {
      {"priority",
       [](Request& r, int v) { r.set_priority(static_cast<v1::Priority>(v)); },
       "priority is "},
      {"split",
       [](Request& r, int v) { r.set_split(static_cast<v1::Split>(v)); },
       "split is "},
      {"line_breaks",
       [](Request& r, int v) {
         r.set_line_breaks(static_cast<v1::LineBreaks>(v));
       },
       "line_breaks is "},
      {"integrity",
       [](Request& r, int v) {
         r.set_integrity(static_cast<v1::Integrity>(v));
       },
       "integrity is "},
      {"numbers",
       [](Request& r, int v) { r.set_numbers(static_cast<v1::Numbers>(v)); },
       "numbers is "},
      {"format",
       [](Request& r, int v) { r.set_format(static_cast<v1::TextFormat>(v)); },
       "format is "},
      {"unprotected_kinds",
       [](Request& r, int v) {
         r.add_unprotected_kinds(static_cast<v1::ProtectedKind>(v));
       },
       "unprotected_kinds has "}};
  for (const EnumField& field : fields) {
    for (const int number : kNoEnumNumbers) {
      v1::TranslateRequest request = GoodRequest();
      field.set(request, number);
      AddBoth(absl::StrCat(field.name, " ", number), request,
              absl::StrCat(field.says, number));
    }
  }
  v1::TranslateRequest unspecified = GoodRequest();
  unspecified.add_unprotected_kinds(v1::PROTECTED_KIND_UNSPECIFIED);
  AddBoth("no kind", unspecified, "unprotected_kinds has 0");
}

void BadRequestTable::AddKeptStrings() {
  const std::vector<std::string> strings = {"",
                                            std::string(201, 'x'),
                                            std::string(60'000, 'x'),
                                            " ",
                                            "\t\n",
                                            "two\nlines",
                                            std::string("\0", 1),
                                            std::string("a\0b", 3),
                                            "\x1b[0m",
                                            "\x7f"};
  for (std::size_t i = 0; i < strings.size(); ++i) {
    v1::TranslateRequest request = GoodRequest();
    request.add_do_not_translate("cat");
    request.add_do_not_translate(strings[i]);
    AddBoth(absl::StrCat("do_not_translate ", i), request,
            "do_not_translate[1] ");
  }
  for (const int count : {1001, 20'000}) {
    v1::TranslateRequest request = GoodRequest();
    while (request.do_not_translate_size() < count) {
      request.add_do_not_translate("cat");
    }
    AddBoth(absl::StrCat(count, " strings to copy"), request,
            absl::StrCat("do_not_translate has ", count, " strings; expected"));
  }
}

void BadRequestTable::AddOptionsWithoutEffect() {
  v1::TranslateRequest kept = GoodRequest();
  kept.add_do_not_translate("cat");
  v1::TranslateRequest numbers = GoodRequest();
  numbers.set_numbers(v1::NUMBERS_VERBATIM);
  for (v1::TranslateRequest off : {kept, numbers}) {
    off.set_integrity(v1::INTEGRITY_OFF);
    AddBoth("integrity off", off, " is set and integrity is OFF");
  }
  kept.add_unprotected_kinds(v1::PROTECTED_KIND_DO_NOT_TRANSLATE);
  AddBoth("do_not_translate not protected", kept,
          "PROTECTED_KIND_DO_NOT_TRANSLATE");
  numbers.add_unprotected_kinds(v1::PROTECTED_KIND_NUMBER);
  AddBoth("numbers not protected", numbers, "PROTECTED_KIND_NUMBER");
}

void BadRequestTable::AddTerms() {
  const std::vector<std::string> sides = {"",
                                          std::string(201, 'x'),
                                          std::string(60'000, 'x'),
                                          " ",
                                          "...",
                                          std::string("\0", 1),
                                          "\b",
                                          std::string("a\0b", 3),
                                          "\xc2\x85"};
  for (std::size_t i = 0; i < sides.size(); ++i) {
    AddBoth(absl::StrCat("source of a term ", i),
            RequestWithTerm(sides[i], "gato"), "glossary[0].source ");
    AddBoth(absl::StrCat("target of a term ", i),
            RequestWithTerm("cat", sides[i]), "glossary[0].target ");
  }
  for (const int count : {1001, 20'000}) {
    v1::TranslateRequest request = RequestWithTerm("cat", "gato");
    while (request.glossary_size() < count) {
      *request.add_glossary() = request.glossary(0);
    }
    AddBoth(absl::StrCat(count, " terms"), request,
            absl::StrCat("glossary has ", count, " terms; expected"));
  }
  v1::TranslateRequest two = RequestWithTerm("cat", "gato");
  *two.add_glossary() = two.glossary(0);
  two.mutable_glossary(1)->set_target("gata");
  AddBoth("two targets of a source", two, "glossary[1].source is \"cat\"");
  v1::TranslateRequest pivot = RequestWithTerm("cat", "gato");
  pivot.set_allow_pivot(true);
  AddBoth("terms with a pivot", pivot,
          "glossary is set and allow_pivot is true");
}

void BadRequestTable::AddGlossaryNames() {
  v1::TranslateRequest request = GoodRequest();
  request.set_source_language("en");
  for (const std::string& name :
       {std::string(" "), std::string("../products"), std::string("a.b"),
        std::string("-a"), std::string("a\0", 2), std::string("pro ducts"),
        std::string(65, 'a'), std::string(60'000, 'a'),
        std::string("caf\xc3\xa9")}) {
    request.set_glossary_name(name);
    AddBoth(absl::StrCat("glossary ", name.substr(0, 12)), request,
            "the name of the glossary is \"");
  }
  for (const char* name : {"unknown", "Products", "products2"}) {
    request.set_glossary_name(name);
    AddBoth(absl::StrCat("glossary ", name), request, name,
            StatusCode::NOT_FOUND);
  }
  request.set_glossary_name(kGlossaryOfTable);
  request.set_source_language("es");
  request.set_target_language("en");
  AddBoth("a glossary of other languages", request, kGlossaryOfTable);
  request = GoodRequest();
  request.set_glossary_name(kGlossaryOfTable);
  request.set_allow_pivot(true);
  AddBoth("a glossary with a pivot", request,
          "glossary_name is set and allow_pivot is true");
}

void BadRequestTable::AddXmlOptions() {
  for (const StringListField& list : kXmlLists) {
    const std::vector<std::string> tags = {"",
                                           std::string(201, 'x'),
                                           std::string(60'000, 'x'),
                                           " ",
                                           "<b>",
                                           "b,i",
                                           "1",
                                           std::string("b\0", 2),
                                           "b\n"};
    for (std::size_t i = 0; i < tags.size(); ++i) {
      v1::TranslateRequest request = GoodRequest();
      request.set_format(v1::TEXT_FORMAT_XML);
      list.add(request, "b");
      list.add(request, tags[i]);
      AddBoth(absl::StrCat(list.name, " ", i), request,
              absl::StrCat("xml.", list.name, "[1] "));
    }
    v1::TranslateRequest many = GoodRequest();
    many.set_format(v1::TEXT_FORMAT_XML);
    for (int i = 0; i < 1001; ++i) {
      list.add(many, "b");
    }
    AddBoth(absl::StrCat(list.name, " too long"), many,
            absl::StrCat("xml.", list.name, " has 1001 names; expected"));
    for (const v1::TextFormat format :
         {v1::TEXT_FORMAT_UNSPECIFIED, v1::TEXT_FORMAT_PLAIN,
          v1::TEXT_FORMAT_HTML, v1::TEXT_FORMAT_MARKDOWN}) {
      v1::TranslateRequest request = GoodRequest();
      request.set_format(format);
      list.add(request, "b");
      AddBoth(absl::StrCat(list.name, " with format ", format), request,
              absl::StrCat("xml.", list.name, " is set and format is ",
                           static_cast<int>(format)));
    }
  }
}

void BadRequestTable::AddXmlTexts() {
  for (const std::string& text : {std::string("<"),
                                  std::string("<a"),
                                  std::string("<a>"),
                                  std::string("</a>"),
                                  std::string("<a></b>"),
                                  std::string("<a b=c/>"),
                                  std::string("<a b='1' b='2'/>"),
                                  std::string("<1/>"),
                                  std::string("&"),
                                  std::string("&lt"),
                                  std::string("&#xD800;"),
                                  std::string("&#0;"),
                                  std::string("]]>"),
                                  std::string("<!-- "),
                                  std::string("<!-- -- -->"),
                                  std::string("<![CDATA["),
                                  std::string("<?pi"),
                                  std::string("<!DOCTYPE a ["),
                                  std::string("the \0 cat", 9),
                                  std::string("the \x01 cat"),
                                  std::string("the <b>cat</i>"),
                                  std::string("<a b='<'/>")}) {
    v1::TranslateRequest request = GoodRequest();
    request.set_format(v1::TEXT_FORMAT_XML);
    request.set_texts(0, text);
    AddText(absl::StrCat("XML ", text), request, "; correct the XML");
  }
}

}  // namespace interpres
