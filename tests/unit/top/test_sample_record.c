/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A sample as bytes has every figure of the host, also one that is added later, and no more. */
#include <stdlib.h>
#include <string.h>

#include "tests/unit/run.h"
#include "top/model/sample.h"
#include "top/record/rows.h"
#include "top/work/scanner.h"

/* What fills a sample that is put, and one that is taken. Either is a valid number of any kind. */
#define PUT   0x11
#define TAKEN 0x22

static struct sample put, taken;

static void fill(struct sample *sample, int byte)
{
    struct host_figures *host = &sample->host;

    sample_init(sample);
    memset(host, byte, sizeof(*host));
    host->cpus = malloc(sizeof(*host->cpus));
    ck_assert_ptr_nonnull(host->cpus);
    memset(host->cpus, byte, sizeof(*host->cpus));
    host->cpu_count = host->cpu_capacity = 1;
    host->cpu_total.compared = host->cpus[0].ticks.compared = byte == PUT;
    sample->host_known = byte == PUT;
    memset(sample->pressures, byte, sizeof(sample->pressures));
    memset(&sample->cgroup, byte, sizeof(sample->cgroup));
}

static size_t count_bytes(const void *bytes, size_t len)
{
    size_t count = 0;

    for (size_t i = 0; i < len; i++)
        count += ((const unsigned char *)bytes)[i] == TAKEN;
    return count;
}

_Static_assert(offsetof(struct host_figures, cpu_capacity) + sizeof(size_t) ==
                   sizeof(struct host_figures),
               "a plain figure of the host is kept if it stands before `cpus`");

CASE(every_figure_of_the_host_is_kept)
{
    const struct host_figures *host = &taken.host;
    struct record_reader in;
    struct buf bytes = {0};

    fill(&put, PUT);
    fill(&taken, TAKEN);
    put.request.pid_count = 3; /* rows in the order of -p */
    sample_record_put(&bytes, NULL, &put);
    in = record_reader_of(bytes.data, bytes.len);
    ck_assert_int_eq(sample_record_take(&in, &taken), 0);
    ck_assert_uint_eq(taken.request.pid_count, 3);
    ck_assert(taken.host_known);
    ck_assert(host->cpu_total.compared && host->cpus[0].ticks.compared);
    ck_assert_uint_eq(count_bytes(host, offsetof(struct host_figures, cpus)), 0);
    ck_assert_uint_eq(count_bytes(&host->cpus[0], sizeof(host->cpus[0])), 0);
    ck_assert_uint_eq(count_bytes(taken.pressures, sizeof(taken.pressures)), 0);
    ck_assert_uint_eq(count_bytes(&taken.cgroup, sizeof(taken.cgroup)), sizeof(taken.cgroup));
    sample_fini(&taken);
    sample_fini(&put);
    buf_fini(&bytes);
}
