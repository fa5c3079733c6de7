/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/array.h"
#include "lib/text/json.h"

#include <cJSON.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/library.h"
#include "lib/base/resources.h"

#define LIBRARY "libcjson.so.1"

struct json_reader {
    void *library;
    __typeof__(cJSON_ParseWithLength) *parse;
    __typeof__(cJSON_Delete) *delete;
};

static const cJSON *item_of(const struct json_value *value)
{
    return (const void *)value;
}

static const struct json_value *value_of(const cJSON *item)
{
    return (const void *)item;
}

/*
 * The loader and cJSON do not report that an allocation failed. After a single failed allocation a
 * second try works; what fails twice is refused.
 */
#define TRIES 2

int json_reader_open(struct json_reader **out)
{
    struct json_reader *reader = calloc(1, sizeof(*reader));
    int result;

    if (!reader)
        return -ENOMEM;

    const struct library_symbol symbols[] = {
        {"cJSON_ParseWithLength", &reader->parse},
        {"cJSON_Delete", &reader->delete},
    };

    for (int i = 0; i < TRIES && !reader->library; i++)
        reader->library = library_open(LIBRARY, symbols, ARRAY_COUNT(symbols), NULL);
    if (reader->library) {
        *out = reader;
        return 0;
    }
    free(reader);
    result = spare_memory_check();
    return result < 0 ? result : -ELIBACC;
}

void json_reader_close(struct json_reader *reader)
{
    if (reader)
        library_close(reader->library);
    free(reader);
}

int json_read(const struct json_reader *reader, const char *text, size_t len,
              struct json_value **out)
{
    cJSON *item = NULL;

    for (int i = 0; i < TRIES && !item; i++)
        item = reader->parse(text, len);
    *out = (void *)item;
    if (item)
        return 0;
    return spare_memory_check() < 0 ? -ENOMEM : -EINVAL;
}

void json_forget(const struct json_reader *reader, struct json_value *value)
{
    reader->delete ((void *)value);
}

static bool is_kind(const struct json_value *value, int kind)
{
    return value && (item_of(value)->type & 0xff) == kind;
}

const struct json_value *json_member(const struct json_value *object, const char *key)
{
    if (!is_kind(object, cJSON_Object))
        return NULL;
    for (const cJSON *item = item_of(object)->child; item; item = item->next)
        if (item->string && strcmp(item->string, key) == 0)
            return value_of(item);
    return NULL;
}

const struct json_value *json_first(const struct json_value *array)
{
    return is_kind(array, cJSON_Array) ? value_of(item_of(array)->child) : NULL;
}

const struct json_value *json_next(const struct json_value *element)
{
    return element ? value_of(item_of(element)->next) : NULL;
}

const char *json_string(const struct json_value *value)
{
    return is_kind(value, cJSON_String) ? item_of(value)->valuestring : NULL;
}
