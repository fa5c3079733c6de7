/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where sockets of this process lead to. */
#include "lib/source/proc/sockets.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/unit/run.h"
#include "tests/unit/tree.h"

static uint64_t inode_of(int fd)
{
    struct stat file;

    return fstat(fd, &file) == 0 ? file.st_ino : 0;
}

static void check_peer(int fd, const char *expected)
{
    struct buf out = {0};

    ck_assert_int_eq(unix_peer_put(&out, inode_of(fd)), 0);
    BUF_CHECK(&out, expected);
}

/* Binds, connects and accepts: both ends. */
static void connect_by(const struct sockaddr_un *address, socklen_t len, int ends[2])
{
    const int listener = socket(AF_UNIX, SOCK_STREAM, 0);

    ends[0] = socket(AF_UNIX, SOCK_STREAM, 0);
    ck_assert_int_eq(bind(listener, (const struct sockaddr *)address, len), 0);
    ck_assert_int_eq(listen(listener, 1), 0);
    ck_assert_int_eq(connect(ends[0], (const struct sockaddr *)address, len), 0);
    ends[1] = accept(listener, NULL, NULL);
    ck_assert_int_ge(ends[1], 0);
    check_peer(listener, ""); /* not connected */
    close(listener);
}

static void close_both(const int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

static int can_ask(void)
{
    struct buf out = {0};
    int ends[2];
    bool asked = socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0 &&
                 unix_peer_put(&out, inode_of(ends[0])) == 0 && out.len > 0;

    buf_fini(&out);
    close_both(ends);
    return asked ? 1 : leave_out("a peer", "this kernel does not tell those of unix sockets");
}

LOOP(either_end_leads_to_the_path, can_ask())
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char shown[sizeof(address.sun_path) + 2];
    struct tree tree;
    int ends[2];

    tree_init(&tree);
    snprintf(address.sun_path, sizeof(address.sun_path), "%s/of all", tree.path);
    connect_by(&address, sizeof(address), ends);
    snprintf(shown, sizeof(shown), " %s", address.sun_path);
    check_peer(ends[0], shown);
    check_peer(ends[1], shown);
    close_both(ends);
    unlink(address.sun_path);
    tree_fini(&tree);
}

/* Then no NUL is behind it but the kernel's. */
LOOP(a_path_may_fill_the_address, can_ask())
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char shown[sizeof(address.sun_path) + 2];
    struct tree tree;
    int ends[2], len;

    tree_init(&tree);
    memset(address.sun_path, 'x', sizeof(address.sun_path));
    len = snprintf(shown, sizeof(shown), "%s/", tree.path);
    memcpy(address.sun_path, shown, (size_t)len);
    connect_by(&address, sizeof(address), ends);
    snprintf(shown, sizeof(shown), " %.*s", (int)sizeof(address.sun_path), address.sun_path);
    check_peer(ends[0], shown);
    close_both(ends);
    unlink(shown + 1);
    tree_fini(&tree);
}

LOOP(an_abstract_name_begins_with_a_mark, can_ask())
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char shown[64];
    int ends[2], len;

    len = snprintf(address.sun_path + 1, sizeof(address.sun_path) - 1, "of-test-%d", (int)getpid());
    connect_by(&address, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)len),
               ends);
    snprintf(shown, sizeof(shown), " @of-test-%d", (int)getpid());
    check_peer(ends[0], shown);
    check_peer(ends[1], shown);
    close_both(ends);
}

LOOP(without_a_name_there_is_the_other_end, can_ask())
{
    char shown[64];
    int ends[2];

    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    snprintf(shown, sizeof(shown), " socket:[%ju]", (uintmax_t)inode_of(ends[1]));
    check_peer(ends[0], shown);
    close(ends[1]);
    check_peer(ends[0], "");
    close(ends[0]);
}

CASE(other_sockets_have_none)
{
    const int udp = socket(AF_INET, SOCK_DGRAM, 0);
    struct buf out = {0};

    check_peer(udp, "");
    ck_assert_int_eq(unix_peer_put(&out, UINT64_MAX), 0);
    ck_assert_uint_eq(out.len, 0);
    close(udp);
}

CASE(without_descriptors_there_is_an_error)
{
    const rlim_t limit = limit_descriptors(0);
    struct buf out = {0};

    ck_assert_int_eq(unix_peer_put(&out, 7), -EMFILE);
    limit_descriptors(limit); /* for a leak checker */
}
