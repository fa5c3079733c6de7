/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/parse/parse.h"

#include <arpa/inet.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/span.h"

#define HEXADECIMAL_DIGITS "0123456789abcdefABCDEF"

/* Hexadecimal digits of 32 and of 16 bits. */
#define WORD_DIGITS 8
#define PORT_DIGITS 4

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
    struct span rest = {line, strcspn(line, "\n")}, word = {line, 0};

    *out = (struct net_socket){0};
    for (int i = 0; i < 3; i++) /* "0:", the own address, the peer's */
        word = span_take_word(&rest);
    if (!parse_peer(word.text, out))
        return false;
    for (int i = 0; i < 7; i++)
        word = span_take_word(&rest);
    return decimal_take(&word.text, span_end(word), &out->inode) && out->inode > 0;
}

void net_socket_put_peer(struct buf *out, const struct net_socket *from)
{
    char address[INET6_ADDRSTRLEN] = "";

    inet_ntop(from->is_ipv6 ? AF_INET6 : AF_INET, from->address, address, sizeof(address));
    buf_printf(out, from->is_ipv6 ? "[%s]:%u" : "%s:%u", address, from->port);
}

/* --- file locks --- */

static bool take_kind(struct span word, enum file_lock_kind *kind)
{
    static const char *const names[] = {
        [LOCK_FLOCK] = "FLOCK", [LOCK_POSIX] = "POSIX", [LOCK_OFD] = "OFDLCK"};

    for (size_t i = 0; i < ARRAY_COUNT(names); i++)
        if (span_is(word, names[i])) {
            *kind = (enum file_lock_kind)i;
            return true;
        }
    return false;
}

/* "-1" stands for the owner of an open file description lock: unknown. */
static bool take_tgid(struct span word, pid_t *tgid)
{
    uint64_t number;

    *tgid = 0;
    if (span_is(word, "-1"))
        return true;
    if (!decimal_take(&word.text, span_end(word), &number) || number > INT32_MAX)
        return false;
    *tgid = (pid_t)number;
    return true;
}

/* "fe:00:9980495" */
static bool take_inode(struct span word, uint64_t *inode)
{
    const char *end = span_end(word);
    const char *colon = memrchr(word.text, ':', word.len);

    if (!colon)
        return false;
    colon++;
    return decimal_take(&colon, end, inode) && colon == end;
}

/* "1:  -> FLOCK  ADVISORY  WRITE 2957 fe:00:9980495 0 EOF" */
bool file_lock_parse(const char *line, size_t len, struct file_lock *lock)
{
    struct span rest = {line, len}, word;

    span_take_word(&rest);
    word = span_take_word(&rest);
    lock->waits = span_is(word, "->");
    if (lock->waits)
        word = span_take_word(&rest);
    if (!take_kind(word, &lock->kind))
        return false;
    span_take_word(&rest);
    span_take_word(&rest);
    return take_tgid(span_take_word(&rest), &lock->tgid) &&
           take_inode(span_take_word(&rest), &lock->inode);
}
