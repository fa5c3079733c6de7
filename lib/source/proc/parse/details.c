/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/parse/parse.h"

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

/* --- files and links of a task --- */

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

/* Moves *text past `word`; false if the word is missing. */
static bool skip_past(const char **text, const char *end, const char *word)
{
    const char *found = memmem(*text, (size_t)(end - *text), word, strlen(word));

    if (found)
        *text = found + strlen(word);
    return found != NULL;
}

bool autogroup_parse(const char *text, size_t len, int64_t *id, int32_t *nice)
{
    const char *end = text + len;
    int64_t id_read, nice_read;

    if (!skip_past(&text, end, "/autogroup-") ||
        !key_value_number(text, (size_t)(end - text), &id_read) ||
        !skip_past(&text, end, " nice ") ||
        !key_value_number(text, (size_t)(end - text), &nice_read))
        return false;
    if (id_read < 0 || nice_read < INT32_MIN || nice_read > INT32_MAX)
        return false;
    *id = id_read;
    *nice = (int32_t)nice_read;
    return true;
}

/* Whether the path, after the second colon, is the root: "0::/". */
static bool at_root(const char *line, size_t len)
{
    const char *colon = memchr(line, ':', len);

    if (colon)
        colon = memchr(colon + 1, ':', (size_t)(line + len - colon - 1));
    return colon && line + len - colon == 2 && colon[1] == '/';
}

size_t cgroup_join(char *text, size_t len)
{
    size_t joined = 0;
    size_t start = 0;

    while (start < len) {
        const char *newline = memchr(text + start, '\n', len - start);
        size_t line_len = newline ? (size_t)(newline - text) - start : len - start;

        if (line_len > 0 && !at_root(text + start, line_len)) {
            if (joined > 0)
                text[joined++] = ',';
            memmove(text + joined, text + start, line_len);
            joined += line_len;
        }
        start += line_len + 1;
    }
    return joined;
}

uint64_t namespace_parse(const char *text, size_t len)
{
    const char *bracket = memchr(text, '[', len);
    int64_t inode;

    if (!bracket || !key_value_number(bracket + 1, (size_t)(text + len - bracket - 1), &inode))
        return 0;
    return inode > 0 ? (uint64_t)inode : 0;
}
