/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/parse/rare.h"

#include <arpa/inet.h>
#include <stdbool.h>
#include <stdlib.h>
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

/* --- others --- */

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

#define ARGUMENTS (sizeof(((struct task_syscall *)NULL)->arguments) / sizeof(uint64_t))

/* Parses " 0x1f" and moves *text past it. */
static bool take_hex(const char **text, const char *end, uint64_t *number)
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
        if (!take_hex(&text, end, &call->arguments[i]))
            return false;
    if (!take_hex(&text, end, stack_pointer) || !take_hex(&text, end, &program_counter))
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
    return blanks == 2 && take_hex(&text, end, stack_pointer) &&
           take_hex(&text, end, program_counter) && (*stack_pointer || *program_counter);
}

/* --- lines of lists of the host --- */

/* A word between blanks. */
struct word {
    const char *text;
    size_t len;
};

static struct word take_word(const char **at, const char *end)
{
    struct word word;

    while (*at < end && **at == ' ')
        ++*at;
    word.text = *at;
    while (*at < end && **at != ' ')
        ++*at;
    word.len = (size_t)(*at - word.text);
    return word;
}

static bool is(struct word word, const char *text)
{
    return word.len == strlen(text) && memcmp(word.text, text, word.len) == 0;
}

static bool take_kind(struct word word, enum file_lock_kind *kind)
{
    static const char *const names[] = {
        [LOCK_FLOCK] = "FLOCK", [LOCK_POSIX] = "POSIX", [LOCK_OFD] = "OFDLCK"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (is(word, names[i])) {
            *kind = (enum file_lock_kind)i;
            return true;
        }
    return false;
}

/* "-1" stands for the owner of an open file description lock: unknown. */
static bool take_tgid(struct word word, pid_t *tgid)
{
    uint64_t number;

    *tgid = 0;
    if (is(word, "-1"))
        return true;
    if (!decimal_take(&word.text, word.text + word.len, &number) || number > INT32_MAX)
        return false;
    *tgid = (pid_t)number;
    return true;
}

/* "fe:00:9980495" */
static bool take_inode(struct word word, uint64_t *inode)
{
    const char *end = word.text + word.len;
    const char *colon = word.len > 0 ? memrchr(word.text, ':', word.len) : NULL;

    if (!colon)
        return false;
    colon++;
    return decimal_take(&colon, end, inode) && colon == end;
}

/* "1:  -> FLOCK  ADVISORY  WRITE 2957 fe:00:9980495 0 EOF" */
bool file_lock_parse(const char *line, size_t len, struct file_lock *lock)
{
    const char *at = line, *end = line + len;
    struct word word;

    take_word(&at, end);
    word = take_word(&at, end);
    lock->waits = is(word, "->");
    if (lock->waits)
        word = take_word(&at, end);
    if (!take_kind(word, &lock->kind))
        return false;
    take_word(&at, end);
    take_word(&at, end);
    return take_tgid(take_word(&at, end), &lock->tgid) &&
           take_inode(take_word(&at, end), &lock->inode);
}

/* Words of a line, counted from 0. */
enum {
    WORD_PEER = 2,
    WORD_INODE = 9,
};

/* Hexadecimal digits of 32 and of 16 bits. */
#define WORD_DIGITS 8
#define PORT_DIGITS 4

/* The word with this number; NULL if the line has fewer. */
static const char *find_word(const char *line, unsigned number)
{
    for (unsigned i = 0;; i++) {
        line += strspn(line, " \t");
        if (*line == '\0' || *line == '\n')
            return NULL;
        if (i == number)
            return line;
        line += strcspn(line, " \t\n");
    }
}

/* "0100007F:1538": 32-bit words printed in host byte order; their bytes are in network order. */
static bool parse_peer(const char *text, struct net_socket *out)
{
    const size_t digits = strspn(text, HEXADECIMAL_DIGITS);
    const size_t words = digits / WORD_DIGITS;
    uint64_t number = 0;

    if ((words != 1 && words != 4) || digits % WORD_DIGITS != 0 || text[digits] != ':')
        return false;
    for (size_t i = 0; i < words; i++) {
        uint32_t word;

        hexadecimal_take(&text, text + WORD_DIGITS, &number);
        word = (uint32_t)number;
        memcpy(out->address + i * sizeof(word), &word, sizeof(word));
    }
    text++;
    if (strspn(text, HEXADECIMAL_DIGITS) < PORT_DIGITS)
        return false;
    hexadecimal_take(&text, text + PORT_DIGITS, &number);
    out->port = (uint16_t)number;
    out->is_ipv6 = words == 4;
    return out->port != 0;
}

bool net_socket_parse(const char *line, struct net_socket *out)
{
    const char *peer = find_word(line, WORD_PEER);
    const char *inode = find_word(line, WORD_INODE);
    char *end;

    *out = (struct net_socket){0};
    if (!peer || !inode || !parse_peer(peer, out))
        return false;
    out->inode = strtoull(inode, &end, 10);
    return end > inode && out->inode > 0;
}

void net_socket_put_peer(struct buf *out, const struct net_socket *from)
{
    char address[INET6_ADDRSTRLEN] = "";

    inet_ntop(from->is_ipv6 ? AF_INET6 : AF_INET, from->address, address, sizeof(address));
    buf_printf(out, from->is_ipv6 ? "[%s]:%u" : "%s:%u", address, from->port);
}
