/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/cgroup/table.h"

#include "lib/base/kernel_file.h"

#include <stdlib.h>
#include <string.h>

const char *cgroup_last_component(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash && slash[1] ? slash + 1 : path;
}

int cgroup_compare_ids(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

void cgroup_table_clear(struct cgroup_table *table)
{
    table->count = 0;
    table->mounted = table->incomplete = table->compared = false;
    arena_clear(&table->texts);
}

void cgroup_table_fini(struct cgroup_table *table)
{
    free(table->rows);
    free(table->order);
    arena_fini(&table->texts);
    *table = (struct cgroup_table){0};
}

/* A slash sorts before all bytes but the terminating NUL. */
static int weight(char byte)
{
    return byte == '/' ? 1 : byte == '\0' ? 0 : (unsigned char)byte + 1;
}

int cgroup_compare_paths(const char *left, const char *right)
{
    while (*left && *left == *right) {
        left++;
        right++;
    }
    return weight(*left) - weight(*right);
}

/* --- tasks --- */

/* Whether the group of a line is `path` or below it; further lines may follow after a comma. */
static bool is_below(const char *group, const char *path)
{
    const size_t len = strlen(path);

    return strncmp(group, path, len) == 0 &&
           (group[len] == '/' || group[len] == ',' || group[len] == '\0');
}

/*
 * A path may have commas and colons, with which a hostile name can imitate a line. The kernel lists
 * hierarchies by descending number: of one with names the first line counts, of version 2 the last.
 */
bool cgroup_has_task(const char *hierarchy, const char *path, const char *groups)
{
    bool found = false;

    if (strcmp(path, "/") == 0)
        return true;
    while (*groups) {
        const size_t digits = strspn(groups, "0123456789");
        const char *names_at = groups + digits + 1;
        const char *colon = digits && groups[digits] == ':' ? strchr(names_at, ':') : NULL;

        if (colon && comma_list_has(names_at, (size_t)(colon - names_at), hierarchy)) {
            found = is_below(colon + 1, path);
            if (*hierarchy)
                return found;
        }
        groups += strcspn(groups, ",");
        groups += *groups == ',';
    }
    return found;
}
