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
#include "lib/source/proc/cpu_budget.h"
#include "lib/source/proc/parse/parse.h"
#include "lib/source/proc/read.h"
#include "lib/source/proc/task_folder.h"
#include "lib/source/proc/unix_peer.h"
#include "lib/text/debug.h"

/* How long a list that was read is used, at least. */
#define LIST_VALID_NS NS_PER_S

/*
 * The maximum bytes read of each file: some 400,000 sockets. What is behind them has no peer, and
 * --debug=files says so.
 */
#define LIST_MAX (64 * BYTES_PER_MIB)

/* The maximum unix(7) sockets requested per second: for each, the kernel visits all sockets. */
#define ASKED_MAX 256

static const char socket_name[] = "socket:[";

void sockets_fini(struct sockets *sockets)
{
    for (size_t i = 0; i < NAMESPACES_KEPT; i++)
        free(sockets->lists[i].sockets);
    *sockets = (struct sockets){0};
}

/* State while a list is read. */
struct reading {
    struct socket_list *list;
    size_t bytes; /* so far */
};

static int see_socket(void *context, const char *line, size_t len)
{
    struct reading *reading = context;
    struct socket_list *list = reading->list;
    struct net_socket socket;

    if (net_socket_parse(line, &socket)) {
        if (ARRAY_RESERVE(&list->sockets, &list->capacity, list->count + 1) < 0)
            return -ENOMEM;
        list->sockets[list->count++] = socket;
    }
    reading->bytes += len + 1;
    return reading->bytes >= LIST_MAX;
}

static int read_lines(struct socket_list *list, const struct task_folder *folder, const char *name)
{
    struct reading reading = {.list = list};
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

static int read_list(struct socket_list *list, const struct task_folder *folder)
{
    static const char *const names[] = {"net/tcp", "net/tcp6", "net/udp", "net/udp6"};
    int result = 0;

    list->count = 0;
    for (size_t i = 0; result == 0 && i < ARRAY_COUNT(names); i++)
        result = read_lines(list, folder, names[i]);
    if (list->count > 0)
        qsort(list->sockets, list->count, sizeof(*list->sockets), compare_inodes);
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

/* Moves the list of a namespace to the front, or else the one unused longest. */
static struct socket_list *find_list(struct sockets *sockets, uint64_t namespace_inode)
{
    struct socket_list *lists = sockets->lists;
    struct socket_list found;
    size_t place = 0;

    while (place < NAMESPACES_KEPT - 1 && lists[place].namespace_inode != namespace_inode)
        place++;
    found = lists[place];
    memmove(lists + 1, lists, place * sizeof(found));
    lists[0] = found;
    return lists;
}

static int renew(struct socket_list *list, const struct task_folder *folder,
                 uint64_t namespace_inode, int64_t now_ns)
{
    int result;
    bool is_whole;

    if (namespace_inode == list->namespace_inode && now_ns < list->until_ns)
        return 0;
    result = read_list(list, folder);
    /* After an error, or if the task exited meanwhile, the next call reads again. */
    is_whole = result == 0 && find_namespace(folder) == namespace_inode;
    list->namespace_inode = is_whole ? namespace_inode : 0;
    list->until_ns = valid_until(now_ns, LIST_VALID_NS);
    return result;
}

static uint64_t inode_of(const void *socket)
{
    return ((const struct net_socket *)socket)->inode;
}

static bool may_be_unix(struct sockets *sockets, uint64_t namespace_inode, int64_t now_ns)
{
    if (!sockets->own_namespace || now_ns - sockets->asked_ns >= NS_PER_S) {
        sockets->own_namespace = read_namespace(AT_FDCWD, "/proc/thread-self/ns/net");
        sockets->asked_ns = now_ns;
        sockets->asked = 0;
    }
    return namespace_inode == sockets->own_namespace && sockets->asked++ < ASKED_MAX;
}

int sockets_put_peer(struct sockets *sockets, const struct task_folder *folder, struct buf *name)
{
    const char *text = buf_text(name);
    struct socket_list *list;
    uint64_t inode, namespace_inode;
    int64_t now_ns;
    size_t place;
    int result;

    if (strncmp(text, socket_name, strlen(socket_name)) != 0)
        return 0;
    inode = strtoull(text + strlen(socket_name), NULL, 10);
    namespace_inode = find_namespace(folder);
    if (!namespace_inode)
        return 0;
    now_ns = clock_ns(CLOCK_MONOTONIC);
    list = find_list(sockets, namespace_inode);
    result = renew(list, folder, namespace_inode, now_ns);
    if (result < 0)
        return result;
    place = lower_bound(list->sockets, list->count, sizeof(*list->sockets), inode, inode_of);
    if (place == list->count || list->sockets[place].inode != inode)
        return may_be_unix(sockets, namespace_inode, now_ns) ? unix_peer_put(name, inode) : 0;
    buf_putc(name, ' ');
    net_socket_put_peer(name, &list->sockets[place]);
    return name->failed ? -ENOMEM : 0;
}
