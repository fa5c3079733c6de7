/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/wait/wait.h"

#include <stddef.h>
#include <string.h>

#include "lib/base/task_flags.h"

static const char *const names[WAIT_KINDS] = {
    [WAIT_RUN] = "run",           [WAIT_FUTEX] = "futex",   [WAIT_LOCK] = "lock",
    [WAIT_COND] = "cond",         [WAIT_JOIN] = "join",     [WAIT_SEM] = "sem",
    [WAIT_URING] = "uring",       [WAIT_POLL] = "poll",     [WAIT_SOCKET] = "socket",
    [WAIT_PIPE] = "pipe",         [WAIT_TTY] = "tty",       [WAIT_FILE] = "file",
    [WAIT_FILELOCK] = "filelock", [WAIT_DISK] = "disk",     [WAIT_TIMER] = "timer",
    [WAIT_CHILD] = "child",       [WAIT_SIGNAL] = "signal", [WAIT_IPC] = "ipc",
    [WAIT_FAULT] = "fault",       [WAIT_KLOCK] = "klock",   [WAIT_STOPPED] = "stopped",
    [WAIT_TRACED] = "traced",     [WAIT_IDLE] = "idle",     [WAIT_OTHER] = "other",
};

const char *wait_name(enum wait_kind kind)
{
    return kind < WAIT_KINDS ? names[kind] : NULL;
}

enum wait_kind wait_find_file(const char *file)
{
    static const struct {
        const char *start;
        enum wait_kind kind;
    } files[] = {
        {"socket:", WAIT_SOCKET},
        {"pipe:", WAIT_PIPE},
        {"/dev/pts/", WAIT_TTY},
        {"/dev/tty", WAIT_TTY},
        {"/dev/console", WAIT_TTY},
        {"/dev/hvc", WAIT_TTY},
        {"anon_inode:[timerfd]", WAIT_TIMER},
        {"anon_inode:[signalfd]", WAIT_SIGNAL},
        {"anon_inode:[eventfd]", WAIT_POLL},
        {"anon_inode:[fanotify]", WAIT_POLL},
        {"anon_inode:inotify", WAIT_POLL},
    };

    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
        if (strncmp(file, files[i].start, strlen(files[i].start)) == 0)
            return files[i].kind;
    return *file ? WAIT_FILE : WAIT_UNKNOWN;
}

/*
 * A task that sleeps outside of a system call handles a page fault, unless it was stopped on its
 * way back to user space, where nothing else sleeps.
 */
static struct wait_answer wait_in_user_space(const char *channel)
{
    const enum wait_kind kind = wait_find_channel(channel);

    if (kind == WAIT_STOPPED || kind == WAIT_TRACED)
        return (struct wait_answer){kind, true};
    return (struct wait_answer){WAIT_FAULT, *channel != '\0'};
}

struct wait_answer wait_of_sleeper(const struct wait_facts *facts)
{
    const struct wait_row *row = facts->call ? wait_find_call(facts->call) : NULL;
    enum wait_kind kind;

    if (facts->runs)
        return (struct wait_answer){WAIT_RUN, true};
    if (facts->in_user_space)
        return wait_in_user_space(facts->channel);
    if (facts->futex.kind != WAIT_UNKNOWN)
        return facts->futex;
    if (row && row->is_sure)
        return (struct wait_answer){row->kind, true};
    kind = wait_find_channel(facts->channel);
    if (kind != WAIT_UNKNOWN)
        return (struct wait_answer){kind, true};
    /* A restarted sleep has no function in the table of channels. */
    if (facts->call && strcmp(facts->call, "restart_syscall") == 0 && *facts->channel)
        return (struct wait_answer){WAIT_TIMER, true};
    if (row && row->kind == WAIT_FILE && *facts->file)
        return (struct wait_answer){wait_find_file(facts->file), true};
    if (row)
        return (struct wait_answer){row->kind, false};
    return (struct wait_answer){facts->call || *facts->channel ? WAIT_OTHER : WAIT_UNKNOWN, false};
}

/* Kernel threads sleep uninterruptibly in the middle of work, and otherwise until there is work. */
static enum wait_kind wait_of_kernel_thread(char state, enum wait_kind sleeps_for)
{
    if (state != STATE_BLOCKED)
        return WAIT_IDLE;
    return sleeps_for == WAIT_UNKNOWN ? WAIT_OTHER : sleeps_for;
}

enum wait_kind wait_of_task(char state, uint32_t flags, enum wait_kind sleeps_for)
{
    switch (state) {
    case STATE_RUNNING:
        return WAIT_RUN;
    case STATE_STOPPED:
        return WAIT_STOPPED;
    case STATE_TRACED:
        return WAIT_TRACED;
    case STATE_IDLE:
        return WAIT_IDLE;
    case STATE_ZOMBIE:
    case 'X':
    case 'x':
        return WAIT_UNKNOWN;
    default:
        return flags & PF_KTHREAD ? wait_of_kernel_thread(state, sleeps_for) : sleeps_for;
    }
}
