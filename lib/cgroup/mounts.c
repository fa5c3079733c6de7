/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/cgroup/mounts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/buf.h"
#include "lib/base/span.h"
#include "lib/base/units.h"
#include "lib/cgroup/path.h"

/* More than any host's mounts take. */
#define MOUNTINFO_MAX (16 * BYTES_PER_MIB)

static const struct {
    const char *name;
    unsigned hierarchy;
} controllers[] = {
    {"name=systemd", CGROUP_V1_NAMED}, {"pids", CGROUP_V1_PIDS},     {"cpu", CGROUP_V1_CPU},
    {"cpuacct", CGROUP_V1_CPUACCT},    {"memory", CGROUP_V1_MEMORY}, {"blkio", CGROUP_V1_BLKIO},
};

#define CONTROLLERS ARRAY_COUNT(controllers)

/* The next word up to a blank; empty at the end of the line. A source may be empty, too. */
static struct span take_word(struct span *line)
{
    struct span word;

    span_take_part(line, ' ', &word);
    return word;
}

/* Copies a path and decodes octal escapes of blanks and the like, "\040". False: it is too long. */
static bool copy_path(char to[PATH_MAX], struct span word)
{
    size_t len = 0;

    for (size_t i = 0; i < word.len; i++) {
        const char *at = word.text + i;
        char byte = *at;

        if (word.len - i >= 4 && byte == '\\' && at[1] >= '0' && at[1] <= '3' && at[2] >= '0' &&
            at[2] <= '7' && at[3] >= '0' && at[3] <= '7') {
            byte = (char)((at[1] - '0') << 6 | (at[2] - '0') << 3 | (at[3] - '0'));
            i += 3;
        }
        if (len + 1 >= PATH_MAX)
            return false;
        to[len++] = byte;
    }
    to[len] = '\0';
    return true;
}

static unsigned mounted(const struct cgroup_mounts *mounts)
{
    unsigned hierarchies = 0;

    for (size_t i = 0; i < mounts->count; i++)
        hierarchies |= mounts->list[i].hierarchies;
    return hierarchies;
}

/* Version 2 and systemd's own hierarchy have all groups that matter, so they are read first. */
static unsigned rank(const struct cgroup_mount *mount)
{
    return mount->hierarchies == CGROUP_V2 ? 0 : mount->hierarchies & CGROUP_V1_NAMED ? 1 : 2;
}

/* Inserts a mount before those of a higher rank, if it has a new hierarchy and there is room. */
static void insert(struct cgroup_mounts *mounts, const struct cgroup_mount *mount)
{
    size_t at = mounts->count;

    if (!(mount->hierarchies & ~mounted(mounts)) || mounts->count == CGROUP_MOUNTS_MAX)
        return;
    for (; at > 0 && rank(&mounts->list[at - 1]) > rank(mount); at--)
        mounts->list[at] = mounts->list[at - 1];
    mounts->count++;
    mounts->list[at] = *mount;
}

static void set_controllers(struct cgroup_mount *mount, struct span options)
{
    for (size_t i = 0; i < CONTROLLERS; i++) {
        if (!cgroup_controllers_have(options, controllers[i].name))
            continue;
        mount->hierarchies |= controllers[i].hierarchy;
        if (!*mount->name)
            snprintf(mount->name, sizeof(mount->name), "%s", controllers[i].name);
    }
}

/* "36 35 0:31 /root /path options tags - type source options" */
static void parse_line(struct span line, struct cgroup_mounts *mounts)
{
    struct cgroup_mount mount = {.hierarchies = 0};
    struct span root, path, word, type;

    for (int i = 0; i < 3; i++)
        take_word(&line);
    root = take_word(&line);
    path = take_word(&line);
    do
        word = take_word(&line);
    while (word.len > 0 && !span_is(word, "-"));
    type = take_word(&line);
    take_word(&line);
    word = take_word(&line);
    if (span_is(type, "cgroup2"))
        mount.hierarchies = CGROUP_V2;
    else if (span_is(type, "cgroup"))
        set_controllers(&mount, word);
    if (mount.hierarchies && copy_path(mount.path, path) && copy_path(mount.root, root))
        insert(mounts, &mount);
}

void cgroup_mounts_parse(const char *text, struct cgroup_mounts *mounts)
{
    struct span rest = span_of(text), line;

    mounts->count = 0;
    while (span_take_part(&rest, '\n', &line))
        parse_line(line, mounts);
}

int cgroup_mounts_read(struct cgroup_mounts *mounts)
{
    const int fd = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC);
    struct buf text = {0};
    int result = fd < 0 ? -errno : buf_read(&text, fd, MOUNTINFO_MAX);

    mounts->count = 0;
    if (result == 0)
        cgroup_mounts_parse(buf_text(&text), mounts);
    if (fd >= 0)
        close(fd);
    buf_fini(&text);
    return result == -ENOENT ? 0 : result;
}

/* Whether the folder has an entry of this name; `path` receives its path. */
static bool has(const char *folder, const char *name, char path[PATH_MAX])
{
    return (size_t)snprintf(path, PATH_MAX, "%s/%s", folder, name) < PATH_MAX &&
           access(path, F_OK) == 0;
}

static bool find_v2(const char *folder, struct cgroup_mounts *mounts)
{
    struct cgroup_mount mount = {.hierarchies = CGROUP_V2, .root = "/"};
    char path[PATH_MAX];

    if (!has(folder, "cgroup.controllers", path) ||
        (size_t)snprintf(mount.path, sizeof(mount.path), "%s", folder) >= sizeof(mount.path))
        return false;
    insert(mounts, &mount);
    return true;
}

void cgroup_mounts_find(const char *folder, struct cgroup_mounts *mounts)
{
    char path[PATH_MAX];

    mounts->count = 0;
    if (find_v2(folder, mounts))
        return;
    if (has(folder, "unified", path))
        find_v2(path, mounts);
    for (size_t i = 0; i < CONTROLLERS; i++) {
        struct cgroup_mount mount = {.hierarchies = controllers[i].hierarchy, .root = "/"};
        const char *equals = strchr(controllers[i].name, '=');

        snprintf(mount.name, sizeof(mount.name), "%s", controllers[i].name);
        if (has(folder, equals ? equals + 1 : controllers[i].name, mount.path))
            insert(mounts, &mount);
    }
}
