// The settings of the glossaries of a server.

#ifndef INTERPRES_SERVER_GLOSSARY_GLOSSARY_OPTIONS_H_
#define INTERPRES_SERVER_GLOSSARY_GLOSSARY_OPTIONS_H_

#include <cstdint>
#include <string>

#include "model/glossary/term_collector.h"

namespace interpres {

struct GlossaryOptions {
  // The directory with the files of the glossaries. Empty means that the server
  // has no glossaries.
  std::string directory = {};
  GlossaryLimits limits = {};
  // Maximum number of glossaries that one client, the owner, can have.
  int64_t max_per_owner = 20;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GLOSSARY_GLOSSARY_OPTIONS_H_
