// A file system that cannot exchange two names in one step, such as NFS.

#ifndef INTERPRES_TESTS_TESTING_NO_EXCHANGE_H_
#define INTERPRES_TESTS_TESTING_NO_EXCHANGE_H_

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <thread>

namespace interpres {

// Runs `work` on a separate thread and waits for its end. On this thread,
// renameat2 with RENAME_EXCHANGE fails with EINVAL.
inline void RunWithoutExchange(const std::function<void()>& work) {
  std::thread([&work] {
    // The low half of the fifth argument, on a little-endian machine.
    constexpr uint32_t kFlags = offsetof(seccomp_data, args) + 4 * 8;
    std::array<sock_filter, 6> filter = {{
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_renameat2, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kFlags),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, RENAME_EXCHANGE, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    }};
    const sock_fprog program = {filter.size(), filter.data()};
    ASSERT_EQ(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
    ASSERT_EQ(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program), 0);
    work();
  }).join();
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_NO_EXCHANGE_H_
