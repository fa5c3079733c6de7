/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reports about waits of threads with memory that a file system never delivers: they come without
 * it, and whoever reads them can be killed.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/source/source.h"
#include "tests/common/child.h"
#include "tests/common/verdict.h"
#include "tests/common/wait.h"
#include "tests/stuck/hanging_fs.h"
#include "tests/stuck/unread_victim.h"
#include "tests/waits/look.h"

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
    if (place == UNREAD_WORD && report->links[0].owner != OWNER_UNREADABLE)
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
        unread_be_victim(&shared->victim, directory);
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
    shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, 0, 0);
    if (!mkdtemp(directory) || shared == MAP_FAILED)
        fail("no directory or no memory: %s", strerror(errno));
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
