/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/update/summary_commands.h"

#include <limits.h>

#include "top/base/i18n.h"
#include "top/model/number.h"
#include "top/view/summary_cells.h"

static enum summary_mode next_mode(enum summary_mode mode)
{
    return mode == SUMMARY_OFF ? SUMMARY_DETAIL : mode + 1;
}

/* NULL, with a message, before the first sample and for recorded trees. */
static const struct host_figures *known_host(struct model *model)
{
    if (model->sample && model->sample->host_known)
        return &model->sample->host;
    model_set_message(model, _("Nothing is known of the processors here"));
    return NULL;
}

/* False, with a message, while processors are not shown one by one. */
static bool shows_processors(struct model *model)
{
    enum cpu_mode mode = model->window->cpu_choice.mode;

    if (mode == CPUS_EACH || mode == CPUS_OF_NODE)
        return true;
    model_set_message(model, _("Only while processors are shown one by one: see 1 and 3"));
    return false;
}

static bool have_nodes(struct model *model)
{
    const struct host_figures *host = known_host(model);

    if (!host || cpu_groups_last_node(host) != NODE_UNKNOWN)
        return host != NULL;
    model_set_message(model, _("NUMA nodes are not known here: libnuma is missing"));
    return false;
}

void summary_next_cpus(struct model *model)
{
    model->window->cpus = next_mode(model->window->cpus);
}

void summary_next_memory(struct model *model)
{
    model->window->memory = next_mode(model->window->memory);
}

void summary_each_cpu(struct model *model)
{
    struct cpu_choice *choice = &model->window->cpu_choice;

    choice->mode = choice->mode == CPUS_EACH ? CPUS_TOGETHER : CPUS_EACH;
    model->window->adjoining = 1;
}

/* Each node has a line to itself. */
static void show_nodes(struct window *window, enum cpu_mode mode)
{
    window->cpu_choice.mode = mode;
    window->adjoining = 1;
}

void summary_nodes(struct model *model)
{
    struct cpu_choice *choice = &model->window->cpu_choice;

    if (choice->mode == CPUS_BY_NODE)
        choice->mode = CPUS_TOGETHER;
    else if (have_nodes(model))
        show_nodes(model->window, CPUS_BY_NODE);
}

static void put_node(const struct model *model, struct buf *out)
{
    int last = model->sample ? cpu_groups_last_node(&model->sample->host) : NODE_UNKNOWN;

    buf_printf(out, _("Processors of which NUMA node (0-%d): "), last == NODE_UNKNOWN ? 0 : last);
}

static void take_node(struct model *model, const char *text)
{
    const struct host_figures *host = known_host(model);
    int64_t number;

    if (!host || !*text)
        return;
    if (!number_parse(text, &number) || number < 0 || number > INT_MAX ||
        !cpu_groups_have_node(host, (int)number)) {
        model_set_message(model, _("There is no NUMA node '%s'"), text);
        return;
    }
    show_nodes(model->window, CPUS_OF_NODE);
    model->window->cpu_choice.node = (int)number;
}

static const struct question question_node = {
    .name = "node",
    .put = put_node,
    .take = take_node,
};

void summary_one_node(struct model *model)
{
    if (have_nodes(model))
        prompt_open(&model->prompt, &question_node, 0);
}

/* One more cell in a line; when they no longer fit, one cell again. */
void summary_adjoin(struct model *model)
{
    struct window *window = model->window;

    window->cpu_choice.mode = CPUS_EACH;
    window->adjoining++;
    if (!summary_fits(model, window->adjoining))
        window->adjoining = 1;
}

/* All processors, then those of one kind, then those of the other. */
void summary_core_kind(struct model *model)
{
    struct cpu_choice *choice = &model->window->cpu_choice;
    const struct host_figures *host = known_host(model);

    if (!host || !shows_processors(model))
        return;
    if (!cpu_groups_have_kinds(host))
        model_set_message(model, _("All processors here are of one kind"));
    else if (choice->kind == CORE_UNKNOWN)
        choice->kind = CORE_PERFORMANCE;
    else
        choice->kind = choice->kind == CORE_PERFORMANCE ? CORE_EFFICIENT : CORE_UNKNOWN;
}

/* Combines each processor with one other, then with two, four and so on, while there are enough. */
void summary_combine(struct model *model)
{
    struct cpu_choice *choice = &model->window->cpu_choice;
    size_t count = model_cpu_count(model);
    unsigned others;

    if (!shows_processors(model))
        return;
    others = choice->combined > 1 ? (choice->combined - 1) * 2 : 1;
    choice->combined = others < count && choice->combined < UINT_MAX / 2 ? others + 1 : 1;
}

void summary_cores(struct model *model)
{
    if (shows_processors(model))
        model->window->cpu_choice.cores = !model->window->cpu_choice.cores;
}
