/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/parse/autogroup.h"

#include <string.h>

#include "lib/source/proc/parse/key_value.h"

/* Moves *text behind `word`; false where there is no such word. */
static bool skip_past(const char **text, const char *end, const char *word)
{
    const char *found = memmem(*text, (size_t)(end - *text), word, strlen(word));

    if (found)
        *text = found + strlen(word);
    return found != NULL;
}

bool autogroup_parse(const char *text, size_t len, int64_t *id, int32_t *nice)
{
    const char *end = text + len;
    int64_t id_read, nice_read;

    if (!skip_past(&text, end, "/autogroup-") ||
        !key_value_number(text, (size_t)(end - text), &id_read) ||
        !skip_past(&text, end, " nice ") ||
        !key_value_number(text, (size_t)(end - text), &nice_read))
        return false;
    if (id_read < 0 || nice_read < INT32_MIN || nice_read > INT32_MAX)
        return false;
    *id = id_read;
    *nice = (int32_t)nice_read;
    return true;
}
