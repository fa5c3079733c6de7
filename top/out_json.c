/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The tasks are written one by one after the summary, so that a frame of 16,000 tasks never exists
 * as a tree of values in memory.
 */

#include "top/run.h"

#include <string.h>

#include "lib/base/array.h"
#include "lib/base/units.h"
#include "lib/column/column.h"
#include "lib/source/source.h"
#include "lib/text/json.h"
#include "top/table/table.h"
#include "top/view/view.h"

#define NS_PLACES 9

static void put_counts(struct json *json, const struct task_counts *counts)
{
    json_begin_object(json, "states");
    json_put_uint(json, "total", counts->total);
    json_put_uint(json, "running", counts->running);
    json_put_uint(json, "sleeping", counts->sleeping);
    json_put_uint(json, "uninterruptible", counts->uninterruptible);
    json_put_uint(json, "stopped", counts->stopped);
    json_put_uint(json, "zombie", counts->zombie);
    json_end(json);
}

/* A list of three numbers; null if one of them is unknown. */
static void put_load(struct json *json, const double load[3])
{
    if (!real_is_known(load[0] + load[1] + load[2])) {
        json_put_null(json, "load");
        return;
    }
    json_begin_array(json, "load");
    for (int i = 0; i < 3; i++)
        json_put_real(json, NULL, load[i]);
    json_end(json);
}

/* Percentages of the time since the previous sample; null if no tick was counted. */
static void put_ticks(struct json *json, const struct cpu_ticks *ticks)
{
    static const char *const keys[CPU_STATES] = {
        [CPU_USER] = "user",       [CPU_NICE] = "nice",     [CPU_SYSTEM] = "system",
        [CPU_IDLE] = "idle",       [CPU_IOWAIT] = "iowait", [CPU_IRQ] = "irq",
        [CPU_SOFTIRQ] = "softirq", [CPU_STEAL] = "steal",
    };
    const double total = (double)cpu_ticks_total(ticks);

    for (size_t i = 0; i < CPU_STATES; i++)
        json_put_real(json, keys[i], share_percent((double)ticks->in[i], total));
}

static void put_cpu_total(struct json *json, const struct cpu_ticks *ticks)
{
    if (!cpu_ticks_known(ticks)) {
        json_put_null(json, "cpu");
        return;
    }
    json_begin_object(json, "cpu");
    put_ticks(json, ticks);
    json_end(json);
}

static void put_cpus(struct json *json, const struct host_figures *host)
{
    json_begin_array(json, "cpus");
    for (size_t i = 0; i < host->cpu_count; i++) {
        json_begin_object(json, NULL);
        json_put_int(json, "id", host->cpus[i].place.id);
        put_ticks(json, &host->cpus[i].ticks);
        json_end(json);
    }
    json_end(json);
}

/* Null if unknown: too large to be a number of bytes. */
static void put_size(struct json *json, const char *key, uint64_t kib)
{
    if (kib > UINT64_MAX / BYTES_PER_KIB)
        json_put_null(json, key);
    else
        json_put_uint(json, key, kib * BYTES_PER_KIB);
}

static void put_memory(struct json *json, const struct host_memory *memory)
{
    json_begin_object(json, "memory");
    put_size(json, "total", memory->total_kib);
    put_size(json, "free", memory->free_kib);
    put_size(json, "used", memory->used_kib);
    put_size(json, "cache", memory->cache_kib);
    put_size(json, "available", memory->available_kib);
    json_end(json);
    json_begin_object(json, "swap");
    put_size(json, "total", memory->swap_total_kib);
    put_size(json, "free", memory->swap_free_kib);
    put_size(json, "used", memory->swap_used_kib);
    json_end(json);
}

/* Of a container that cgroups limit. */
static void put_limits(struct json *json, const struct host_limits *limits)
{
    if (!host_limits_are_set(limits))
        return;
    json_begin_object(json, "limits");
    if (limits->cpus > 0)
        json_put_real(json, "cpus", limits->cpus);
    if (limits->mem_kib) {
        put_size(json, "memory", limits->mem_kib);
        put_size(json, "used", limits->mem_used_kib);
    }
    json_end(json);
}

static void put_users(struct json *json, int users)
{
    if (users < 0)
        json_put_null(json, "users");
    else
        json_put_int(json, "users", users);
}

/* For a recorded tree, which has no figures of its host, they are null. */
static void put_host(struct json *json, const struct model *model)
{
    static const char *const keys[] = {"users", "load", "cpu", "memory", "swap"};
    const struct host_figures *host = &model->sample->host;

    if (!model->sample->host_known) {
        for (size_t i = 0; i < ARRAY_COUNT(keys); i++)
            json_put_null(json, keys[i]);
        return;
    }
    put_users(json, host->users);
    put_load(json, host->load);
    if (host->scheduler[0])
        json_put_text(json, "scheduler", host->scheduler, strlen(host->scheduler));
    put_cpu_total(json, &host->cpu_total);
    put_memory(json, &host->memory);
    put_limits(json, &host->limits);
    if (model->window->settings.cpu_choice.mode == CPUS_EACH)
        put_cpus(json, host);
}

static void put_ended_count(struct json *json, const char *key, uint64_t count)
{
    if (count == ENDED_NOT_KNOWN)
        json_put_null(json, key);
    else
        json_put_uint(json, key, count);
}

/* Exited tasks of the interval; null for the first sample, which has none yet. */
static void put_ended(struct json *json, const struct model *model)
{
    const struct ended_sample *ended = &model->sample->ended;
    const char *how = ended->counted ? "counted" : "inferred";

    if (!ended->watched) {
        json_put_null(json, "ended");
        return;
    }
    json_begin_object(json, "ended");
    put_ended_count(json, "processes", ended->processes);
    put_ended_count(json, "threads", ended->threads);
    put_ended_count(json, "forks", ended->forks);
    put_ended_count(json, "execs", ended->execs);
    json_put_real(json, "cpu", model_cpu_percent(model, ended->cpu_ns, ended->interval_ns, 0));
    json_put_text(json, "how", how, strlen(how));
    json_end(json);
}

/* Null if the kernel does not provide PSI. */
static void put_pressure(struct json *json, const struct model *model)
{
    if (!model_shows_pressure(model)) {
        json_put_null(json, "pressure");
        return;
    }
    json_begin_object(json, "pressure");
    for (enum pressure_kind kind = 0; kind < PRESSURE_KINDS; kind++) {
        const struct pressure *pressure = &model->sample->pressures[kind];

        json_begin_object(json, pressure_name(kind));
        json_put_real(json, "some", pressure->has_some ? pressure->some : REAL_UNKNOWN);
        json_put_real(json, "full", pressure->has_full ? pressure->full : REAL_UNKNOWN);
        json_end(json);
    }
    json_end(json);
}

/* A time in seconds; null if it is unknown: 0. */
static void put_time(struct json *json, const char *key, int64_t ns)
{
    if (ns > 0)
        json_put_fixed(json, key, (uint64_t)ns, NS_PLACES, false);
    else
        json_put_null(json, key);
}

static void put_summary(struct json *json, const struct model *model)
{
    const struct sample *sample = model->sample;
    const char *rows = sample->request.rows == ROWS_THREADS ? "threads" : "processes";

    put_time(json, "time", system_info_now_ns(&sample->snapshot.system));
    put_time(json, "interval", (int64_t)sample->interval_ns);
    json_begin_object(json, "summary");
    put_time(json, "uptime", (int64_t)sample_uptime_ns(sample));
    json_put_text(json, "rows", rows, strlen(rows));
    if (sample->snapshot.unasked > 0)
        json_put_uint(json, "unread", sample->snapshot.unasked);
    put_counts(json, &model->counts);
    put_host(json, model);
    if (model->settings.pressure)
        put_pressure(json, model);
    if (model_watches_ended(model))
        put_ended(json, model);
    json_end(json);
}

/* The strings from which the text of a field is joined, of the row's own task. */
static void put_strings(struct json *json, const struct table_column *shown,
                        const struct table_row *row, const struct column_context *context)
{
    const need_t missing = shown->column->figure->need & ~row->task->have;
    const bool has_own = !missing && !table_row_group(row);

    if (column_strings_key(shown->column, context))
        column_put_json_strings(json, shown->column, has_own ? row->task : NULL, context);
}

static bool has_field(const struct pane *pane, enum field_id id)
{
    for (size_t i = 0; i < pane->column_count; i++)
        if (pane->columns[i].id == id)
            return true;
    return false;
}

/* Null for a group of several processes. */
static void put_process(struct json *json, const struct table_row *row)
{
    const struct group_row *group = table_row_group(row);
    const char *key = field_at(FIELD_TGID)->header;

    if (group && !group->tgid)
        json_put_null(json, key);
    else
        json_put_int(json, key, row->task->tgid);
}

/*
 * Figures that a text frame shows otherwise: the process and the depth, which follow from other
 * rows, and the size of a group, which precedes its name.
 */
static void put_place(struct json *json, const struct model *model, const struct pane *pane,
                      const struct table_row *row)
{
    if (row->task->is_ended)
        return;
    if (model->sample->request.rows == ROWS_THREADS && !has_field(pane, FIELD_TGID))
        put_process(json, row);
    if (model->window->settings.forest && row->branch)
        json_put_uint(json, JSON_DEPTH_KEY, row->branch->depth);
    if (table_row_group(row))
        json_put_uint(json, JSON_COUNT_KEY, table_row_group(row)->members.count);
}

/* Figures that no field has, with the names that ps uses. */
static void put_more_of_ended(struct json *json, const struct table_row *row,
                              const struct column_context *context)
{
    static const char *const codes[] = {JSON_COUNT_KEY, "by", "lifetime"};
    struct task_details details = *row->task->details;
    struct task task = *row->task;

    details.ended = table_row_ended(row);
    task.details = &details;
    for (size_t i = 0; i < ARRAY_COUNT(codes); i++) {
        const struct column *column = column_find(codes[i]);
        const struct value value = column_value(column, &task, context);

        column_put_json(json, codes[i], column, &value, context);
    }
}

static void put_row(struct json *json, const struct model *model, const struct pane *pane,
                    const struct table_row *row)
{
    for (size_t i = 0; i < pane->column_count; i++) {
        const struct table_column *shown = &pane->columns[i];
        const char *key = shown->field->header;
        const struct value value = cell_is_missing(&pane->table, shown, row)
                                       ? value_none()
                                       : cell_value(&pane->table, shown, row);

        column_put_json(json, key, shown->column, &value, &pane->table.context);
        put_strings(json, shown, row, &pane->table.context);
    }
    if (row->task->is_ended)
        put_more_of_ended(json, row, &pane->table.context);
    put_place(json, model, pane, row);
}

/* The rows of a pane: either those of exited tasks or all others. */
static void put_rows(struct json *json, const struct pane *pane, bool ended, struct buf *out)
{
    const struct model *model = pane->table.model;
    const char *between = "";

    for (size_t i = 0; i < pane->count; i++) {
        const struct table_row row = table_row_at(pane->table.window, pane->first + i);

        if (row.task->is_ended != ended)
            continue;
        buf_puts(out, between);
        between = ",";
        json_begin(json);
        put_row(json, model, pane, &row);
        json_finish(json, out);
    }
}

void out_json_put_frame(const struct model *model, struct json *json, struct buf *out)
{
    struct layout layout;
    const struct pane *pane;

    layout_compute(model, &layout);
    json_begin(json);
    put_summary(json, model);
    json_finish(json, out);
    if (out->failed)
        return;
    buf_truncate(out, out->len - 1); /* remove "}": the object continues */
    buf_puts(out, ",\"tasks\":[");
    pane = layout_find_current(&layout);
    if (pane)
        put_rows(json, pane, false, out);
    if (model_watches_ended(model)) {
        buf_puts(out, "],\"ended\":[");
        if (pane)
            put_rows(json, pane, true, out);
    }
    buf_puts(out, "]}\n");
}
