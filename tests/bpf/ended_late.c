/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tasks that are counted before the kernel frees them, since that takes too long: none counts again
 * when it is freed after all. Zombies stand for them.
 *
 * Exits with 77 where it cannot run.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/bpf/ended_complete.h"
#include "tests/common/child.h"
#include "tests/common/may_load.h"
#include "tests/common/verdict.h"

#define CHILDREN 100

/* What the kernel frees may go unseen: then nothing of it can be seen here. */
#define FREED_MIN (CHILDREN / 10)

static char name[16];

static void make_zombie(void)
{
    siginfo_t ended;
    const pid_t child = child_fork();

    if (child < 0)
        fail("fork: %s", strerror(errno));
    if (child == 0) {
        prctl(PR_SET_NAME, name);
        _exit(EXIT_SUCCESS);
    }
    if (waitid(P_PID, (id_t)child, &ended, WEXITED | WNOWAIT) < 0)
        fail("waitid: %s", strerror(errno));
}

static bool is_ours(const struct ended_wire_key *key)
{
    return strncmp(key->comm, name, sizeof(key->comm)) == 0;
}

static void read_probe(struct ended_probe *probe)
{
    const int result = ended_probe_read(probe);

    if (result < 0)
        fail("reading what ended: %s", strerror(-result));
}

static unsigned count_records(const struct ended_probe *probe)
{
    unsigned count = 0;

    for (size_t i = 0; i < probe->reading.record_count; i++)
        count += is_ours(&probe->reading.records[i].key);
    return count;
}

static unsigned count_leaving(const struct ended_probe *probe)
{
    unsigned count = 0;

    for (size_t i = 0; i < probe->reading.leaving_count; i++)
        count += is_ours(&probe->reading.leaving[i].record.key);
    return count;
}

static void take_all(struct ended_probe *probe)
{
    for (size_t i = 0; i < probe->reading.leaving_count; i++)
        if (is_ours(&probe->reading.leaving[i].record.key) && ended_probe_take(probe, i) < 0)
            fail("one that is leaving cannot be taken");
    if (count_records(probe) != CHILDREN)
        fail("%u of %d zombies were taken", count_records(probe), CHILDREN);
}

static void try_late(struct ended_probe *probe)
{
    const int64_t start_ns = clock_ns(CLOCK_MONOTONIC);
    unsigned again = 0;

    for (int i = 0; i < CHILDREN; i++)
        make_zombie();
    read_probe(probe);
    if (count_records(probe) != 0 || count_leaving(probe) != CHILDREN)
        fail("%u zombies were counted and %u have exited, expected 0 and %d", count_records(probe),
             count_leaving(probe), CHILDREN);
    take_all(probe);
    ended_wait_until_complete(probe);
    while (waitpid(-1, NULL, 0) > 0)
        continue;
    do {
        read_probe(probe);
        again += count_records(probe);
    } while (count_leaving(probe) > CHILDREN - FREED_MIN && is_patient(start_ns));
    printf("%u of %d were freed, %u counted again\n", CHILDREN - count_leaving(probe), CHILDREN,
           again);
    if (count_leaving(probe) > CHILDREN - FREED_MIN)
        fail("too few were seen to be freed");
    if (again > 0)
        fail("%u tasks count twice", again);
}

int main(void)
{
    struct buf why = {0};
    struct ended_probe probe;
    int status = EXIT_SUCCESS;

    snprintf(name, sizeof(name), "late%d", (int)getpid());
    if (!may_load(PROGRAM_ITER, &why) || ended_probe_open(&probe, &why) < 0) {
        status = skip(buf_text(&why));
    } else {
        if (ended_probe_ask(&probe, ENDED_PROCESSES, UINT64_MAX) < 0)
            fail("the programs cannot be asked");
        try_late(&probe);
        ended_probe_close(&probe);
    }
    buf_fini(&why);
    return status;
}
