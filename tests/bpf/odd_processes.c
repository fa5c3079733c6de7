/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bpf/odd_processes.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h> /* with struct prctl_mm_map */
#include <unistd.h>

#include "lib/base/unused.h"
#include "tests/common/child.h"

/* The words of a process that starts one program after the other. */
#define FLIP     "flip"
#define FLIP_LEN 1000

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
        fprintf(stderr, "no command line elsewhere: %s\n", strerror(errno));
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

    memcpy(page, "elsewhere", sizeof("elsewhere"));
    set_line(page, page + sizeof("elsewhere"));
    stay(ready);
}

static void be_cut(int ready, void *unused UNUSED)
{
    char *page = map_page(-1);

    memcpy(page, "elsewhere", sizeof("elsewhere"));
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

    memcpy(page, "nowhere", sizeof("nowhere"));
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

/* The kinds; the last one starts programs. */
static const struct {
    const char *name;
    void (*be)(int ready, void *unused);
    bool is_for_procfs;
} kinds[] = {
    {"a full line", be_full, false},
    {"a line that is too long", be_long, false},
    {"a line without an end", be_endless, false},
    {"an emptied line", be_emptied, false},
    {"a line elsewhere", be_elsewhere, false},
    {"a cut line", be_cut, false},
    {"a line in a file", be_in_file, true},
    {"a line nowhere", be_nowhere, true},
    {"half a line", be_halved, true},
    {"one that maps memory", be_mapping, false},
    {"one that starts programs", be_flipping, false},
};

#define KINDS   (sizeof(kinds) / sizeof(kinds[0]))
#define FLIPPER (KINDS - 1)

static pid_t children[KINDS];

void odd_processes_end(void)
{
    for (size_t i = 0; i < KINDS && children[i] > 0; i++)
        child_end(children[i]);
}

bool odd_processes_start(void)
{
    for (size_t i = 0; i < KINDS; i++) {
        children[i] = child_start(kinds[i].be, NULL);
        if (children[i] < 0) {
            printf("%s cannot be made\n", kinds[i].name);
            return false;
        }
    }
    return true;
}

void odd_processes_init(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[0], FLIP) == 0)
        flip(argv[1][0] == 'a' ? 'b' : 'a');
    line_start = argv[0];
    line_end = argv[argc - 1] + strlen(argv[argc - 1]) + 1;
    environ_end = line_end;
    for (char **variable = environ; *variable; variable++)
        environ_end = *variable + strlen(*variable) + 1;
}

size_t odd_process_count(void)
{
    return KINDS;
}

struct odd_process odd_process_at(size_t index)
{
    return (struct odd_process){
        .name = kinds[index].name,
        .pid = children[index],
        .is_for_procfs = kinds[index].is_for_procfs,
    };
}

pid_t odd_process_flipper(void)
{
    return children[FLIPPER];
}

bool odd_process_is_flipped(const struct task *task)
{
    return task->cmdline_len == sizeof(FLIP) + FLIP_LEN + 1;
}

bool odd_process_is_mixed(const struct task *task)
{
    const char *word = task->cmdline + sizeof(FLIP);

    return strspn(word, "a") != FLIP_LEN && strspn(word, "b") != FLIP_LEN;
}
