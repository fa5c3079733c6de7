/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes any bytes as a string of JSON (libFuzzer): they have to come back as they were, and those
 * of several strings in as many parts.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/json.h"
#include "tests/common/unescape.h"
#include "tests/fuzz/fuzz.h"

#define MOST 8192

static struct json *json;
static struct buf out;

static void check_text(const char *text, size_t len)
{
    static char back[MOST];
    size_t back_len;

    buf_clear(&out);
    json_begin(json);
    json_put_text(json, "t", text, len);
    json_finish(json, &out);
    must(!out.failed);
    back_len = unescape_member(buf_text(&out), "t", back, sizeof(back));
    must(back_len == len && memcmp(back, text, len) == 0);
}

/* The array of all strings is made of what each of them gives. */
static void check_strings(const char *text, size_t len)
{
    struct buf parts = {0};

    buf_puts(&parts, "{\"t\":[");
    for (const char *at = text; at < text + len;) {
        const size_t part = strnlen(at, (size_t)(text + len - at));

        check_text(at, part);
        if (at > text)
            buf_putc(&parts, ',');
        buf_put(&parts, out.data + strlen("{\"t\":"), out.len - strlen("{\"t\":}"));
        at += part + 1;
    }
    buf_puts(&parts, "]}");
    buf_clear(&out);
    json_begin(json);
    json_put_strings(json, "t", text, len);
    json_finish(json, &out);
    must(!out.failed && strcmp(buf_text(&out), buf_text(&parts)) == 0);
    buf_fini(&parts);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text;

    if (!json)
        must(json_open(&json, &out) == 0);
    if (size > MOST)
        return 0;
    text = malloc(size + 1);
    must(text != NULL);
    memcpy(text, data, size);
    check_strings(text, size);
    free(text);
    return 0;
}
