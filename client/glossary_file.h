// Reads a glossary for a request.

#ifndef INTERPRES_CLIENT_GLOSSARY_FILE_H_
#define INTERPRES_CLIENT_GLOSSARY_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "interpres/v1/translation.pb.h"

namespace interpres {

// Appends the terms of the file to the glossary of the request. Each line has a
// term, a tab and its translation. White space at the ends of a line is
// ignored, and blank lines are skipped. Returns INVALID_ARGUMENT, with the
// number of the line, for a line without exactly one tab. The terms of earlier
// lines then stay in the request. Returns the errors of ReadFile for a file
// that cannot be read or has more than 1 MiB.
absl::Status AddGlossary(const std::string& path,
                         interpres::v1::TranslateRequest& request);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_GLOSSARY_FILE_H_
