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

/* Of the word at the beginning of a line in another place. */
#define WORD_LEN 100

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

/* Anonymous memory, or that of a file. */
static char *map_pages(int fd, size_t count)
{
    const int flags = fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_PRIVATE;
    /* cppcheck-suppress invalidFunctionArg ; perhaps no file */
    char *pages = mmap(NULL, count * PAGE_BYTES, PROT_READ | PROT_WRITE, flags, fd, 0);

    if (pages == MAP_FAILED)
        _exit(EXIT_FAILURE);
    return pages;
}

/* How far a line is overwritten, from its start. */
enum reach {
    WHOLE_LINE,   /* so that the NUL behind it is in the environment */
    INTO_ENVIRON, /* for some bytes, and a NUL */
    ALL,          /* of both, without a NUL */
};

/* A kind of process: what it does, and with what. The last one executes itself all the time. */
struct kind {
    const char *name;
    void (*run)(int ready, void *kind);

    /* Of who overwrites its line. */
    char letter;
    enum reach reach;

    /* Of who has it in another place: in two pages, from one byte to the other. */
    size_t from, to;
    bool in_file;
    size_t pages_left; /* before the others are unmapped */

    bool is_for_procfs;
};

static void overwrite_line(int ready, void *argument)
{
    const struct kind *kind = argument;
    char *end = kind->reach == ALL ? environ_end : line_end;

    if (kind->reach == INTO_ENVIRON)
        *(end += 10) = '\0';
    memset(line_start, kind->letter, (size_t)(end - line_start));
    stay(ready);
}

static void move_line(int ready, void *argument)
{
    static char bytes[2 * PAGE_BYTES];
    const struct kind *kind = argument;
    const int fd = kind->in_file ? memfd_create("line", MFD_CLOEXEC) : -1;
    char *pages;

    memset(bytes, 'm', sizeof(bytes));
    bytes[WORD_LEN] = '\0';
    if (kind->in_file && write(fd, bytes, sizeof(bytes)) != (ssize_t)sizeof(bytes))
        _exit(EXIT_FAILURE);
    pages = map_pages(fd, 2);
    if (!kind->in_file)
        memcpy(pages, bytes, sizeof(bytes));
    set_line(pages + kind->from, pages + kind->to);
    munmap(pages + kind->pages_left * PAGE_BYTES, (2 - kind->pages_left) * PAGE_BYTES);
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

static struct kind kinds[] = {
    {"a full line", overwrite_line, .letter = 'f', .reach = WHOLE_LINE},
    {"a line that is too long", overwrite_line, .letter = 'l', .reach = INTO_ENVIRON},
    {"a line without an end", overwrite_line, .letter = 'e', .reach = ALL},
    {"an emptied line", overwrite_line, .letter = '\0', .reach = ALL},
    {"a line elsewhere", move_line, .to = WORD_LEN + 1, .pages_left = 2},
    {"a cut line", move_line, .to = WORD_LEN / 2, .pages_left = 2},
    {"a line in a file", move_line, .to = WORD_LEN + 1, .pages_left = 2, .in_file = true,
     .is_for_procfs = true},
    {"a line nowhere", move_line, .to = WORD_LEN + 1, .pages_left = 0, .is_for_procfs = true},
    {"half a line", move_line, .from = PAGE_BYTES - 100, .to = PAGE_BYTES + 100, .pages_left = 1,
     .is_for_procfs = true},
    {.name = "one that maps memory", .run = keep_mapping},
    {.name = "one that starts programs", .run = start_flipping},
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
    child = child_start(kinds[kind].run, &kinds[kind]);
    if (child > 0)
        return child;
    if (!*refused)
        fail("%s cannot be made", kinds[kind].name);
    printf("without %s: the kernel refuses it: %s\n", kinds[kind].name, strerror(*refused));
    return 0;
}

void odd_processes_start(void)
{
    refused = child_share(sizeof(*refused));
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
