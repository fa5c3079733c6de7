/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/span.h"
#include "lib/source/proc/parse/parse.h"

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
    if (p[0] != ' ' || (p[1] | 0x20) < 'a' || (p[1] | 0x20) > 'z')
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

/* --- status --- */

/*
 * Kernels print the lines in nearly the same order, and the table below has them in that order.
 * Each search starts after the line found last, so it takes one or two comparisons instead of
 * dozens. Lines in another order are found too.
 */

enum line_kind {
    LINE_NAME,
    LINE_UIDS,
    LINE_GIDS,
    LINE_GROUPS,
    LINE_THREADS,
    LINE_SIZE, /* decimal, in kB */
    LINE_MASK, /* hexadecimal */
};

struct line {
    const char *key;
    enum line_kind kind;
    size_t offset; /* of a size or mask, in struct status_lines */
};

#define FIELD(name) offsetof(struct status_lines, name)

static const struct line lines_known[] = {
    {"Name:", LINE_NAME, 0},
    {"Uid:", LINE_UIDS, 0},
    {"Gid:", LINE_GIDS, 0},
    {"Groups:", LINE_GROUPS, 0},
    {"VmSize:", LINE_SIZE, FIELD(vm_size_kib)},
    {"VmLck:", LINE_SIZE, FIELD(status.vm_locked_kib)},
    {"VmRSS:", LINE_SIZE, FIELD(vm_rss_kib)},
    {"RssAnon:", LINE_SIZE, FIELD(status.rss_anon_kib)},
    {"RssFile:", LINE_SIZE, FIELD(status.rss_file_kib)},
    {"RssShmem:", LINE_SIZE, FIELD(status.rss_shmem_kib)},
    {"VmData:", LINE_SIZE, FIELD(status.vm_data_kib)},
    {"VmStk:", LINE_SIZE, FIELD(status.vm_stack_kib)},
    {"VmSwap:", LINE_SIZE, FIELD(status.vm_swap_kib)},
    {"Threads:", LINE_THREADS, 0},
    {"SigPnd:", LINE_MASK, FIELD(status.sig_pending)},
    {"ShdPnd:", LINE_MASK, FIELD(status.sig_group)},
    {"SigBlk:", LINE_MASK, FIELD(status.sig_blocked)},
    {"SigIgn:", LINE_MASK, FIELD(status.sig_ignored)},
    {"SigCgt:", LINE_MASK, FIELD(status.sig_caught)},
    {"CapPrm:", LINE_MASK, FIELD(status.cap_permitted)},
    {"CapEff:", LINE_MASK, FIELD(status.cap_effective)},
};

#define LINES_KNOWN ARRAY_COUNT(lines_known)

/* Blanks and a number at the start of a line's value; 0 if there is none. */
static uint64_t take_decimal(struct span *rest)
{
    const char *end = span_end(*rest);
    uint64_t value = 0;

    decimal_take_next(&rest->text, end, &value);
    rest->len = (size_t)(end - rest->text);
    return value;
}

static uint64_t take_hex(struct span *rest)
{
    uint64_t value = 0;

    hexadecimal_take(&rest->text, span_end(*rest), &value);
    return value;
}

/* The four ids of a Uid: or Gid: line; uid_t and gid_t are the same type on Linux. */
static void parse_ids(struct span value, uint32_t ids[ID_KINDS])
{
    for (int kind = 0; kind < ID_KINDS; kind++)
        ids[kind] = (uint32_t)take_decimal(&value);
}

static void *number_at(const struct line *line, struct status_lines *lines)
{
    return (char *)lines + line->offset;
}

static void parse_value(const struct line *line, struct span value, struct status_lines *out)
{
    uint64_t number;

    switch (line->kind) {
    case LINE_NAME:
        out->name = value.text;
        out->name_len = value.len;
        break;
    case LINE_UIDS:
        parse_ids(value, out->status.uid);
        break;
    case LINE_GIDS:
        parse_ids(value, out->status.gid);
        break;
    case LINE_GROUPS:
        out->groups = value.text;
        out->groups_len = value.len;
        break;
    case LINE_THREADS:
        number = take_decimal(&value);
        out->threads = number > INT32_MAX ? 0 : (int32_t)number;
        break;
    case LINE_SIZE:
        number = take_decimal(&value);
        memcpy(number_at(line, out), &number, sizeof(number));
        break;
    case LINE_MASK:
        number = take_hex(&value);
        memcpy(number_at(line, out), &number, sizeof(number));
        out->status.has_signals |= line->offset == FIELD(status.sig_blocked);
        out->status.has_capabilities |= line->offset == FIELD(status.cap_permitted);
        break;
    }
}

/*
 * The table's entry for a line, of which its key is taken; searches from index `from` on and wraps
 * around.
 */
static const struct line *take_key(struct span *text, size_t from)
{
    for (size_t n = 0; n < LINES_KNOWN; n++) {
        const struct line *line = &lines_known[(from + n) % LINES_KNOWN];

        if (line->key[0] == text->text[0] && span_take_prefix(text, line->key))
            return line;
    }
    return NULL;
}

static void set_sizes(struct status_lines *lines, uint64_t number)
{
    for (size_t i = 0; i < LINES_KNOWN; i++)
        if (lines_known[i].kind == LINE_SIZE)
            memcpy(number_at(&lines_known[i], lines), &number, sizeof(number));
}

/* Without a size the task has no memory, and no line of its parts: there are none. */
static void set_no_memory(struct status_lines *lines)
{
    static const uint64_t none = 0, missing = LINE_MISSING;

    for (size_t i = 0; i < LINES_KNOWN; i++)
        if (lines_known[i].kind == LINE_SIZE &&
            memcmp(number_at(&lines_known[i], lines), &missing, sizeof(missing)) == 0)
            memcpy(number_at(&lines_known[i], lines), &none, sizeof(none));
}

bool status_parse(const char *text, size_t len, struct status_lines *lines)
{
    struct span rest = {text, len}, value;
    size_t next = 0;
    bool has_uid = false;

    memset(lines, 0, sizeof(*lines));
    lines->groups = "";
    set_sizes(lines, LINE_MISSING);
    while (span_take_part(&rest, '\n', &value)) {
        const struct line *line = take_key(&value, next);

        if (!line)
            continue;
        /* One tab follows the key; more white space may be part of a name. */
        span_take_prefix(&value, "\t");
        parse_value(line, value, lines);
        has_uid |= line->kind == LINE_UIDS;
        next = (size_t)(line - lines_known) + 1;
    }
    if (lines->vm_size_kib == LINE_MISSING)
        set_no_memory(lines);
    if (lines->vm_rss_kib == LINE_MISSING)
        lines->vm_rss_kib = 0;
    return has_uid;
}

size_t status_unescape(const char *name, size_t len, char *out)
{
    size_t written = 0;

    for (size_t i = 0; i < len; i++) {
        char c = name[i];

        if (c == '\\' && i + 1 < len && (name[i + 1] == 'n' || name[i + 1] == '\\'))
            c = name[++i] == 'n' ? '\n' : '\\';
        out[written++] = c;
    }
    return written;
}

/*
 * Finds the value of a line that a newline ends; else *value is empty. The key begins with the
 * preceding newline, so a task's name cannot match it: newlines in names are escaped.
 */
static bool find_value(const char *text, size_t len, const char *key, struct span *value)
{
    const char *found = memmem(text, len, key, strlen(key));
    const char *start = found ? found + strlen(key) : NULL;
    const char *end = start ? memchr(start, '\n', (size_t)(text + len - start)) : NULL;

    *value = end ? (struct span){start, (size_t)(end - start)} : (struct span){"", 0};
    return end != NULL;
}

pid_t status_tgid(const char *text, size_t len)
{
    struct span value;
    uint64_t tgid;

    find_value(text, len, "\nTgid:", &value);
    tgid = take_decimal(&value);
    return tgid <= INT32_MAX ? (pid_t)tgid : 0;
}

/*
 * The number of PID namespaces in which the task has an ID, from that of this procfs to its own,
 * and its ID in the last; 0: unknown.
 */
static int count_numbers(const char *text, size_t len, pid_t *innermost)
{
    struct span value;
    const char *end;
    uint64_t number;
    int count = 0;

    find_value(text, len, "\nNSpid:", &value);
    for (end = span_end(value); value.text < end; count++) {
        if (!decimal_take_next(&value.text, end, &number))
            return 0;
        *innermost = (pid_t)number;
    }
    return count;
}

pid_t status_innermost_tid(const char *text, size_t len)
{
    pid_t tid;

    return count_numbers(text, len, &tid) > 1 ? tid : 0;
}

pid_t status_sole_tid(const char *text, size_t len)
{
    pid_t tid;

    return count_numbers(text, len, &tid) == 1 ? tid : 0;
}

bool status_has_core_dumping(const char *text, size_t len)
{
    struct span value;

    return find_value(text, len, "\nCoreDumping:", &value);
}
