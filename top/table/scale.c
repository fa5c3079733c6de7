/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/table/table.h"

#include <langinfo.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/units.h"

/* The largest first number of a duration, as in stock top; longer ones have a coarser form. */
enum {
    MINUTES_MAX = 360,
    HOURS_MAX = 96,
    DAYS_MAX = 14,
};

static const char unit_letters[] = "kmgtpe";

/* Appends the text if it fits. */
static bool put_fitting(struct buf *out, const char *text, size_t width)
{
    size_t len = strlen(text);

    if (len > width)
        return false;
    buf_put(out, text, len);
    return true;
}

/*
 * Whether the text appended since `start` fits; if not, removes it. Figures of every row are
 * written without printf(3), which would take a good part of the time for a frame of 16,000 rows.
 */
static bool fits(struct buf *out, size_t start, size_t width)
{
    if (out->len - start <= width)
        return true;
    buf_truncate(out, start);
    return false;
}

static void put_unknown(struct buf *out, size_t width)
{
    put_fitting(out, "?", width);
}

void scale_memory(struct buf *out, uint64_t kib, enum memory_unit unit, size_t width)
{
    size_t start = out->len;
    double size = (double)kib;
    char text[40];

    if (unit == UNIT_OF_KIB) {
        buf_put_u64(out, kib);
        if (fits(out, start, width))
            return;
    }
    for (int at = UNIT_OF_MIB; at <= UNIT_OF_PIB; at++) {
        size /= 1024;
        if (at < (int)unit)
            continue;
        snprintf(text, sizeof(text), "%.1f%c", size, unit_letters[at]);
        if (put_fitting(out, text, width))
            return;
    }
    put_unknown(out, width);
}

void scale_count(struct buf *out, uint64_t count, size_t width)
{
    double size = (double)count;
    char text[40];

    snprintf(text, sizeof(text), "%ju", (uintmax_t)count);
    if (put_fitting(out, text, width))
        return;
    for (const char *letter = unit_letters; *letter; letter++) {
        size /= 1024;
        for (int decimals = 1; decimals >= 0; decimals--) {
            snprintf(text, sizeof(text), "%.*f%c", decimals, size, *letter);
            if (put_fitting(out, text, width))
                return;
        }
    }
    put_unknown(out, width);
}

/* The forms of a duration: one number, or two. */
static const struct duration_form {
    unsigned whole_s; /* the unit of the first number */
    uint64_t most;    /* the largest first number; longer durations have a later form */
    const char *between;
    unsigned part_s; /* the unit of the second number; 0: there is none */
    unsigned digits; /* minimum digits of the second number */
    const char *after;
} duration_forms[] = {
    [TIME_HUNDREDTHS] = {60, MINUTES_MAX, ":", 1, 2, "."},
    [TIME_SECONDS] = {60, MINUTES_MAX, ":", 1, 2, ""},
    [TIME_HOURS] = {3600, HOURS_MAX, ",", 60, 2, ""},
    [TIME_DAYS] = {86400, DAYS_MAX, "d+", 3600, 1, "h"},
    [TIME_WHOLE_DAYS] = {86400, DAYS_MAX, "d", 0, 0, ""},
    [TIME_WEEKS] = {7 * 86400, UINT64_MAX, "w+", 86400, 1, "d"},
    [TIME_WHOLE_WEEKS] = {7 * 86400, UINT64_MAX, "w", 0, 0, ""},
};

#define DURATION_FORMS ARRAY_COUNT(duration_forms)

static void put_duration(struct buf *out, uint64_t ns, const struct duration_form *form)
{
    uint64_t seconds = ns / NS_PER_S;

    buf_put_u64(out, seconds / form->whole_s);
    buf_puts(out, form->between);
    if (form->part_s)
        buf_put_u64_padded(out, seconds % form->whole_s / form->part_s, form->digits);
    buf_puts(out, form->after);
    if (form == &duration_forms[TIME_HUNDREDTHS])
        buf_put_u64_padded(out, ns % NS_PER_S / (NS_PER_S / 100), 2);
}

void scale_time(struct buf *out, uint64_t ns, enum time_form form, size_t width)
{
    size_t start = out->len;

    for (size_t i = form; i < DURATION_FORMS; i++) {
        const struct duration_form *at = &duration_forms[i];
        bool is_wanted =
            i == TIME_WHOLE_DAYS && i == (size_t)form; /* without a limit, as in stock top */

        if (ns / NS_PER_S / at->whole_s > at->most && !is_wanted)
            continue;
        put_duration(out, ns, at);
        if (fits(out, start, width))
            return;
    }
    put_unknown(out, width);
}

void scale_percent(struct buf *out, double percent, unsigned decimals, size_t width)
{
    char text[64];

    if (decimals == 1 && percent >= 0 && percent < 0.05) {
        stpcpy(stpcpy(stpcpy(text, "0"), nl_langinfo(RADIXCHAR)), "0");
        if (put_fitting(out, text, width))
            return;
    }
    for (int left = (int)decimals; left >= 0; left--) {
        snprintf(text, sizeof(text), "%.*f", left, percent);
        if (put_fitting(out, text, width))
            return;
    }
    put_unknown(out, width);
}
