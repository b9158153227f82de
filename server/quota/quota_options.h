// The options of quotas.

#ifndef INTERPRES_SERVER_QUOTA_QUOTA_OPTIONS_H_
#define INTERPRES_SERVER_QUOTA_QUOTA_OPTIONS_H_

#include <cstdint>
#include <string>

namespace interpres {

struct QuotaOptions {
  // Maximum number of characters that the clients with one token may have
  // translated in a calendar month of UTC. 0 means unlimited.
  int64_t characters = 0;
  // The file that keeps the counts. Empty means that a restart resets them.
  std::string file = {};
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_QUOTA_QUOTA_OPTIONS_H_
