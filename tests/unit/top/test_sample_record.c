/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A sample as bytes has every figure of the host, also one that is added later. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/run.h"
#include "top/model/sample.h"
#include "top/record/rows.h"
#include "top/work/scanner.h"

/* What fills a sample that is put, and one that is taken. Either is a valid number of any kind. */
#define PUT   0x11
#define TAKEN 0x22

#define PADDING_OF_TICKS \
    (sizeof(struct cpu_ticks) - sizeof(((struct cpu_ticks *)0)->in) - sizeof(bool))

#define PADDING_OF_CPU                                                               \
    (sizeof(struct host_cpu) - sizeof(struct cpu_place) - sizeof(struct cpu_ticks) + \
     PADDING_OF_TICKS)

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
}

static size_t count_bytes(const void *bytes, size_t len)
{
    size_t count = 0;

    for (size_t i = 0; i < len; i++)
        count += ((const unsigned char *)bytes)[i] == TAKEN;
    return count;
}

START_TEST(every_figure_of_the_host_is_kept)
{
    const struct host_figures *host = &taken.host;
    const size_t behind_users =
        offsetof(struct host_figures, cpu_total) - offsetof(struct host_figures, users);
    struct host_cpu *cpus; /* its address may have any bytes */
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
    /* Of the figures only these are not kept; nothing else but padding is as it was. */
    ck_assert_str_eq(host->scheduler, "");
    taken.host.scheduler[0] = TAKEN;
    ck_assert_uint_eq(count_bytes(&host->cpus[0], sizeof(host->cpus[0])), PADDING_OF_CPU);
    cpus = taken.host.cpus;
    taken.host.cpus = NULL;
    ck_assert_msg(
        count_bytes(host, sizeof(*host)) == sizeof(host->scheduler) + sizeof(host->forks) +
                                                PADDING_OF_TICKS + behind_users -
                                                sizeof(host->users),
        "a member of struct host_figures has no row in of_sample[] of top/model/sample.c");
    taken.host.cpus = cpus;
    sample_fini(&taken);
    sample_fini(&put);
    buf_fini(&bytes);
}

TESTS("top_record", CASE(every_figure_of_the_host_is_kept))
