/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Nearly all names are printable ASCII in any locale: such runs are copied as they are, and only
 * the rest is handled character by character.
 */
#include "lib/text/escape.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "lib/text/character.h"

/* A character: its bytes in the text, its cells on the screen, and what stands for it. */
struct glyph {
    size_t bytes;
    size_t cells;
    char substitute; /* '\0': the character may be shown as it is */
};

static bool is_plain(unsigned char byte)
{
    return byte >= ' ' && byte < 0x7f;
}

/* The same for eight bytes at once; no byte may reach its highest bit. */
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

/* In a single-byte locale; those of Hebrew have direction marks, too. */
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
 * The C library loads a locale's conversion when it is first asked for, and silently takes that of
 * the C locale when memory is short. Then the first byte of a pair is something by itself: nothing
 * valid, or one of the surrogates that stand for bytes.
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
 * Appends *text, escaped, up to `max_cells` cells to `out`, unless that is NULL, and moves it
 * behind what they show. Returns the number of cells.
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
