/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/needs.h"

/* What a column needs; options can change what it shows. */
static need_t column_need(const struct column *column, const struct ps_options *options)
{
    need_t need = column->figure->need;

    if (need & NEED_CMDLINE && options->bare_command)
        need = (need & ~(need_t)NEED_CMDLINE) | NEED_COMM;
    return need;
}

/* With e, the environment follows every command, a name or a command line. */
static bool shows_environ(const struct column *column)
{
    return column->align == ALIGN_UNLIMITED && column->figure->need & (NEED_CMDLINE | NEED_COMM);
}

struct needs needs_of(const struct ps_options *options)
{
    struct needs needs = {0};

    for (size_t i = 0; i < options->format.count; i++) {
        const struct column *column = options->format.items[i].column;
        need_t need;

        if (!column || column->figure->unprintable)
            continue;
        need = column_need(column, options);
        if (options->with_environ && shows_environ(column))
            need |= NEED_ENVIRON;
        /* Only m tells the two kinds of rows apart. */
        if (options->rows != SHOW_BOTH || column->figure->row_class != ROW_THREAD)
            needs.processes |= need;
        if (options->rows != SHOW_BOTH || column->figure->row_class != ROW_PROCESS)
            needs.threads |= need;
    }
    for (size_t i = 0; i < options->sort_count; i++) {
        need_t need = column_need(options->sort[i].column, options);

        needs.processes |= need;
        if (options->rows == SHOW_THREADS)
            needs.threads |= need;
    }
    if (options->tree != TREE_NONE)
        needs.processes |= NEED_STAT;
    return needs;
}

static bool is_wanted(const struct task *task, const void *context)
{
    return selection_match(context, task);
}

struct scan_request needs_request(const struct ps_options *options, const struct needs *needs)
{
    const struct selection *selection = &options->selection;
    struct scan_request request = {
        .filter_context = selection,
        .filter_need = selection_need(selection),
        .filter_by_group = selection_by_group(selection),
        .only = options->only,
        .only_count = options->only_count,
    };
    const bool wants_all =
        selection->rules & SELECT_ALL && !selection->running && !selection->hide_kernel;

    if (options->rows != SHOW_THREADS) {
        request.rows |= ROWS_PROCESSES;
        request.need |= needs->processes;
    }
    if (options->rows != SHOW_PROCESSES) {
        request.rows |= ROWS_THREADS;
        request.need |= needs->threads;
    }
    request.need &= NEED_SCANNED;
    if (!wants_all || selection->negate)
        request.filter = is_wanted;
    return request;
}
