/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/sockets.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/sorted.h"
#include "lib/base/units.h"
#include "lib/source/proc/parse/parse.h"
#include "lib/source/proc/read.h"
#include "lib/source/proc/task_folder.h"
#include "lib/source/proc/unix_peer.h"
#include "lib/text/debug.h"

/* How long a list that was read is used. */
#define LIST_VALID_NS NS_PER_S

/*
 * The maximum bytes read of each list: some 400,000 sockets. What is behind them has no peer, and
 * --debug=files says so.
 */
#define LIST_MAX (64 * BYTES_PER_MIB)

/* The maximum sock_diag(7) requests per list: for each, the kernel visits all sockets. */
#define ASKED_MAX 256

static const char socket_name[] = "socket:[";

void sockets_fini(struct sockets *sockets)
{
    free(sockets->list);
    *sockets = (struct sockets){0};
}

/* State while a list is read. */
struct reading {
    struct sockets *sockets;
    size_t bytes; /* so far */
};

static int see_socket(void *context, const char *line, size_t len)
{
    struct reading *reading = context;
    struct sockets *sockets = reading->sockets;
    struct net_socket socket;

    if (net_socket_parse(line, &socket)) {
        if (ARRAY_RESERVE(&sockets->list, &sockets->capacity, sockets->count + 1) < 0)
            return -ENOMEM;
        sockets->list[sockets->count++] = socket;
    }
    reading->bytes += len + 1;
    return reading->bytes >= LIST_MAX;
}

static int read_list(struct sockets *sockets, const struct task_folder *folder, const char *name)
{
    struct reading reading = {.sockets = sockets};
    const int result = read_error(task_folder_each_line(folder, name, see_socket, &reading));

    if (reading.bytes >= LIST_MAX)
        DEBUG(FILES, "%s: not read on after %zu bytes", name, reading.bytes);
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

/* The network namespace behind a link of /proc/PID/ns; 0: unknown. */
static uint64_t read_namespace(int dir, const char *path)
{
    char link[64];
    const ssize_t len = readlinkat(dir, path, link, sizeof(link));

    return len > 0 ? namespace_parse(link, (size_t)len) : 0;
}

static uint64_t find_namespace(const struct task_folder *folder)
{
    char path[TASK_PATH_MAX];

    task_folder_path(folder, "ns/net", path);
    return read_namespace(folder->dir, path);
}

static int renew(struct sockets *sockets, const struct task_folder *folder)
{
    const int64_t now_ns = clock_ns(CLOCK_MONOTONIC);
    const uint64_t namespace_inode = find_namespace(folder);
    int result;

    if (namespace_inode == sockets->namespace_inode && now_ns - sockets->read_ns < LIST_VALID_NS)
        return 0;
    result = namespace_inode ? read_lists(sockets, folder) : 0;
    /* After an error the next call reads again. */
    sockets->namespace_inode = result < 0 ? 0 : namespace_inode;
    sockets->own_namespace = read_namespace(AT_FDCWD, "/proc/thread-self/ns/net");
    sockets->read_ns = now_ns;
    sockets->asked = 0;
    return result;
}

static uint64_t inode_of(const void *socket)
{
    return ((const struct net_socket *)socket)->inode;
}

static bool may_be_unix(struct sockets *sockets)
{
    return sockets->namespace_inode == sockets->own_namespace && sockets->asked++ < ASKED_MAX;
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
        return may_be_unix(sockets) ? unix_peer_put(name, inode) : 0;
    buf_putc(name, ' ');
    net_socket_put_peer(name, &sockets->list[place]);
    return name->failed ? -ENOMEM : 0;
}
