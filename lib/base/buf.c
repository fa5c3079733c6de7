/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/buf.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/invariant.h"

/* Decimal digits of UINT64_MAX. */
#define U64_DIGITS 20

/* Read from a file at once. */
#define READ_BYTES 4096

void buf_fini(struct buf *buf)
{
    free(buf->data);
    *buf = (struct buf){0};
}

bool buf_grow(struct buf *buf, size_t more)
{
    INVARIANT(buf->data ? buf->len < buf->capacity : buf->len == 0);
    if (buf->failed)
        return false;
    if (more > SIZE_MAX - 1 - buf->len ||
        ARRAY_RESERVE(&buf->data, &buf->capacity, buf->len + more + 1) < 0) {
        buf->failed = true;
        return false;
    }
    buf->data[buf->len] = '\0';
    return true;
}

/* Two digits at a time, since divisions are slow. */
static const char digit_pairs[] = "00010203040506070809"
                                  "10111213141516171819"
                                  "20212223242526272829"
                                  "30313233343536373839"
                                  "40414243444546474849"
                                  "50515253545556575859"
                                  "60616263646566676869"
                                  "70717273747576777879"
                                  "80818283848586878889"
                                  "90919293949596979899";

void buf_put_u64_padded(struct buf *buf, uint64_t value, unsigned digits)
{
    char text[U64_DIGITS];
    char *const end = text + sizeof(text);
    char *p = end;

    while (value >= 10) {
        p -= 2;
        memcpy(p, digit_pairs + value % 100 * 2, 2);
        value /= 100;
    }
    if (value > 0 || p == end)
        *--p = (char)('0' + value);
    if (digits > (size_t)(end - p))
        buf_fill(buf, '0', digits - (size_t)(end - p));
    buf_put(buf, p, (size_t)(end - p));
}

void buf_put_u64(struct buf *buf, uint64_t value)
{
    buf_put_u64_padded(buf, value, 0);
}

void buf_put_i64(struct buf *buf, int64_t value)
{
    if (value < 0)
        buf_putc(buf, '-');
    buf_put_u64(buf, value < 0 ? -(uint64_t)value : (uint64_t)value);
}

void buf_vprintf(struct buf *buf, const char *format, va_list args)
{
    va_list again;
    int len;

    va_copy(again, args);
    len = vsnprintf(NULL, 0, format, args);
    if (len < 0)
        buf->failed = true;
    else if (buf_reserve(buf, (size_t)len)) {
        vsnprintf(buf->data + buf->len, (size_t)len + 1, format, again);
        buf->len += (size_t)len;
    }
    va_end(again);
}

void buf_printf(struct buf *buf, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    buf_vprintf(buf, format, args);
    va_end(args);
}

int buf_read(struct buf *buf, int fd, size_t most)
{
    for (;;) {
        ssize_t len;

        if (!buf_reserve(buf, READ_BYTES))
            return -ENOMEM;
        len = read(fd, buf->data + buf->len, READ_BYTES);
        if (len == 0)
            return 0;
        if (len > 0)
            buf_truncate(buf, buf->len + (size_t)len);
        else if (errno != EINTR)
            return -errno;
        if (buf->len > most)
            return -EFBIG;
    }
}

const char *buf_text(const struct buf *buf)
{
    return buf->data && !buf->failed ? buf->data : "";
}

const char *buf_message(const struct buf *buf)
{
    return buf->failed ? strerror(ENOMEM) : buf_text(buf);
}
