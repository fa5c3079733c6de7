/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/screens/detail_pane.h"

#include <string.h>

#include "lib/base/span.h"
#include "lib/base/units.h"
#include "lib/cgroup/column.h"
#include "lib/cgroup/path.h"
#include "lib/text/escape.h"
#include "lib/text/i18n.h"

/* Adds the text as an element if it is not empty, and clears it. */
static void add(struct writing *writing, struct buf *text)
{
    if (text->len > 0)
        detail_add_element(writing, buf_text(text), buf_len(text));
    writing->failed |= text->failed;
    buf_truncate(text, 0);
}

/* --- its lines --- */

/* Quotes a line that could look like several elements or like one of our figures. */
static void put_line(struct buf *out, const char *line, size_t len)
{
    const size_t plain = strcspn(line, " ,\"\\");

    if (plain >= len) {
        buf_put(out, line, len);
        return;
    }
    buf_putc(out, '"');
    for (size_t i = 0; i < len; i++) {
        if (line[i] == '"' || line[i] == '\\')
            buf_putc(out, '\\');
        buf_putc(out, line[i]);
    }
    buf_putc(out, '"');
}

static void write_lines(struct writing *writing, const struct task *task, struct buf *text)
{
    struct span rest = span_of(task->details->cgroup), line;

    while (span_take_part(&rest, '\n', &line)) {
        put_line(text, line.text, line.len);
        add(writing, text);
    }
}

/* --- the container --- */

static void put_quoted(struct buf *out, const char *name)
{
    char quoted[QUOTED_SIZE];

    buf_puts(out, escape_quote(name, quoted));
}

static void write_container(struct writing *writing, const struct task *task, struct buf *text)
{
    struct container_labels *labels = writing->model->context.containers;
    const char *groups = task->details->cgroup;
    const char *name = labels ? container_labels_text(labels, groups, CONTAINER_TEXT_NAME) : "";
    const char *pod = labels ? container_labels_text(labels, groups, CONTAINER_TEXT_POD) : "";

    if (*name) {
        buf_puts(text, _("container "));
        put_quoted(text, name);
        add(writing, text);
    }
    if (*pod) {
        const char *space = container_labels_text(labels, groups, CONTAINER_TEXT_NAMESPACE);

        buf_puts(text, _("pod "));
        if (*space) {
            put_quoted(text, space);
            buf_putc(text, '/');
        }
        put_quoted(text, pod);
        add(writing, text);
    }
}

/* --- its group --- */

/*
 * The figures of the task's group. NULL if they were read for another group, such as its former
 * one, and while one looks back: earlier ones are not kept.
 */
static const struct cgroup_figures *find_figures(const struct model *model, const struct task *task)
{
    const struct sample *newest = model->newest;
    char path[CGROUP_PATH_SIZE] = "";

    if (model_looks_back(model))
        return NULL;
    cgroup_path_copy_v2(task->details->cgroup, path);
    return *path && strcmp(path, newest->request.cgroup) == 0 ? &newest->cgroup : NULL;
}

static void write_pressure(struct writing *writing, const struct cgroup_figures *figures,
                           struct buf *text)
{
    if (!pressures_known(figures->pressures))
        return;
    for (enum pressure_kind kind = 0; kind < PRESSURE_KINDS; kind++) {
        buf_printf(text, _("%s pressure "), pressure_name(kind));
        pressure_put(text, &figures->pressures[kind]);
        buf_puts(text, " %");
        add(writing, text);
    }
}

static void put_cell(struct buf *out, const char *code, const struct cgroup_figures *figures)
{
    const struct cgroup row = {.figures = *figures};

    cgroup_column_put(cgroup_column_find(code), &row, NULL, out);
}

/* A limit that is not set is left out. */
static void write_cpu(struct writing *writing, const struct cgroup_figures *figures,
                      struct buf *text)
{
    if (figures->have & CGROUP_THROTTLING &&
        (figures->periods > 0 || figures->throttled_periods > 0)) {
        buf_printf(text, _("throttled x%ju, %.2f s"), (uintmax_t)figures->throttled_periods,
                   (double)figures->throttled_us / (double)US_PER_S);
        add(writing, text);
    }
    if (figures->have & CGROUP_CPU_LIMIT && figures->cpu_quota_us != CGROUP_UNLIMITED) {
        buf_puts(text, _("CPU limit "));
        put_cell(text, "cpus", figures);
        add(writing, text);
    }
}

static void write_memory(struct writing *writing, const struct cgroup_figures *figures,
                         struct buf *text)
{
    const bool limited =
        figures->have & CGROUP_MEMORY_LIMIT && figures->memory_limit != CGROUP_UNLIMITED;

    if (figures->have & CGROUP_MEMORY) {
        buf_puts(text, _("memory "));
        put_cell(text, "mem", figures);
        if (limited) {
            buf_putc(text, '/');
            put_cell(text, "memmax", figures);
        }
        add(writing, text);
    }
    if (figures->have & CGROUP_OOM && figures->oom_kills > 0) {
        buf_printf(text, _("OOM kills %ju"), (uintmax_t)figures->oom_kills);
        add(writing, text);
    }
}

static void write_figures(struct writing *writing, const struct cgroup_figures *figures,
                          struct buf *text)
{
    write_pressure(writing, figures, text);
    write_cpu(writing, figures, text);
    write_memory(writing, figures, text);
    if (figures->have & CGROUP_PROCESSES && figures->processes > 0) {
        buf_printf(text, _("other processes %ju"), (uintmax_t)(figures->processes - 1));
        add(writing, text);
    }
}

void cgroup_text_write(struct writing *writing, const struct task *task)
{
    const struct cgroup_figures *figures = find_figures(writing->model, task);
    struct buf text = {0};

    write_lines(writing, task, &text);
    write_container(writing, task, &text);
    if (figures)
        write_figures(writing, figures, &text);
    buf_fini(&text);
}
