/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is inspected: programs that are started, read and ended. Waits are for events, not times. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/common/wait.h"
#include "tests/unit/run.h"
#include "top/work/inspector.h"

/* Far more than any of this takes. */
#define PATIENCE_S  300
#define PATIENCE_MS (PATIENCE_S * 1000)

static struct inspector inspector;

static void setup(void)
{
    inspector_init(&inspector);
}

static void teardown(void)
{
    inspector_stop(&inspector);
}

FIXTURE(setup, teardown);

static void start(enum inspect_kind kind, const char *format)
{
    const struct inspect_entry entry = {kind, "name", format};

    ck_assert_int_eq(inspector_start(&inspector, &entry, getpid()), 0);
}

/* All output to its end, or as much as there is room for. */
static size_t read_output(char *text, size_t size)
{
    struct pollfd fd = {.fd = inspector.fd, .events = POLLIN};
    size_t used = 0;

    while (used + 1 < size) {
        ssize_t len;

        ck_assert_int_eq(poll(&fd, 1, PATIENCE_MS), 1);
        len = inspector_read(&inspector, text + used, size - 1 - used);
        if (len == 0)
            break;
        ck_assert(len > 0 || len == -EAGAIN);
        used += len > 0 ? (size_t)len : 0;
    }
    text[used] = '\0';
    return used;
}

CASE(runs_a_command_and_shows_its_complaints)
{
    char text[256], expected[64];

    start(INSPECT_PIPE, "echo %d | tr 0-9 0-9; echo oops >&2; cat");
    read_output(text, sizeof(text));
    snprintf(expected, sizeof(expected), "%d\noops\n", (int)getpid());
    ck_assert_str_eq(text, expected);
}

LOOP(reads_a_file,
     is_emulated() ? leave_out("reads_a_file", "the name of the process is the emulator's") : 1)
{
    char text[64];

    start(INSPECT_FILE, "/proc/%d/comm");
    read_output(text, sizeof(text));
    ck_assert_int_eq(strncmp(text, "test_top_inspec", 15), 0);
}

/* A path is a path, whatever it looks like to a shell or to a program with options. */
CASE(a_path_is_no_command)
{
    char text[256];

    start(INSPECT_FILE, "--version; echo %d");
    read_output(text, sizeof(text));
    ck_assert_ptr_nonnull(strstr(text, "No such file"));
}

CASE(has_no_terminal_and_no_input)
{
    char text[256];

    start(INSPECT_PIPE, "cat; (echo open >/dev/tty) 2>/dev/null || echo none");
    read_output(text, sizeof(text));
    ck_assert_str_eq(text, "none\n");
}

static bool is_alive(pid_t pid)
{
    char path[64], text[256] = "";
    FILE *file;

    snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
    file = fopen(path, "r");
    if (!file)
        return false;
    if (!fgets(text, sizeof(text), file))
        text[0] = '\0';
    fclose(file);
    return text[0] && !strstr(text, ") Z ");
}

static void wait_for_the_end_of(pid_t pid)
{
    WAIT_UNTIL (!is_alive(pid), "%d", (int)pid)
        continue;
}

CASE(ends_all_that_was_started)
{
    char text[32], *rest;
    pid_t children[2];
    struct pollfd fd;

    start(INSPECT_PIPE, "sleep 1000 & echo $! $$; exec sleep 1000");
    fd = (struct pollfd){.fd = inspector.fd, .events = POLLIN};
    memset(text, 0, sizeof(text));
    for (size_t used = 0; !strchr(text, '\n');) {
        ssize_t len;

        ck_assert_int_eq(poll(&fd, 1, PATIENCE_MS), 1);
        len = inspector_read(&inspector, text + used, sizeof(text) - 1 - used);
        ck_assert_int_gt(len, 0);
        used += (size_t)len;
    }
    children[0] = (pid_t)strtol(text, &rest, 10);
    children[1] = (pid_t)strtol(rest, NULL, 10);
    ck_assert_int_gt(children[1], 0);
    ck_assert(is_alive(children[0]));
    inspector_stop(&inspector);
    wait_for_the_end_of(children[0]);
    wait_for_the_end_of(children[1]);
}

CASE(an_endless_output_is_cut)
{
    char text[4096];

    start(INSPECT_PIPE, "yes");
    ck_assert_uint_eq(read_output(text, sizeof(text)), sizeof(text) - 1);
    inspector_stop(&inspector);
    ck_assert_int_eq(inspector.fd, -1);
}

CASE(a_break_ends_the_command_and_keeps_its_output)
{
    char text[64];
    struct pollfd fd;

    start(INSPECT_PIPE, "trap 'echo bye; exit' INT; echo ready; while :; do sleep 0.01; done");
    fd = (struct pollfd){.fd = inspector.fd, .events = POLLIN};
    ck_assert_int_eq(poll(&fd, 1, PATIENCE_MS), 1); /* the trap is set */
    inspector_interrupt(&inspector);
    read_output(text, sizeof(text));
    ck_assert_str_eq(text, "ready\nbye\n");
}

CASE(one_follows_the_other)
{
    char text[64];

    start(INSPECT_PIPE, "sleep 1000");
    start(INSPECT_PIPE, "echo second");
    read_output(text, sizeof(text));
    ck_assert_str_eq(text, "second\n");
}

/* Else its PID would be free while the inspection still refers to it. */
CASE(a_child_keeps_its_pid_if_top_was_started_with_sigchld_ignored)
{
    char text[64];
    siginfo_t info = {0};

    signal(SIGCHLD, SIG_IGN);
    inspector_init(&inspector);
    start(INSPECT_PIPE, "echo done");
    read_output(text, sizeof(text));
    ck_assert_int_eq(waitid(P_PID, (id_t)inspector.child, &info, WEXITED | WNOWAIT), 0);
    ck_assert_int_eq(info.si_pid, inspector.child);
}
