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

bool cgroup_controllers_have(struct span list, const char *name)
{
    struct span element;

    do {
        span_take_part(&list, ',', &element);
        if (span_is(element, name))
            return true;
    } while (list.len > 0);
    return false;
}

/*
 * Moves *text past the "4:cpu,cpuacct:" of a line to its path, and sets its controllers. False for
 * a line of another form.
 */
static bool take_controllers(const char **text, struct span *controllers)
{
    const char *colon = *text + strspn(*text, "0123456789");
    size_t names;

    if (colon == *text || *colon != ':')
        return false;
    names = strcspn(colon + 1, ":\n/");
    if (colon[1 + names] != ':' || colon[2 + names] != '/')
        return false;
    *controllers = (struct span){colon + 1, names};
    *text = colon + 2 + names;
    return true;
}

bool cgroup_line_next(const char **groups, struct span *controllers, struct span *path)
{
    bool found = false;

    while (!found && **groups) {
        const char *at = *groups;

        found = take_controllers(&at, controllers);
        *path = (struct span){at, strcspn(at, "\n")};
        *groups = span_end(*path);
        *groups += **groups == '\n';
    }
    return found;
}

const char *cgroup_path_find(const char *groups, const char *hierarchy)
{
    struct span controllers, path;

    while (cgroup_line_next(&groups, &controllers, &path))
        if (cgroup_controllers_have(controllers, hierarchy))
            return path.text;
    return NULL;
}

void cgroup_path_copy_v2(const char *groups, char path[CGROUP_PATH_SIZE])
{
    const char *found = cgroup_path_find(groups, "");
    const size_t len = found ? strcspn(found, "\n") : CGROUP_PATH_SIZE;

    *path = '\0';
    if (len >= CGROUP_PATH_SIZE)
        return;
    memcpy(path, found, len);
    path[len] = '\0';
    if (cgroup_leads_out(path))
        *path = '\0';
}

bool cgroup_has_task(const char *hierarchy, const char *path, const char *groups)
{
    const size_t len = strlen(path);
    const char *group;

    if (strcmp(path, "/") == 0)
        return true;
    group = cgroup_path_find(groups, hierarchy);
    return group && strncmp(group, path, len) == 0 &&
           (group[len] == '/' || group[len] == '\n' || group[len] == '\0');
}
