/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the summary shows. */
#include "top/update/commands.h"

#include <limits.h>

#include "lib/base/span.h"
#include "lib/text/i18n.h"
#include "top/view/view.h"

/* The host's figures; NULL, with a message: before the first sample, and for recorded trees. */
static const struct host_figures *known_host(struct model *model)
{
    if (model->sample && model->sample->host_known)
        return &model->sample->host;
    model_set_message(model, _("CPU information unavailable"));
    return NULL;
}

/* False, with a message, unless processors are shown one by one. */
static bool shows_processors(struct model *model)
{
    enum cpu_mode mode = model->window->settings.cpu_choice.mode;

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
    model_set_message(model, _("NUMA nodes are unknown: libnuma is missing"));
    return false;
}

/* Begins with one processor or node on each line. */
static void show_lines(struct window_settings *settings, enum cpu_mode mode)
{
    settings->cpu_choice.mode = mode;
    settings->adjoining = 1;
}

void command_each_cpu(struct model *model)
{
    struct window_settings *settings = &model->window->settings;

    show_lines(settings, settings->cpu_choice.mode == CPUS_EACH ? CPUS_TOGETHER : CPUS_EACH);
}

void command_each_node(struct model *model)
{
    struct cpu_choice *choice = &model->window->settings.cpu_choice;

    if (choice->mode == CPUS_BY_NODE)
        choice->mode = CPUS_TOGETHER;
    else if (have_nodes(model))
        show_lines(&model->window->settings, CPUS_BY_NODE);
}

static void put_node(const struct model *model, struct buf *out)
{
    int last = model->sample ? cpu_groups_last_node(&model->sample->host) : NODE_UNKNOWN;

    buf_printf(out, _("expand which numa node (0-%d) "), last == NODE_UNKNOWN ? 0 : last);
}

static void take_node(struct model *model, const struct answer *answer)
{
    const struct host_figures *host = known_host(model);
    struct window_settings *settings = &model->window->settings;
    int64_t number;

    if (!host || !*answer->text)
        return;
    if (!number_parse(answer->text, &number)) {
        model_set_message(model, _("Unacceptable integer"));
        return;
    }
    if (number < 0 || number > INT_MAX || !cpu_groups_have_node(host, (int)number)) {
        model_set_message(model, _("invalid numa node"));
        return;
    }
    show_lines(settings, CPUS_OF_NODE);
    settings->cpu_choice.node = (int)number;
}

static const struct question question_node = {
    .name = "node",
    .put = put_node,
    .act = take_node,
};

void command_choose_node(struct model *model)
{
    if (have_nodes(model))
        prompt_open(&model->prompt, &question_node, 0);
}

/* One more cell on each line; one again if that does not fit. */
void command_adjoin_cpus(struct model *model)
{
    struct window_settings *settings = &model->window->settings;

    settings->cpu_choice.mode = CPUS_EACH;
    settings->adjoining++;
    if (!summary_fits(model, settings->adjoining))
        settings->adjoining = 1;
}

/* Goes through all processors, those of one kind and those of the other. */
void command_next_core_kind(struct model *model)
{
    struct cpu_choice *choice = &model->window->settings.cpu_choice;
    const struct host_figures *host = known_host(model);

    if (!host)
        return;
    if (!cpu_groups_have_kinds(host))
        model_set_message(model, _("sorry, distinct cpu core types do not exist"));
    else if (!shows_processors(model))
        return;
    else if (choice->kind == CORE_UNKNOWN)
        choice->kind = CORE_PERFORMANCE;
    else
        choice->kind = choice->kind == CORE_PERFORMANCE ? CORE_EFFICIENT : CORE_UNKNOWN;
}

/* Combines 2 processors, then 4, 8 and so on, as long as more than one line is left. */
void command_combine_cpus(struct model *model)
{
    struct cpu_choice *choice = &model->window->settings.cpu_choice;
    size_t count = model_cpu_count(model);
    unsigned wanted =
        choice->combined > 1 && choice->combined < UINT_MAX / 2 ? choice->combined * 2 : 2;

    if (!known_host(model))
        return;
    if (choice->mode == CPUS_TOGETHER)
        choice->mode = CPUS_EACH;
    if (shows_processors(model))
        choice->combined = wanted < count ? wanted : 1;
}

void command_toggle_cores(struct model *model)
{
    struct cpu_choice *choice = &model->window->settings.cpu_choice;
    const struct host_figures *host = known_host(model);

    if (!host)
        return;
    if (!cpu_groups_have_cores(host)) {
        model_set_message(model, _("sorry, system cpu core data is unavailable"));
        return;
    }
    if (choice->mode == CPUS_TOGETHER)
        choice->mode = CPUS_EACH;
    if (shows_processors(model))
        choice->cores = !choice->cores;
}

/* Whether the current sample shows that PSI is not available. */
static bool lacks_pressure(const struct sample *sample)
{
    return sample && (!sample->host_known ||
                      (sample->request.pressure && !pressures_known(sample->pressures)));
}

void command_toggle_pressure(struct model *model)
{
    model->settings.pressure = !model->settings.pressure;
    if (model->settings.pressure && lacks_pressure(model->sample))
        model_set_message(model, _("PSI not available"));
}

void command_toggle_ended(struct model *model)
{
    model->settings.ended = !model->settings.ended;
    model->rows_stale = true;
    if (!model->settings.ended)
        model_set_message(model, _("Exited tasks Off"));
    else if (model_watches_ended(model))
        model_set_message(model, _("Exited tasks On"));
    else
        model_set_message(model, _("Exited tasks: not with -p, nor in a recorded procfs"));
}
