/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Who has a mutex of the kernel's: two threads read the same open file. The first one has its
 * position, which a mutex protects, and waits for memory that nobody brings (userfaultfd(2)); the
 * second one waits for the mutex. Both end with their process, for what the first one waits for can
 * be interrupted.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/common/child.h"
#include "tests/common/missing_page.h"
#include "tests/common/verdict.h"
#include "tests/common/wait.h"
#include "tests/waits/look.h"

/* Of the child, in memory of both. */
struct readers {
    atomic_int tids[2]; /* the one that has it; the one that waits */
    atomic_int left_out;
};

static int file;
static char *missing;

static void *read_there(void *tid)
{
    *(atomic_int *)tid = (int)syscall(SYS_gettid);
    if (read(file, missing, 1) < 0)
        fail("read: %s", strerror(errno));
    return NULL;
}

static void be_readers(struct readers *readers)
{
    pthread_t threads[2];
    int faults;

    missing = missing_page(&faults);
    file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    readers->left_out = file < 0 || !missing;
    for (int i = 0; i < 2 && !readers->left_out; i++) {
        const int error = pthread_create(&threads[i], NULL, read_there, &readers->tids[i]);

        if (error)
            fail("cannot start a reader: %s", strerror(error));
        WAIT_UNTIL (readers->tids[i] && look_is_in_call(readers->tids[i], SYS_read), "thread %d",
                    (int)readers->tids[i])
            continue;
    }
    for (;;)
        pause();
}

/* What is wrong; NULL: nothing. */
static const char *find_wrong(const struct wait_report *report, const struct readers *readers)
{
    if (!report)
        return "no report";
    if (report->links[0].lock != KERNEL_MUTEX)
        return "no mutex";
    if (report->links[0].owner != OWNER_NAMED || report->links[0].owner_tid != readers->tids[0])
        return "owner";
    if (report->link_count != 2 || report->links[1].tid != readers->tids[0])
        return "links";
    return report->links[1].call.place == PLACE_CALL ? NULL : "the owner's call";
}

static void check(struct source *source, const struct readers *readers, pid_t child)
{
    const char *wrong;

    WAIT_UNTIL (!(wrong = find_wrong(look_at_wait(source, child, readers->tids[1]), readers)), "%s",
                wrong)
        continue;
    puts("the kernel's mutex: right");
}

static int check_by(struct source *source)
{
    struct readers *readers = child_share(sizeof(*readers));
    const pid_t child = child_fork();
    int status = EXIT_SUCCESS;

    if (child == 0)
        be_readers(readers);
    WAIT_UNTIL (readers->left_out || readers->tids[1], "no readers")
        continue;
    if (readers->left_out)
        status = skip("nobody can be made to wait for memory here");
    else
        check(source, readers, child);
    child_end(child);
    return status;
}

int main(void)
{
    const struct source_options options = {.fills_only = true, .reports = true};
    struct source *source = NULL;
    struct buf why = {0};
    int status;

    if (source_open(&options, &source, &why) == 0 && strcmp(source_name(source), "bpf") == 0)
        status = check_by(source);
    else
        status = skip("only BPF knows");
    source_close(source);
    buf_fini(&why);
    return status;
}
