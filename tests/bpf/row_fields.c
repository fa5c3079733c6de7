/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bpf/row_fields.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* The record that a field belongs to. */
enum part {
    PART_TASK,
    PART_PROCESS,
    PART_ADDRESSES,
    PART_STATUS,
};

struct field {
    const char *name;
    size_t offset;
    size_t size; /* 0: a string */
    enum part part;
};

#define FIELD(name)                                                                     \
    {                                                                                   \
#name, offsetof(struct task, name), sizeof(((struct task *)0)->name), PART_TASK \
    }
#define STRING(name)                                     \
    {                                                    \
#name, offsetof(struct task, name), 0, PART_TASK \
    }
#define PROCESS(name)                                                                            \
    {                                                                                            \
#name, offsetof(struct process, name), sizeof(((struct process *)0)->name), PART_PROCESS \
    }
#define ADDRESS(name)                                                  \
    {                                                                  \
        "address " #name, offsetof(struct task_addresses, name),       \
            sizeof(((struct task_addresses *)0)->name), PART_ADDRESSES \
    }
#define STATUS(name)                                             \
    {                                                            \
        "status " #name, offsetof(struct task_status, name),     \
            sizeof(((struct task_status *)0)->name), PART_STATUS \
    }
#define STATUS_STRING(name)                                                 \
    {                                                                       \
        "status " #name, offsetof(struct task_status, name), 0, PART_STATUS \
    }

static const struct field fields[] = {
    FIELD(have),           STRING(comm),
    FIELD(euid),           FIELD(egid),
    FIELD(state),          PROCESS(locked_kib),
    PROCESS(ppid),         PROCESS(pgrp),
    PROCESS(sid),          PROCESS(tty),
    PROCESS(tpgid),        FIELD(flags),
    FIELD(minflt),         PROCESS(cminflt),
    FIELD(majflt),         PROCESS(cmajflt),
    FIELD(utime_ns),       FIELD(stime_ns),
    PROCESS(cutime_ns),    PROCESS(cstime_ns),
    FIELD(priority),       FIELD(nice),
    PROCESS(nlwp),         FIELD(exit_signal),
    FIELD(processor),      FIELD(rt_priority),
    FIELD(policy),         FIELD(start_ns),
    PROCESS(rss_limit),    PROCESS(stat_vsize_bytes),
    PROCESS(vsize_kib),    PROCESS(rss_kib),
    PROCESS(shared_kib),   PROCESS(code_kib),
    PROCESS(data_kib),     ADDRESS(start_code),
    ADDRESS(end_code),     ADDRESS(start_stack),
    ADDRESS(esp),          ADDRESS(eip),
    STATUS(uid[ID_REAL]),  STATUS(uid[ID_EFFECTIVE]),
    STATUS(uid[ID_SAVED]), STATUS(uid[ID_FS]),
    STATUS(gid[ID_REAL]),  STATUS(gid[ID_EFFECTIVE]),
    STATUS(gid[ID_SAVED]), STATUS(gid[ID_FS]),
    STATUS(sig_pending),   STATUS(sig_group),
    STATUS(sig_blocked),   STATUS(sig_ignored),
    STATUS(sig_caught),    STATUS(cap_permitted),
    STATUS(cap_effective), STATUS(vm_locked_kib),
    STATUS(vm_data_kib),   STATUS(vm_stack_kib),
    STATUS(vm_swap_kib),   STATUS(rss_anon_kib),
    STATUS(rss_file_kib),  STATUS(rss_shmem_kib),
    STATUS_STRING(groups),
};

/* NULL where it was not read. */
static const void *part_of(const struct task *task, enum part part)
{
    switch (part) {
    case PART_PROCESS:
        return task->process;
    case PART_ADDRESSES:
        return task->addresses;
    case PART_STATUS:
        return task->status;
    case PART_TASK:
        break;
    }
    return task;
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

/* Whether `now`, taken between the two, can be true. */
static bool is_explained(const struct field *field, const struct task *before,
                         const struct task *now, const struct task *after)
{
    uint64_t a, b, c;

    if (field->size == 0)
        return strcmp(string_of(now, field), string_of(before, field)) == 0 ||
               strcmp(string_of(now, field), string_of(after, field)) == 0;
    a = number_of(before, field);
    b = number_of(now, field);
    c = number_of(after, field);
    return b == a || b == c || (a < b && b < c) || (c < b && b < a);
}

static void describe(const struct field *field, const struct task *before, const struct task *now,
                     const struct task *after, char text[MISMATCH_TEXT])
{
    if (field->size == 0)
        snprintf(text, MISMATCH_TEXT, "%s: procfs \"%s\", bpf \"%s\", procfs \"%s\"", field->name,
                 string_of(before, field), string_of(now, field), string_of(after, field));
    else
        snprintf(text, MISMATCH_TEXT, "%s: procfs %" PRIu64 ", bpf %" PRIu64 ", procfs %" PRIu64,
                 field->name, number_of(before, field), number_of(now, field),
                 number_of(after, field));
}

size_t row_field_count(void)
{
    return sizeof(fields) / sizeof(fields[0]);
}

bool row_field_is_explained(size_t index, const struct task *before, const struct task *now,
                            const struct task *after, char text[MISMATCH_TEXT])
{
    const struct field *field = &fields[index];

    if (!part_of(before, field->part) || !part_of(now, field->part) || !part_of(after, field->part))
        return true;
    if (is_explained(field, before, now, after))
        return true;
    describe(field, before, now, after, text);
    return false;
}
