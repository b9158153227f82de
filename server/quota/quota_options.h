// The options of quotas.

#ifndef INTERPRES_SERVER_QUOTA_QUOTA_OPTIONS_H_
#define INTERPRES_SERVER_QUOTA_QUOTA_OPTIONS_H_

#include <cstdint>
#include <string>

namespace interpres {

struct QuotaOptions {
  // Maximum number of characters that the clients with one token may have
  // translated in a calendar month of UTC. 0 means unlimited. Without tokens,
  // all clients together have this quota.
  int64_t characters = 0;
  // The path of the file that keeps the counts of characters. Empty means that
  // a restart resets the counts to 0.
  std::string file = {};
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_QUOTA_QUOTA_OPTIONS_H_
