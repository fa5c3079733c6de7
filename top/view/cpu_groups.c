/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/view/view.h"

#include <limits.h>
#include <stdio.h>

/* Without the colon. */
#define LABEL_CELLS 7

bool cpu_groups_have_node(const struct host_figures *host, int node)
{
    for (size_t i = 0; i < host->cpu_count; i++)
        if (host->cpus[i].place.node == node)
            return node != NODE_UNKNOWN;
    return false;
}

int cpu_groups_last_node(const struct host_figures *host)
{
    int last = NODE_UNKNOWN;

    for (size_t i = 0; i < host->cpu_count; i++)
        if (host->cpus[i].place.node > last)
            last = host->cpus[i].place.node;
    return last;
}

bool cpu_groups_have_kinds(const struct host_figures *host)
{
    bool seen[] = {[CORE_UNKNOWN] = false, [CORE_EFFICIENT] = false, [CORE_PERFORMANCE] = false};

    for (size_t i = 0; i < host->cpu_count; i++)
        seen[host->cpus[i].place.kind] = true;
    return seen[CORE_EFFICIENT] && seen[CORE_PERFORMANCE];
}

bool cpu_groups_have_cores(const struct host_figures *host)
{
    for (size_t i = 0; i < host->cpu_count; i++)
        if (host->cpus[i].place.core < 0)
            return false;
    return true;
}

static void make_together(const struct host_figures *host, struct cpu_group *group)
{
    snprintf(group->label, sizeof(group->label), "%%Cpu(s):");
    group->ticks = host->cpu_total;
}

static void make_node(const struct host_figures *host, int node, struct cpu_group *group)
{
    *group = (struct cpu_group){0};
    snprintf(group->label, sizeof(group->label), "%%Node%-2d:", node);
    for (size_t i = 0; i < host->cpu_count; i++)
        if (host->cpus[i].place.node == node)
            cpu_ticks_add(&group->ticks, &host->cpus[i].ticks);
}

/* The next higher node that has processors. */
static bool next_node(struct cpu_walk *walk, struct cpu_group *group)
{
    const struct host_figures *host = walk->host;
    int least = INT_MAX;

    for (size_t i = 0; i < host->cpu_count; i++)
        if (host->cpus[i].place.node > walk->node && host->cpus[i].place.node < least)
            least = host->cpus[i].place.node;
    if (least == INT_MAX)
        return false;
    walk->node = least;
    make_node(host, least, group);
    return true;
}

static bool is_chosen(const struct cpu_walk *walk, const struct host_cpu *cpu)
{
    const struct cpu_choice *choice = walk->choice;

    if (choice->mode == CPUS_OF_NODE && cpu->place.node != choice->node)
        return false;
    return choice->kind == CORE_UNKNOWN || cpu->place.kind == choice->kind ||
           !cpu_groups_have_kinds(walk->host);
}

/* Core IDs are unique only within a socket; sockets share a NUMA node where NUMA is off. */
static bool is_same_core(const struct host_cpu *a, const struct host_cpu *b)
{
    return a->place.core >= 0 && a->place.core == b->place.core &&
           a->place.socket == b->place.socket && a->place.node == b->place.node;
}

static bool is_first_of_core(const struct cpu_walk *walk, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (is_same_core(&walk->host->cpus[i], &walk->host->cpus[at]))
            return false;
    return true;
}

static void add_rest_of_core(const struct cpu_walk *walk, size_t first, struct cpu_group *group)
{
    const struct host_figures *host = walk->host;

    for (size_t i = first + 1; i < host->cpu_count; i++)
        if (is_same_core(&host->cpus[first], &host->cpus[i]))
            cpu_ticks_add(&group->ticks, &host->cpus[i].ticks);
}

static void put_label(const struct cpu_walk *walk, int first, const struct host_cpu *last,
                      struct cpu_group *group)
{
    char range[32];

    if (first != last->place.id) {
        if (snprintf(range, sizeof(range), "%d-%d", first, last->place.id) > LABEL_CELLS)
            range[LABEL_CELLS - 1] = '+'; /* else the last number is another one */
        snprintf(group->label, sizeof(group->label), "%-*.*s:", LABEL_CELLS, LABEL_CELLS, range);
    } else if (walk->choice->cores && last->place.core >= 0) {
        snprintf(group->label, sizeof(group->label), "Core%-3d:", last->place.core);
    } else if (cpu_groups_have_kinds(walk->host) && last->place.kind != CORE_UNKNOWN) {
        snprintf(group->label, sizeof(group->label),
                 "%%Cp%c%-3d:", last->place.kind == CORE_PERFORMANCE ? 'P' : 'E', last->place.id);
    } else {
        snprintf(group->label, sizeof(group->label), "%%Cpu%-3d:", last->place.id);
    }
}

/*
 * The next group: a processor or core, or `combined` of those that would otherwise have consecutive
 * lines.
 */
static bool next_processors(struct cpu_walk *walk, struct cpu_group *group)
{
    const struct host_figures *host = walk->host;
    const struct cpu_choice *choice = walk->choice;
    unsigned wanted = choice->combined > 1 ? choice->combined : 1;
    unsigned found = 0;
    int first = 0;

    *group = (struct cpu_group){0};
    for (; walk->next < host->cpu_count && found < wanted; walk->next++) {
        const struct host_cpu *cpu = &host->cpus[walk->next];

        if (!is_chosen(walk, cpu) || (choice->cores && !is_first_of_core(walk, walk->next)))
            continue;
        if (!found++)
            first = cpu->place.id;
        cpu_ticks_add(&group->ticks, &cpu->ticks);
        if (choice->cores)
            add_rest_of_core(walk, walk->next, group);
        put_label(walk, first, cpu, group);
    }
    return found > 0;
}

void cpu_walk_init(struct cpu_walk *walk, const struct host_figures *host,
                   const struct cpu_choice *choice)
{
    *walk = (struct cpu_walk){.host = host, .choice = choice, .node = NODE_UNKNOWN};
}

bool cpu_walk_next(struct cpu_walk *walk, struct cpu_group *group)
{
    const struct cpu_choice *choice = walk->choice;
    bool is_first = !walk->lines++;

    switch (choice->mode) {
    case CPUS_TOGETHER:
        break;
    case CPUS_EACH:
        if (walk->host->cpu_count == 0) /* unknown */
            break;
        return next_processors(walk, group);
    case CPUS_BY_NODE:
        if (is_first)
            break;
        return next_node(walk, group);
    case CPUS_OF_NODE:
        if (!cpu_groups_have_node(walk->host, choice->node))
            break;
        if (!is_first)
            return next_processors(walk, group);
        make_node(walk->host, choice->node, group);
        return true;
    }
    if (is_first)
        make_together(walk->host, group);
    return is_first;
}

size_t cpu_groups_count(const struct host_figures *host, const struct cpu_choice *choice)
{
    struct cpu_walk walk;
    struct cpu_group group;
    size_t count = 0;

    cpu_walk_init(&walk, host, choice);
    while (cpu_walk_next(&walk, &group))
        count++;
    return count;
}
