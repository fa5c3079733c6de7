/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Has memory run out, when it is preloaded: counts what the program and all its libraries allocate,
 * and threads, which need a stack, and fails those that $FAILING_STATE names (failing.h). Shortages
 * that last are like those of a real heap: what was freed may be used again.
 */
#include "tests/shortage/failing.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <grp.h>
#include <libintl.h>
#include <limits.h>
#include <malloc.h>
#include <pthread.h>
#include <pwd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Callers that tell one place from another. */
#define DEPTH 24

static struct failing *state;

/* dlsym(3) may itself free what it has once said; that stays, as do others' answers meanwhile. */
static __thread bool is_looking;

static void *find_next(const char *name)
{
    void *found;

    is_looking = true;
    found = dlsym(RTLD_NEXT, name);
    is_looking = false;
    return found;
}

/* In the way that POSIX describes. */
#define NEXT(name)                                \
    static __typeof__(name) *next;                \
    if (!next) {                                  \
        void *address = find_next(#name);         \
        memcpy(&next, &address, sizeof(address)); \
    }

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("FAILING_STATE");
    void *callers[DEPTH];
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    void *mapped =
        fd < 0 ? MAP_FAILED : mmap(NULL, sizeof(*state), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

    if (fd >= 0)
        close(fd);
    /* The first time it allocates. */
    backtrace(callers, DEPTH);
    if (mapped != MAP_FAILED)
        state = mapped;
}

/* What is allocated, in bytes, and the most it ever was before the failures began. */
static _Atomic int64_t used, most;

/*
 * Where glibc crashes if a single allocation fails, whatever a program does: in the first question
 * about a name, when it reads nsswitch.conf (nss_database.c), and in the first one about a message,
 * when it looks for a conversion (loadmsgcat.c, gconv_open.c). And where ncurses does: while it
 * begins, draws and ends (lib_tparm.c). Programs make sure before that there is memory, which
 * shortages that last put to the test.
 */
static _Atomic bool has_asked_name, has_asked_message;
static __thread bool is_spared;

/* While any name is asked for: the loader ends the program if a service's library lacks memory. */
static __thread bool asks_name;

static bool is_for(const void *caller, const char *name)
{
    Dl_info library;

    return dladdr(caller, &library) && library.dli_fname && strstr(library.dli_fname, name);
}

/* The same of libnuma, which libproc2 asks where processors are. */
static bool is_third_partys(const void *caller)
{
    return is_spared || is_for(caller, "libnuma") || (asks_name && is_for(caller, "/ld-"));
}

#define CALLER __builtin_return_address(0)

static uint32_t find_place(void)
{
    void *callers[DEPTH];
    const int count = backtrace(callers, DEPTH);
    uint64_t hash = 14695981039346656037U;

    for (int i = 0; i < count; i++)
        hash = (hash ^ (uintptr_t)callers[i]) * 1099511628211U;
    return (uint32_t)(hash >> 32);
}

static bool fails(size_t size, const void *caller)
{
    uint64_t number;

    if (!state)
        return false;
    number = atomic_fetch_add(&state->asked, 1) + 1;
    if (!state->number && number <= FAILING_PLACES)
        state->places[number - 1] = find_place();
    if (!state->number || number < state->number || (number > state->number && !state->lasting))
        return false;
    if (!state->lasting && is_third_partys(caller))
        return false;
    if (state->lasting && used + (int64_t)size <= most)
        return false;
    atomic_fetch_add(&state->failed, 1);
    errno = ENOMEM;
    return true;
}

static void *count(void *memory)
{
    int64_t now;

    if (!state)
        return memory;
    now = used += (int64_t)malloc_usable_size(memory);
    if (now > most && (!state->number || state->asked < state->number))
        most = now;
    return memory;
}

static void discount(void *memory)
{
    if (memory && state)
        used -= (int64_t)malloc_usable_size(memory);
}

void *malloc(size_t size)
{
    NEXT(malloc)
    return fails(size, CALLER) ? NULL : count(next(size));
}

void *calloc(size_t number, size_t size)
{
    NEXT(calloc)
    return fails(number * size, CALLER) ? NULL : count(next(number, size));
}

void *realloc(void *memory, size_t size)
{
    NEXT(realloc)
    const size_t before = memory && state ? malloc_usable_size(memory) : 0;

    if (fails(size > before ? size - before : 0, CALLER))
        return NULL;
    discount(memory);
    return count(next(memory, size));
}

void *reallocarray(void *memory, size_t number, size_t size)
{
    return realloc(memory, number * size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    NEXT(aligned_alloc)
    return fails(size, CALLER) ? NULL : count(next(alignment, size));
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    NEXT(posix_memalign)
    int result = fails(size, CALLER) ? ENOMEM : next(memory, alignment, size);

    if (result == 0)
        count(*memory);
    return result;
}

void free(void *memory)
{
    if (is_looking)
        return;
    NEXT(free)
    discount(memory);
    next(memory);
}

#define ASK_NAME(type, function, parameter)                  \
    struct type *function(parameter asked)                   \
    {                                                        \
        struct type *found;                                  \
                                                             \
        NEXT(function)                                       \
        asks_name = true;                                    \
        is_spared = !atomic_exchange(&has_asked_name, true); \
        found = next(asked);                                 \
        asks_name = is_spared = false;                       \
        return found;                                        \
    }

ASK_NAME(passwd, getpwuid, uid_t)
ASK_NAME(passwd, getpwnam, const char *)
ASK_NAME(group, getgrgid, gid_t)
ASK_NAME(group, getgrnam, const char *)

/* What gettext(3) is, by its header. */
char *dcgettext(const char *domain, const char *message, int category)
{
    char *found;

    NEXT(dcgettext)
    is_spared = !atomic_exchange(&has_asked_message, true);
    found = next(domain, message, category);
    is_spared = false;
    return found;
}

struct window;

/* As ncurses declares them. */
struct screen *newterm(const char *type, FILE *out, FILE *in);
int use_default_colors(void);
int wrefresh(struct window *window);
void delscreen(struct screen *screen);

struct screen *newterm(const char *type, FILE *out, FILE *in)
{
    struct screen *screen;

    NEXT(newterm)
    is_spared = true;
    screen = next(type, out, in);
    is_spared = false;
    return screen;
}

/* The first one to ask for a capability by its name, for which there is a table. */
int use_default_colors(void)
{
    int result;

    NEXT(use_default_colors)
    is_spared = true;
    result = next();
    is_spared = false;
    return result;
}

int wrefresh(struct window *window)
{
    int result;

    NEXT(wrefresh)
    is_spared = true;
    result = next(window);
    is_spared = false;
    return result;
}

void delscreen(struct screen *screen)
{
    NEXT(delscreen)
    is_spared = true;
    next(screen);
    is_spared = false;
}

/* A thread needs a stack. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *argument)
{
    NEXT(pthread_create)
    return fails(PTHREAD_STACK_MIN, CALLER) ? EAGAIN : next(thread, attributes, run, argument);
}
