/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/sockets.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/lower_bound.h"
#include "lib/base/units.h"
#include "lib/source/proc/namespace.h"

/* For so long a list is taken as it is. */
#define MOMENT_NS NS_PER_S

/* So much is read of a list: some 7,000 sockets, within 10 ms. */
#define LIST_MAX (1024 * BYTES_PER_KIB)

/* At a time: the kernel returns no more than its own buffer has. */
#define CHUNK 8192

static const char socket_name[] = "socket:[";

void sockets_fini(struct sockets *sockets)
{
    free(sockets->list);
    *sockets = (struct sockets){0};
}

static int add_line(struct sockets *sockets, const char *line)
{
    struct net_socket socket;

    if (!net_socket_parse(line, &socket))
        return 0;
    if (ARRAY_RESERVE(&sockets->list, &sockets->capacity, sockets->count + 1) < 0)
        return -ENOMEM;
    sockets->list[sockets->count++] = socket;
    return 0;
}

/* Takes the lines of a text that are complete; *len is what is left, at its beginning. */
static int take_lines(struct sockets *sockets, char *text, size_t *len)
{
    char *line = text;
    char *newline;
    int result = 0;

    text[*len] = '\0';
    for (; result == 0 && (newline = strchr(line, '\n')); line = newline + 1)
        result = add_line(sockets, line);
    *len -= (size_t)(line - text);
    memmove(text, line, *len);
    return result;
}

static int read_lines(struct sockets *sockets, int fd)
{
    char text[CHUNK + 1];
    size_t len = 0, total = 0;
    ssize_t got = 1;
    int result = 0;

    while (result == 0 && got > 0 && total < LIST_MAX && len < CHUNK) {
        got = read(fd, text + len, CHUNK - len);
        if (got < 0 && errno == EINTR) {
            got = 1;
            continue;
        }
        if (got <= 0)
            break;
        len += (size_t)got;
        total += (size_t)got;
        result = take_lines(sockets, text, &len);
    }
    return result;
}

static int read_list(struct sockets *sockets, const struct task_folder *folder, const char *name)
{
    char path[TASK_PATH_MAX];
    int fd, result;

    task_folder_path(folder, name, path);
    fd = openat(folder->dir, path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        return read_error(-errno);
    result = read_lines(sockets, fd);
    close(fd);
    return result;
}

static int compare_inodes(const void *a, const void *b)
{
    const struct net_socket *left = a;
    const struct net_socket *right = b;

    return (left->inode > right->inode) - (left->inode < right->inode);
}

static int read_lists(struct sockets *sockets, const struct task_folder *folder)
{
    static const char *const names[] = {"net/tcp", "net/tcp6", "net/udp", "net/udp6"};
    int result = 0;

    sockets->count = 0;
    for (size_t i = 0; result == 0 && i < sizeof(names) / sizeof(names[0]); i++)
        result = read_list(sockets, folder, names[i]);
    if (sockets->count > 0)
        qsort(sockets->list, sockets->count, sizeof(*sockets->list), compare_inodes);
    return result;
}

/* That of the task's network; 0: unknown. */
static uint64_t find_namespace(const struct task_folder *folder)
{
    char path[TASK_PATH_MAX];
    char link[64];
    ssize_t len;

    task_folder_path(folder, "ns/net", path);
    len = readlinkat(folder->dir, path, link, sizeof(link));
    return len > 0 ? namespace_parse(link, (size_t)len) : 0;
}

static int renew(struct sockets *sockets, const struct task_folder *folder)
{
    const int64_t now_ns = clock_ns(CLOCK_MONOTONIC);
    const uint64_t namespace_inode = find_namespace(folder);

    if (namespace_inode == sockets->namespace_inode && now_ns - sockets->read_ns < MOMENT_NS)
        return 0;
    sockets->namespace_inode = namespace_inode;
    sockets->read_ns = now_ns;
    return namespace_inode ? read_lists(sockets, folder) : 0;
}

static uint64_t inode_of(const void *socket)
{
    return ((const struct net_socket *)socket)->inode;
}

int sockets_put_peer(struct sockets *sockets, const struct task_folder *folder, struct buf *name)
{
    const char *text = buf_text(name);
    uint64_t inode;
    size_t place;
    int result;

    if (strncmp(text, socket_name, strlen(socket_name)) != 0)
        return 0;
    inode = strtoull(text + strlen(socket_name), NULL, 10);
    result = renew(sockets, folder);
    if (result < 0 || !sockets->namespace_inode)
        return result;
    place = lower_bound(sockets->list, sockets->count, sizeof(*sockets->list), inode, inode_of);
    if (place == sockets->count || sockets->list[place].inode != inode)
        return 0;
    buf_putc(name, ' ');
    net_socket_put_peer(name, &sockets->list[place]);
    return name->failed ? -ENOMEM : 0;
}
