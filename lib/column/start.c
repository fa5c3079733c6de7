/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Start times, in the formats of ps.
 *
 * All count from the full second of the boot, like the kernel's btime: so texts never flicker
 * between two seconds, and a task's value does not change.
 */
#include <errno.h>
#include <langinfo.h>
#include <time.h>

#include "lib/base/units.h"
#include "lib/column/family.h"
#include "lib/text/escape.h"

#define DAY (24 * 60 * 60)

/* The same in every locale, since scripts read them; only stime is localized. */
static const char day_names[][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
static const char month_names[][4] = {
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
};

static time_t start_s(const struct value *value)
{
    return (time_t)(value->as.i / NS_PER_S);
}

static time_t now_s(const struct system_info *system)
{
    return (time_t)(system->realtime_ns / NS_PER_S);
}

/* A recorded tree may have any figures: the result may be nonsense, but must not overflow. */
static struct value value_start(const struct task *task, const struct column_context *context)
{
    const struct system_info *system = context->system;
    const int64_t boot_ns = system_info_boot_ns(system);

    return value_int((int64_t)((uint64_t)(boot_ns - boot_ns % NS_PER_S) + task->start_ns));
}

static struct value key_second(const struct task *task, const struct cell *cell)
{
    const struct value start = value_start(task, cell->context);

    return value_int(start_s(&start));
}

/*
 * localtime_r(3) of a start; if there is no such time, puts "-" and returns false. The first call
 * loads the time zone, and silently uses UTC when memory is short.
 */
static bool find_local(struct buf *out, const struct value *value, struct tm *local)
{
    const time_t when = start_s(value);
    bool found;

    errno = 0;
    found = localtime_r(&when, local);
    if (errno == ENOMEM)
        out->failed = true;
    if (!found)
        buf_putc(out, '-');
    return found;
}

static void put_clock(struct buf *out, const struct tm *local)
{
    buf_put_u64_padded(out, (uint64_t)local->tm_hour, 2);
    buf_putc(out, ':');
    buf_put_u64_padded(out, (uint64_t)local->tm_min, 2);
}

enum distance {
    SAME_DAY,
    SAME_YEAR,
    OTHER_YEAR,
};

/* The distance of the time `local` from `now` in the calendar. */
static enum distance calendar_distance(const struct tm *local, time_t now)
{
    struct tm today;

    if (!localtime_r(&now, &today) || local->tm_year != today.tm_year)
        return OTHER_YEAR;
    return local->tm_yday == today.tm_yday ? SAME_DAY : SAME_YEAR;
}

/* 03:02, Jun06 or 2001 */
static void put_stime(struct buf *out, const struct value *value, const struct cell *cell)
{
    struct tm local;

    if (!find_local(out, value, &local))
        return;
    switch (calendar_distance(&local, now_s(cell->context->system))) {
    case SAME_DAY:
        put_clock(out, &local);
        break;
    case SAME_YEAR:
        buf_puts(out, nl_langinfo(ABMON_1 + local.tm_mon));
        buf_put_u64_padded(out, (uint64_t)local.tm_mday, 2);
        break;
    case OTHER_YEAR:
        buf_put_i64(out, INT64_C(1900) + local.tm_year);
        break;
    }
}

/* 03:02:01 for a day, then Jun 06 */
static void put_start(struct buf *out, const struct value *value, const struct cell *cell)
{
    struct tm local;

    if (!find_local(out, value, &local))
        return;
    if (start_s(value) + DAY > now_s(cell->context->system)) {
        put_clock(out, &local);
        buf_putc(out, ':');
        buf_put_u64_padded(out, (uint64_t)local.tm_sec, 2);
    } else {
        buf_puts(out, month_names[local.tm_mon]);
        buf_putc(out, ' ');
        buf_put_u64_padded(out, (uint64_t)local.tm_mday, 2);
    }
}

/* 03:02 for a day, then "Jun  6" */
static void put_bsdstart(struct buf *out, const struct value *value, const struct cell *cell)
{
    struct tm local;

    if (!find_local(out, value, &local))
        return;
    if (now_s(cell->context->system) - start_s(value) <= DAY) {
        put_clock(out, &local);
    } else {
        buf_puts(out, month_names[local.tm_mon]);
        buf_puts(out, local.tm_mday < 10 ? "  " : " ");
        buf_put_u64(out, (uint64_t)local.tm_mday);
    }
}

/* strftime(3) with the user's format. */
static size_t format_date(char *text, size_t size, const char *format, const struct tm *local)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    return strftime(text, size, format, local);
#pragma GCC diagnostic pop
}

/* In the user's format and locale; "-" if the text is empty or too long. */
static void put_date(struct buf *out, const char *format, const struct tm *local)
{
    char text[1024];
    size_t len = format_date(text, sizeof(text), format, local);

    if (len > 0)
        escape_put(out, text, len, ESCAPE_UNLIMITED);
    else
        buf_putc(out, '-');
}

/* "Thu Jun 6 03:02:01 2001", or in the user's format. */
static void put_lstart(struct buf *out, const struct value *value, const struct cell *cell)
{
    const char *format = cell->context->date_format;
    struct tm local;

    if (!find_local(out, value, &local))
        return;
    if (format)
        put_date(out, format, &local);
    else
        buf_printf(out, "%s %s %2d %02d:%02d:%02d %jd", day_names[local.tm_wday],
                   month_names[local.tm_mon], local.tm_mday, local.tm_hour, local.tm_min,
                   local.tm_sec, INTMAX_C(1900) + local.tm_year);
}

SHARED_FIGURE(start_short, .json = "start", .help = "start: hour:minute, month and day, or year",
              .need = NEED_STAT, .unit = UNIT_EPOCH_NS, .value = value_start, .put = put_stime,
              .key = key_second);

static const struct column rows[] = {
    {"bsdstart", "START", 6, ALIGN_RIGHT,
     FIGURE(.help = "start: hour:minute, or month and day", .need = NEED_STAT,
            .unit = UNIT_EPOCH_NS, .least = 6, .value = value_start, .put = put_bsdstart,
            .key = key_second)},
    {"lstart", "STARTED", 24, ALIGN_RIGHT,
     FIGURE(.help = "start: full date and time", .need = NEED_STAT, .unit = UNIT_EPOCH_NS,
            .value = value_start, .put = put_lstart, .key = key_second)},
    {"start", "STARTED", 8, ALIGN_RIGHT,
     FIGURE(.help = "start: hour:minute:second, or month and day", .need = NEED_STAT,
            .unit = UNIT_EPOCH_NS, .value = value_start, .put = put_start, .key = key_second)},
    {"start_time", "START", 5, ALIGN_RIGHT, &start_short},
    {"stime", "STIME", 5, ALIGN_RIGHT, &start_short},
};

const struct column_family column_start = COLUMN_FAMILY(rows);
