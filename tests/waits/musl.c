/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What reports say of a program with musl: never an owner that does not hold it, and no deadlock.
 *
 *   musl [PROGRAM]   the program made of musl_locks.c by musl-gcc
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "lib/source/source.h"
#include "tests/common/child.h"
#include "tests/common/verdict.h"
#include "tests/common/wait.h"
#include "tests/waits/look.h"

static struct source *source;

/* What its first thread holds, as the kernel knows, or that thread's robust list says. */
static bool must_be_named(const char *name)
{
    static const char *const names[] = {"recursive", "checking", "shared", "inheriting"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* What is wrong; NULL: nothing. */
static const char *find_wrong(pid_t tgid, const struct wait_report *report)
{
    if (!report || report->links[0].kind == FUTEX_NONE)
        return "it does not wait";
    if (report->cycle >= 0)
        return "a deadlock that is none";
    if (must_be_named(report->links[0].name))
        return report->link_count == 2 && report->links[1].tid == tgid ? NULL : "no owner";
    return report->links[0].owner == OWNER_UNKNOWN ? NULL : "an owner";
}

/* Returns what is wrong. */
static const char *print(const struct wait_report *report, const char *wrong)
{
    if (report)
        printf("%d (%s) kind %d owner %d says %d cycle %d", (int)report->links[0].tid,
               report->links[0].name, (int)report->links[0].kind, (int)report->links[0].owner,
               (int)report->links[0].owner_tid, (int)report->cycle);
    printf("  <- %s\n", wrong);
    return wrong;
}

/* A thread may need a while until it waits. */
static void check_thread(pid_t tgid, pid_t tid)
{
    const struct wait_report *report;
    const char *wrong;

    WAIT_UNTIL (!(wrong = find_wrong(tgid, report = look_at_wait(source, tgid, tid))), "%s",
                print(report, wrong))
        continue;
    print(report, "right");
}

/* All but the first. */
static void check_threads(pid_t tgid)
{
    char path[32];
    struct dirent *entry;
    int count = 0;
    DIR *directory;

    snprintf(path, sizeof(path), "/proc/%d/task", (int)tgid);
    directory = opendir(path);
    if (!directory)
        fail("%s: %s", path, strerror(errno));
    while ((entry = readdir(directory))) {
        const pid_t tid = (pid_t)strtol(entry->d_name, NULL, 10);

        if (tid == 0 || tid == tgid)
            continue;
        check_thread(tgid, tid);
        count++;
    }
    closedir(directory);
    if (count == 0)
        fail("process %d has no threads", (int)tgid);
}

/*
 * In a pid namespace, where that can be: its numbers begin with 1, and so its threads have those
 * that musl writes for other reasons. Its number, as we see it, comes by the pipe, then what it
 * prints.
 */
static void be_maker(const char *program, int ready)
{
    pid_t child;

    if (unshare(CLONE_NEWPID) < 0)
        printf("without a pid namespace: %s\n", strerror(errno));
    fflush(stdout);
    child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(ready, STDOUT_FILENO);
        execl(program, program, NULL);
        _exit(EXIT_FAILURE);
    }
    if (write(ready, &child, sizeof(child)) != (ssize_t)sizeof(child))
        _exit(EXIT_FAILURE);
    close(ready);
    for (;;)
        pause();
}

/* The program, once its threads are about to wait. */
static pid_t start(const char *program, pid_t *maker)
{
    int ends[2];
    char byte;
    pid_t pid = -1;

    if (pipe2(ends, O_CLOEXEC) < 0)
        fail("pipe: %s", strerror(errno));
    *maker = child_fork();
    if (*maker == 0)
        be_maker(program, ends[1]);
    close(ends[1]);
    if (read(ends[0], &pid, sizeof(pid)) != (ssize_t)sizeof(pid) || pid < 0 ||
        read(ends[0], &byte, 1) != 1)
        fail("the program with musl does not begin");
    close(ends[0]);
    return pid;
}

int main(int argc, char **argv)
{
    const struct source_options options = {.name = "task"};
    struct buf why = {0};
    pid_t maker;

    if (argc < 2)
        return skip("there is no musl-gcc");
    if (access("/proc/self/syscall", R_OK) < 0)
        return skip("this kernel does not say what call a task is in");
    if (source_open(&options, &source, &why) < 0)
        return skip(buf_text(&why));
    check_threads(start(argv[1], &maker));
    child_end(maker);
    source_close(source);
    buf_fini(&why);
    return EXIT_SUCCESS;
}
