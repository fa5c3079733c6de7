/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/list_syntax.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

/* The number of elements; 0: the list is not valid. */
static size_t count_elements(const char *text, const char *separators, bool open_end)
{
    size_t count = 0;

    for (;;) {
        size_t len = strcspn(text, separators);

        if (len == 0)
            return 0;
        count++;
        text += len;
        if (!*text)
            return count;
        text++;
        if (!*text && open_end)
            return count;
    }
}

int list_syntax_split(const char *text, enum list_syntax syntax, struct arena *arena,
                      char ***elements)
{
    const char *separators = syntax == LIST_OF_COLUMNS ? ", \t\n" : ", \t";
    const size_t count = count_elements(text, separators, syntax == LIST_OF_COLUMNS);
    char *rest;

    if (count == 0)
        return -EINVAL;
    rest = arena_copy(arena, text, strlen(text));
    *elements = arena_alloc(arena, (count + 1) * sizeof(**elements));
    if (!rest || !*elements)
        return -ENOMEM;
    for (size_t i = 0; i < count; i++)
        (*elements)[i] = strsep(&rest, separators);
    return 0;
}
