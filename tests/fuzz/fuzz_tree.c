/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Throws whole trees at the procfs sources (libFuzzer), as --procfs=DIR may name any: a recorded
 * one, of whose files some are replaced. The first byte says which tree; each edit is a byte for
 * the file, one for what becomes of it, and its bytes. $DOTPROC_TREES has the trees.
 *
 * The rows of every answer are in their order, each once, and every column can show them.
 */
#include <fcntl.h>
#include <ftw.h>
#include <locale.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/column/column.h"
#include "lib/source/source.h"
#include "lib/text/names.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/must.h"

#define EDITS_MAX   16
#define FILES_MAX   1024
#define COLUMNS_MAX 512
#define FDS         16

/* One for each procfs source. */
static const char *const trees[] = {"linux-6", "linux-2.5.62-patched", "linux-2.4"};

#define TREES (sizeof(trees) / sizeof(trees[0]))

struct copy {
    char path[64];
    char *files[FILES_MAX]; /* their paths */
    size_t count;
};

/* The copies are in this directory; the originals are never written to. */
static char folder[] = "/tmp/dotproc-fuzz-XXXXXX";
static struct copy copies[TREES];
static struct copy *listed;
static char *originals;
static struct name_cache *names;
static const struct column *columns[COLUMNS_MAX]; /* column_at() looks for each */
static size_t column_count;

static int list_file(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status;
    (void)place;
    if (type != FTW_F)
        return 0;
    must(listed->count < FILES_MAX);
    listed->files[listed->count] = strdup(path);
    must(listed->files[listed->count]);
    listed->count++;
    return 0;
}

static void run(const char *program, const char *option, char *first, char *second)
{
    char *given[] = {strdup(program), strdup(option)};
    char *const words[] = {given[0], given[1], first, second, NULL};
    pid_t pid;
    int status;

    must(posix_spawnp(&pid, program, NULL, NULL, words, environ) == 0);
    must(waitpid(pid, &status, 0) == pid && status == 0);
    free(given[0]);
    free(given[1]);
}

static void remove_copies(void)
{
    run("rm", "-rf", folder, NULL);
}

static void copy_tree(const char *tree)
{
    struct buf original = {0};

    buf_printf(&original, "%s/%s", originals, tree);
    must(!original.failed);
    run("cp", "-r", original.data, folder);
    buf_fini(&original);
}

static void make_copies(void)
{
    const char *from = getenv("DOTPROC_TREES");

    if (names)
        return;
    must(setlocale(LC_ALL, "C.UTF-8") != NULL);
    names = name_cache_new();
    originals = from ? realpath(from, NULL) : NULL;
    must(names && originals && mkdtemp(folder));
    atexit(remove_copies);
    while (column_count < COLUMNS_MAX && column_at(column_count)) {
        columns[column_count] = column_at(column_count);
        column_count++;
    }
    for (size_t i = 0; i < TREES; i++) {
        copy_tree(trees[i]);
        snprintf(copies[i].path, sizeof(copies[i].path), "%s/%s", folder, trees[i]);
        listed = &copies[i];
        must(nftw(copies[i].path, list_file, FDS, FTW_PHYS) == 0);
    }
}

static void write_file(const char *path, const uint8_t *bytes, size_t len)
{
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);

    must(fd >= 0 && write(fd, bytes, len) == (ssize_t)len);
    close(fd);
}

/* What is there now is a file, an empty directory, a link or nothing. */
static void remove_any(const char *path)
{
    if (unlink(path) != 0)
        (void)rmdir(path);
}

static void restore(const char *path)
{
    char original[4096], bytes[65536];
    ssize_t got;
    int fd;

    snprintf(original, sizeof(original), "%s%s", originals, path + strlen(folder));
    fd = open(original, O_RDONLY | O_CLOEXEC);
    must(fd >= 0);
    got = read(fd, bytes, sizeof(bytes));
    must(got >= 0);
    close(fd);
    remove_any(path);
    write_file(path, (const uint8_t *)bytes, (size_t)got);
}

/* Replaces a file; returns its path. */
static const char *edit(const struct copy *copy, struct input *input)
{
    const size_t number = next_byte(input) | (size_t)next_byte(input) << 8;
    const char *path = copy->files[number % copy->count];
    const uint8_t how = next_byte(input);
    size_t len = how & 0x3f;

    remove_any(path);
    if (how >= 0xf0)
        must(mkdir(path, 0755) == 0);
    else if (how >= 0xe0)
        must(symlink(how & 1 ? "self" : "/nonexistent", path) == 0);
    else if (how < 0xd0) {
        len = how & 0x80 ? len * 16 : len;
        len = len < input->left ? len : input->left;
        write_file(path, input->data, len);
        input->data += len;
        input->left -= len;
    }
    return path;
}

static void check_order(const struct snapshot *snapshot)
{
    for (size_t i = 1; i < snapshot->count; i++)
        must(task_key(&snapshot->tasks[i - 1]) < task_key(&snapshot->tasks[i]));
}

static void show(const struct snapshot *snapshot)
{
    const struct column_context context = {.system = &snapshot->system, .names = names};
    const struct cell cell = {.context = &context, .width = 20, .room = 100};
    struct buf text = {0};

    for (size_t i = 0; i < snapshot->count; i++) {
        for (size_t at = 0; at < column_count; at++) {
            buf_clear(&text);
            column_format(&text, columns[at], &snapshot->tasks[i], &cell);
            must(!text.failed);
        }
    }
    buf_fini(&text);
}

static void scan(const char *tree)
{
    const struct source_options options = {.procfs = tree};
    const struct scan_request request = {
        .rows = ROWS_PROCESSES | ROWS_THREADS, .need = NEED_SCANNED, .again = true};
    struct source *source;
    struct snapshot snapshot;
    struct buf why = {0};

    snapshot_init(&snapshot);
    if (source_open(&options, &source, &why) == 0) {
        for (int again = 0; again < 2; again++) {
            if (source_scan(source, &request, &snapshot) < 0)
                break;
            check_order(&snapshot);
            for (size_t i = 0; i < snapshot.count; i++)
                (void)source_fill(source, &snapshot, &snapshot.tasks[i], ~(need_t)0);
            show(&snapshot);
        }
        source_close(source);
    } else {
        must(why.len > 0);
    }
    buf_fini(&why);
    snapshot_fini(&snapshot);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = {data, size};
    const char *edited[EDITS_MAX];
    size_t tree, count = 0;

    if (size < 2)
        return 0;
    make_copies();
    tree = next_byte(&input) % TREES;
    while (input.left > 0 && count < EDITS_MAX)
        edited[count++] = edit(&copies[tree], &input);
    scan(copies[tree].path);
    while (count > 0)
        restore(edited[--count]);
    return 0;
}
