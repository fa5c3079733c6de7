/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/waits.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/task_flags.h"
#include "lib/base/unused.h"
#include "lib/source/proc/parse/key_value.h"
#include "lib/source/proc/parse/syscall.h"
#include "lib/wait/call.h"
#include "lib/wait/wait.h"

/* The longest name of a wait channel that is looked at: longer than any that is known. */
#define CHANNEL_SIZE 64

/*
 * How wide the words of the task's program are, on which the numbers of its calls depend; 0:
 * unknown, as for a recorded tree, which may be that of another processor. Those of its auxiliary
 * vector begin with a small number, its type, and one that is not 0.
 */
static uint32_t find_bits(const struct task_reader *reader, uint64_t stack_pointer)
{
    uint64_t first;
    ssize_t len;

    if (!reader->source->base.live)
        return 0;
    if (stack_pointer >= SYSCALL_STACK_LOW)
        return 64;
    len = task_reader_read(reader, "auxv");
    if (len < (ssize_t)sizeof(first))
        return 0;
    memcpy(&first, reader->source->buffer.data, sizeof(first));
    return first < SYSCALL_STACK_LOW ? 64 : 32;
}

static bool is_kernel_thread(const struct task *task)
{
    return task->have & NEED_STAT && task->flags & PF_KTHREAD;
}

int waits_read_syscall(const struct task_reader *reader, const struct detail *detail)
{
    struct task_syscall call;
    uint64_t stack_pointer;
    ssize_t len;

    if (is_kernel_thread(reader->task))
        return 0;
    len = task_reader_read(reader, "syscall");
    if (len <= 0 || !syscall_parse(reader->source->buffer.data, &call, &stack_pointer))
        return read_error(len);
    if (call.place == PLACE_CALL)
        call.bits = find_bits(reader, stack_pointer);
    call_set_at(&call);
    return detail_keep(detail, reader->task->details, &reader->snapshot->arena, &call,
                       sizeof(call));
}

/* The call, for groups that depend on it and may be asked for without it. */
static int need_syscall(const struct task_reader *reader)
{
    return reader->task->details->syscall ? 0
                                          : waits_read_syscall(reader, detail_find(NEED_SYSCALL));
}

/* What the descriptor leads to that the task's call is about: a length, 0 or -errno. */
static ssize_t find_file(const struct task_reader *reader, char file[PATH_MAX])
{
    const struct task_syscall *call = reader->task->details->syscall;
    const int32_t descriptor = call ? call_descriptor(call_name(call), call) : -1;
    char name[32];

    if (descriptor < 0)
        return 0;
    snprintf(name, sizeof(name), "fd/%d", descriptor);
    return task_reader_link(reader, name, file);
}

int waits_read_file(const struct task_reader *reader, const struct detail *detail)
{
    struct proc_source *source = reader->source;
    struct buf name = {0};
    char file[PATH_MAX];
    int result = need_syscall(reader);
    ssize_t len = result < 0 ? result : find_file(reader, file);

    if (len <= 0)
        return read_error(len);
    buf_put(&name, file, (size_t)len);
    if (source->base.live && !name.failed)
        result = sockets_put_peer(&source->sockets, reader->folder, &name);
    if (result == 0)
        result = name.failed ? -ENOMEM
                             : detail_keep(detail, reader->task->details, &reader->snapshot->arena,
                                           buf_text(&name), name.len);
    buf_fini(&name);
    return result;
}

static int find_channel(const struct task_reader *reader, char channel[CHANNEL_SIZE])
{
    const struct task *task = reader->task;
    ssize_t len;

    if (task->have & NEED_WCHAN) {
        snprintf(channel, CHANNEL_SIZE, "%s", task->wchan);
        return 0;
    }
    len = task_reader_read_wchan(reader);
    if (len > 0)
        snprintf(channel, CHANNEL_SIZE, "%s", reader->source->buffer.data);
    return read_error(len);
}

/* Reads no more than it takes to be sure. */
int waits_read_wait(const struct task_reader *reader, const struct detail *detail)
{
    struct task_details *details = reader->task->details;
    char channel[CHANNEL_SIZE] = "";
    char file[PATH_MAX + 1] = "";
    struct wait_facts facts = {.channel = channel, .file = file};
    struct wait_answer answer;
    int result;

    if (is_kernel_thread(reader->task) && reader->task->state != STATE_BLOCKED)
        return 0;
    result = need_syscall(reader);
    if (details->syscall) {
        facts.call = call_name(details->syscall);
        facts.runs = details->syscall->place == PLACE_CPU;
        facts.in_user_space = details->syscall->place == PLACE_USER;
    }
    answer = wait_of_sleeper(&facts);
    if (result == 0 && !answer.is_sure) {
        result = find_channel(reader, channel);
        answer = wait_of_sleeper(&facts);
    }
    if (result == 0 && !answer.is_sure && answer.kind == WAIT_FILE) {
        ssize_t len = find_file(reader, file);

        file[len > 0 ? len : 0] = '\0';
        result = read_error(len);
        answer = wait_of_sleeper(&facts);
    }
    detail_set_number(detail, details, answer.kind);
    return result;
}

/* The second of three numbers: how long it ran, how long it waited for that, and how often. */
int waits_read_run_delay(const struct task_reader *reader, const struct detail *detail)
{
    ssize_t len = task_reader_read(reader, detail->file);
    const char *second = len > 0 ? strchr(reader->source->buffer.data, ' ') : NULL;
    int64_t number;

    if (second && key_value_number(second + 1, strlen(second + 1), &number))
        detail_set_number(detail, reader->task->details, number);
    return read_error(len);
}

int waits_read_switches(const struct task_reader *reader, const struct detail *detail UNUSED)
{
    struct task_details *details = reader->task->details;
    uint64_t voluntary = 0, forced = 0;
    const struct key_value lines[] = {
        {"voluntary_ctxt_switches:", &voluntary},
        {"nonvoluntary_ctxt_switches:", &forced},
    };
    ssize_t len = task_reader_read(reader, "status");

    if (len > 0 && key_value_parse(reader->source->buffer.data, (size_t)len, lines, 2) == 2) {
        details->voluntary_switches = (int64_t)voluntary;
        details->forced_switches = (int64_t)forced;
    }
    return read_error(len);
}
