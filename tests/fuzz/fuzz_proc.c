/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Throws anything at the parsers of procfs files (libFuzzer). The first byte says at which.
 *
 * Every text is put into memory of exactly its size, so that a parser that looks behind it is
 * caught; what a parser promises about its answer is asked of it.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cgroup/path.h"
#include "lib/pressure/pressure.h"
#include "lib/source/proc/numa.h"
#include "lib/source/proc/parse/parse.h"
#include "lib/wait/call.h"
#include "tests/fuzz/fuzz.h"

static bool is_within(const char *part, size_t part_len, const char *text, size_t len)
{
    return part >= text && part + part_len <= text + len;
}

/* For parsers that are promised a NUL behind the text: such a text, to be freed. */
static char *terminate(const char *bytes, size_t len)
{
    char *text = strndup(bytes, len);

    must(text != NULL);
    return text;
}

static void fuzz_stat(char *bytes, size_t len)
{
    char *text = terminate(bytes, len);
    struct stat_line line;
    struct stat_group_times times;

    len = strlen(text);
    if (!stat_parse(text, len, &line)) {
        free(text);
        return;
    }
    must(is_within(line.comm, line.comm_len, text, len));
    must(line.count >= STAT_STARTTIME);
    if (stat_group_times(&line, true, &times))
        must(line.count == 45 || line.count == 56);
    if (stat_group_times(&line, false, &times))
        must(line.count == 45);
    free(text);
}

static void fuzz_status(char *text, size_t len)
{
    struct status_lines lines;

    (void)status_tgid(text, len);
    if (!status_parse(text, len, &lines))
        return;
    if (lines.groups_len > 0)
        must(is_within(lines.groups, lines.groups_len, text, len));
    if (lines.name) {
        must(is_within(lines.name, lines.name_len, text, len));
        must(status_unescape(lines.name, lines.name_len, text) <= lines.name_len);
    }
}

static void fuzz_statm(char *text, size_t len)
{
    struct statm_line line;

    (void)statm_parse(text, len, &line);
}

static void fuzz_cgroup(char *text, size_t len)
{
    must(cgroup_join(text, len) <= len);
}

static void fuzz_io(char *text, size_t len)
{
    struct task_io io;

    (void)io_parse(text, len, &io);
}

static void fuzz_smaps(char *text, size_t len)
{
    struct task_smaps smaps;

    (void)smaps_parse(text, len, &smaps);
}

static void fuzz_autogroup(char *text, size_t len)
{
    int64_t id = -1;
    int32_t nice = 0;

    if (autogroup_parse(text, len, &id, &nice))
        must(id >= 0);
    else
        must(id == -1 && nice == 0);
}

static void fuzz_namespace(char *text, size_t len)
{
    must(namespace_parse(text, len) <= INT64_MAX);
}

static void fuzz_numa(char *text, size_t len)
{
    struct numa numa = {0};

    must(numa_add_list(&numa, text, len, 3) == 0);
    must(numa.count == 0 || numa_find(&numa, (int32_t)numa.count - 1) == 3);
    must(numa_find(&numa, (int32_t)numa.count) == -1);
    numa_fini(&numa);
}

static void fuzz_syscall(char *bytes, size_t len)
{
    char *text = terminate(bytes, len);
    struct task_syscall call;
    uint64_t stack_pointer;

    if (syscall_parse(text, &call, &stack_pointer)) {
        must(call.place == PLACE_CALL || call.place == PLACE_USER || call.place == PLACE_KERNEL ||
             call.place == PLACE_CPU);
        must(call.place != PLACE_CALL || call.number >= 0);
        for (call.bits = 0; call.bits <= 64; call.bits += 32) {
            call_set_at(&call);
            must(strnlen(call.at, sizeof(call.at)) < sizeof(call.at));
        }
    }
    free(text);
}

static void fuzz_pressure(char *bytes, size_t len)
{
    char *text = terminate(bytes, len);
    struct pressure pressure;
    struct buf shown = {0};

    pressure_parse(text, &pressure);
    must(pressure.has_some || pressure.some <= 0);
    must(pressure.has_full || pressure.full <= 0);
    pressure_put(&shown, &pressure);
    must(!shown.failed && strchr(buf_text(&shown), '/') != NULL);
    buf_fini(&shown);
    free(text);
}

static void fuzz_cgroup_pressure(char *bytes, size_t len)
{
    char *groups = terminate(bytes, len);
    char path[CGROUP_PATH_SIZE];

    cgroup_path_copy_v2(groups, path);
    must(strlen(path) < CGROUP_PATH_SIZE && (!*path || *path == '/'));
    must(strstr(path, "/../") == NULL);
    free(groups);
}

static void fuzz_net_socket(char *bytes, size_t len)
{
    char *text = terminate(bytes, len);
    struct net_socket socket;
    struct buf peer = {0};

    if (net_socket_parse(text, &socket)) {
        must(socket.inode > 0 && socket.port > 0);
        net_socket_put_peer(&peer, &socket);
        must(!peer.failed && strchr(buf_text(&peer), ':') != NULL);
    }
    buf_fini(&peer);
    free(text);
}

/* By the first byte from '0' on. */
static void (*const parsers[])(char *text, size_t len) = {
    fuzz_stat,     fuzz_status,          fuzz_statm,      fuzz_cgroup, fuzz_io,
    fuzz_smaps,    fuzz_autogroup,       fuzz_namespace,  fuzz_numa,   fuzz_syscall,
    fuzz_pressure, fuzz_cgroup_pressure, fuzz_net_socket,
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text;

    if (size < 2)
        return 0;
    text = copy_bytes(data + 1, size - 1);
    parsers[(uint8_t)(data[0] - '0') % (sizeof(parsers) / sizeof(parsers[0]))](text, size - 1);
    free(text);
    return 0;
}
