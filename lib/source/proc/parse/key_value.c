/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/parse/key_value.h"

#include <string.h>

#include "lib/base/number.h"

/* Stores the line's value if it has one of the keys. */
static bool parse_line(const char *text, const char *end, const struct key_value *lines,
                       size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const size_t key_len = strlen(lines[i].key);

        if ((size_t)(end - text) < key_len || memcmp(text, lines[i].key, key_len) != 0)
            continue;
        text += key_len;
        return decimal_take_next(&text, end, lines[i].value);
    }
    return false;
}

size_t key_value_parse(const char *text, size_t len, const struct key_value *lines, size_t count)
{
    const char *end = text + len;
    size_t found = 0;

    while (text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        const char *line_end = newline ? newline : end;

        found += parse_line(text, line_end, lines, count);
        text = line_end + 1;
    }
    return found;
}

bool key_value_number(const char *text, size_t len, int64_t *number)
{
    const char *end = text + len;
    const bool negative = len > 0 && *text == '-';
    uint64_t value;

    if (negative)
        text++;
    if (!decimal_take(&text, end, &value))
        return false;
    if (value > INT64_MAX)
        value = INT64_MAX;
    *number = negative ? -(int64_t)value : (int64_t)value;
    return true;
}

bool io_parse(const char *text, size_t len, struct task_io *io)
{
    const struct key_value lines[] = {
        {"rchar:", &io->read_chars},
        {"wchar:", &io->write_chars},
        {"syscr:", &io->read_calls},
        {"syscw:", &io->write_calls},
        {"read_bytes:", &io->read_bytes},
        {"write_bytes:", &io->write_bytes},
        {"cancelled_write_bytes:", &io->cancelled_write_bytes},
    };

    memset(io, 0xff, sizeof(*io)); /* LINE_MISSING */
    return key_value_parse(text, len, lines, sizeof(lines) / sizeof(lines[0])) > 0;
}

bool smaps_parse(const char *text, size_t len, struct task_smaps *smaps)
{
    const struct key_value lines[] = {
        {"Rss:", &smaps->rss_kib},
        {"Pss:", &smaps->pss_kib},
        {"Pss_Anon:", &smaps->pss_anon_kib},
        {"Pss_File:", &smaps->pss_file_kib},
        {"Pss_Shmem:", &smaps->pss_shmem_kib},
        {"Private_Clean:", &smaps->private_clean_kib},
        {"Private_Dirty:", &smaps->private_dirty_kib},
        {"Shared_Hugetlb:", &smaps->shared_hugetlb_kib},
        {"Private_Hugetlb:", &smaps->private_hugetlb_kib},
    };

    memset(smaps, 0xff, sizeof(*smaps)); /* LINE_MISSING */
    return key_value_parse(text, len, lines, sizeof(lines) / sizeof(lines[0])) > 0;
}
