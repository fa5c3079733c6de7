/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/column/member.h"

static const void *record_of(enum record record, const struct task *task)
{
    static const struct task_addresses no_addresses;

    switch (record) {
    case RECORD_TASK:
        return task;
    case RECORD_PROCESS:
        return task->process;
    case RECORD_STATUS:
        return task->status;
    case RECORD_ADDRESSES:
        return task->addresses ? task->addresses : &no_addresses;
    case RECORD_DETAILS:
        return task->details;
    case RECORD_IO:
        return task->details ? task->details->io : NULL;
    case RECORD_SMAPS:
        return task->details ? task->details->smaps : NULL;
    }
    return NULL;
}

struct value member_read(const struct member *member, const struct task *task)
{
    const char *record = record_of(member->record, task);
    const void *at;

    if (!record)
        return value_none();
    at = record + member->offset;
    switch ((enum member_type)member->type) {
    case MEMBER_MISSING:
        break;
    case MEMBER_I8:
        return value_int(*(const int8_t *)at);
    case MEMBER_I16:
        return value_int(*(const int16_t *)at);
    case MEMBER_I32:
        return value_int(*(const int32_t *)at);
    case MEMBER_I64:
        return value_int(*(const int64_t *)at);
    case MEMBER_U8:
        return value_uint(*(const uint8_t *)at);
    case MEMBER_U32:
        return value_uint(*(const uint32_t *)at);
    case MEMBER_U64:
        return value_uint(*(const uint64_t *)at);
    case MEMBER_LETTER:
        return *(const char *)at ? value_text(at, 1) : value_none();
    case MEMBER_STRING:
        return value_string(*(const char *const *)at);
    }
    return value_none();
}
