/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/scale.h"

#include <langinfo.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Up to these a duration keeps the finer form, as in stock top. */
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
 * Whether the text appended since `start` fits; if not, removes it. The forms of an idle task are
 * written without printf(3), which would take a good part of a frame of 16,000 rows.
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

void scale_time(struct buf *out, uint64_t ns, enum time_form form, size_t width)
{
    uint64_t hundredths = ns / 10000000;
    uint64_t seconds = hundredths / 100;
    uint64_t minutes = seconds / 60;
    uint64_t hours = minutes / 60;
    uint64_t days = hours / 24;
    uint64_t weeks = days / 7;
    size_t start = out->len;
    char text[64];

    if (form <= TIME_HUNDREDTHS && minutes <= MINUTES_MAX) {
        buf_put_u64(out, minutes);
        buf_putc(out, ':');
        buf_put_u64_padded(out, seconds % 60, 2);
        buf_putc(out, '.');
        buf_put_u64_padded(out, hundredths % 100, 2);
        if (fits(out, start, width))
            return;
    }
    if (form <= TIME_SECONDS && minutes <= MINUTES_MAX) {
        snprintf(text, sizeof(text), "%ju:%02u", (uintmax_t)minutes, (unsigned)(seconds % 60));
        if (put_fitting(out, text, width))
            return;
    }
    if (form <= TIME_HOURS && hours <= HOURS_MAX) {
        snprintf(text, sizeof(text), "%ju,%02u", (uintmax_t)hours, (unsigned)(minutes % 60));
        if (put_fitting(out, text, width))
            return;
    }
    if (form <= TIME_DAYS && days <= DAYS_MAX) {
        snprintf(text, sizeof(text), "%jud+%uh", (uintmax_t)days, (unsigned)(hours % 24));
        if (put_fitting(out, text, width))
            return;
    }
    if (form == TIME_WHOLE_DAYS || (form < TIME_WHOLE_DAYS && days <= DAYS_MAX)) {
        snprintf(text, sizeof(text), "%jud", (uintmax_t)days);
        if (put_fitting(out, text, width))
            return;
    }
    snprintf(text, sizeof(text), "%juw+%ud", (uintmax_t)weeks, (unsigned)(days % 7));
    if (form <= TIME_WEEKS && put_fitting(out, text, width))
        return;
    snprintf(text, sizeof(text), "%juw", (uintmax_t)weeks);
    if (put_fitting(out, text, width))
        return;
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
