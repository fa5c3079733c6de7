/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bpf/ended_reading.h"

#include <string.h>

#include "tests/common/verdict.h"

void ended_reading_open(struct ended_reading *reading, struct source *source, bool threads)
{
    const struct ended_options options = {.threads = threads};
    struct buf why = {0};
    int result;

    *reading = (struct ended_reading){.source = source, .threads = threads};
    snapshot_init(&reading->snapshot);
    snapshot_init(&reading->rows);
    result = ended_open(&options, &reading->ended, &why);
    if (result < 0 || !ended_is_counted(reading->ended))
        fail("what ends is not counted by the kernel: %s %s", strerror(-result), buf_text(&why));
    buf_fini(&why);
}

void ended_reading_next(struct ended_reading *reading)
{
    const struct scan_request request = {
        .rows = reading->threads ? ROWS_THREADS : ROWS_PROCESSES,
        .need = ENDED_NEED,
        .again = true,
    };
    int result = ended_begin(reading->ended);

    if (result == 0)
        result = source_scan(reading->source, &request, &reading->snapshot);
    if (result == 0)
        result = ended_update(reading->ended, &reading->snapshot);
    snapshot_clear(&reading->rows);
    if (result == 0)
        result = ended_put_rows(reading->ended, &reading->rows);
    if (result < 0)
        fail("reading tasks and what ended: %s", strerror(-result));
}

void ended_reading_spell(char *name)
{
    for (; *name; name++)
        if (*name >= '0' && *name <= '9')
            *name = (char)(*name - '0' + 'A');
}

void ended_reading_close(struct ended_reading *reading)
{
    ended_close(reading->ended);
    snapshot_fini(&reading->snapshot);
    snapshot_fini(&reading->rows);
}
