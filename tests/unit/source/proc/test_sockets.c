/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lists of sockets: when they are read, and when they are not read again. */
#include "lib/source/proc/read.h"
#include "lib/source/proc/sockets.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "tests/common/take_over.h"
#include "tests/unit/run.h"
#include "tests/unit/tree.h"

/* The same in any order of bytes. */
#define LINE                                                                                 \
    "   0: 7F7F7F7F:0CEA 7F7F7F7F:1538 01 00000000:00000000 00:00000000 00000000   107   0 " \
    "21234 1 0\n"

#define PEER "socket:[21234] 127.127.127.127:5432"

/* Tasks 10 and on, each in a namespace of its own: more than are kept. */
#define NAMESPACES (2 * NAMESPACES_KEPT)

/* A task of our namespace. */
#define OWN 9

static struct tree tree;
static struct task_folder folder;
static struct sockets sockets;
static unsigned requests; /* of unix(7) sockets */
static int64_t now_ns;

TAKE_OVER(int, clock_gettime, clockid_t clock, struct timespec *time)
{
    *time = (struct timespec){now_ns / NS_PER_S, now_ns % NS_PER_S};
    return 0;
}

/* What glibc calls it where a long is shorter than time_t. */
TAKE_OVER(int, __clock_gettime64, clockid_t clock, struct timespec *time)
{
    return __wrap_clock_gettime(clock, time);
}

static bool exits;      /* before a list is read, the task exits */
static int64_t slow_ns; /* how long it takes to read a list */

TAKE_OVER(int, task_folder_each_line, const struct task_folder *of, const char *name, see_line *see,
          void *context)
{
    char path[128], away[128];

    now_ns += slow_ns;
    if (exits) {
        snprintf(path, sizeof(path), "%s/%s", tree.path, of->prefix);
        snprintf(away, sizeof(away), "%s/exited", tree.path);
        ck_assert_int_eq(rename(path, away), 0);
        exits = false;
    }
    return __real_task_folder_each_line(of, name, see, context);
}

TAKE_OVER(int, socket, int domain, int type, int protocol)
{
    requests++;
    errno = EPERM;
    return -1;
}

static void choose(int task)
{
    task_folder_set(&folder, folder.dir, "G", (struct task_id){task, task});
}

/* The list of each task. */
static void put_lists(const char *text)
{
    char path[32];

    for (int i = 0; i < NAMESPACES; i++) {
        snprintf(path, sizeof(path), "%d/net/tcp", 10 + i);
        tree_put(&tree, path, text);
    }
}

static void link_namespace(int task, const char *target)
{
    char link[128];

    snprintf(link, sizeof(link), "%d/ns", task);
    tree_mkdir(&tree, link);
    snprintf(link, sizeof(link), "%s/%d/ns/net", tree.path, task);
    ck_assert_int_eq(symlink(target, link), 0);
}

static void set_up(void)
{
    char own[64] = "", target[64];

    tree_init(&tree);
    put_lists(LINE);
    for (int i = 0; i < NAMESPACES; i++) {
        snprintf(target, sizeof(target), "net:[%d]", 1 + i);
        link_namespace(10 + i, target);
    }
    ck_assert_int_ge(readlink("/proc/thread-self/ns/net", own, sizeof(own) - 1), 0);
    link_namespace(OWN, own);
    folder.dir = open(tree.path, O_PATH | O_CLOEXEC);
    ck_assert_int_ge(folder.dir, 0);
    choose(10);
}

static void tear_down(void)
{
    sockets_fini(&sockets);
    close(folder.dir);
    tree_fini(&tree);
}

FIXTURE(set_up, tear_down);

static void check_name(const char *socket, int result, const char *shown)
{
    struct buf name = {0};

    buf_puts(&name, socket);
    ck_assert_int_eq(sockets_put_peer(&sockets, &folder, &name), result);
    BUF_CHECK(&name, shown);
}

/* A busy server's list is not cut. */
CASE(a_list_of_many_connections)
{
    struct buf list = {0};

    for (int i = 0; i < 20000; i++)
        buf_printf(&list,
                   "%4d: 7F7F7F7F:0CEA 7F7F7F7F:1538 01 00000000:00000000 00:00000000 00000000   "
                   "107   0 %d 1 0\n",
                   i, 50000 + i);
    tree_put(&tree, "10/net/tcp", buf_text(&list));
    check_name("socket:[69999]", 0, "socket:[69999] 127.127.127.127:5432");
    buf_fini(&list);
}

CASE(peers_are_those_of_connections)
{
    check_name("socket:[21234]", 0, PEER);
    check_name("socket:[7]", 0, "socket:[7]");
    check_name("pipe:[21234]", 0, "pipe:[21234]");
}

CASE(without_descriptors_there_is_an_error_and_no_list)
{
    const rlim_t limit = limit_descriptors(0);

    for (int i = 0; i < 2; i++)
        check_name("socket:[21234]", -EMFILE, "socket:[21234]");
    limit_descriptors(limit);
    check_name("socket:[21234]", 0, PEER);
}

static void check_peer(int task, const char *shown)
{
    choose(task);
    check_name("socket:[21234]", 0, shown);
}

CASE(rows_of_two_namespaces_read_each_list_once_a_second)
{
    check_peer(10, PEER);
    check_peer(11, PEER);
    put_lists("");
    now_ns += NS_PER_S - 1;
    for (int i = 0; i < 4; i++)
        check_peer(10 + i % 2, PEER);
    now_ns++;
    check_peer(10, "socket:[21234]");
    check_peer(11, "socket:[21234]");
}

CASE(lists_that_take_long_are_used_longer)
{
    slow_ns = NS_PER_S / 8; /* four lists in half a second */
    check_peer(10, PEER);
    check_peer(11, PEER);
    put_lists("");
    now_ns += 4 * NS_PER_S;
    check_peer(10, PEER);
    check_peer(11, PEER);
    now_ns += NS_PER_S;
    check_peer(11, "socket:[21234]");
}

/* The first one is used all the time, the second one only once. */
CASE(the_list_unused_longest_is_replaced)
{
    for (int i = 1; i < NAMESPACES; i++) {
        check_peer(10, PEER);
        check_peer(10 + i, PEER);
    }
    put_lists("");
    check_peer(10, PEER);
    for (int i = 1; i < NAMESPACES_KEPT; i++)
        check_peer(10 + NAMESPACES - i, PEER);
    check_peer(11, "socket:[21234]");
}

/* Another one of its namespace is next. */
CASE(the_list_of_a_task_that_exited_is_not_kept)
{
    tree_put(&tree, "8/net/tcp", LINE);
    link_namespace(8, "net:[1]");
    exits = true;
    check_peer(10, "socket:[21234]");
    check_peer(8, PEER);
}

static unsigned count_requests(void)
{
    requests = 0;
    for (int i = 0; i < 1000; i++) {
        choose(i % 2 ? OWN : 10 + i % NAMESPACES);
        check_name("socket:[7]", 0, "socket:[7]");
    }
    return requests;
}

CASE(requests_of_a_second_are_limited_whatever_namespaces_rows_are_of)
{
    const unsigned limit = count_requests();

    ck_assert_uint_gt(limit, 0);
    ck_assert_uint_lt(limit, 500);
    now_ns += NS_PER_S - 1;
    ck_assert_uint_eq(count_requests(), 0);
    now_ns++;
    ck_assert_uint_eq(count_requests(), limit);
}
