/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/listing.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/number.h"
#include "lib/base/units.h"

/* Room for some 4,000 entries per call. */
#define BUFFER_BYTES (128 * BYTES_PER_KIB)

void listing_fini(struct listing *listing)
{
    free(listing->entries);
    free(listing->buffer);
    *listing = (struct listing){0};
}

static int listing_add(struct listing *listing, pid_t id, bool dot)
{
    if (ARRAY_RESERVE(&listing->entries, &listing->capacity, listing->count + 1) < 0)
        return -ENOMEM;
    listing->entries[listing->count++] = (struct listed){.id = id, .dot = dot};
    return 0;
}

/* A decimal ID without leading zeros; 0 for any other name. */
static pid_t parse_id(const char *name)
{
    const char *end = name + strlen(name);
    uint64_t id;

    if (*name == '0' || !decimal_take(&name, end, &id) || name < end || id > INT_MAX)
        return 0;
    return (pid_t)id;
}

/* Records the offset between position and ID, as long as all IDs have the same one. */
static void note_position(struct listing *listing, pid_t id)
{
    const int64_t offset = listing->position - id;

    if (listing->count == 0)
        listing->offset = offset;
    else if (listing->offset != offset)
        listing->offset = 0;
}

static int listing_add_batch(struct listing *listing, size_t bytes, enum listing_kind kind)
{
    size_t offset = 0;

    while (offset < bytes) {
        const struct dirent64 *entry = (const void *)(listing->buffer + offset);
        const char *name = entry->d_name;
        bool dot = name[0] == '.';
        pid_t id;

        offset += entry->d_reclen;
        id = dot && kind == LISTING_PLAIN ? 0 : parse_id(name + dot);
        if (id) {
            note_position(listing, id);
            if (listing_add(listing, id, dot) < 0)
                return -ENOMEM;
        }
        listing->position = entry->d_off;
    }
    return 0;
}

static int read_rest(struct listing *listing, int fd, enum listing_kind kind)
{
    listing->count = 0;
    listing->offset = 0;
    if (!listing->buffer)
        listing->buffer = malloc(BUFFER_BYTES);
    if (!listing->buffer)
        return -ENOMEM;
    for (;;) {
        ssize_t bytes = getdents64(fd, (void *)listing->buffer, BUFFER_BYTES);

        if (bytes < 0)
            return -errno;
        if (bytes == 0)
            return 0;
        if (listing_add_batch(listing, (size_t)bytes, kind) < 0)
            return -ENOMEM;
    }
}

int listing_read_fd(struct listing *listing, int fd, enum listing_kind kind)
{
    listing->position = 0;
    return read_rest(listing, fd, kind);
}

static int open_directory(int at, const char *path)
{
    return openat(at, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

int listing_read(struct listing *listing, int at, const char *path, enum listing_kind kind)
{
    int fd = open_directory(at, path);
    int result;

    if (fd < 0)
        return -errno;
    result = listing_read_fd(listing, fd, kind);
    close(fd);
    return result;
}

int listing_read_fd_from(struct listing *listing, int fd, int64_t position)
{
    int result;

    listing->position = lseek(fd, position, SEEK_SET);
    if (listing->position < 0)
        return -errno;
    result = read_rest(listing, fd, LISTING_PLAIN);
    listing->offset = 0; /* the position of the first entry is unknown */
    return result;
}

int listing_read_from(struct listing *listing, int at, const char *path, int64_t position)
{
    int fd = open_directory(at, path);
    int result;

    if (fd < 0)
        return -errno;
    result = listing_read_fd_from(listing, fd, position);
    close(fd);
    return result;
}
