/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reports about waits of threads with memory that a file system never delivers: they come without
 * it, and whoever reads them can be killed.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/source/source.h"
#include "tests/common/child.h"
#include "tests/common/verdict.h"
#include "tests/common/wait.h"
#include "tests/stuck/hanging_fs.h"
#include "tests/waits/look.h"

/*
 * --- the process with such memory ---
 *
 * Its threads begin to wait with memory of the process's own. Then files are mapped in its place,
 * which nobody touches: a futex is known by its address, and none of the threads is ever woken.
 */

/* Where that memory is; a thread by that name waits. */
enum unread_place {
    UNREAD_WORD,  /* the futex it waits at */
    UNREAD_STACK, /* its stack */
    UNREAD_LIST,  /* the robust list of who holds what it waits for */
    UNREAD_PLACES,
};

static const char *const unread_names[UNREAD_PLACES] = {"word", "stack", "list"};

/* In memory of both processes. */
struct unread_victim {
    atomic_int tids[UNREAD_PLACES];
    atomic_int is_ready;
};

/* The name of a file that is mapped as code. */
#define UNREAD_CODE "code"

#define STACK_BYTES ((size_t)256 * BYTES_PER_KIB)

/* As locks of glibc have it: others may wait. */
#define CONTENDED 2

static struct unread_victim *own;
static char *code;
static uint32_t *words[UNREAD_PLACES];

/* As a function with a frame pointer leaves it on the stack. */
struct frame_record {
    uintptr_t next, returns_to;
};

/* On the stack is what looks like two callers, in the file that is mapped as code. */
static void *wait_there(void *argument)
{
    const enum unread_place place = *(const enum unread_place *)argument;
    volatile struct frame_record records[3];

    for (int i = 0; i < 2; i++)
        records[i] = (struct frame_record){(uintptr_t)&records[i + 1], (uintptr_t)code + 16};
    records[2] = (struct frame_record){0, 0};
    prctl(PR_SET_NAME, unread_names[place]);
    own->tids[place] = (int)syscall(SYS_gettid);
    for (;;)
        syscall(SYS_futex, words[place], FUTEX_WAIT_PRIVATE, *words[place], NULL, NULL, 0);
    return NULL;
}

/* A robust mutex, of another C library than glibc: only its list says that it is one. */
static struct {
    _Atomic(struct robust_list_head *) list; /* once it is the thread's */
    pid_t tid;
} holder;

static void *hold(void *list)
{
    holder.tid = (pid_t)syscall(SYS_gettid);
    if (syscall(SYS_set_robust_list, list, sizeof(struct robust_list_head)) < 0)
        fail("set_robust_list: %s", strerror(errno));
    holder.list = list;
    for (;;)
        pause();
    return NULL;
}

static void *map_memory(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, 0, 0);

    if (memory == MAP_FAILED)
        fail("cannot map memory: %s", strerror(errno));
    return memory;
}

static void start(enum unread_place place, void *stack)
{
    pthread_attr_t attributes;
    pthread_t thread;
    int error;

    pthread_attr_init(&attributes);
    error = pthread_attr_setstack(&attributes, stack, STACK_BYTES);
    if (!error)
        error = pthread_create(&thread, &attributes, wait_there, &place);
    if (error)
        fail("cannot start a thread: %s", strerror(error));
    WAIT_UNTIL (own->tids[place] && look_is_in_call(own->tids[place], SYS_futex), "thread %d",
                (int)own->tids[place])
        continue;
}

static void start_holder(void)
{
    pthread_t thread;
    const int error =
        pthread_create(&thread, NULL, hold, map_memory((size_t)sysconf(_SC_PAGESIZE)));

    if (error)
        fail("cannot start a thread: %s", strerror(error));
    WAIT_UNTIL (holder.list, "no list")
        continue;
}

/* A page of a file, over the page at this address; NULL: anywhere. Where it is, to *at. */
static void map_file(const char *directory, const char *name, int protection, char **at)
{
    char path[PATH_MAX];
    void *mapped = MAP_FAILED;
    int file;

    snprintf(path, sizeof(path), "%s/%s", directory, name);
    file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0)
        mapped = mmap(*at, (size_t)sysconf(_SC_PAGESIZE), protection,
                      MAP_PRIVATE | (*at ? MAP_FIXED : 0), file, 0);
    if (mapped == MAP_FAILED)
        fail("cannot map %s: %s", path, strerror(errno));
    close(file);
    *at = mapped;
}

static void map_over(const char *directory, const char *name, void *page)
{
    char *at = page;

    map_file(directory, name, PROT_READ, &at);
}

/*
 * Becomes that process, with files of the directory; does not return. The file system must answer
 * meanwhile, other than reads.
 */
static void be_victim(struct unread_victim *victim, const char *directory)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *stacks[UNREAD_PLACES];

    own = victim;
    start_holder();
    map_file(directory, UNREAD_CODE, PROT_READ | PROT_EXEC, &code);
    for (unsigned place = 0; place < UNREAD_PLACES; place++) {
        words[place] = map_memory(page);
        *words[place] = place == UNREAD_LIST ? FUTEX_WAITERS | (uint32_t)holder.tid : CONTENDED;
        stacks[place] = map_memory(STACK_BYTES);
        start((enum unread_place)place, stacks[place]);
    }
    map_over(directory, "word", words[UNREAD_WORD]);
    map_over(directory, "list", holder.list);
    for (size_t at = 0; at < STACK_BYTES; at += page)
        map_over(directory, "stack", stacks[UNREAD_STACK] + at);
    own->is_ready = 1;
    for (;;)
        pause();
}

/* --- who reads the reports --- */

/* Of all places, before their reader is killed. */
#define REPORTS 20

static struct shared {
    struct unread_victim victim;
    atomic_uint reports;
    const char *_Atomic wrong; /* of the program's own text, the same in all these processes */
    atomic_uint wrong_place;
} * shared;

static struct hanging_fs fs;

#ifdef __SANITIZE_ADDRESS__
#define HAS_OWN_STACK false /* its functions stand between */
#elif defined(__x86_64__) || defined(__aarch64__)
#define HAS_OWN_STACK true
#else
#define HAS_OWN_STACK false
#endif

static bool has_code(const struct wait_report *report)
{
    for (uint32_t i = 1; i < report->frame_count; i++)
        if (strcmp(report->frames[i].file, UNREAD_CODE) == 0)
            return true;
    return false;
}

/* What is wrong; NULL: nothing. */
static const char *find_wrong(enum unread_place place, const struct wait_report *report)
{
    if (!report || report->link_count != 1)
        return "no report";
    if (report->links[0].call.place != PLACE_CALL)
        return "call";
    if (place == UNREAD_WORD && report->links[0].owner != OWNER_NOT_RESIDENT)
        return "owner";
    if (place == UNREAD_LIST && report->links[0].owner != OWNER_UNKNOWN)
        return "owner by a list that cannot be read";
    if (report->frame_count == 0 || *report->frames[0].file == '\0')
        return "place in the program";
    if (place == UNREAD_STACK && report->frame_count != 1)
        return "callers in a stack that cannot be read";
    if (place == UNREAD_WORD && HAS_OWN_STACK && !has_code(report))
        return "the name of the mapped file";
    return NULL;
}

/* Without end. */
static void read_reports(pid_t tgid)
{
    const struct source_options options = {.name = "task"};
    struct source *source;
    struct buf why = {0};

    hanging_fs_close(&fs); /* or it would outlive the parent's end */
    if (source_open(&options, &source, &why) < 0)
        fail("%s", buf_text(&why));
    for (unsigned place = 0; !shared->wrong; place = (place + 1) % UNREAD_PLACES) {
        shared->wrong_place = place;
        shared->wrong = find_wrong((enum unread_place)place,
                                   look_at_wait(source, tgid, shared->victim.tids[place]));
        shared->reports++;
    }
    for (;;)
        pause();
}

/* Answers until that is so. */
static void answer_until(bool (*is_so)(pid_t child), pid_t child, const char *what)
{
    struct pollfd requests = {.fd = fs.fd, .events = POLLIN};

    WAIT_UNTIL (is_so(child), "%u reports; not %s", shared->reports, what) {
        if (hanging_fs_answer(&fs) < 0)
            fail("the file system has ended");
        poll(&requests, 1, 10);
    }
}

static bool is_ready(pid_t victim)
{
    if (waitpid(victim, NULL, WNOHANG) != 0)
        fail("the process with such memory has ended");
    return shared->victim.is_ready;
}

static bool has_reported(pid_t reader)
{
    if (waitpid(reader, NULL, WNOHANG) != 0)
        fail("who reads the reports has ended");
    return shared->wrong || shared->reports >= REPORTS * UNREAD_PLACES;
}

static bool is_reaped(pid_t child)
{
    return waitpid(child, NULL, WNOHANG) != 0;
}

static int check_reader(pid_t victim)
{
    const pid_t reader = child_fork();

    if (reader == 0)
        read_reports(victim);
    answer_until(has_reported, reader, "enough");
    kill(reader, SIGKILL);
    answer_until(is_reaped, reader, "killed");
    printf("%u reports; wrong at the %s: %s\n", shared->reports, unread_names[shared->wrong_place],
           shared->wrong ? shared->wrong : "nothing");
    return shared->wrong != NULL;
}

static int run(const char *directory)
{
    pid_t victim;
    int wrong;

    fs.reads_hang = true;
    victim = child_fork();
    if (victim < 0)
        fail("cannot fork: %s", strerror(errno));
    if (victim == 0) {
        hanging_fs_close(&fs);
        be_victim(&shared->victim, directory);
    }
    answer_until(is_ready, victim, "ready, all threads with such memory");
    wrong = check_reader(victim);
    hanging_fs_close(&fs); /* before anybody can end who waits for it */
    child_end(victim);
    return wrong;
}

int main(void)
{
    char directory[] = "/tmp/unread-XXXXXX";
    int result;

    if (getenv("DOTPROC_EMULATOR"))
        return skip("the kernel knows the emulator's calls, not ours");
    shared = child_share(sizeof(*shared));
    if (!mkdtemp(directory))
        fail("no directory: %s", strerror(errno));
    result = hanging_fs_open(&fs, directory);
    if (result == 0) {
        result = run(directory) ? EXIT_FAILURE : EXIT_SUCCESS;
        umount2(directory, MNT_DETACH);
    } else {
        fprintf(stderr, "no file system by FUSE: %s\n", strerror(-result));
        result = EXIT_SKIP;
    }
    rmdir(directory);
    return result;
}
