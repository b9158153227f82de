// Tested by training_report_test.cc.

#include "model/training/report_page.h"

#include "absl/strings/str_cat.h"
#include "model/base/markup_text.h"

namespace interpres {
namespace {

constexpr char kStyle[] = R"(<style>
:root { color-scheme: light dark; --page: #fbfbfa; --ink: #1c1c1a;
  --muted: #62625d; --grid: #e4e3df; --axis: #a9a8a2;
  --c0: #2467b8; --c1: #c2570c; --c2: #16835a; --c3: #8a3fa0; }
@media (prefers-color-scheme: dark) { :root { --page: #191918; --ink: #f1f0ec;
  --muted: #a8a7a0; --grid: #333331; --axis: #6b6a65;
  --c0: #6ea8f0; --c1: #f0975a; --c2: #4fc397; --c3: #c48bd8; } }
body { margin: 2rem auto; max-width: 84rem; padding: 0 1.5rem;
  background: var(--page); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin-bottom: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin-top: 2rem; }
p { color: var(--muted); margin-top: 0.25rem; }
.charts { display: grid; gap: 2rem 2.5rem;
  grid-template-columns: repeat(auto-fit, minmax(min(28rem, 100%), 1fr)); }
figure { margin: 0; }
figcaption { font-weight: 600; }
.legend { color: var(--muted); font-size: 0.85rem; min-height: 1.5em; }
.legend span { margin-right: 1.25em; white-space: nowrap; }
.legend b { color: var(--ink); font-weight: 500; }
.key { display: inline-block; width: 1.6em; margin-right: 0.4em;
  vertical-align: middle; border-top: 3px solid var(--c); }
.key.d1 { border-top-style: dashed; } .key.d2 { border-top-style: dotted; }
svg { display: block; width: 100%; height: auto; }
svg text { fill: var(--muted); font-size: 12px;
  font-variant-numeric: tabular-nums; }
.s0 { --c: var(--c0); } .s1 { --c: var(--c1); }
.s2 { --c: var(--c2); } .s3 { --c: var(--c3); }
.line { fill: none; stroke: var(--c); stroke-width: 1.8;
  stroke-linejoin: round; }
.line.d1 { stroke-dasharray: 7 4; } .line.d2 { stroke-dasharray: 2 4; }
.dot, .bar { fill: var(--c); }
.grid { stroke: var(--grid); } .axis { stroke: var(--axis); }
.mark { stroke: var(--axis); stroke-dasharray: 2 4; }
table { border-collapse: collapse; }
th, td { text-align: left; padding: 0.2rem 1.5rem 0.2rem 0; vertical-align: top;
  border-bottom: 1px solid var(--grid); overflow-wrap: anywhere; }
th { font-weight: 500; color: var(--muted); white-space: nowrap; }
</style>
)";

}  // namespace

std::string ReportPage(const std::string& title, const std::string& body) {
  return absl::StrCat(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>",
      MarkupText(title), "</title>\n", kStyle, "</head>\n<body>\n<h1>",
      MarkupText(title), "</h1>\n", body, "</body>\n</html>\n");
}

std::string ReportRow(const std::string& name, const std::string& value) {
  return absl::StrCat("<tr><th scope=\"row\">", MarkupText(name), "</th><td>",
                      MarkupText(value), "</td></tr>\n");
}

}  // namespace interpres
