/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Futexes at which threads are joined, of this process itself. */
#include "lib/source/proc/futexes.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/wait/call.h"
#include "tests/unit/run.h"

static const struct {
    const char *at, *pattern;
} folders[] = {
    {"/proc", "G/task/T"},
    {"/proc/self/task", "T"}, /* while the directory of threads is open for its listing */
};

LOOP(thread_that_is_joined_is_found_by_its_id, COUNT_OF(folders))
{
    const pid_t tid = getpid();
    const uint64_t list = joined_list_head(tid);
    struct futexes futexes = {
        .dir = open("/proc", O_PATH | O_CLOEXEC), .live = true, .same_pids = true};
    const int at = open(folders[_i].at, O_PATH | O_CLOEXEC);
    struct task_folder folder;
    struct call_futex futex = {.expected = (uint32_t)tid};

    task_folder_set(&folder, at, folders[_i].pattern, (struct task_id){tid, tid});
    futex.address = list - sizeof(pid_t);
    ck_assert_int_eq(joined_check(&futexes, &folder, tid, &futex), 1);
    futex.address = list;
    ck_assert_int_eq(joined_check(&futexes, &folder, tid, &futex), 0);
    futexes_fini(&futexes);
    close(at);
    close(futexes.dir);
}

int main(void)
{
    if (joined_list_head(getpid()) == 0) {
        leave_out("futexes", "this kernel, or its emulator, has no robust lists");
        return EXIT_SUCCESS;
    }
    return run_tests();
}
