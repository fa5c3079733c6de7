/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Throws whole trees at the procfs sources (libFuzzer), as --procfs=DIR may name any: a recorded
 * one, of which some files and folders are replaced, by FIFOs, sockets, folders and links, too. The
 * first byte says which tree; each edit is two bytes for the file, one for what becomes of it, and
 * its bytes. $DOTPROC_TREES has the trees.
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
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/column/column.h"
#include "lib/source/source.h"
#include "lib/text/names.h"
#include "tests/fuzz/fuzz.h"

#define EDITS_MAX   16
#define FILES_MAX   1024
#define COLUMNS_MAX 512
#define FDS         16

/* One for each procfs source. */
static const char *const trees[] = {"linux-6", "linux-2.5.62-patched", "linux-2.4"};

#define TREES (sizeof(trees) / sizeof(trees[0]))

struct copy {
    char path[64];
    char *files[FILES_MAX]; /* the paths of all that is in it */
    size_t count;
};

/* What an edit has replaced: a file, which is copied again, or a folder, which stands aside. */
struct edited {
    const char *path;
    char aside[64]; /* "" for a file */
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
    if ((type != FTW_F && type != FTW_D) || place->level == 0)
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

static void make_socket(const char *path)
{
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_un address = {.sun_family = AF_UNIX};

    must(fd >= 0 && strlen(path) < sizeof(address.sun_path));
    memcpy(address.sun_path, path, strlen(path) + 1);
    must(bind(fd, (const struct sockaddr *)&address, sizeof(address)) == 0);
    close(fd);
}

/* Up, round in circles, to others, to what blocks, never ends or is started by opening it. */
static void make_link(const char *path, uint8_t which)
{
    static const char *const targets[] = {
        "self",
        "/nonexistent",
        "..",
        ".",
        "../1/stat",
        "../300",
        "stat",
        "/dev/zero",
        "/dev/ptmx",
        "/dev/tty",
        "/proc/self/status",
        "/proc/kmsg",
        "task",
        "",
    };
    const char *target = targets[which % (sizeof(targets) / sizeof(targets[0]))];

    must(symlink(*target ? target : path, path) == 0);
}

static void restore(const struct edited *edited)
{
    const char *path = edited->path;
    char original[4096], bytes[65536];
    ssize_t got;
    int fd;

    remove_any(path);
    if (edited->aside[0]) {
        must(rename(edited->aside, path) == 0);
        return;
    }
    snprintf(original, sizeof(original), "%s%s", originals, path + strlen(folder));
    fd = open(original, O_RDONLY | O_CLOEXEC);
    must(fd >= 0);
    got = read(fd, bytes, sizeof(bytes));
    must(got >= 0);
    close(fd);
    write_file(path, (const uint8_t *)bytes, (size_t)got);
}

/* Makes a file of the next bytes, or something else, as `how` says, or nothing. */
static void replace(const char *path, uint8_t how, struct input *input)
{
    size_t len = how & 0x3f;

    if (how >= 0xf8)
        must(mkdir(path, 0755) == 0);
    else if (how >= 0xf0)
        must(mkfifo(path, 0644) == 0);
    else if (how >= 0xe8)
        make_socket(path);
    else if (how >= 0xd8)
        make_link(path, how);
    else if (how < 0xd0) {
        len = how & 0x80 ? len * 16 : len;
        len = len < input->left ? len : input->left;
        write_file(path, input->data, len);
        input->data += len;
        input->left -= len;
    }
}

/* Whether the path is the one that was edited, or was in that folder. */
static bool is_in(const char *path, const char *edited)
{
    const size_t len = strlen(edited);

    return strncmp(path, edited, len) == 0 && (path[len] == '\0' || path[len] == '/');
}

/* False when it was edited before, or a folder that it was in. */
static bool edit(const struct copy *copy, struct edited *edited, size_t count, struct input *input)
{
    const size_t number = next_byte(input) | (size_t)next_byte(input) << 8;
    const uint8_t how = next_byte(input);
    struct edited *next = &edited[count];
    struct stat status;

    *next = (struct edited){.path = copy->files[number % copy->count]};
    for (size_t i = 0; i < count; i++)
        if (is_in(next->path, edited[i].path))
            return false;
    must(lstat(next->path, &status) == 0);
    if (S_ISDIR(status.st_mode)) {
        snprintf(next->aside, sizeof(next->aside), "%s/aside-%zu", folder, count);
        must(rename(next->path, next->aside) == 0);
    } else {
        must(unlink(next->path) == 0);
    }
    replace(next->path, how, input);
    return true;
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = {data, size};
    struct edited edited[EDITS_MAX];
    size_t tree, count = 0;

    if (size < 2)
        return 0;
    make_copies();
    tree = next_byte(&input) % TREES;
    while (input.left > 0 && count < EDITS_MAX)
        count += edit(&copies[tree], edited, count, &input);
    scan(copies[tree].path);
    while (count > 0)
        restore(&edited[--count]);
    return 0;
}
