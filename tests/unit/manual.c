/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/manual.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

void manual_read(const char *path, struct buf *text)
{
    FILE *file = fopen(path, "r");
    char part[4096];
    size_t len;

    ck_assert_msg(file, "cannot open %s", path);
    while ((len = fread(part, 1, sizeof(part), file)) > 0)
        buf_put(text, part, len);
    fclose(file);
    ck_assert(!text->failed);
}

bool manual_has_word(const char *first, const char *last, const char *macro, const char *word)
{
    const size_t len = strlen(word);

    for (const char *line = first; line < last; line += strcspn(line, "\n") + 1) {
        const char *end = line + strcspn(line, "\n");

        if (strncmp(line, macro, strlen(macro)) != 0)
            continue;
        for (const char *at = line + strlen(macro); at < end; at += strspn(at, " ,")) {
            const size_t part = strcspn(at, " ,\n");

            if (part == len && strncmp(at, word, len) == 0)
                return true;
            at += part;
        }
    }
    return false;
}
