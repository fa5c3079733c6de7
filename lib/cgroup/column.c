/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/cgroup/column.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/units.h"
#include "lib/cgroup/path.h"
#include "lib/container/path.h"

/* --- figures --- */

/* A figure as it is. */
#define FIGURE(member, group)                                                                \
    static struct value member(const struct cgroup *row)                                     \
    {                                                                                        \
        return row->figures.have & (group) ? value_uint(row->figures.member) : value_none(); \
    }

FIGURE(processes, CGROUP_PROCESSES)
FIGURE(threads, CGROUP_THREADS)
FIGURE(memory, CGROUP_MEMORY)
FIGURE(anon, CGROUP_ANON)
FIGURE(peak, CGROUP_PEAK)
FIGURE(oom, CGROUP_OOM)
FIGURE(oom_kills, CGROUP_OOM)

static struct value known_share(double part, double whole)
{
    const double percent = share_percent(part, whole);

    return real_is_known(percent) ? value_real(percent) : value_none();
}

static struct value cpu_share(const struct cgroup *row)
{
    const struct cgroup_change *change = &row->change;

    if (!(change->has & CGROUP_USAGE))
        return value_none();
    return known_share((double)NS_PER_US * (double)change->usage_us, (double)change->usage_span_ns);
}

static struct value seconds(const struct cgroup *row, unsigned group, uint64_t us)
{
    return row->figures.have & group ? value_real((double)us / (double)US_PER_S) : value_none();
}

static struct value cpu_time(const struct cgroup *row)
{
    return seconds(row, CGROUP_USAGE, row->figures.usage_us);
}

static struct value throttled_share(const struct cgroup *row)
{
    const struct cgroup_change *change = &row->change;

    if (!(change->has & CGROUP_THROTTLING))
        return value_none();
    return known_share((double)change->throttled_periods, (double)change->periods);
}

static struct value throttled_time(const struct cgroup *row)
{
    return seconds(row, CGROUP_THROTTLING, row->figures.throttled_us);
}

static struct value cpu_limit(const struct cgroup *row)
{
    const struct cgroup_figures *figures = &row->figures;

    if (!(figures->have & CGROUP_CPU_LIMIT))
        return value_none();
    if (figures->cpu_quota_us == CGROUP_UNLIMITED)
        return value_real(INFINITY);
    return value_real((double)figures->cpu_quota_us / (double)figures->cpu_period_us);
}

static struct value memory_limit(const struct cgroup *row)
{
    if (!(row->figures.have & CGROUP_MEMORY_LIMIT))
        return value_none();
    if (row->figures.memory_limit == CGROUP_UNLIMITED)
        return value_real(INFINITY);
    return value_uint(row->figures.memory_limit);
}

/* Bytes a second, the largest number where it is too large. */
static struct value rate(const struct cgroup_change *change, uint64_t bytes)
{
    double number;

    if (!(change->has & CGROUP_IO) || change->io_span_ns == 0)
        return value_none();
    number = (double)bytes * NS_PER_S / (double)change->io_span_ns;
    return value_uint(number < 0x1p64 ? (uint64_t)(number + 0.5) : UINT64_MAX);
}

static struct value read_rate(const struct cgroup *row)
{
    return rate(&row->change, row->change.read_bytes);
}

static struct value write_rate(const struct cgroup *row)
{
    return rate(&row->change, row->change.written_bytes);
}

#define PRESSURE_OF(kind) (CGROUP_PRESSURE_CPU << (kind))

#define STALLED(name, kind)                                        \
    static struct value name(const struct cgroup *row)             \
    {                                                              \
        return row->figures.have & PRESSURE_OF(kind)               \
                   ? value_real(row->figures.pressures[kind].some) \
                   : value_none();                                 \
    }

STALLED(stalled_cpu, PRESSURE_CPU)
STALLED(stalled_memory, PRESSURE_MEMORY)
STALLED(stalled_io, PRESSURE_IO)

/* --- texts --- */

static void put_path(const struct cgroup *row, struct container_labels *labels, struct buf *out)
{
    buf_puts(out, row->path);
}

static void put_container(const struct cgroup *row, struct container_labels *labels,
                          struct buf *out)
{
    if (labels)
        buf_puts(out, container_labels_text(labels, row->groups, CONTAINER_TEXT_NAME));
}

/* "namespace/name" */
static void put_pod(const struct cgroup *row, struct container_labels *labels, struct buf *out)
{
    const char *space;

    if (!labels)
        return;
    space = container_labels_text(labels, row->groups, CONTAINER_TEXT_NAMESPACE);
    buf_puts(out, space);
    if (*space)
        buf_putc(out, '/');
    buf_puts(out, container_labels_text(labels, row->groups, CONTAINER_TEXT_POD));
}

static void put_unit(const struct cgroup *row, struct container_labels *labels, struct buf *out)
{
    struct container_place place;

    container_place_parse(row->groups, &place);
    buf_puts(out, place.unit);
}

/*
 * A container has the names of its pod and of itself, and a group below it also its path there; a
 * unit or slice has its name, any other group its path.
 */
static void put_name(const struct cgroup *row, struct container_labels *labels, struct buf *out)
{
    struct container_place place;
    const bool contained = container_place_parse(row->groups, &place);
    const char *last = cgroup_last_component(row->path);

    if (contained && labels) {
        const size_t before = out->len;

        put_pod(row, labels, out);
        if (out->len > before)
            buf_putc(out, '/');
        put_container(row, labels, out);
        buf_puts(out, row->groups + place.behind);
    } else if (strcmp(place.unit, last) == 0 || strcmp(place.slice, last) == 0) {
        buf_puts(out, last);
    } else {
        buf_puts(out, row->path);
    }
}

/* --- the table --- */

/* clang-format off */
static const struct cgroup_column columns[] = {
    {"pcpu", "%CPU", 5, CGROUP_UNIT_PERCENT, CGROUP_USAGE, true, cpu_share, NULL},
    {"pthr", "%THR", 5, CGROUP_UNIT_PERCENT, CGROUP_THROTTLING, false, throttled_share, NULL},
    {"cpus", "CPUS", 5, CGROUP_UNIT_CPUS, CGROUP_CPU_LIMIT, false, cpu_limit, NULL},
    {"mem", "MEM", 5, CGROUP_UNIT_BYTES, CGROUP_MEMORY, false, memory, NULL},
    {"memmax", "MAX", 5, CGROUP_UNIT_BYTES, CGROUP_MEMORY_LIMIT, false, memory_limit, NULL},
    {"kills", "KILLS", 5, CGROUP_UNIT_COUNT, CGROUP_OOM, false, oom_kills, NULL},
    {"procs", "PROCS", 5, CGROUP_UNIT_COUNT, CGROUP_PROCESSES, false, processes, NULL},
    {"read", "RD/S", 5, CGROUP_UNIT_BYTES, CGROUP_IO, true, read_rate, NULL},
    {"write", "WR/S", 5, CGROUP_UNIT_BYTES, CGROUP_IO, true, write_rate, NULL},
    {"psicpu", "PSI-C", 5, CGROUP_UNIT_PERCENT, PRESSURE_OF(PRESSURE_CPU), false, stalled_cpu, NULL},
    {"psimem", "PSI-M", 5, CGROUP_UNIT_PERCENT, PRESSURE_OF(PRESSURE_MEMORY), false, stalled_memory, NULL},
    {"psiio", "PSI-I", 5, CGROUP_UNIT_PERCENT, PRESSURE_OF(PRESSURE_IO), false, stalled_io, NULL},
    {"threads", "THRDS", 5, CGROUP_UNIT_COUNT, CGROUP_THREADS, false, threads, NULL},
    {"anon", "ANON", 5, CGROUP_UNIT_BYTES, CGROUP_ANON, false, anon, NULL},
    {"peak", "PEAK", 5, CGROUP_UNIT_BYTES, CGROUP_PEAK, false, peak, NULL},
    {"oom", "OOM", 5, CGROUP_UNIT_COUNT, CGROUP_OOM, false, oom, NULL},
    {"time", "TIME", 8, CGROUP_UNIT_SECONDS, CGROUP_USAGE, false, cpu_time, NULL},
    {"throttled", "THROTTLD", 8, CGROUP_UNIT_SECONDS, CGROUP_THROTTLING, false, throttled_time, NULL},
    {"name", "NAME", 0, CGROUP_UNIT_TEXT, 0, false, NULL, put_name},
    {"cgroup", "CGROUP", 0, CGROUP_UNIT_TEXT, 0, false, NULL, put_path},
    {"container", "CONTAINER", 0, CGROUP_UNIT_TEXT, 0, false, NULL, put_container},
    {"pod", "POD", 0, CGROUP_UNIT_TEXT, 0, false, NULL, put_pod},
    {"unit", "UNIT", 0, CGROUP_UNIT_TEXT, 0, false, NULL, put_unit},
};
/* clang-format on */

#define COLUMNS ARRAY_COUNT(columns)

const struct cgroup_column *cgroup_column_at(size_t index)
{
    return index < COLUMNS ? &columns[index] : NULL;
}

const struct cgroup_column *cgroup_column_find(const char *code)
{
    for (size_t i = 0; i < COLUMNS; i++)
        if (strcmp(columns[i].code, code) == 0)
            return &columns[i];
    return NULL;
}

/* --- cells --- */

/* The deepest level that is indented, so that names stay in sight. */
#define INDENTED_MAX 20

static void put_indent(const struct cgroup *row, struct buf *out)
{
    if (row->depth <= INDENTED_MAX)
        buf_fill(out, ' ', 2 * row->depth);
    else
        buf_printf(out, "(%u) ", (unsigned)row->depth);
}

/* Larger numbers have no decimal place, which would take a sixth cell. */
#define SHORT_MAX 999.95

/* "812", "1.5K", "64.0M", "1023M": five cells up to 9999 EiB. */
static void put_bytes(struct buf *out, double bytes)
{
    static const char units[] = "KMGTPE";
    size_t unit = 0;

    if (bytes < 1023.5) {
        buf_printf(out, "%.0f", bytes);
        return;
    }
    bytes /= 1024;
    while (bytes >= 1023.5 && units[unit + 1]) {
        bytes /= 1024;
        unit++;
    }
    buf_printf(out, bytes < 99.95 ? "%.1f%c" : "%.0f%c", bytes, units[unit]);
}

static void put_number(const struct cgroup_column *column, const struct value *value,
                       struct buf *out)
{
    const double number = value->kind == VALUE_UINT ? (double)value->as.u : value->as.real;

    if (isinf(number))
        buf_puts(out, "max");
    else if (column->unit == CGROUP_UNIT_BYTES)
        put_bytes(out, number);
    else if (column->unit == CGROUP_UNIT_PERCENT)
        buf_printf(out, number < SHORT_MAX ? "%.1f" : "%.0f", number);
    else if (column->unit == CGROUP_UNIT_COUNT)
        buf_put_u64(out, value->as.u);
    else
        buf_printf(out, "%.2f", number);
}

void cgroup_column_put(const struct cgroup_column *column, const struct cgroup *row,
                       struct container_labels *labels, struct buf *out)
{
    const size_t before = out->len;
    struct value value;

    if (column->put_text) {
        column->put_text(row, labels, out);
    } else {
        value = column->value(row);
        if (value.kind != VALUE_NONE)
            put_number(column, &value, out);
    }
    if (out->len == before)
        buf_putc(out, '-');
}

void cgroup_column_put_branch(const struct cgroup_column *column, const struct cgroup *row,
                              struct container_labels *labels, struct buf *out)
{
    size_t start;

    put_indent(row, out);
    start = out->len;
    cgroup_column_put(column, row, labels, out);
    if (out->failed || buf_text(out)[start] != '/')
        return;
    buf_truncate(out, start);
    buf_puts(out, cgroup_last_component(row->path));
}

/* --- the order of rows --- */

static int compare_rows(const void *a, const void *b, void *context)
{
    const struct cgroup *left = *(struct cgroup *const *)a, *right = *(struct cgroup *const *)b;
    const struct cgroup_order *order = context;
    int result = 0;

    if (order->column && order->column->value) {
        const struct value x = order->column->value(left), y = order->column->value(right);

        result = value_compare(&x, &y);
    } else if (order->column) {
        result = cgroup_compare_paths(left->path, right->path);
    }
    if (result == 0)
        return cgroup_compare_paths(left->path, right->path);
    return order->descending ? -result : result;
}

int cgroup_table_sort(struct cgroup_table *table, const struct cgroup_order *order)
{
    struct cgroup_order copy = *order;

    if (ARRAY_RESERVE(&table->order, &table->order_capacity, table->count) < 0)
        return -ENOMEM;
    for (size_t i = 0; i < table->count; i++)
        table->order[i] = &table->rows[i];
    if (table->count > 1)
        qsort_r(table->order, table->count, sizeof(table->order[0]), compare_rows, &copy);
    return 0;
}
