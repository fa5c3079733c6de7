/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/source/proc/parse/parse.h"

#include <arpa/inet.h>
#include <stdint.h>
#include <string.h>

#include "tests/unit/run.h"

static const struct {
    const char *line;
    struct file_lock lock;
} locks[] = {
    {"1: FLOCK  ADVISORY  WRITE 2710 fe:00:9980495 0 EOF", {LOCK_FLOCK, false, 2710, 9980495}},
    {"1: -> FLOCK  ADVISORY  WRITE 2848 fe:00:9980495 0 EOF", {LOCK_FLOCK, true, 2848, 9980495}},
    {"12:  -> FLOCK  ADVISORY  READ 2957 fe:00:1 0 EOF", {LOCK_FLOCK, true, 2957, 1}},
    {"2: POSIX  ADVISORY  READ  1 00:2f:18446744073709551615 128 128\n",
     {LOCK_POSIX, false, 1, UINT64_MAX}},
    {"3: -> OFDLCK ADVISORY  WRITE -1 08:01:7 0 0", {LOCK_OFD, true, 0, 7}},
    {"4: OFDLCK ADVISORY  WRITE -1 08:01:7", {LOCK_OFD, false, 0, 7}},
};

LOOP(locks_are_read, COUNT_OF(locks))
{
    struct file_lock lock;

    ck_assert(file_lock_parse(locks[_i].line, strcspn(locks[_i].line, "\n"), &lock));
    ck_assert_int_eq(lock.kind, locks[_i].lock.kind);
    ck_assert_int_eq(lock.waits, locks[_i].lock.waits);
    ck_assert_int_eq(lock.tgid, locks[_i].lock.tgid);
    ck_assert_uint_eq(lock.inode, locks[_i].lock.inode);
}

static const char *const others_than_locks[] = {
    "",
    "1:",
    "1: LEASE  ACTIVE    READ  2710 fe:00:9980495 0 EOF",
    "1: FLOCK",
    "1: FLOCK  ADVISORY  WRITE",
    "1: FLOCK  ADVISORY  WRITE 2710",
    "1: FLOCK  ADVISORY  WRITE 2710 <none>:0x 0 EOF",
    "1: FLOCK  ADVISORY  WRITE -2 fe:00:9980495 0 EOF",
    "1: FLOCK  ADVISORY  WRITE 4294967296 fe:00:9980495 0 EOF",
    "1: FLOCK  ADVISORY  WRITE 2710 9980495 0 EOF",
    "1: -> -> FLOCK  ADVISORY  WRITE 2710 fe:00:9980495 0 EOF",
};

LOOP(no_locks, COUNT_OF(others_than_locks))
{
    struct file_lock lock;

    ck_assert(!file_lock_parse(others_than_locks[_i], strlen(others_than_locks[_i]), &lock));
}

#define REST " 00000000:00000000 00:00000000 00000000   107        0 "

/* What kernels of this processor say; of others_than_peers the bytes of an address are in their own
 * order. */
static const struct {
    const char *line;
    uint64_t inode;
    const char *peer;
} little_endian[] = {
    {"   0: 0100007F:0CEA 0200007F:1538 01" REST "21234 1 0 100 0 0 10 0\n", 21234,
     "127.0.0.2:5432"},
    {" 12345: 0100007F:0CEA 0200007F:FFFF 01" REST "18446744073709551615", UINT64_MAX,
     "127.0.0.2:65535"},
    {"   1: 00000000000000000000000001000000:0016 B80D0120000000000000000001000000:01BB 01" REST
     "7 2 0 0 0\n",
     7, "[2001:db8::1]:443"},
    {"  17: 00000000000000000000000000000000:0016 0000000000000000FFFF00000100007F:0001 01" REST
     "8\n0: next",
     8, "[::ffff:127.0.0.1]:1"},
};

LOOP(peers, htons(1) == 1 ? 0 : COUNT_OF(little_endian))
{
    struct net_socket socket;
    struct buf peer = {0};

    ck_assert(net_socket_parse(little_endian[_i].line, &socket));
    ck_assert_uint_eq(socket.inode, little_endian[_i].inode);
    net_socket_put_peer(&peer, &socket);
    BUF_CHECK(&peer, little_endian[_i].peer);
}

static const char *const others_than_peers[] = {
    "",
    "\n",
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout "
    "inode",
    "   0: 00000000:0CEA 00000000:0000 0A" REST "21234 1\n", /* listens */
    "   0: 0100007F:0CEA 0200007F:1538 06" REST "0 3\n",     /* has been closed */
    "   0: 0100007F:0CEA 0200007F:1538 01\n21234",
    "   0: 0100007F:0CEA 0200007F 01" REST "21234",
    "   0: 0100007F:0CEA 0200007F:15 01" REST "21234",
    "   0: 0100007F:0CEA 0200007F0200007F:1538 01" REST "21234",
    "   0: 0100007F:0CEA 200007F:1538 01" REST "21234",
    "   0: 0100007F:0CEA xyz:1538 01" REST "21234",
    "   0: 0100007F:0CEA 0200007F:1538 01" REST "x",
};

LOOP(no_peers, COUNT_OF(others_than_peers))
{
    struct net_socket socket;

    ck_assert_msg(!net_socket_parse(others_than_peers[_i], &socket), "taken: '%s'",
                  others_than_peers[_i]);
}
