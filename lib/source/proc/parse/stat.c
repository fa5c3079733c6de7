/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/array.h"
#include "lib/source/proc/parse/parse.h"

#include <string.h>

#include "lib/base/span.h"

/* Every supported kernel has the fields up to the start time. */
#define FIELDS_MIN STAT_STARTTIME

/*
 * Reads a decimal number and moves *p past it; false if there is none. This and the loop below are
 * most of a scan's own CPU time, so they rely on the NUL after the text, not on a length.
 */
static inline bool parse_number(const char **p, uint64_t *value)
{
    bool negative = **p == '-';
    const char *first = *p + negative;
    const char *digit = first;
    uint64_t number = 0;
    unsigned char c;

    while ((c = (unsigned char)(*digit - '0')) <= 9) {
        number = number * 10 + c;
        digit++;
    }
    *p = digit;
    *value = negative ? -number : number;
    return digit != first;
}

/* The numbers after the state, from field 4 on: each follows one space. */
static bool parse_numbers(const char *p, struct stat_line *line)
{
    unsigned count = STAT_STATE;

    while (*p == ' ' && p[1] != '\n' && p[1] != '\0') {
        uint64_t value;

        p++;
        if (!parse_number(&p, &value))
            return false;
        count++;
        if (count <= STAT_FIELDS_MAX)
            line->field[count] = value;
    }
    line->count = count;
    return (*p == '\0' || *p == '\n' || *p == ' ') && count >= FIELDS_MIN;
}

bool stat_parse(const char *text, size_t len, struct stat_line *line)
{
    const char *open = memchr(text, '(', len);
    const char *close = memrchr(text, ')', len);
    const char *p;

    memset(line, 0, sizeof(*line));
    if (!open || !close || close < open)
        return false;
    p = text;
    if (!parse_number(&p, &line->field[STAT_PID]) || p + 1 != open || *p != ' ')
        return false;
    line->comm = open + 1;
    line->comm_len = (size_t)(close - open - 1);

    p = close + 1;
    if (p[0] != ' ' || p[1] == '\0')
        return false;
    line->state = p[1];
    return parse_numbers(p + 2, line);
}

bool stat_group_times(const struct stat_line *line, bool has_dot_entries,
                      struct stat_group_times *times)
{
    unsigned first;

    if (line->count == 45)
        first = 42;
    else if (line->count == 56 && has_dot_entries)
        first = 53;
    else
        return false;
    times->utime = line->field[first];
    times->stime = line->field[first + 1];
    times->cutime = line->field[first + 2];
    times->cstime = line->field[first + 3];
    return true;
}

bool statm_parse(const char *text, size_t len, struct statm_line *line)
{
    uint64_t *const fields[] = {&line->size, &line->resident, &line->shared,
                                &line->text, &line->library,  &line->data};
    const char *end = text + len;

    for (size_t i = 0; i < ARRAY_COUNT(fields); i++)
        if (!decimal_take_next(&text, end, fields[i]))
            return false;
    return true;
}
