/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/span.h"
#include "lib/source/proc/parse/parse.h"

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
        !number_parse_start(text, (size_t)(end - text), &id_read) ||
        !skip_past(&text, end, " nice ") ||
        !number_parse_start(text, (size_t)(end - text), &nice_read))
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

    if (!bracket || !number_parse_start(bracket + 1, (size_t)(text + len - bracket - 1), &inode))
        return 0;
    return inode > 0 ? (uint64_t)inode : 0;
}

/* --- maps --- */

/* Parses a hexadecimal number and the byte after it, which must be `stop`; moves *at past both. */
static bool take_hex(const char **at, const char *end, char stop, uint64_t *number)
{
    if (!hexadecimal_take(at, end, number) || *at == end || **at != stop)
        return false;
    ++*at;
    return true;
}

/* Parses a decimal number and the blanks after it; moves *at past all of them. */
static bool take_inode(const char **at, const char *end, uint64_t *inode)
{
    if (!decimal_take(at, end, inode) || (*at < end && **at != ' '))
        return false;
    while (*at < end && **at == ' ')
        ++*at;
    return true;
}

/* "7f00-7f10 r-xp 00001000 08:01 1234   /usr/lib/name" */
bool maps_parse(const char *line, size_t len, struct mapping *mapping)
{
    const char *newline = memchr(line, '\n', len);
    const char *end = newline ? newline : line + len;
    const char *at = line;
    const char *flags;
    uint64_t minor;

    if (!take_hex(&at, end, '-', &mapping->start) || !take_hex(&at, end, ' ', &mapping->end))
        return false;
    flags = at;
    if (end - flags < 5 || flags[4] != ' ')
        return false;
    mapping->executable = flags[2] == 'x';
    mapping->shared = flags[3] == 's';
    at += 5;
    if (!take_hex(&at, end, ' ', &mapping->offset) || mapping->end < mapping->start ||
        !take_hex(&at, end, ':', &mapping->device) || !take_hex(&at, end, ' ', &minor) ||
        !take_inode(&at, end, &mapping->inode))
        return false;
    mapping->device = mapping->device << 32 | minor;
    mapping->path = at;
    mapping->path_len = (size_t)(end - at);
    return true;
}

/* --- syscall --- */

#define ARGUMENTS (sizeof(((struct task_syscall *)NULL)->arguments) / sizeof(uint64_t))

/* Parses " 0x1f" and moves *text past it. */
static bool take_word(const char **text, const char *end, uint64_t *number)
{
    if (strncmp(*text, " 0x", 3) != 0)
        return false;
    *text += 3;
    return hexadecimal_take(text, end, number);
}

bool syscall_parse(const char *text, struct task_syscall *call, uint64_t *stack_pointer)
{
    const char *end = text + strlen(text);
    uint64_t program_counter;
    char *behind;

    *call = (struct task_syscall){.place = PLACE_CPU};
    *stack_pointer = 0;
    if (strcmp(text, "running\n") == 0)
        return true;
    call->number = strtoll(text, &behind, 10);
    if (behind == text)
        return false;
    text = behind;
    call->place = call->number < 0 ? PLACE_USER : PLACE_CALL;
    for (size_t i = 0; call->place == PLACE_CALL && i < ARGUMENTS; i++)
        if (!take_word(&text, end, &call->arguments[i]))
            return false;
    if (!take_word(&text, end, stack_pointer) || !take_word(&text, end, &program_counter))
        return false;
    /* Kernel threads have user registers too: all zero. */
    if (*stack_pointer == 0 && program_counter == 0)
        call->place = PLACE_KERNEL;
    return true;
}

bool syscall_parse_place(const char *text, uint64_t *stack_pointer, uint64_t *program_counter)
{
    const char *end = strchr(text, '\n');
    int blanks = 0;

    /* The last two numbers. */
    for (const char *at = end; at && at > text && blanks < 2; at--) {
        if (at[-1] == ' ' && ++blanks == 2)
            text = at - 1;
    }
    return blanks == 2 && take_word(&text, end, stack_pointer) &&
           take_word(&text, end, program_counter) && (*stack_pointer || *program_counter);
}
