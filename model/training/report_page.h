// The frame of HTML reports.

#ifndef INTERPRES_MODEL_TRAINING_REPORT_PAGE_H_
#define INTERPRES_MODEL_TRAINING_REPORT_PAGE_H_

#include <string>

namespace interpres {

// Returns a whole HTML page with `title` as its heading and `body` below the
// heading. `title` is plain text, which the function escapes. `body` is HTML.
// The page has its style sheet inside, follows the light or dark mode of the
// browser, and loads nothing.
std::string ReportPage(const std::string& title, const std::string& body);

// Returns a row of an HTML table with a heading and a value. Both are plain
// text, which the function escapes.
std::string ReportRow(const std::string& name, const std::string& value);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_REPORT_PAGE_H_
