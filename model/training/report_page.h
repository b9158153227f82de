// The frame of HTML reports.

#ifndef INTERPRES_MODEL_TRAINING_REPORT_PAGE_H_
#define INTERPRES_MODEL_TRAINING_REPORT_PAGE_H_

#include <string>

namespace interpres {

// Returns a whole HTML page with `title` (escaped) as its heading and `body`
// (markup) below it. The page has its style sheet inside, follows the light or
// dark mode of the browser, and loads nothing.
std::string ReportPage(const std::string& title, const std::string& body);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_REPORT_PAGE_H_
