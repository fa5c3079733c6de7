/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/array.h"
#include "lib/source/proc/parse/parse.h"

#include <string.h>

#include "lib/base/span.h"

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
    return key_value_parse(text, len, lines, ARRAY_COUNT(lines)) > 0;
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
    return key_value_parse(text, len, lines, ARRAY_COUNT(lines)) > 0;
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
static bool at_root(struct span line)
{
    struct span part;

    for (int colon = 0; colon < 2; colon++)
        span_take_part(&line, ':', &part);
    return span_is(line, "/");
}

size_t cgroup_join(char *text, size_t len)
{
    struct span rest = {text, len}, line;
    size_t joined = 0;

    while (span_take_part(&rest, '\n', &line))
        if (line.len > 0 && !at_root(line)) {
            if (joined > 0)
                text[joined++] = '\n';
            memmove(text + joined, line.text, line.len);
            joined += line.len;
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
