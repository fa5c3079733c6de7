/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Nearly all names are printable ASCII in any locale. Such runs are copied; only the rest is
 * handled character by character.
 */
#include "lib/text/escape.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "lib/base/array.h"
#include "lib/base/sorted.h"

/* --- invisible characters --- */

struct range {
    uint32_t first, last;
};

/* In ascending order, with the code points that Unicode reserves for each kind. */
static const struct range invisible[] = {
    {0x00ad, 0x00ad},   /* soft hyphen */
    {0x034f, 0x034f},   /* combining grapheme joiner */
    {0x061c, 0x061c},   /* Arabic letter mark */
    {0x115f, 0x1160},   /* Hangul fillers */
    {0x17b4, 0x17b5},   /* Khmer inherent vowels */
    {0x180b, 0x180f},   /* Mongolian variation selectors and vowel separator */
    {0x200b, 0x200f},   /* zero width space and joiners, direction marks */
    {0x2028, 0x202e},   /* line and paragraph separators, embeddings and overrides */
    {0x2060, 0x206f},   /* word joiner, invisible operators, isolates, deprecated controls */
    {0x3164, 0x3164},   /* Hangul filler */
    {0xfe00, 0xfe0f},   /* variation selectors */
    {0xfeff, 0xfeff},   /* zero width no-break space, the byte order mark */
    {0xffa0, 0xffa0},   /* halfwidth Hangul filler */
    {0xfff0, 0xfffb},   /* interlinear annotations */
    {0x13430, 0x1343f}, /* Egyptian hieroglyph format controls */
    {0x1bca0, 0x1bca3}, /* shorthand format controls */
    {0x1d173, 0x1d17a}, /* musical beams, ties, slurs and phrases */
    {0xe0000, 0xe0fff}, /* tags, more variation selectors */
};

#define RANGES ARRAY_COUNT(invisible)

static uint64_t range_last(const void *range)
{
    return ((const struct range *)range)->last;
}

bool character_is_invisible(uint32_t code_point)
{
    const size_t at = lower_bound(invisible, RANGES, sizeof(invisible[0]), code_point, range_last);

    return at < RANGES && invisible[at].first <= code_point;
}

/* --- escaping --- */

/* A character: its bytes in the text, its cells on the screen, and its substitute. */
struct glyph {
    size_t bytes;
    size_t cells;
    char substitute; /* '\0': the character may be shown as it is */
};

static bool is_plain(unsigned char byte)
{
    return byte >= ' ' && byte < 0x7f;
}

/* The same for eight bytes at once; no sum may carry into the highest bit of its byte. */
static bool are_plain(const char *text)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    const uint64_t high_bits = ones * 0x80;
    uint64_t word;

    memcpy(&word, text, sizeof(word));
    return !((word | (word + ones)) & high_bits) &&
           ((word + ones * (0x80 - ' ')) & high_bits) == high_bits;
}

static size_t plain_run(const char *text, size_t len)
{
    size_t run = 0;

    while (len - run >= sizeof(uint64_t) && are_plain(text + run))
        run += sizeof(uint64_t);
    while (run < len && is_plain((unsigned char)text[run]))
        run++;
    return run;
}

/* In a single-byte locale; those for Hebrew have direction marks. */
static struct glyph byte_glyph(unsigned char byte)
{
    struct glyph glyph = {.bytes = 1, .cells = 1};

    if (!isprint(byte) || character_is_invisible((uint32_t)btowc(byte)))
        glyph.substitute = '?';
    return glyph;
}

static struct glyph multibyte_glyph(const char *text, size_t len)
{
    struct glyph glyph = {.bytes = 1, .cells = 1, .substitute = '?'};
    mbstate_t state;
    wchar_t wide;
    size_t bytes;
    int cells;

    memset(&state, 0, sizeof(state));
    bytes = mbrtowc(&wide, text, len, &state);
    /* Invalid, incomplete, or NUL: replaces one byte and continues with the next. */
    if (bytes == 0 || bytes > len)
        return glyph;
    glyph.bytes = bytes;
    cells = wcwidth(wide);
    if (cells >= 0 && !character_is_invisible((uint32_t)wide)) {
        glyph.cells = (size_t)cells;
        glyph.substitute = '\0';
    }
    return glyph;
}

/*
 * The C library loads a locale's conversion at the first use, and silently uses that of the C
 * locale when memory is short. Then the first byte of a two-byte character is complete by itself:
 * invalid, or a surrogate for the byte.
 */
static bool is_conversion_loaded(void)
{
    mbstate_t state;
    wchar_t wide = 0;
    size_t bytes;

    memset(&state, 0, sizeof(state));
    bytes = mbrtowc(&wide, "\xc2", 1, &state);
    return bytes == (size_t)-2 || (bytes == 1 && (wide < 0xd800 || wide > 0xdfff));
}

static void put_substitute(struct buf *out, const char *text, const struct glyph *glyph)
{
    buf_putc(out, glyph->substitute);
    if ((unsigned char)*text > 0x7f && MB_CUR_MAX > 1 && !is_conversion_loaded())
        out->failed = true;
}

static struct glyph glyph_at(const char *text, size_t len)
{
    return MB_CUR_MAX > 1 ? multibyte_glyph(text, len) : byte_glyph((unsigned char)*text);
}

/*
 * Appends *text, escaped, up to `max_cells` cells to `out`, unless that is NULL, and advances *text
 * past it. Returns the number of cells.
 */
static size_t take(struct buf *out, const char **text, size_t len, size_t max_cells)
{
    const char *at = *text;
    const char *end = at + len;
    size_t cells = 0;
    size_t marks = 0; /* since the last character that takes a cell */

    while (at < end && cells < max_cells) {
        size_t left = (size_t)(end - at);
        size_t run = plain_run(at, left < max_cells - cells ? left : max_cells - cells);
        struct glyph glyph;

        if (out)
            buf_put(out, at, run);
        at += run;
        cells += run;
        if (at == end || cells == max_cells)
            break;

        glyph = glyph_at(at, (size_t)(end - at));
        if (glyph.cells > max_cells - cells)
            break;
        marks = run > 0 ? 0 : marks;
        marks = glyph.cells > 0 ? 0 : marks + 1;
        if (out && glyph.substitute)
            put_substitute(out, at, &glyph);
        else if (out && marks <= ESCAPE_MARKS_MAX)
            buf_put(out, at, glyph.bytes);
        at += glyph.bytes;
        cells += glyph.cells;
    }
    *text = at;
    return cells;
}

size_t escape_put(struct buf *out, const char *text, size_t len, size_t max_cells)
{
    return take(out, &text, len, max_cells);
}

size_t escape_skip(const char **text, size_t len, size_t max_cells)
{
    return take(NULL, text, len, max_cells);
}

size_t escape_width(const char *text, size_t len)
{
    return take(NULL, &text, len, ESCAPE_UNLIMITED);
}

#define PLAIN "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./:*#@+[]"

const char *escape_quote(const char *name, char quoted[QUOTED_SIZE])
{
    size_t used = 1;

    if (*name != '[' && name[strspn(name, PLAIN)] == '\0')
        return name;
    quoted[0] = '"';
    for (; *name && used < QUOTED_SIZE - sizeof("\\x\""); name++) {
        if (*name == '"' || *name == '\\')
            quoted[used++] = '\\';
        quoted[used++] = *name;
    }
    quoted[used++] = '"';
    quoted[used] = '\0';
    return quoted;
}

/* --- JSON strings --- */

/*
 * The length of the UTF-8 character at `bytes` (RFC 3629), 0 if it is invalid: overlong forms,
 * surrogates and code points past U+10FFFF are.
 */
static size_t character_len(const unsigned char *bytes, size_t len)
{
    unsigned char low = 0x80, high = 0xbf; /* of the second byte */
    size_t needed;

    if (bytes[0] < 0x80)
        return 1;
    if (bytes[0] < 0xc2 || bytes[0] > 0xf4)
        return 0;
    needed = bytes[0] < 0xe0 ? 2 : bytes[0] < 0xf0 ? 3 : 4;
    if (bytes[0] == 0xe0)
        low = 0xa0;
    else if (bytes[0] == 0xed)
        high = 0x9f;
    else if (bytes[0] == 0xf0)
        low = 0x90;
    else if (bytes[0] == 0xf4)
        high = 0x8f;
    if (len < needed || bytes[1] < low || bytes[1] > high)
        return 0;
    for (size_t i = 2; i < needed; i++)
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
    return needed;
}

/* Control characters that a terminal obeys and that JSON need not escape. */
static bool is_late_control(const unsigned char *bytes, size_t len)
{
    return len == 1 ? bytes[0] == 0x7f : bytes[0] == 0xc2 && bytes[1] < 0xa0;
}

/* Of a valid character of several bytes. */
static uint32_t code_point(const unsigned char *bytes, size_t len)
{
    uint32_t code = bytes[0] & (0x7fu >> len);

    for (size_t i = 1; i < len; i++)
        code = code << 6 | (bytes[i] & 0x3f);
    return code;
}

/* Not by printf(3): hostile command lines have a hundred thousand of these. */
static const char digits[] = "0123456789abcdef";

/* \uHHHH */
static void put_code_unit(struct buf *text, uint32_t unit)
{
    char escaped[] = "\\u0000";

    for (size_t i = sizeof(escaped) - 2; unit > 0; i--, unit >>= 4)
        escaped[i] = digits[unit & 0xf];
    buf_put(text, escaped, sizeof(escaped) - 1);
}

/* JSON's escapes are of UTF-16. */
static void put_code_point(struct buf *text, uint32_t code)
{
    if (code >= 0x10000) {
        put_code_unit(text, 0xd800 + ((code - 0x10000) >> 10));
        code = 0xdc00 + (code & 0x3ff);
    }
    put_code_unit(text, code);
}

/* The text \xHH, whose backslash JSON escapes. */
static void put_bytes(struct buf *text, const unsigned char *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        const char escaped[] = {'\\', '\\', 'x', digits[bytes[i] >> 4], digits[bytes[i] & 0xf]};

        buf_put(text, escaped, sizeof(escaped));
    }
}

static bool is_plain_json(unsigned char byte)
{
    return byte >= ' ' && byte < 0x7f && byte != '"' && byte != '\\';
}

/* What is below DEL and not plain. A NUL stands between arguments. */
static void put_ascii(struct buf *text, unsigned char byte)
{
    static const char named[] = "\"\\\b\f\n\r\t";
    static const char names[] = "\"\\bfnrt";
    const char *at = memchr(named, byte, sizeof(named) - 1);

    if (byte == '\0') {
        buf_putc(text, ' ');
    } else if (at) {
        buf_putc(text, '\\');
        buf_putc(text, names[at - named]);
    } else {
        put_code_unit(text, byte);
    }
}

static bool is_hex_digit(unsigned char byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'f');
}

/* Whether the text looks like what put_bytes() writes. */
static bool is_like_escape(const unsigned char *bytes, size_t len)
{
    return len >= 4 && bytes[0] == '\\' && bytes[1] == 'x' && is_hex_digit(bytes[2]) &&
           is_hex_digit(bytes[3]);
}

/* Appends a character that is not plain; returns how many bytes it took. */
static size_t put_odd(struct buf *text, const unsigned char *bytes, size_t len)
{
    size_t part;

    if (bytes[0] < 0x7f) {
        if (is_like_escape(bytes, len))
            put_bytes(text, bytes, 1);
        else
            put_ascii(text, bytes[0]);
        return 1;
    }
    part = character_len(bytes, len);
    if (part == 0 || is_late_control(bytes, part))
        put_bytes(text, bytes, part ? part : 1);
    else if (character_is_invisible(code_point(bytes, part)))
        put_code_point(text, code_point(bytes, part));
    else
        buf_put(text, (const char *)bytes, part);
    return part ? part : 1;
}

void escape_put_json(struct buf *out, const char *text, size_t len)
{
    const unsigned char *bytes = (const unsigned char *)text;

    buf_putc(out, '"');
    while (len > 0) {
        size_t part = 0;

        while (part < len && is_plain_json(bytes[part]))
            part++;
        if (part > 0)
            buf_put(out, (const char *)bytes, part);
        else
            part = put_odd(out, bytes, len);
        bytes += part;
        len -= part;
    }
    buf_putc(out, '"');
}
