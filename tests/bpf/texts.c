/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Command lines and environments of every task of the host, byte by byte: procfs, BPF, procfs
 * again. Among them are the zoo's and those of processes that overwrite theirs, have them in odd
 * places, or start programs as fast as they can.
 *
 * A text from BPF must be that of one of the readings of procfs. A process that starts a program
 * between them may show a third, so a mismatch counts only when the same task shows it in every
 * round.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h> /* with struct prctl_mm_map */
#include <unistd.h>

#include "lib/base/unused.h"
#include "lib/source/bpf/bpf.h"
#include "tests/common/child.h"
#include "tests/common/verdict.h"
#include "tests/zoo/zoo.h"

#define ROUNDS 12

/* The words of a process that starts one program after the other. */
#define FLIP     "flip"
#define FLIP_LEN 1000
#define FLIPS    2000 /* how often it is looked at */

#define PAGE_BYTES 4096

/* What is in front of the environment: the command line of this process. */
static char *line_start, *line_end, *environ_end;

/* A child that is in its state. */
static noreturn void stay(int ready)
{
    if (!child_say_ready(ready))
        _exit(1);
    for (;;)
        pause();
}

/* One that fills its whole line, so that the NUL behind it is in the environment. */
static void be_full(int ready, void *unused UNUSED)
{
    memset(line_start, 'f', (size_t)(line_end - line_start));
    stay(ready);
}

/* One that goes on into its environment. */
static void be_long(int ready, void *unused UNUSED)
{
    memset(line_start, 'l', (size_t)(line_end - line_start) + 10);
    line_end[10] = '\0';
    stay(ready);
}

/* One that uses all of it, and has no NUL. */
static void be_endless(int ready, void *unused UNUSED)
{
    memset(line_start, 'e', (size_t)(environ_end - line_start));
    stay(ready);
}

static void be_emptied(int ready, void *unused UNUSED)
{
    memset(line_start, '\0', (size_t)(environ_end - line_start));
    stay(ready);
}

/* Fields of /proc/self/stat, see proc(5). */
enum {
    STAT_CODE = 26, /* start, end */
    STAT_STACK = 28,
    STAT_DATA = 45, /* start, end */
    STAT_BREAK = 47,
    STAT_ENVIRON = 50, /* start, end */
    STAT_LAST,
};

static void read_own_stat(unsigned long fields[STAT_LAST + 1])
{
    char text[1024];
    FILE *file = fopen("/proc/self/stat", "r");
    char *at;

    if (!file || !fgets(text, sizeof(text), file))
        _exit(1);
    fclose(file);
    at = strrchr(text, ')') + 3; /* behind the state */
    for (int field = 4; field <= STAT_LAST; field++)
        fields[field] = strtoul(at, &at, 10);
}

/* Says to the kernel that the command line is elsewhere, which takes no privileges. */
static void set_line(const char *start, const char *end)
{
    unsigned long fields[STAT_LAST + 1];
    struct prctl_mm_map map;

    read_own_stat(fields);
    map = (struct prctl_mm_map){
        .start_code = fields[STAT_CODE],
        .end_code = fields[STAT_CODE + 1],
        .start_data = fields[STAT_DATA],
        .end_data = fields[STAT_DATA + 1],
        .start_brk = fields[STAT_BREAK],
        .brk = (uintptr_t)sbrk(0),
        .start_stack = fields[STAT_STACK],
        .arg_start = (uintptr_t)start,
        .arg_end = (uintptr_t)end,
        .env_start = fields[STAT_ENVIRON],
        .env_end = fields[STAT_ENVIRON + 1],
        .exe_fd = (uint32_t)-1,
    };
    if (prctl(PR_SET_MM, PR_SET_MM_MAP, &map, sizeof(map), 0) < 0)
        fprintf(stderr, "texts: no command line elsewhere: %s\n", strerror(errno));
}

static char *map_page(int fd)
{
    const int flags = fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_PRIVATE;
    /* cppcheck-suppress invalidFunctionArg ; perhaps no file */
    char *page = mmap(NULL, PAGE_BYTES, PROT_READ | PROT_WRITE, flags, fd, 0);

    if (page == MAP_FAILED)
        _exit(1);
    return page;
}

/* One whose line is in another place, with a NUL and without one. */
static void be_elsewhere(int ready, void *unused UNUSED)
{
    char *page = map_page(-1);

    strcpy(page, "elsewhere");
    set_line(page, page + sizeof("elsewhere"));
    stay(ready);
}

static void be_cut(int ready, void *unused UNUSED)
{
    char *page = map_page(-1);

    strcpy(page, "elsewhere");
    set_line(page, page + 4);
    stay(ready);
}

/* One whose line would have to be read from a file, and whose line is nowhere: procfs has none. */
static void be_in_file(int ready, void *unused UNUSED)
{
    int fd = memfd_create("line", MFD_CLOEXEC);

    if (fd < 0 || write(fd, "in a file", sizeof("in a file")) < 0)
        _exit(1);
    char *page = map_page(fd);
    set_line(page, page + sizeof("in a file"));
    stay(ready);
}

static void be_nowhere(int ready, void *unused UNUSED)
{
    char *page = map_page(-1);

    strcpy(page, "nowhere");
    set_line(page, page + sizeof("nowhere"));
    munmap(page, PAGE_BYTES);
    stay(ready);
}

/* A line that begins in one area of memory and ends where there is none. */
static void be_halved(int ready, void *unused UNUSED)
{
    char *pages =
        /* cppcheck-suppress invalidFunctionArg ; no file */
        mmap(NULL, 2 * PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (pages == MAP_FAILED)
        _exit(1);
    memset(pages, 'h', 2 * PAGE_BYTES);
    set_line(pages + PAGE_BYTES - 100, pages + PAGE_BYTES + 100);
    munmap(pages + PAGE_BYTES, PAGE_BYTES);
    stay(ready);
}

/* One that changes its memory map all the time: its lock is mostly taken. */
static void be_mapping(int ready, void *unused UNUSED)
{
    if (!child_say_ready(ready))
        _exit(1);
    for (;;)
        munmap(map_page(-1), PAGE_BYTES);
}

static noreturn void flip(char letter)
{
    char word[FLIP_LEN + 1];
    char *arguments[] = {(char[]){FLIP}, word, NULL};

    memset(word, letter, FLIP_LEN);
    word[FLIP_LEN] = '\0';
    execv("/proc/self/exe", arguments);
    _exit(1);
}

static void be_flipping(int ready, void *unused UNUSED)
{
    if (!child_say_ready(ready))
        _exit(1);
    flip('a');
}

static void (*const kinds[])(int ready, void *unused) = {
    be_full,    be_long,    be_endless, be_emptied, be_elsewhere, be_cut,
    be_in_file, be_nowhere, be_halved,  be_mapping, be_flipping,
};

#define KINDS   (sizeof(kinds) / sizeof(kinds[0]))
#define FLIPPER (KINDS - 1)

static pid_t children[KINDS];

static void end_all(void)
{
    for (size_t i = 0; i < KINDS && children[i] > 0; i++)
        child_end(children[i]);
}

static bool start_all(void)
{
    for (size_t i = 0; i < KINDS; i++) {
        children[i] = child_start(kinds[i], NULL);
        if (children[i] < 0) {
            printf("kind %zu cannot be made\n", i);
            return false;
        }
    }
    return true;
}

struct text {
    const char *bytes;
    size_t len;
};

static struct text text_of(const struct task *task, need_t group)
{
    if (group == NEED_CMDLINE)
        return (struct text){task->cmdline, task->cmdline_len};
    if (!task->details)
        return (struct text){"", 0};
    return (struct text){task->details->environ, task->details->environ_len};
}

static bool are_same(struct text a, struct text b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.bytes, b.bytes, a.len) == 0);
}

/* Tasks with the ids of `from`, of which nothing is known but that. */
static void copy_ids(const struct snapshot *from, struct snapshot *to)
{
    snapshot_clear(to);
    for (size_t i = 0; i < from->count; i++) {
        struct task *task = snapshot_add(to);

        if (!task)
            abort();
        task->tid = from->tasks[i].tid;
        task->tgid = from->tasks[i].tgid;
        task->kind = from->tasks[i].kind;
    }
}

struct comparison {
    struct source *proc, *bpf;
    need_t group;
    struct snapshot ids, before, now, after;
    pid_t *wrong; /* in all rounds so far */
    size_t wrong_count;
    size_t texts, by_bpf; /* of tasks that have a text, in the last round */
};

static bool was_wrong(const struct comparison *comparison, pid_t tid)
{
    for (size_t i = 0; i < comparison->wrong_count; i++) {
        if (comparison->wrong[i] == tid)
            return true;
    }
    return false;
}

/* Reads the group of all tasks: what BPF alone can read, or what procfs says. */
static void read_all(const struct comparison *comparison, struct source *source,
                     struct snapshot *into)
{
    const need_t group = comparison->group;

    copy_ids(&comparison->ids, into);
    if (source == comparison->bpf) {
        if (bpf_fill_ahead(source, into, group, group) < 0)
            die("reading ahead fails", 0);
    } else {
        source_fill_all(source, into, group, group);
    }
}

static void compare_round(struct comparison *comparison, bool first)
{
    const struct scan_request request = {.rows = ROWS_PROCESSES};
    size_t wrong = 0;

    if (source_scan(comparison->proc, &request, &comparison->ids) < 0)
        die("no scan", 0);
    if (first)
        comparison->wrong = calloc(comparison->ids.count + 1, sizeof(*comparison->wrong));
    read_all(comparison, comparison->proc, &comparison->before);
    read_all(comparison, comparison->bpf, &comparison->now);
    read_all(comparison, comparison->proc, &comparison->after);
    comparison->texts = comparison->by_bpf = 0;
    for (size_t i = 0; i < comparison->now.count; i++) {
        const struct task *task = &comparison->now.tasks[i];
        const struct text now = text_of(task, comparison->group);
        const struct text before = text_of(&comparison->before.tasks[i], comparison->group);

        comparison->texts += before.len > 0;
        if (!(task->have & comparison->group))
            continue;
        comparison->by_bpf += before.len > 0;
        if (!are_same(now, before) &&
            !are_same(now, text_of(&comparison->after.tasks[i], comparison->group)) &&
            (first || was_wrong(comparison, task->tid)))
            comparison->wrong[wrong++] = task->tid;
    }
    comparison->wrong_count = wrong;
}

/* The number of tasks whose text is wrong in every round, or that procfs has to read, if all are.
 */
static size_t compare(struct comparison *comparison, need_t group)
{
    int round = 0;

    comparison->group = group;
    do
        compare_round(comparison, round == 0);
    while (comparison->wrong_count > 0 && ++round < ROUNDS);
    printf("%s: %zu texts, %zu by BPF, %zu wrong\n",
           group == NEED_CMDLINE ? "command lines" : "environments", comparison->texts,
           comparison->by_bpf, comparison->wrong_count);
    for (size_t i = 0; i < comparison->wrong_count; i++)
        printf("  %d\n", comparison->wrong[i]);
    free(comparison->wrong);
    /* All but a few oddities. */
    return comparison->wrong_count + (comparison->by_bpf < comparison->texts / 2);
}

/* Which children were read by BPF, and must not have been, or the other way round. */
static size_t check_children(const struct comparison *comparison)
{
    size_t wrong = 0;

    for (size_t i = 0; i < KINDS; i++) {
        const bool left = kinds[i] == be_in_file || kinds[i] == be_nowhere || kinds[i] == be_halved;

        for (size_t row = 0; row < comparison->now.count; row++) {
            const struct task *task = &comparison->now.tasks[row];

            if (task->tid == children[i] && left && task->have & NEED_CMDLINE) {
                printf("child %zu is read where procfs does not read\n", i);
                wrong++;
            }
        }
    }
    return wrong;
}

/* A process that is just another program shows one command line or the other, or none. */
static size_t look_at_flipper(const struct comparison *comparison)
{
    size_t mixed = 0;
    size_t seen = 0;

    for (int i = 0; i < FLIPS; i++) {
        struct snapshot snapshot;
        struct task *task;

        snapshot_init(&snapshot);
        task = snapshot_add(&snapshot);
        task->tid = task->tgid = children[FLIPPER];
        if (bpf_fill_ahead(comparison->bpf, &snapshot, NEED_CMDLINE, NEED_CMDLINE) == 0 &&
            task->cmdline_len == sizeof(FLIP) + FLIP_LEN + 1) {
            const char *word = task->cmdline + sizeof(FLIP);

            seen++;
            mixed += strspn(word, "a") != FLIP_LEN && strspn(word, "b") != FLIP_LEN;
        }
        snapshot_fini(&snapshot);
    }
    printf("one that starts programs: seen %zu times, %zu times mixed\n", seen, mixed);
    return mixed + (seen == 0);
}

static size_t run(struct comparison *comparison)
{
    size_t wrong;

    snapshot_init(&comparison->ids);
    snapshot_init(&comparison->before);
    snapshot_init(&comparison->now);
    snapshot_init(&comparison->after);
    wrong = compare(comparison, NEED_CMDLINE);
    wrong += check_children(comparison);
    wrong += compare(comparison, NEED_ENVIRON);
    wrong += look_at_flipper(comparison);
    snapshot_fini(&comparison->ids);
    snapshot_fini(&comparison->before);
    snapshot_fini(&comparison->now);
    snapshot_fini(&comparison->after);
    return wrong;
}

static bool open_both(struct comparison *comparison, struct buf *why)
{
    struct source_options options = {.name = "task"};
    struct bpf_source *bpf;

    if (source_open(&options, &comparison->proc, why) < 0)
        return false;
    options.name = "bpf";
    if (source_open(&options, &comparison->bpf, why) < 0)
        return false;
    bpf = (struct bpf_source *)comparison->bpf;
    if (bpf_can_fill(bpf))
        return true;
    buf_puts(why, "the kernel or the user does not take this program");
    return false;
}

int main(int argc, char **argv)
{
    struct comparison comparison = {0};
    struct buf why = {0};
    size_t wrong;

    if (argc > 1 && strcmp(argv[0], FLIP) == 0)
        flip(argv[1][0] == 'a' ? 'b' : 'a');
    line_start = argv[0];
    line_end = argv[argc - 1] + strlen(argv[argc - 1]) + 1;
    environ_end = line_end;
    for (char **variable = environ; *variable; variable++)
        environ_end = *variable + strlen(*variable) + 1;
    if (!open_both(&comparison, &why)) {
        skip(buf_text(&why));
        return EXIT_SKIP;
    }
    if (!zoo_open() || !start_all())
        return EXIT_FAILURE;
    wrong = run(&comparison);
    end_all();
    zoo_close();
    source_close(comparison.bpf);
    source_close(comparison.proc);
    buf_fini(&why);
    return wrong > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
