/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/parse.h"

#include <errno.h>
#include <sys/types.h>

/* Records are used in place, one behind the other. */
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

/* Adds the record at `data`; its size, 0 when it is invalid, or -ENOMEM. */
static ssize_t add_record(void *data, size_t left, struct records *records)
{
    const uint32_t *kind = data;
    struct record_task *last =
        records->task_count > 0 ? &records->tasks[records->task_count - 1] : NULL;

    if (left >= sizeof(struct wire_task) && *kind == WIRE_TASK)
        return records_add_task(records, data) < 0 ? -ENOMEM : (ssize_t)sizeof(struct wire_task);
    if (left >= sizeof(struct wire_group) && *kind == WIRE_GROUP)
        return records_add_group(records, data) < 0 ? -ENOMEM : (ssize_t)sizeof(struct wire_group);
    if (left >= sizeof(struct wire_hidden) && *kind == WIRE_HIDDEN) {
        const struct wire_hidden *hidden = data;

        return records_add_hidden(records, (pid_t)hidden->tgid) < 0 ? -ENOMEM
                                                                    : (ssize_t)sizeof(*hidden);
    }
    if (left >= sizeof(struct wire_sums) && *kind == WIRE_SUMS)
        return records_add_sums(records, data) < 0 ? -ENOMEM : (ssize_t)sizeof(struct wire_sums);
    if (left >= sizeof(struct wire_status) && *kind == WIRE_STATUS && last) {
        last->status = data;
        return sizeof(struct wire_status);
    }
    return 0;
}

int parse_records(char *data, size_t len, struct records *records)
{
    for (size_t at = 0; at < len;) {
        ssize_t size = add_record(data + at, len - at, records);

        if (size <= 0)
            return size < 0 ? (int)size : -EPROTO;
        at += (size_t)size;
    }
    return 0;
}
