/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/cgroup/path.h"

#include <string.h>

const char *cgroup_last_component(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash && slash[1] ? slash + 1 : path;
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

bool cgroup_leads_out(const char *path)
{
    const char *at = strstr(path, "/..");

    while (at && at[3] != '/' && at[3] != '\0')
        at = strstr(at + 1, "/..");
    return at != NULL;
}

/* --- lines of /proc/PID/cgroup --- */

bool cgroup_controllers_have(const char *list, size_t len, const char *name)
{
    const size_t name_len = strlen(name);
    const char *end = list + len;

    while (list < end) {
        const char *comma = memchr(list, ',', (size_t)(end - list));
        const char *stop = comma ? comma : end;

        if ((size_t)(stop - list) == name_len && memcmp(list, name, name_len) == 0)
            return true;
        list = stop + 1;
    }
    return name_len == 0 && len == 0;
}

bool cgroup_line_take(const char **text, const char **controllers, size_t *len)
{
    const char *colon = *text + strspn(*text, "0123456789");
    size_t names;

    if (colon == *text || *colon != ':')
        return false;
    names = strcspn(colon + 1, ":\n/");
    if (colon[1 + names] != ':' || colon[2 + names] != '/')
        return false;
    *controllers = colon + 1;
    *len = names;
    *text = colon + 2 + names;
    return true;
}

const char *cgroup_path_find(const char *groups, char separator, const char *hierarchy)
{
    const char *found = NULL, *controllers;
    size_t len;

    while (*groups) {
        const char *path = groups;

        if (cgroup_line_take(&path, &controllers, &len) &&
            cgroup_controllers_have(controllers, len, hierarchy)) {
            found = path;
            if (*hierarchy)
                return found;
        }
        groups = strchrnul(groups, separator);
        groups += *groups == separator;
    }
    return found;
}

void cgroup_path_copy_v2(const char *groups, char path[CGROUP_PATH_SIZE])
{
    const char *found = cgroup_path_find(groups, ',', "");

    *path = '\0';
    if (found && strlen(found) < CGROUP_PATH_SIZE && !cgroup_leads_out(found))
        memcpy(path, found, strlen(found) + 1);
}

bool cgroup_has_task(const char *hierarchy, const char *path, const char *groups)
{
    const size_t len = strlen(path);
    const char *group;

    if (strcmp(path, "/") == 0)
        return true;
    group = cgroup_path_find(groups, ',', hierarchy);
    return group && strncmp(group, path, len) == 0 &&
           (group[len] == '/' || group[len] == ',' || group[len] == '\0');
}
