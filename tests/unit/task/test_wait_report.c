/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How chains of waiting tasks are joined: wait_report_append(). */
#include <stdlib.h>

#include "lib/task/wait_report.h"
#include "tests/unit/run.h"

#define CHAIN_MAX 5

/* A chain by TIDs, from 1 on; negative: a process; 0 ends it. */
struct chain {
    int tids[CHAIN_MAX];
    int cycle;
};

static void make(struct wait_report *report, const struct chain *chain)
{
    *report = (struct wait_report){.cycle = chain->cycle};
    while (report->link_count < CHAIN_MAX && chain->tids[report->link_count]) {
        const int tid = chain->tids[report->link_count];

        report->links[report->link_count++] =
            (struct wait_link){.tid = abs(tid), .is_process = tid < 0};
    }
}

static const struct {
    struct chain chain, owner, both;
} joins[] = {
    {{{1}, -1}, {{2}, -1}, {{1, 2}, -1}},
    {{{1, 2}, -1}, {{3, 4}, -1}, {{1, 2, 3, 4}, -1}},
    {{{1}, -1}, {{2, 3}, 0}, {{1, 2, 3}, 1}},
    {{{1, 2}, -1}, {{1}, -1}, {{1, 2}, 0}}, /* each of two holds what the other waits for */
    {{{1, 2}, -1}, {{2}, -1}, {{1, 2}, 1}},
    {{{1, 2}, -1}, {{3, 2}, -1}, {{1, 2, 3}, 1}},
    {{{1, 2}, -1}, {{3, 1}, 0}, {{1, 2, 3}, 0}},
    {{{1}, -1}, {{0}, -1}, {{1}, -1}},
    {{{1}, -1}, {{2, -1}, -1}, {{1, 2, -1}, -1}}, /* another thread of 1 may release it */
};

LOOP(chains_are_joined, COUNT_OF(joins))
{
    struct wait_report report, owner, both;

    make(&report, &joins[_i].chain);
    make(&owner, &joins[_i].owner);
    make(&both, &joins[_i].both);
    wait_report_append(&report, &owner);
    ck_assert_uint_eq(report.link_count, both.link_count);
    for (uint32_t i = 0; i < both.link_count; i++) {
        ck_assert_int_eq(report.links[i].tid, both.links[i].tid);
        ck_assert_int_eq(report.links[i].is_process, both.links[i].is_process);
    }
    ck_assert_int_eq(report.cycle, both.cycle);
}

CASE(long_chain_is_cut)
{
    struct wait_report report = {.cycle = -1}, owner = {.cycle = 1};

    for (int i = 1; i < WAIT_LINKS_MAX; i++)
        report.links[report.link_count++].tid = i;
    for (int i = 0; i < 3; i++)
        owner.links[owner.link_count++].tid = 100 + i;
    wait_report_append(&report, &owner);
    ck_assert_uint_eq(report.link_count, WAIT_LINKS_MAX);
    ck_assert_int_eq(report.links[WAIT_LINKS_MAX - 1].tid, 100);
    ck_assert_int_eq(report.cycle, -1);
}
