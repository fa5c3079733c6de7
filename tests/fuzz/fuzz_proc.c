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

#include "lib/source/proc/autogroup.h"
#include "lib/source/proc/cgroup.h"
#include "lib/source/proc/io.h"
#include "lib/source/proc/namespace.h"
#include "lib/source/proc/numa.h"
#include "lib/source/proc/smaps.h"
#include "lib/source/proc/stat.h"
#include "lib/source/proc/statm.h"
#include "lib/source/proc/status.h"
#include "tests/fuzz/must.h"

static bool is_within(const char *part, size_t part_len, const char *text, size_t len)
{
    return part >= text && part + part_len <= text + len;
}

/* The one parser that is promised a NUL behind the text. */
static void fuzz_stat(char *bytes, size_t len)
{
    char *text = strndup(bytes, len);
    struct stat_line line;
    struct stat_group_times times;

    if (!text)
        abort();
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

static void (*const parsers[])(char *text, size_t len) = {
    fuzz_stat,  fuzz_status,    fuzz_statm,     fuzz_cgroup, fuzz_io,
    fuzz_smaps, fuzz_autogroup, fuzz_namespace, fuzz_numa,
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text;

    if (size < 2)
        return 0;
    text = malloc(size - 1);
    if (!text)
        abort();
    memcpy(text, data + 1, size - 1);
    parsers[data[0] % (sizeof(parsers) / sizeof(parsers[0]))](text, size - 1);
    free(text);
    return 0;
}
