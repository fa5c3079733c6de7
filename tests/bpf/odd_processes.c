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

#include "tests/common/child.h"
#include "tests/common/verdict.h"

/* The arguments of the process that executes itself. */
#define FLIP     "flip"
#define FLIP_LEN 1000

#define PAGE_BYTES 4096

/* The command line of this process, and the end of its environment, which follows. */
static char *line_start, *line_end, *environ_end;

/* Shared with the children: errno where one of them could not have its line elsewhere. */
static int *refused;

/* --- what the children do --- */

static void say_ready(int ready)
{
    if (!child_say_ready(ready))
        _exit(EXIT_FAILURE);
}

/* The child is ready. */
static noreturn void stay(int ready)
{
    say_ready(ready);
    for (;;)
        pause();
}

/* Fills its whole line, so that the NUL behind it is in the environment. */
static void fill_line(int ready, void *unused)
{
    (void)unused;
    memset(line_start, 'f', (size_t)(line_end - line_start));
    stay(ready);
}

/* Continues its line into its environment. */
static void overrun_line(int ready, void *unused)
{
    (void)unused;
    memset(line_start, 'l', (size_t)(line_end - line_start) + 10);
    line_end[10] = '\0';
    stay(ready);
}

/* Uses all of both, and has no NUL. */
static void fill_all(int ready, void *unused)
{
    (void)unused;
    memset(line_start, 'e', (size_t)(environ_end - line_start));
    stay(ready);
}

static void clear_all(int ready, void *unused)
{
    (void)unused;
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
        _exit(EXIT_FAILURE);
    fclose(file);
    at = strrchr(text, ')') + 3; /* behind the state */
    for (int field = 4; field <= STAT_LAST; field++)
        fields[field] = strtoul(at, &at, 10);
}

/*
 * Tells the kernel that the command line is elsewhere. This takes no privileges, but a kernel with
 * CONFIG_CHECKPOINT_RESTORE, and a sandbox may forbid it.
 */
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
    if (prctl(PR_SET_MM, PR_SET_MM_MAP, &map, sizeof(map), 0) < 0) {
        *refused = errno;
        _exit(EXIT_FAILURE);
    }
}

/* A page of the file `fd`, or of no file if that is -1. */
static char *map_pages(int fd, size_t count)
{
    const int flags = fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_PRIVATE;
    /* cppcheck-suppress invalidFunctionArg ; perhaps no file */
    char *pages = mmap(NULL, count * PAGE_BYTES, PROT_READ | PROT_WRITE, flags, fd, 0);

    if (pages == MAP_FAILED)
        _exit(EXIT_FAILURE);
    return pages;
}

/* Has its line in another place. */
static void move_line(int ready, void *unused)
{
    char *page = map_pages(-1, 1);

    (void)unused;

    memcpy(page, "elsewhere", sizeof("elsewhere"));
    set_line(page, page + sizeof("elsewhere"));
    stay(ready);
}

/* Likewise, without the NUL. */
static void cut_line(int ready, void *unused)
{
    char *page = map_pages(-1, 1);

    (void)unused;

    memcpy(page, "elsewhere", sizeof("elsewhere"));
    set_line(page, page + 4);
    stay(ready);
}

/* Has a line that would have to be read from a file: procfs shows none. */
static void keep_line_in_file(int ready, void *unused)
{
    const int fd = memfd_create("line", MFD_CLOEXEC);
    char *page;

    (void)unused;

    if (fd < 0 || write(fd, "in a file", sizeof("in a file")) < 0)
        _exit(EXIT_FAILURE);
    page = map_pages(fd, 1);
    set_line(page, page + sizeof("in a file"));
    stay(ready);
}

/* Has a line where there is no memory: procfs shows none. */
static void unmap_line(int ready, void *unused)
{
    char *page = map_pages(-1, 1);

    (void)unused;

    memcpy(page, "nowhere", sizeof("nowhere"));
    set_line(page, page + sizeof("nowhere"));
    munmap(page, PAGE_BYTES);
    stay(ready);
}

/* Has a line that begins in one area of memory and ends where there is none. */
static void unmap_half(int ready, void *unused)
{
    char *pages = map_pages(-1, 2);

    (void)unused;

    memset(pages, 'h', 2 * PAGE_BYTES);
    set_line(pages + PAGE_BYTES - 100, pages + PAGE_BYTES + 100);
    munmap(pages + PAGE_BYTES, PAGE_BYTES);
    stay(ready);
}

/* Changes its memory map all the time: its lock is mostly taken. */
static void keep_mapping(int ready, void *unused)
{
    (void)unused;
    say_ready(ready);
    for (;;)
        munmap(map_pages(-1, 1), PAGE_BYTES);
}

/* Executes this program again, whose main() calls this again. */
static noreturn void flip(char letter)
{
    char word[FLIP_LEN + 1];
    char *arguments[] = {(char[]){FLIP}, word, NULL};

    memset(word, letter, FLIP_LEN);
    word[FLIP_LEN] = '\0';
    execv("/proc/self/exe", arguments);
    _exit(EXIT_FAILURE);
}

static void start_flipping(int ready, void *unused)
{
    (void)unused;
    say_ready(ready);
    flip('a');
}

/* --- the children --- */

/* The last one executes itself all the time. */
static const struct {
    const char *name;
    void (*run)(int ready, void *unused);
    bool is_for_procfs;
} kinds[] = {
    {"a full line", fill_line, false},
    {"a line that is too long", overrun_line, false},
    {"a line without an end", fill_all, false},
    {"an emptied line", clear_all, false},
    {"a line elsewhere", move_line, false},
    {"a cut line", cut_line, false},
    {"a line in a file", keep_line_in_file, true},
    {"a line nowhere", unmap_line, true},
    {"half a line", unmap_half, true},
    {"one that maps memory", keep_mapping, false},
    {"one that starts programs", start_flipping, false},
};

#define KINDS   (sizeof(kinds) / sizeof(kinds[0]))
#define FLIPPER (KINDS - 1)

static pid_t children[KINDS]; /* 0: left out */

void odd_processes_end(void)
{
    for (size_t i = 0; i < KINDS; i++)
        if (children[i] > 0)
            child_end(children[i]);
}

static pid_t start(size_t kind)
{
    pid_t child;

    *refused = 0;
    child = child_start(kinds[kind].run, NULL);
    if (child > 0)
        return child;
    if (!*refused)
        fail("%s cannot be made", kinds[kind].name);
    printf("without %s: the kernel refuses it: %s\n", kinds[kind].name, strerror(*refused));
    return 0;
}

void odd_processes_start(void)
{
    refused =
        mmap(NULL, sizeof(*refused), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, 0, 0);
    if (refused == MAP_FAILED)
        fail("no memory to share with children: %s", strerror(errno));
    for (size_t i = 0; i < KINDS; i++)
        children[i] = start(i);
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

char odd_process_letter(const struct task *task)
{
    const char *word;

    if (task->cmdline_len == 0)
        return '\0';
    if (task->cmdline_len != sizeof(FLIP) + FLIP_LEN + 1)
        return '?';
    word = task->cmdline + sizeof(FLIP);
    if (strspn(word, "a") == FLIP_LEN)
        return 'a';
    return strspn(word, "b") == FLIP_LEN ? 'b' : '?';
}
