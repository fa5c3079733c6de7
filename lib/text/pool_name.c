/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/text/pool_name.h"

#include <stdio.h>
#include <string.h>

/* The length to which the kernel cuts a task's name. */
#define COMM_LEN (TASK_COMM_LEN - 1)

#define KERNEL_WORKER "kworker/"

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

/* ASCII in any locale: the bytes of a multibyte character are no separators. */
static bool is_separator(char byte)
{
    return (byte >= ' ' && byte < '0') || (byte > '9' && byte < 'A') ||
           (byte > 'Z' && byte < 'a') || (byte > 'z' && byte < 0x7f);
}

/* "kworker/3:1H-kblockd", "kworker/u8:2-events": the number comes before the current work. */
static bool is_kernel_worker(const char *name)
{
    if (strncmp(name, KERNEL_WORKER, strlen(KERNEL_WORKER)) != 0)
        return false;
    name += strlen(KERNEL_WORKER);
    return is_digit(name[0]) || (name[0] == 'u' && is_digit(name[1]));
}

size_t pool_name(const char *name, char pool[POOL_NAME_SIZE])
{
    const size_t len = strnlen(name, POOL_NAME_SIZE - 2);
    size_t start = len, end = len; /* of the number */

    if (is_kernel_worker(name)) {
        memcpy(pool, KERNEL_WORKER "*", sizeof(KERNEL_WORKER "*"));
        return strlen(pool);
    }
    for (size_t i = len; i > 0 && (is_digit(name[i - 1]) || is_separator(name[i - 1])); i--) {
        if (!is_digit(name[i - 1]))
            continue;
        if (start == len && end == len)
            end = i;
        start = i - 1;
    }
    memcpy(pool, name, start);
    pool[start] = '\0';
    if (start == len && !(len == COMM_LEN && is_separator(name[len - 1])))
        return len;
    pool[start] = '*';
    memcpy(pool + start + 1, name + end, len - end);
    pool[start + 1 + len - end] = '\0';
    return start + 1 + len - end;
}

void pool_name_fold(const char *name, char folded[TASK_COMM_LEN])
{
    size_t len = 0;

    for (size_t i = 0; i < COMM_LEN && name[i]; i++) {
        if (!is_digit(name[i]))
            folded[len++] = name[i];
        else if (len == 0 || folded[len - 1] != '*')
            folded[len++] = '*';
    }
    memset(folded + len, '\0', TASK_COMM_LEN - len);
}

const char *pool_name_of_same(const char *name, const char *pool)
{
    const size_t len = strlen(name);

    return strncmp(pool, name, len) == 0 && strcmp(pool + len, "*") == 0 ? pool : name;
}

size_t pool_label(const char *name, bool of_kernel, char label[POOL_LABEL_SIZE])
{
    const char *quote = !of_kernel && (*name == '[' || *name == '"') ? "\"" : "";

    return (size_t)snprintf(label, POOL_LABEL_SIZE, "%s%.*s%s", of_kernel ? "[" : quote,
                            POOL_NAME_SIZE - 1, name, of_kernel ? "]" : quote);
}
