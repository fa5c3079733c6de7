/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bpf/row_fields.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "lib/text/escape.h"

/* The record that a field belongs to. */
enum part {
    PART_TASK,
    PART_PROCESS,
    PART_STATUS,
};

enum kind {
    VALUE,  /* equals one of the readings */
    SIGNED, /* likewise */
    AMOUNT, /* changes while the task runs, so it may lie between them */
    ANY,    /* is 0 like one of them, or is not */
    STRING,
};

struct field {
    enum part part;
    const char *name;
    size_t offset, size;
    enum kind kind;
    need_t need; /* which have it; 0: all */
};

#define MEMBER(type, member) \
    .name = #member, .offset = offsetof(type, member), .size = sizeof(((type *)0)->member)

/*
 * A row for each member of struct process and of struct task_status: without one BPF might leave it
 * 0, and nothing would fail. X gets the member, the kind and what is needed to have it.
 */
/* clang-format off */
#define PROCESS_MEMBERS(X) \
    X(ppid, VALUE, 0) \
    X(pgrp, VALUE, 0) \
    X(sid, VALUE, 0) \
    X(tty, VALUE, 0) \
    X(tpgid, SIGNED, 0) \
    X(nlwp, AMOUNT, 0) \
    X(cminflt, AMOUNT, 0) \
    X(cmajflt, AMOUNT, 0) \
    X(cutime_ns, AMOUNT, 0) \
    X(cstime_ns, AMOUNT, 0) \
    X(rss_limit, VALUE, 0) \
    X(stat_vsize_bytes, AMOUNT, NEED_MEM) \
    X(vsize_kib, AMOUNT, NEED_MEM) \
    X(rss_kib, AMOUNT, NEED_MEM) \
    X(shared_kib, AMOUNT, NEED_STATM) \
    X(code_kib, AMOUNT, NEED_STATM) \
    X(data_kib, AMOUNT, NEED_STATM) \
    X(locked_kib, AMOUNT, NEED_LOCKED)

#define STATUS_MEMBERS(X) \
    X(uid[ID_REAL], VALUE, 0) \
    X(uid[ID_EFFECTIVE], VALUE, 0) \
    X(uid[ID_SAVED], VALUE, 0) \
    X(uid[ID_FS], VALUE, 0) \
    X(gid[ID_REAL], VALUE, 0) \
    X(gid[ID_EFFECTIVE], VALUE, 0) \
    X(gid[ID_SAVED], VALUE, 0) \
    X(gid[ID_FS], VALUE, 0) \
    X(sig_pending, VALUE, 0) \
    X(sig_group, VALUE, 0) \
    X(sig_blocked, VALUE, 0) \
    X(sig_ignored, VALUE, 0) \
    X(sig_caught, VALUE, 0) \
    X(cap_permitted, VALUE, 0) \
    X(cap_effective, VALUE, 0) \
    X(vm_locked_kib, AMOUNT, 0) \
    X(vm_data_kib, AMOUNT, 0) \
    X(vm_stack_kib, AMOUNT, 0) \
    X(vm_swap_kib, AMOUNT, 0) \
    X(rss_anon_kib, AMOUNT, 0) \
    X(rss_file_kib, AMOUNT, 0) \
    X(rss_shmem_kib, AMOUNT, 0) \
    X(groups, STRING, 0)
/* clang-format on */

#define PROCESS_BYTES(member, kind, need) +sizeof(((struct process *)0)->member)
#define STATUS_BYTES(member, kind, need)  +sizeof(((struct task_status *)0)->member)

_Static_assert(0 PROCESS_MEMBERS(PROCESS_BYTES) PROCESS_BYTES(exited_ns, , )
                       PROCESS_BYTES(group_cpu_ns, , ) == sizeof(struct process),
               "a member of struct process has no row here: add it, and fill it in "
               "lib/source/bpf/rows.c");
_Static_assert(0 STATUS_MEMBERS(STATUS_BYTES) == sizeof(struct task_status),
               "a member of struct task_status has no row here: add it, and fill it in "
               "lib/source/bpf/rows.c");

#define TASK(member)                    PART_TASK, MEMBER(struct task, member)
#define PROCESS(member)                 PART_PROCESS, MEMBER(struct process, member)
#define PROCESS_ROW(member, kind, need) {PROCESS(member), kind, need},
#define STATUS_ROW(member, kind, need) \
    {PART_STATUS, MEMBER(struct task_status, member), kind, need},

static const struct field fields[] = {
    {TASK(have), VALUE},
    {TASK(comm), STRING},
    {TASK(euid), VALUE},
    {TASK(egid), VALUE},
    {TASK(state), VALUE},
    {TASK(flags), VALUE},
    {TASK(minflt), AMOUNT},
    {TASK(majflt), AMOUNT},
    {TASK(utime_ns), AMOUNT},
    {TASK(stime_ns), AMOUNT},
    {TASK(priority), SIGNED},
    {TASK(nice), SIGNED},
    {TASK(exit_signal), SIGNED},
    {TASK(processor), AMOUNT}, /* among many processors a busy task rarely returns to one */
    {TASK(rt_priority), VALUE},
    {TASK(policy), VALUE},
    {TASK(start_ns), VALUE},
    {PROCESS(stat_vsize_bytes), ANY, 0},
    PROCESS_MEMBERS(PROCESS_ROW) STATUS_MEMBERS(STATUS_ROW)};

/* NULL where it was not read. */
static const void *part_of(const struct task *task, enum part part)
{
    if (part == PART_PROCESS)
        return task->process;
    return part == PART_STATUS ? (const void *)task->status : task;
}

static const void *at(const struct task *task, const struct field *field)
{
    return (const char *)part_of(task, field->part) + field->offset;
}

static const char *string_of(const struct task *task, const struct field *field)
{
    const char *string;

    memcpy(&string, at(task, field), sizeof(string));
    return string ? string : "";
}

static uint64_t number_of(const struct task *task, const struct field *field)
{
    uint64_t number = 0;

    memcpy(&number, at(task, field), field->size); /* little-endian, as all hosts of BPF here */
    return number;
}

static int64_t signed_of(const struct task *task, const struct field *field)
{
    const size_t unused_bits = 8 * (sizeof(int64_t) - field->size);

    return (int64_t)(number_of(task, field) << unused_bits) >> unused_bits;
}

/* Whether `now`, taken between the two, can be true. */
static bool is_explained(const struct field *field, const struct task *before,
                         const struct task *now, const struct task *after)
{
    uint64_t a, b, c;

    if (field->kind == STRING)
        return strcmp(string_of(now, field), string_of(before, field)) == 0 ||
               strcmp(string_of(now, field), string_of(after, field)) == 0;
    a = number_of(before, field);
    b = number_of(now, field);
    c = number_of(after, field);
    if (field->kind == ANY)
        return (b > 0) == (a > 0) || (b > 0) == (c > 0);
    return b == a || b == c || (field->kind == AMOUNT && (a < c ? a < b && b < c : c < b && b < a));
}

static void put_field(const struct field *field, const struct task *task, struct buf *text)
{
    const char *string;

    if (field->kind == SIGNED) {
        buf_printf(text, "%" PRId64, signed_of(task, field));
    } else if (field->kind != STRING) {
        buf_printf(text, "%" PRIu64, number_of(task, field));
    } else {
        string = string_of(task, field);
        buf_putc(text, '"');
        escape_put(text, string, strlen(string), ESCAPE_UNLIMITED);
        buf_putc(text, '"');
    }
}

size_t row_field_count(void)
{
    return sizeof(fields) / sizeof(fields[0]);
}

bool row_field_is_explained(size_t index, const struct task *before, const struct task *now,
                            const struct task *after, struct buf *text)
{
    const struct field *field = &fields[index];

    if (!part_of(before, field->part) || !part_of(now, field->part) || !part_of(after, field->part))
        return true;
    if (field->need & ~(before->have & now->have & after->have))
        return true;
    if (is_explained(field, before, now, after))
        return true;
    buf_clear(text);
    buf_printf(text, "%s%s: procfs ", field->part == PART_STATUS ? "status " : "", field->name);
    put_field(field, before, text);
    buf_puts(text, ", bpf ");
    put_field(field, now, text);
    buf_puts(text, ", procfs ");
    put_field(field, after, text);
    return false;
}
