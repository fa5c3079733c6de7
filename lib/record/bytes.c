/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/record/bytes.h"

#include <string.h>

#define MORE 0x80U

void record_put_number(struct buf *out, uint64_t number)
{
    char bytes[10];
    size_t len = 0;

    for (; number >= MORE; number >>= 7)
        bytes[len++] = (char)(number | MORE);
    bytes[len++] = (char)number;
    buf_put(out, bytes, len);
}

void record_put_real(struct buf *out, double number)
{
    buf_put(out, (const char *)&number, sizeof(number));
}

void record_put_bytes(struct buf *out, const void *bytes, size_t len)
{
    record_put_number(out, bytes ? len + 1 : 0);
    if (bytes)
        buf_put(out, bytes, len);
}

struct record_reader record_reader_of(const void *bytes, size_t len)
{
    const unsigned char *at = bytes;

    return (struct record_reader){.at = at, .end = at + len};
}

static uint64_t fail(struct record_reader *in)
{
    in->failed = true;
    in->at = in->end;
    return 0;
}

uint64_t record_take_number(struct record_reader *in)
{
    uint64_t number = 0;

    for (unsigned shift = 0; in->at < in->end && shift < 64; shift += 7) {
        const unsigned char byte = *in->at++;

        number |= (uint64_t)(byte & ~MORE) << shift;
        if (!(byte & MORE))
            return number;
    }
    return fail(in);
}

double record_take_real(struct record_reader *in)
{
    double number;

    if ((size_t)(in->end - in->at) < sizeof(number))
        return (double)fail(in);
    memcpy(&number, in->at, sizeof(number));
    in->at += sizeof(number);
    return number;
}

const void *record_take_bytes(struct record_reader *in, size_t *len)
{
    const uint64_t size = record_take_number(in);
    const unsigned char *bytes = in->at;

    *len = 0;
    if (size == 0)
        return NULL;
    if (size - 1 > (uint64_t)(in->end - in->at)) {
        fail(in);
        return NULL;
    }
    *len = (size_t)(size - 1);
    in->at += *len;
    return bytes;
}
