/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bpf/forced_way.h"

#include <string.h>

#include "tests/common/take_over.h"

static struct reader own;
static enum reader_way own_way;
static const struct records *last;

TAKE_OVER(int, reader_read, struct reader *reader, const struct pass *wanted,
          struct records *records)
{
    (void)reader;
    last = records;
    return __real_reader_read(&own, wanted, records);
}

enum reader_way forced_way_find(const char *name)
{
    static const char *const names[WAYS] = {
        [WAY_PINNED_ID_WALK] = "pinned-id-walk",
        [WAY_PINNED_TASK_ITER] = "pinned-task-iter",
        [WAY_TASK_ITER] = "task-iter",
        [WAY_ID_WALK] = "id-walk",
    };
    enum reader_way way = 0;

    while (way < WAYS && (!names[way] || strcmp(name, names[way]) != 0))
        way++;
    return way;
}

bool forced_way_open(enum reader_way way, struct buf *why)
{
    bool is_open;

    reader_init(&own);
    own_way = way;
    if (reader_probe(&own, why) < 0)
        return false;
    is_open = own.open[way];
    for (int i = 0; i < WAYS; i++)
        own.open[i] = false;
    own.open[way] = is_open;
    own.never_procfs = true;
    return is_open;
}

void forced_way_close(void)
{
    reader_fini(&own);
    last = NULL;
}

bool forced_way_works(void)
{
    return own.open[own_way];
}

const struct reader *forced_way_reader(void)
{
    return &own;
}

const struct records *forced_way_records(void)
{
    return last;
}
