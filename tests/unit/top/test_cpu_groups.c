/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which processors a line of the summary has, and how it is labelled. */

#include "tests/unit/run.h"
#include "top/view/view.h"

/* Two sockets of one NUMA node, or without NUMA, have cores of the same IDs. */
CASE(a_core_is_of_one_socket)
{
    struct host_cpu cpus[8];
    const struct host_figures host = {.cpus = cpus, .cpu_count = COUNT_OF(cpus)};
    const struct cpu_choice choice = {.mode = CPUS_EACH, .cores = true};

    for (int i = 0; i < COUNT_OF(cpus); i++)
        cpus[i] = (struct host_cpu){
            .place = {.id = i, .core = i / 2 % 2, .socket = i / 4, .node = NODE_UNKNOWN}};
    ck_assert_uint_eq(cpu_groups_count(&host, &choice), 4);
}

static const struct {
    int first;
    const char *label;
} labels[] = {{8, "8-15   :"}, {512, "512-519:"}, {992, "992-999:"}, {1016, "1016-1+:"}};

LOOP(a_label_that_is_cut_ends_in_a_sign, COUNT_OF(labels))
{
    struct host_cpu cpus[8];
    const struct host_figures host = {.cpus = cpus, .cpu_count = COUNT_OF(cpus)};
    const struct cpu_choice choice = {.mode = CPUS_EACH, .combined = COUNT_OF(cpus)};
    struct cpu_walk walk;
    struct cpu_group group;

    for (int i = 0; i < COUNT_OF(cpus); i++)
        cpus[i] = (struct host_cpu){.place = {.id = labels[_i].first + i}};
    cpu_walk_init(&walk, &host, &choice);
    ck_assert(cpu_walk_next(&walk, &group));
    ck_assert_str_eq(group.label, labels[_i].label);
}
