/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/screens/inspect_text.h"

#include <string.h>
#include <wchar.h>

#include "lib/base/array.h"
#include "lib/text/character.h"
#include "lib/text/escape.h"

#define TAB_CELLS 8

static bool add_line(struct inspection *inspection, size_t offset)
{
    const size_t count = inspection->line_count + 1;

    if (ARRAY_RESERVE(&inspection->lines, &inspection->line_capacity, count) < 0)
        return false;
    inspection->lines[inspection->line_count++] = offset;
    return true;
}

bool inspect_text_add(struct inspection *inspection, const char *bytes, size_t len)
{
    struct buf *text = &inspection->text;
    const char *end = bytes + len;

    while (bytes < end && !inspection->cut) {
        const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        size_t piece = (size_t)((newline ? newline + 1 : end) - bytes);
        bool begins = !text->len || text->data[text->len - 1] == '\n';

        inspection->cut = text->len + piece > INSPECT_BYTES_MAX ||
                          (begins && inspection->line_count == INSPECT_LINES_MAX);
        if (inspection->cut)
            break;
        if (begins && !add_line(inspection, text->len))
            return false;
        buf_put(text, bytes, piece);
        bytes += piece;
    }
    return !text->failed;
}

static size_t line_end(const struct inspection *inspection, size_t index)
{
    size_t end =
        index + 1 < inspection->line_count ? inspection->lines[index + 1] : inspection->text.len;

    while (end > inspection->lines[index] && inspection->text.data[end - 1] == '\n')
        end--;
    return end;
}

size_t inspect_text_find(const struct inspection *inspection, const char *text, size_t from)
{
    const size_t len = strlen(text);

    for (; from < inspection->line_count; from++) {
        size_t start = inspection->lines[from];

        if (memmem(inspection->text.data + start, line_end(inspection, from) - start, text, len))
            break;
    }
    return from;
}

/* Appends one character; returns its bytes and adds its cells to *cells. */
static size_t put_character(struct buf *out, const char *text, size_t len, size_t *cells)
{
    unsigned char byte = (unsigned char)*text;
    size_t spaces = TAB_CELLS - *cells % TAB_CELLS;
    mbstate_t state;
    wchar_t wide;
    size_t bytes;
    int width;

    if (byte == '\t') {
        buf_fill(out, ' ', spaces);
        *cells += spaces;
        return 1;
    }
    if (byte < ' ' || byte == 0x7f) {
        buf_printf(out, "^%c", byte ^ 0x40);
        *cells += 2;
        return 1;
    }
    memset(&state, 0, sizeof(state));
    bytes = mbrtowc(&wide, text, len, &state);
    width = bytes > 0 && bytes <= len ? wcwidth(wide) : -1;
    if (width < 0 || character_is_invisible((uint32_t)wide)) {
        buf_printf(out, "<%02X>", byte);
        *cells += 4;
        return 1;
    }
    buf_put(out, text, bytes);
    *cells += (size_t)width;
    return bytes;
}

void inspect_text_put_line(const struct inspection *inspection, size_t index, size_t cells,
                           struct buf *out)
{
    size_t at = inspection->lines[index], end = line_end(inspection, index);
    size_t used = 0;
    struct buf text = {0};

    while (at < end && used < cells)
        at += put_character(&text, inspection->text.data + at, end - at, &used);
    /* Of what is left nothing is to be replaced, but there may be too many accents. */
    escape_put(out, buf_text(&text), text.len, ESCAPE_UNLIMITED);
    out->failed |= text.failed;
    buf_fini(&text);
}
