/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A pass that takes longer than procfs is given up, once and for all: here each run of a program
 * first burns more CPU time than procfs would need. Exits with 77 where it cannot run.
 */
#include <errno.h>
#include <string.h>

#include "lib/source/bpf/object.h"
#include "lib/source/bpf/reader.h"
#include "lib/source/bpf/support.h"
#include "tests/common/cpu.h"
#include "tests/common/may_load.h"
#include "tests/common/take_over.h"
#include "tests/common/verdict.h"

/* As many as make BPF worth loading. */
#define TASKS 1000

/* Far more than procfs needs for so many, on a slow machine, too. */
#define BURN_NS NS_PER_S

static int64_t burn_ns;
static unsigned runs;

TAKE_OVER(bool, host_size_read, struct host_size *size)
{
    *size = (struct host_size){.processes = TASKS / 2, .tasks = TASKS};
    return true;
}

TAKE_OVER(int, object_run, int program, void *context, size_t size)
{
    runs++;
    use_cpu_ns(burn_ns);
    return __real_object_run(program, context, size);
}

/* Makes a pass; whether it was by BPF. */
static bool read_by_bpf(struct reader *reader)
{
    const struct pass pass = {.threads = true, .memory = true, .rss = true};
    struct records records = {0};
    const int result = reader_read(reader, &pass, &records);
    const bool by_bpf = records.scope != SCOPE_NONE;

    records_fini(&records);
    if (result < 0)
        fail("a pass: %s", strerror(-result));
    return by_bpf;
}

int main(void)
{
    struct buf why = {0};
    struct reader reader;

    if (!support_has_id_walk() || !may_load(PROGRAM_WALK, &why)) {
        const int status = skip(why.len ? buf_text(&why) : "this kernel has no id walk");

        buf_fini(&why);
        return status;
    }
    reader_init(&reader);
    if (reader_probe(&reader, &why) < 0)
        fail("%s", buf_text(&why));
    if (!read_by_bpf(&reader) || reader_is_slow())
        fail("a fast pass is taken for a slow one");
    /* On a host of few tasks one run is a whole pass. */
    burn_ns = BURN_NS;
    runs = 0;
    read_by_bpf(&reader);
    if (runs != 1)
        fail("%u runs of a slow pass, expected 1", runs);
    if (read_by_bpf(&reader) || runs != 1)
        fail("a slow program is run again");
    if (!reader_is_slow())
        fail("a slow pass is not noticed");
    reader.slow = false;
    reader.no_limit = true;
    burn_ns = BURN_NS / 4;
    for (int i = 0; i < 2; i++)
        if (!read_by_bpf(&reader))
            fail("a pass without a limit is given up");
    reader_fini(&reader);
    buf_fini(&why);
    return EXIT_SUCCESS;
}
