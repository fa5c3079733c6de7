/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/texts.h"

#include <errno.h>
#include <string.h>

#include "lib/source/bpf/object.h"

_Static_assert(sizeof(struct wire_text_page) == WIRE_PAGE_SIZE, "it fits the argument of a run");

int texts_run(int program, bool environ, size_t count, struct wire_text_page *page)
{
    int answer;

    page->environ = environ;
    page->count = (uint32_t)count;
    answer = object_run(program, page, sizeof(*page));
    if (answer < 0)
        return answer;
    if (answer != WIRE_WALKED || page->done == 0 || page->done > count)
        return -EPROTO;
    for (uint32_t i = 0; i < page->done; i++) {
        const struct wire_text *text = &page->texts[i];

        if (text->at > sizeof(page->bytes) || text->len > sizeof(page->bytes) - text->at)
            return -EPROTO;
    }
    return (int)page->done;
}

const char *texts_get(const struct wire_text_page *page, size_t index, size_t *len)
{
    const struct wire_text *text = &page->texts[index];
    const char *bytes = page->bytes + text->at;

    *len = text->len;
    if (text->kind == WIRE_TEXT_WHOLE)
        return bytes;
    if (text->kind != WIRE_TEXT_TITLE)
        return NULL;
    *len = strnlen(bytes, text->len) + 1;
    /* With the NUL. Without one the title may go on. */
    return *len <= text->len ? bytes : NULL;
}
