// Names of threads, for tools such as `top -H` and perf.

#ifndef INTERPRES_SERVER_BASE_THREAD_NAME_H_
#define INTERPRES_SERVER_BASE_THREAD_NAME_H_

#include <pthread.h>

namespace interpres {

// Names the calling thread.
//
// REQUIRES: `name` has at most 15 characters.
inline void NameThisThread(const char* name) {
  pthread_setname_np(pthread_self(), name);
}

}  // namespace interpres

#endif  // INTERPRES_SERVER_BASE_THREAD_NAME_H_
