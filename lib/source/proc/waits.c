/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What a task waits for: its system call, the file or futex there, and who holds that; the groups
 * of details.c about it.
 */
#include "lib/source/proc/needs.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/span.h"
#include "lib/base/task_flags.h"
#include "lib/source/proc/file_locks.h"
#include "lib/source/proc/futexes.h"
#include "lib/source/proc/parse/parse.h"
#include "lib/source/proc/sockets.h"
#include "lib/task/fields.h"
#include "lib/task/task.h"
#include "lib/wait/call.h"
#include "lib/wait/futex.h"
#include "lib/wait/wait.h"

/* The size for a wait channel's name: longer than any known one. */
#define CHANNEL_SIZE 64

/*
 * The word size of the task's program, on which its system call numbers depend. Stays 0, unknown,
 * for a recorded tree, which may come from another architecture. The first entry of the auxiliary
 * vector is a small type and a nonzero value: read as 64 bits, it is small in a 64-bit program and
 * large in a 32-bit one. 0 or -errno.
 */
static int find_bits(const struct task_reader *reader, uint64_t stack_pointer, uint32_t *bits)
{
    uint64_t first;
    ssize_t len;

    if (!reader->source->base.live)
        return 0;
    if (stack_pointer >= SYSCALL_STACK_LOW) {
        *bits = 64;
        return 0;
    }
    len = task_reader_read(reader, "auxv");
    if (len < (ssize_t)sizeof(first))
        return read_error(len);
    memcpy(&first, reader->source->buffer.data, sizeof(first));
    *bits = first < SYSCALL_STACK_LOW ? 64 : 32;
    return 0;
}

static bool is_kernel_thread(const struct task *task)
{
    return task->have & NEED_STAT && task->flags & PF_KTHREAD;
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

/* Determines what a restarted system call waits for. 0 or -errno. */
static int find_resumed(const struct task_reader *reader, struct task_syscall *call)
{
    char channel[CHANNEL_SIZE] = "";
    int result = find_channel(reader, channel);

    call->resumes_futex = wait_find_channel(channel) == WAIT_FUTEX;
    return result;
}

int waits_read_syscall(const struct task_reader *reader, const struct task_field *field)
{
    struct task_syscall call;
    uint64_t stack_pointer;
    ssize_t len;
    int result = 0;

    if (is_kernel_thread(reader->task))
        return 0;
    len = task_reader_read(reader, "syscall");
    if (len <= 0 || !syscall_parse(reader->source->buffer.data, &call, &stack_pointer))
        return read_error(len);
    if (call.place == PLACE_CALL)
        result = find_bits(reader, stack_pointer, &call.bits);
    call.stack_pointer = stack_pointer;
    if (result == 0 && call_is_resumed(&call))
        result = find_resumed(reader, &call);
    if (result < 0)
        return result;
    call_set_at(&call);
    return task_reader_keep(reader, field, &call, sizeof(call));
}

/* Reads the call for groups that depend on it and may be requested without it. */
static int need_syscall(const struct task_reader *reader)
{
    return reader->task->details->syscall
               ? 0
               : waits_read_syscall(reader, task_field_find(NEED_SYSCALL));
}

int waits_read_lock_holder(const struct task_reader *reader, const struct task_field *field)
{
    pid_t holder = LOCK_HOLDER_NONE;
    int result = need_syscall(reader);

    if (result == 0)
        result = file_locks_find(&reader->source->file_locks, &reader->source->base, reader->folder,
                                 reader->task, &holder);
    task_field_set(field, reader->task->details, holder);
    return result;
}

/* Stores a text and frees it. 0 or -ENOMEM. */
static int keep_text(const struct task_reader *reader, const struct task_field *field,
                     struct buf *text)
{
    const int result =
        text->failed ? -ENOMEM : task_reader_keep(reader, field, buf_text(text), buf_len(text));

    buf_fini(text);
    return result;
}

/* The target of the descriptor in the task's call: its length, 0 if there is none, or -errno. */
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

int waits_read_file(const struct task_reader *reader, const struct task_field *field)
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
        return keep_text(reader, field, &name);
    buf_fini(&name);
    return result;
}

/* Determines whether a call that may be that of pthread_join() is one. 0 or -errno. */
static int find_joined(const struct task_reader *reader, struct wait_answer *answer)
{
    const struct task_syscall *call = reader->task->details->syscall;
    struct call_futex futex;
    int result = 0;

    if (call_futex(call_name(call), call, &futex))
        result = joined_check(&reader->source->futexes, reader->folder, reader->task->tgid, &futex);

    *answer = (struct wait_answer){result == 1 ? WAIT_JOIN : futex_wait_otherwise(call), true};
    return result < 0 ? result : 0;
}

/* Reads only as many files as it takes to be sure. */
int waits_read_wait(const struct task_reader *reader, const struct task_field *field)
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
        facts.futex = futex_wait_of(details->syscall);
        facts.runs = details->syscall->place == PLACE_CPU;
        facts.in_user_space = details->syscall->place == PLACE_USER;
    }
    if (result == 0 && facts.futex.kind == WAIT_JOIN)
        result = find_joined(reader, &facts.futex);
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
    task_field_set(field, details, answer.kind);
    return result;
}

/* The key of the futex, as get_futex_key() in kernel/futex/core.c makes it. */
static void put_key(const struct futex_place *place, pid_t tgid, uint64_t address, struct buf *key)
{
    if (place->shared)
        buf_printf(key, "%02" PRIx64 ":%02" PRIx64 ":%" PRIu64 "+0x%" PRIx64, place->device >> 32,
                   place->device & UINT32_MAX, place->inode, place->offset);
    else
        buf_printf(key, "%d:0x%" PRIx64, (int)tgid, address);
}

int waits_read_key(const struct task_reader *reader, const struct task_field *field)
{
    struct task_details *details = reader->task->details;
    struct futex_place place = {.shared = false};
    struct call_futex futex;
    struct buf key = {0};
    int result = need_syscall(reader);

    if (result < 0 || !details->syscall ||
        !call_futex(call_name(details->syscall), details->syscall, &futex))
        return result;
    if (!futex.is_private)
        result = futex_place_find(&reader->source->futexes, reader->folder, reader->task->tgid,
                                  futex.address, &place);
    if (result < 0)
        return task_is_lost(result) ? 0 : result;
    put_key(&place, reader->task->tgid, futex.address, &key);
    return keep_text(reader, field, &key);
}

/* The second of three numbers: time on the CPU, run delay, timeslices. */
int waits_read_run_delay(const struct task_reader *reader, const struct task_field *field)
{
    ssize_t len = task_reader_read(reader, field->file);
    const char *second = len > 0 ? strchr(reader->source->buffer.data, ' ') : NULL;
    int64_t number;

    if (second && number_parse_start(second + 1, strlen(second + 1), &number))
        task_field_set(field, reader->task->details, number);
    return read_error(len);
}

int waits_read_switches(const struct task_reader *reader, const struct task_field *field)
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
