/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Throws anything at what stands between names and outputs (libFuzzer): escape.h in the C locale
 * and in one with UTF-8, and json.h. The first byte is the number of cells that there are, the
 * second says which.
 */
#include <locale.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/escape.h"
#include "lib/text/json.h"
#include "tests/common/unescape.h"
#include "tests/fuzz/fuzz.h"

#define BACK_BYTES 8192

/* Whether the text has nothing that a terminal obeys, and nothing that nobody can see. */
static void check_shown(const char *text, size_t len, bool ascii)
{
    size_t at = 0;

    while (at < len) {
        const unsigned char byte = (unsigned char)text[at];
        wchar_t wide = byte;
        size_t bytes = 1;

        must(byte >= ' ' && byte != 0x7f);
        if (byte >= 0x80) {
            must(!ascii);
            bytes = (size_t)mbtowc(&wide, text + at, len - at);
            must(bytes > 0 && bytes <= len - at);
            must(wide >= 0xa0);
        }
        must(!character_is_invisible((uint32_t)wide));
        at += bytes;
    }
}

/* From any byte on, for a screen that begins there. */
static void fuzz_escape(const char *text, size_t len, size_t most, bool ascii)
{
    struct buf out = {0}, again = {0};
    const size_t cells = escape_put(&out, text, len, most);

    must(cells <= most);
    must(out.len <= (cells + 1) * ESCAPE_CELL_BYTES_MAX);
    check_shown(buf_text(&out), out.len, ascii);
    must(escape_width(buf_text(&out), out.len) == cells);
    if (most == ESCAPE_UNLIMITED)
        must(escape_width(text, len) == cells);
    must(escape_put(&again, buf_text(&out), out.len, ESCAPE_UNLIMITED) == cells);
    must(again.len == out.len && memcmp(buf_text(&again), buf_text(&out), out.len) == 0);
    buf_fini(&out);
    buf_fini(&again);
}

/* The bytes come back, but for NULs, which become blanks. */
static void fuzz_json(const char *text, size_t len)
{
    static struct json *json;
    static char back[BACK_BYTES];
    struct buf out = {0};

    if (!json && json_open(&json, &out) < 0) {
        buf_fini(&out);
        return; /* no cJSON here */
    }
    json_begin(json);
    json_put_text(json, "t", text, len);
    json_finish(json, &out);
    must(!out.failed && out.len >= strlen("{\"t\":\"\"}"));
    check_shown(out.data, out.len, false);
    if (len <= sizeof(back) && !memchr(text, '\0', len))
        must(unescape_member(out.data, "t", back, sizeof(back)) == len &&
             memcmp(back, text, len) == 0);
    buf_fini(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text;

    if (size < 3)
        return 0;
    text = copy_bytes(data + 2, size - 2);
    must(setlocale(LC_CTYPE, data[1] % 3 == 1 ? "C" : "C.UTF-8") != NULL);
    if (data[1] % 3 == 2)
        fuzz_json(text, size - 2);
    else
        fuzz_escape(text, size - 2, data[0] == UINT8_MAX ? ESCAPE_UNLIMITED : data[0],
                    data[1] % 3 == 1);
    free(text);
    return 0;
}
