/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Makes processes that are stuck in the kernel, for a ps or a top to come across.
 *
 *   stuck DIRECTORY KIND...
 *
 * mounts a file system that hangs on the directory, seen by these processes alone, and starts a
 * process of each kind. When all are stuck it prints the pid of each on a line, and when its
 * standard input ends it ends them; so it does after LIFE_S seconds, since every other program of
 * the host that reads these processes waits for them as well. Exits with 77 and a line on standard
 * error where that cannot be done.
 *
 *   map    unmaps a page that it has written to, and waits with the lock of its memory (mmap_lock)
 *   exec   starts a program, and waits with the lock of its identity (exec_update_lock)
 *   none   is no process: whoever reads a file there waits; the pid is this program's
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "lib/base/kernel.h"
#include "tests/common/child.h"
#include "tests/stuck/hanging_fs.h"

#define STUCK_MAX    64
#define EXIT_SKIPPED 77
#define PAGE_BYTES   4096
#define LIFE_S       600

struct stuck {
    const char *kind;
    char path[512];
    pid_t pid;
    int passed; /* reads at an end when it came through */
};

static struct stuck all[STUCK_MAX];
static size_t count;

/* In a process of its own, whose end of the pipe is closed when it gets through. */
static void be_stuck(const struct stuck *stuck, int passed)
{
    char program[] = "true";
    char *const words[] = {program, NULL};
    static int file; /* stays open: closing waits for the file system, too */
    char *page;

    file = open(stuck->path, O_RDWR | O_CLOEXEC);
    page =
        file < 0 ? MAP_FAILED : mmap(NULL, PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);

    if (page == MAP_FAILED)
        _exit(EXIT_FAILURE);
    *page = 1;
    prctl(PR_SET_NAME, stuck->kind);
    if (strcmp(stuck->kind, "exec") == 0)
        execvp(words[0], words);
    /* cppcheck-suppress invalidFunctionArg ; no file */
    page = mmap(page, PAGE_BYTES, PROT_READ, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        _exit(EXIT_FAILURE);
    close(passed);
    pause();
}

/* Whether it sleeps and no signal wakes it, by status: stat may be what waits for it. */
static bool is_blocked(pid_t pid)
{
    char path[32], text[1024];

    snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
    return kernel_file_read(path, text, sizeof(text)) && strstr(text, "\nState:\tD");
}

static void start(struct stuck *stuck, struct hanging_fs *fs)
{
    int ends[2];

    if (pipe2(ends, O_CLOEXEC) < 0)
        exit(EXIT_FAILURE);
    stuck->pid = child_fork();
    if (stuck->pid == 0) {
        hanging_fs_close(fs); /* or it would outlive us */
        close(ends[0]);
        be_stuck(stuck, ends[1]);
    }
    close(ends[1]);
    stuck->passed = ends[0];
}

/* Answers until it waits for what is never answered; false when it does not. */
static bool get_stuck(const struct stuck *stuck, struct hanging_fs *fs)
{
    const unsigned before = fs->writes;

    for (;;) {
        struct pollfd fds[] = {
            {.fd = fs->fd, .events = POLLIN},
            {.fd = stuck->passed, .events = POLLIN},
        };

        if (hanging_fs_answer(fs) < 0)
            return false;
        if (fs->writes > before && is_blocked(stuck->pid))
            return true;
        poll(fds, 2, 10);
        if (fds[1].revents)
            return false;
    }
}

/* Starts one and prints its pid; false when it does not get stuck. */
static bool make(struct stuck *stuck, struct hanging_fs *fs)
{
    if (strcmp(stuck->kind, "none") == 0) {
        fs->reads_hang = true;
        printf("%d\n", (int)getpid());
        return true;
    }
    start(stuck, fs);
    if (!get_stuck(stuck, fs))
        return false;
    printf("%d\n", (int)stuck->pid);
    return true;
}

static int skip(const char *why)
{
    fprintf(stderr, "%s\n", why);
    return EXIT_SKIPPED;
}

/* Answers the file system's other questions until standard input ends. */
static void stay(struct hanging_fs *fs)
{
    struct pollfd fds[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                           {.fd = fs->fd, .events = POLLIN}};
    char byte;

    while (hanging_fs_answer(fs) == 0) {
        if (poll(fds, 2, -1) < 0 && errno != EINTR)
            return;
        if (fds[0].revents && read(STDIN_FILENO, &byte, 1) <= 0)
            return;
    }
}

int main(int argc, char *argv[])
{
    struct hanging_fs fs;
    bool all_stuck = true;
    int result;

    if (argc < 3 || argc - 2 > STUCK_MAX) {
        fputs("usage: stuck DIRECTORY map|exec|none...\n", stderr);
        return EXIT_FAILURE;
    }
    /* The kernel closes the file system for one who is killed, too. */
    alarm(LIFE_S);
    result = hanging_fs_open(&fs, argv[1]);
    if (result < 0)
        return skip(result == -ENOENT || result == -ENODEV ? "no FUSE here" : strerror(-result));
    for (int i = 2; i < argc && all_stuck; i++) {
        struct stuck *stuck = &all[count];

        stuck->kind = argv[i];
        snprintf(stuck->path, sizeof(stuck->path), "%s/%zu", argv[1], count++);
        all_stuck = make(stuck, &fs);
    }
    fflush(stdout);
    if (all_stuck)
        stay(&fs);
    hanging_fs_close(&fs); /* before they can end */
    for (size_t i = 0; i < count; i++)
        if (all[i].pid)
            child_end(all[i].pid);
    return all_stuck ? EXIT_SUCCESS : skip("this kernel lets unmapping through");
}
