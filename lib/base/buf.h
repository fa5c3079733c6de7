/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_BUF_H
#define DOTPROC_BASE_BUF_H

/*
 * A growing text buffer.
 *
 * When memory runs out the buffer enters a failed state that sticks: later appends do nothing, and
 * the owner of the buffer checks once, at the end. `data` is always NUL-terminated text of `len`
 * bytes, or NULL before the first append.
 */

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Zero-initialise. */
struct buf {
    char *data;
    size_t len;
    size_t capacity;
    bool failed;
};

void buf_fini(struct buf *buf);

/* Used by buf_reserve() if there is no room for `more` bytes. */
bool buf_grow(struct buf *buf, size_t more);

/*
 * The following functions are inline: a line of ps calls some 30 of them, mostly for a few bytes.
 */

/*
 * Truncates the text to its first `len` bytes; `len` must not exceed buf->len. A failure stays, so
 * a buffer that is used again and again is emptied by this, and checked once.
 */
static inline void buf_truncate(struct buf *buf, size_t len)
{
    buf->len = len;
    if (buf->data)
        buf->data[len] = '\0';
}

/* Empties the buffer and clears the failed state; keeps the memory. */
static inline void buf_clear(struct buf *buf)
{
    buf->failed = false;
    buf_truncate(buf, 0);
}

/* Makes room for `more` bytes and a NUL; false (and failed) when memory is short. */
static inline bool buf_reserve(struct buf *buf, size_t more)
{
    if (!buf->failed && more < buf->capacity - buf->len)
        return true;
    return buf_grow(buf, more);
}

static inline void buf_put(struct buf *buf, const char *bytes, size_t len)
{
    if (len == 0 || !buf_reserve(buf, len))
        return;
    memcpy(buf->data + buf->len, bytes, len);
    buf_truncate(buf, buf->len + len);
}

static inline void buf_puts(struct buf *buf, const char *text)
{
    buf_put(buf, text, strlen(text));
}

static inline void buf_putc(struct buf *buf, char c)
{
    if (!buf_reserve(buf, 1))
        return;
    buf->data[buf->len] = c;
    buf_truncate(buf, buf->len + 1);
}

static inline void buf_fill(struct buf *buf, char c, size_t count)
{
    if (count == 0 || !buf_reserve(buf, count))
        return;
    memset(buf->data + buf->len, c, count);
    buf_truncate(buf, buf->len + count);
}

/*
 * Appends a copy of the `len` bytes of the text at offset `at`; at + len is at most its length.
 * Copies whole pieces of 16 bytes, which is faster; the excess of the last one is overwritten or
 * cut off.
 */
static inline void buf_repeat(struct buf *buf, size_t at, size_t len)
{
    const size_t piece = 16;

    if (!buf_reserve(buf, len + piece))
        return;
    for (size_t i = 0; i < len; i += piece)
        memmove(buf->data + buf->len + i, buf->data + at + i, piece);
    buf_truncate(buf, buf->len + len);
}

/* Inserts `count` times `c` before the byte at offset `at`. */
static inline void buf_insert(struct buf *buf, size_t at, char c, size_t count)
{
    if (count == 0 || !buf_reserve(buf, count))
        return;
    memmove(buf->data + at + count, buf->data + at, buf->len - at);
    memset(buf->data + at, c, count);
    buf_truncate(buf, buf->len + count);
}

/* Decimal numbers; printf is too slow for 16,000 rows. */
void buf_put_u64(struct buf *buf, uint64_t value);
void buf_put_i64(struct buf *buf, int64_t value);

/* Decimal, at least `digits` digits with leading zeros. */
void buf_put_u64_padded(struct buf *buf, uint64_t value, unsigned digits);

/* A decimal fraction, given as an integer with `digits` decimal places: 12345 and 3 is "12.345". */
static inline void buf_put_fixed(struct buf *buf, uint64_t value, unsigned digits)
{
    uint64_t unit = 1;

    for (unsigned i = 0; i < digits; i++)
        unit *= 10;
    buf_put_u64(buf, value / unit);
    buf_putc(buf, '.');
    buf_put_u64_padded(buf, value % unit, digits);
}

void buf_printf(struct buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buf_vprintf(struct buf *buf, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/*
 * Appends everything that can be read from a descriptor. 0; -EFBIG if the text becomes longer than
 * `most` bytes; or -errno.
 */
int buf_read(struct buf *buf, int fd, size_t most);

/* The text as a C string; "" if empty or failed. Valid until the next append. */
const char *buf_text(const struct buf *buf);

/* The length of this string. */
static inline size_t buf_len(const struct buf *buf)
{
    return buf->failed ? 0 : buf->len;
}

/*
 * The text of a message; if the buffer failed, that memory is short. Valid until the next append.
 */
const char *buf_message(const struct buf *buf);

#endif
