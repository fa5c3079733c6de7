/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_COLUMN_MEMBER_H
#define DOTPROC_COLUMN_MEMBER_H

/* Members of a task's records as values, for tables. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/column/value.h"
#include "lib/task/fields.h"
#include "lib/task/task.h"

enum member_type {
    MEMBER_MISSING, /* no member */
    MEMBER_I8,
    MEMBER_I16,
    MEMBER_I32,
    MEMBER_I64,
    MEMBER_U8,
    MEMBER_U32,
    MEMBER_U64,
    MEMBER_LETTER, /* a char; '\0': none */
    MEMBER_STRING, /* NUL-terminated; NULL: none */
};

struct member {
    uint8_t record, type;
    bool is_short; /* a 32-bit number in a record that every task has */
    uint16_t offset;
};

/*
 * The member `name_` of `struct tag_`, as in MEMBER(process, rss_kib). Does not compile for other
 * types.
 */
/* clang-format off */
#define MEMBER(tag_, name_)                                                                       \
    {                                                                                             \
        .record = _Generic((struct tag_ *)NULL,                                                   \
            struct task *: RECORD_TASK,                                                           \
            struct process *: RECORD_PROCESS,                                                     \
            struct task_status *: RECORD_STATUS,                                                  \
            struct task_addresses *: RECORD_ADDRESSES,                                            \
            struct task_details *: RECORD_DETAILS,                                                \
            struct task_io *: RECORD_IO,                                                          \
            struct task_smaps *: RECORD_SMAPS),                                                   \
        .type = _Generic(((struct tag_ *)NULL)->name_,                                            \
            int8_t: MEMBER_I8, int16_t: MEMBER_I16, int32_t: MEMBER_I32, int64_t: MEMBER_I64,     \
            uint8_t: MEMBER_U8, uint32_t: MEMBER_U32, uint64_t: MEMBER_U64,                       \
            char: MEMBER_LETTER, const char *: MEMBER_STRING),                                    \
        .is_short = _Generic(((struct tag_ *)NULL)->name_,                                        \
            int32_t: true, uint32_t: true, default: false) &&                                     \
            _Generic((struct tag_ *)NULL,                                                         \
                struct task *: true, struct process *: true, default: false),                     \
        .offset = offsetof(struct tag_, name_),                                                   \
    }
/* clang-format on */

/* The bits of a member with is_short. */
static inline uint32_t member_bits(const struct member *member, const struct task *task)
{
    const void *process = task->process;
    const char *record = member->record == RECORD_PROCESS ? process : task;

    return *(const uint32_t *)(const void *)(record + member->offset);
}

/*
 * The value of the member; a text is borrowed from the record. VALUE_NONE if the record was not
 * read or there is no member. Inline for short members, which most are.
 */
struct value member_read(const struct member *member, const struct task *task);

static inline struct value member_value(const struct member *member, const struct task *task)
{
    if (!member->is_short)
        return member_read(member, task);
    return member->type == MEMBER_I32 ? value_int((int32_t)member_bits(member, task))
                                      : value_uint(member_bits(member, task));
}

#endif
