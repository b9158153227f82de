// Settings of the threads that run kernels.

#ifndef INTERPRES_MODEL_KERNELS_COMPUTE_THREAD_H_
#define INTERPRES_MODEL_KERNELS_COMPUTE_THREAD_H_

namespace interpres {

// Prepares the calling thread for kernels:
//
// - OpenMP, and therefore each matrix product of oneDNN, uses one core.
// - On x86, subnormal floats (below 1.2e-38) count as 0, in operands and in
//   results. The softmax of the attention makes many of them, and an
//   instruction with a subnormal float takes more than 100 cycles.
//
// Call the function on each such thread, because a new thread has OpenMP's
// default. The settings last until the thread ends, also for other code on the
// thread.
void PrepareComputeThread();

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_COMPUTE_THREAD_H_
