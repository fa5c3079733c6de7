/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/place.h"

#include <errno.h>
#include <string.h>

#include "lib/source/proc/status.h"

/* printf would show at 16,000 threads: a path is made for every file that is read. */
static char *put_id(char *p, pid_t id)
{
    char digits[12];
    int count = 0;

    do {
        digits[count++] = (char)('0' + id % 10);
        id /= 10;
    } while (id > 0);
    while (count > 0)
        *p++ = digits[--count];
    return p;
}

void place_set(struct place *place, int dir, const char *pattern, struct task_id id)
{
    char *p = place->prefix;

    for (; *pattern; pattern++) {
        if (*pattern == 'G')
            p = put_id(p, id.tgid);
        else if (*pattern == 'T')
            p = put_id(p, id.tid);
        else
            *p++ = *pattern;
    }
    *p = '\0';
    place->dir = dir;
}

void place_path(const struct place *place, const char *name, char path[PLACE_PATH_MAX])
{
    size_t prefix_len = strlen(place->prefix);
    size_t name_len = strnlen(name, PLACE_PATH_MAX - sizeof(place->prefix) - 1);

    memcpy(path, place->prefix, prefix_len);
    path[prefix_len] = '/';
    memcpy(path + prefix_len + 1, name, name_len);
    path[prefix_len + 1 + name_len] = '\0';
}

ssize_t place_read(const struct place *place, const char *name, struct read_buffer *buffer)
{
    char path[PLACE_PATH_MAX];

    place_path(place, name, path);
    return read_file(buffer, place->dir, path);
}

int place_read_tgid(const struct place *place, pid_t tid, struct read_buffer *buffer, pid_t *tgid)
{
    ssize_t len = place_read(place, "status", buffer);

    if (len < 0)
        return (int)len;
    if (len == 0)
        return -ENOENT;
    *tgid = status_tgid(buffer->data, (size_t)len);
    if (*tgid == 0)
        *tgid = tid;
    return 0;
}
