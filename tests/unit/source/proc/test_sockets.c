/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lists of sockets that cannot be read now are read later. */
#include "lib/source/proc/sockets.h"
#include "lib/source/proc/task_folder.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/unit/run.h"
#include "tests/unit/tree.h"

/* The same in any order of bytes. */
#define LINE                                                                                 \
    "   0: 7F7F7F7F:0CEA 7F7F7F7F:1538 01 00000000:00000000 00:00000000 00000000   107   0 " \
    "21234 1 0\n"

static struct tree tree;
static struct task_folder folder;

static void set_up(void)
{
    char link[128];

    tree_init(&tree);
    tree_put(&tree, "10/net/tcp", LINE);
    tree_mkdir(&tree, "10/ns");
    snprintf(link, sizeof(link), "%s/10/ns/net", tree.path);
    ck_assert_int_eq(symlink("net:[4026531840]", link), 0);
    task_folder_set(&folder, open(tree.path, O_PATH | O_CLOEXEC), "G", (struct task_id){10, 10});
    ck_assert_int_ge(folder.dir, 0);
}

static void tear_down(void)
{
    close(folder.dir);
    tree_fini(&tree);
}

static void check_name(struct sockets *sockets, const char *socket, int result, const char *shown)
{
    struct buf name = {0};

    buf_puts(&name, socket);
    ck_assert_int_eq(sockets_put_peer(sockets, &folder, &name), result);
    ck_assert_str_eq(buf_text(&name), shown);
    buf_fini(&name);
}

/* A busy server's list is not cut. */
START_TEST(a_list_of_many_connections)
{
    struct sockets sockets = {0};
    struct buf list = {0};

    for (int i = 0; i < 20000; i++)
        buf_printf(&list,
                   "%4d: 7F7F7F7F:0CEA 7F7F7F7F:1538 01 00000000:00000000 00:00000000 00000000   "
                   "107   0 %d 1 0\n",
                   i, 50000 + i);
    tree_put(&tree, "10/net/tcp", buf_text(&list));
    check_name(&sockets, "socket:[69999]", 0, "socket:[69999] 127.127.127.127:5432");
    buf_fini(&list);
    sockets_fini(&sockets);
}

START_TEST(peers_are_those_of_connections)
{
    struct sockets sockets = {0};

    check_name(&sockets, "socket:[21234]", 0, "socket:[21234] 127.127.127.127:5432");
    check_name(&sockets, "socket:[7]", 0, "socket:[7]");
    check_name(&sockets, "pipe:[21234]", 0, "pipe:[21234]");
    sockets_fini(&sockets);
}

START_TEST(without_descriptors_there_is_an_error_and_no_list)
{
    struct sockets sockets = {0};
    struct rlimit limit, none;

    ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
    none = limit;
    none.rlim_cur = 0;
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &none), 0);
    for (int i = 0; i < 2; i++)
        check_name(&sockets, "socket:[21234]", -EMFILE, "socket:[21234]");
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
    check_name(&sockets, "socket:[21234]", 0, "socket:[21234] 127.127.127.127:5432");
    sockets_fini(&sockets);
}

TESTS("sockets", FIXTURE(set_up, tear_down), CASE(peers_are_those_of_connections),
      CASE(a_list_of_many_connections), CASE(without_descriptors_there_is_an_error_and_no_list))
