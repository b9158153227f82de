// Takes jobs from a scheduler as a worker does.

#ifndef INTERPRES_TESTS_TESTING_TAKE_JOBS_H_
#define INTERPRES_TESTS_TESTING_TAKE_JOBS_H_

#include <cstdint>

#include "server/scheduling/scheduler.h"

namespace interpres {

// Blocks until Scheduler::Take returns a job. Returns an empty list once the
// scheduler is paused, or is closed and has no waiting job.
inline JobList TakeWhenReady(Scheduler& scheduler, int64_t limit) {
  JobList jobs;
  while (jobs.empty() && scheduler.AwaitWork()) {
    jobs = scheduler.Take(limit);
  }
  return jobs;
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_TAKE_JOBS_H_
