/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/container/state_read.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/base/resources.h"
#include "lib/base/units.h"

/* Podman's list has some 1.5 KiB for each container; no host has 10,000 of them. */
#define MOST_BYTES (16 * BYTES_PER_MIB)

void state_found_fini(struct state_found *found)
{
    for (size_t i = 0; i < CONTAINER_TEXTS; i++)
        buf_fini(&found->texts[i]);
    buf_fini(&found->path);
}

void state_found_put(struct state_found *found, enum container_text text, const char *string)
{
    if (string)
        buf_put(&found->texts[text], string, strnlen(string, CONTAINER_TEXT_BYTES));
}

int state_found_result(const struct state_found *found)
{
    int result = 0;

    for (size_t i = 0; i < CONTAINER_TEXTS; i++) {
        if (found->texts[i].failed)
            return -ENOMEM;
        if (found->texts[i].len > 0)
            result = 1;
    }
    return result;
}

/*
 * Falls back to openat(2), whose links may lead out of the root, if openat2(2) is missing (before
 * Linux 5.6) or forbidden (seccomp).
 */
int state_open(const struct state_place *place, const char *path, int flags)
{
    const struct open_how how = {
        .flags = (unsigned)flags | O_NOFOLLOW | O_CLOEXEC,
        .resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS,
    };
    int fd = (int)syscall(SYS_openat2, place->root, path, &how, sizeof(how));

    if (fd < 0 && (errno == ENOSYS || errno == EPERM))
        fd = openat(place->root, path, (int)how.flags);
    return fd < 0 ? -errno : fd;
}

int state_read_file(const struct state_place *place, struct state_found *found, struct buf *text)
{
    const size_t most = place->left && *place->left < MOST_BYTES ? *place->left : MOST_BYTES;
    int fd, result;

    if (found->path.failed)
        return -ENOMEM;
    fd = state_open(place, buf_text(&found->path), O_RDONLY | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return is_shortage(fd) ? fd : 0;
    if (fstat(fd, &found->status) < 0 || !S_ISREG(found->status.st_mode) ||
        found->status.st_size > (off_t)most ||
        (place->of_user && found->status.st_uid != place->user))
        result = -EINVAL;
    else
        result = buf_read(text, fd, most);
    close(fd);
    if (place->left)
        *place->left -= text->len < most ? text->len : most;
    if (result < 0)
        return is_shortage(result) ? result : 0;
    return 1;
}

int state_read_json(const struct state_place *place, struct state_found *found,
                    struct json_value **value)
{
    struct buf text = {0};
    int result = place->reader ? state_read_file(place, found, &text) : 0;

    if (result > 0 && json_read(place->reader, buf_text(&text), buf_len(&text), value) == -ENOMEM)
        result = -ENOMEM;
    buf_fini(&text);
    return result;
}

bool state_is_same(const struct state_place *place, const char *path, const struct stat *then)
{
    const int fd = state_open(place, path, O_PATH);
    struct stat now;
    int result;

    if (fd < 0)
        return false;
    result = fstat(fd, &now);
    close(fd);
    return result == 0 && now.st_dev == then->st_dev && now.st_ino == then->st_ino &&
           now.st_size == then->st_size && now.st_ctim.tv_sec == then->st_ctim.tv_sec &&
           now.st_ctim.tv_nsec == then->st_ctim.tv_nsec;
}
