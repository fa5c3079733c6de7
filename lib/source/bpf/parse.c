/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/parse.h"

#include <errno.h>
#include <stdint.h>

/* Records are used in place, one after the other. */
_Static_assert(sizeof(struct wire_header) % 8 == 0 && sizeof(struct wire_task) % 8 == 0 &&
                   sizeof(struct wire_group) % 8 == 0 && sizeof(struct wire_status) % 8 == 0 &&
                   sizeof(struct wire_hidden) % 8 == 0 && sizeof(struct wire_sums) % 8 == 0 &&
                   sizeof(struct wire_end) == 8,
               "records keep each other aligned");

bool parse_header_is_ours(const struct wire_header *header)
{
    return header->kind == WIRE_HEADER && header->magic == WIRE_MAGIC &&
           header->version == WIRE_VERSION && header->task_size == sizeof(struct wire_task) &&
           header->group_size == sizeof(struct wire_group) &&
           header->status_size == sizeof(struct wire_status);
}

/* The size of each kind of record after the header; 0: no such kind. */
static const size_t sizes[] = {
    [WIRE_TASK] = sizeof(struct wire_task),     [WIRE_GROUP] = sizeof(struct wire_group),
    [WIRE_STATUS] = sizeof(struct wire_status), [WIRE_HIDDEN] = sizeof(struct wire_hidden),
    [WIRE_SUMS] = sizeof(struct wire_sums),
};

static int add_status(struct records *records, const struct wire_status *status)
{
    if (records->task_count == 0)
        return -EPROTO;
    records->tasks[records->task_count - 1].status = status;
    return 0;
}

/* Adds the record at `data` and sets *size. 0, -EPROTO if it is invalid, or -ENOMEM. */
static int add_record(void *data, size_t left, struct records *records, size_t *size)
{
    const uint32_t kind = left >= sizeof(kind) ? *(const uint32_t *)data : 0;

    *size = kind < sizeof(sizes) / sizeof(sizes[0]) ? sizes[kind] : 0;
    if (*size == 0 || *size > left)
        return -EPROTO;
    switch (kind) {
    case WIRE_TASK:
        return records_add_task(records, data);
    case WIRE_GROUP:
        return records_add_group(records, data);
    case WIRE_STATUS:
        return add_status(records, data);
    case WIRE_HIDDEN:
        return records_add_hidden(records, (pid_t)((const struct wire_hidden *)data)->tgid);
    default:
        return records_add_sums(records, data);
    }
}

int parse_records(char *data, size_t len, struct records *records)
{
    int result = 0;
    size_t size;

    for (size_t at = 0; at < len && result == 0; at += size)
        result = add_record(data + at, len - at, records, &size);
    return result;
}
