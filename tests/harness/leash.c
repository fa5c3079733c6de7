/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs a command in a world of its own, and leaves nothing of it behind: whatever it has started
 * and is still there is killed, daemons included, when the command has ended, when this program is
 * ended, even by SIGKILL, and when whoever started it has gone.
 *
 *   leash [--host] COMMAND [ARGUMENT...]
 *
 * Exits with the status of the command, as a shell tells it.
 *
 * The world is a namespace of PIDs, of mounts and of System V IPC, and where this is not root, of
 * users, who stay who they are. PIDs begin at 1 there, and /proc has nobody else. With --host, and
 * where such a world is not to be had, the command runs in that of the caller.
 *
 * They are three: the holder, which is what was started; the reaper, its child, which orphans are
 * given to; and the command, the reaper's child. The reaper is the first process of the world, with
 * which the kernel ends all others.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define EXIT_NOT_FOUND 127

/* How long a command that is to end has for ending by itself, unless DOTPROC_GRACE_MS says. */
#define GRACE_MS 60000

/* How long it waits for those that were killed: one in an uninterruptible sleep may never end. */
#define KILL_S 60

#define WORLD (CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC)

/* What the reaper is given. */
struct errand {
    char **words;
    sigset_t mask; /* of the command */
    uid_t uid;
    gid_t gid;
    int world;     /* the namespaces to be made; 0: none */
    int holder;    /* what is closed when the holder ends */
    int of_holder; /* its other end */
};

static pid_t reaper;
static pid_t holder_parent;

static int status_of(int how)
{
    return WIFSIGNALED(how) ? 128 + WTERMSIG(how) : WEXITSTATUS(how);
}

/* --- the reaper -------------------------------------------------------------------------- */

/* Kills all children that there are; false where they cannot be found out. */
static bool kill_children(void)
{
    char path[64];
    char *word = NULL;
    size_t size = 0;
    FILE *file;

    snprintf(path, sizeof(path), "/proc/self/task/%d/children", (int)getpid());
    file = fopen(path, "re");
    if (!file)
        return false;
    while (getdelim(&word, &size, ' ', file) > 0) {
        pid_t pid = (pid_t)strtol(word, NULL, 10);

        if (pid > 0)
            kill(pid, SIGKILL);
    }
    free(word);
    fclose(file);
    return true;
}

/* Children of those killed become ours: this is over when there are no more. */
static void kill_all(const sigset_t *ended)
{
    const struct timespec pause = {.tv_nsec = 100000000};
    struct timespec now, start;

    clock_gettime(CLOCK_MONOTONIC, &start);
    do {
        pid_t pid;

        if (!kill_children())
            return;
        do
            pid = waitpid(-1, NULL, WNOHANG);
        while (pid > 0);
        if (pid < 0 && errno != EINTR)
            return;
        sigtimedwait(ended, NULL, &pause);
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while (now.tv_sec - start.tv_sec < KILL_S);
}

/* Takes the status of every child that has ended; true when the command was among them. */
static bool reap(pid_t command, int *status)
{
    bool over = false;
    pid_t pid;
    int how;

    while ((pid = waitpid(-1, &how, WNOHANG)) > 0) {
        if (pid != command)
            continue;
        *status = status_of(how);
        over = true;
    }
    return over;
}

/* Until the command has ended, or was asked to and did not. */
static int await(pid_t command, const sigset_t *news)
{
    const char *given = getenv("DOTPROC_GRACE_MS");
    const long grace_ms = given ? strtol(given, NULL, 10) : GRACE_MS;
    const struct timespec grace = {grace_ms / 1000, grace_ms % 1000 * 1000000};
    bool asked = false;
    int status = 128 + SIGTERM;

    while (!reap(command, &status)) {
        const int signal = asked ? sigtimedwait(news, NULL, &grace) : sigwaitinfo(news, NULL);

        if (signal == SIGTERM && !asked) {
            kill(command, SIGTERM);
            asked = true;
        } else if (signal < 0 && errno == EAGAIN) {
            break;
        }
    }
    return status;
}

static _Noreturn void be_command(const struct errand *errand)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    sigprocmask(SIG_SETMASK, &errand->mask, NULL);
    execvp(errand->words[0], errand->words);
    perror(errand->words[0]);
    _exit(EXIT_NOT_FOUND);
}

static bool put(const char *path, const char *text)
{
    const int fd = open(path, O_WRONLY | O_CLOEXEC);
    const bool written = fd >= 0 && write(fd, text, strlen(text)) > 0;

    if (fd >= 0)
        close(fd);
    return written;
}

/* Gives the new namespaces what is theirs. */
static bool furnish(const struct errand *errand)
{
    char uids[64], gids[64];

    snprintf(uids, sizeof(uids), "%u %u 1", errand->uid, errand->uid);
    snprintf(gids, sizeof(gids), "%u %u 1", errand->gid, errand->gid);
    if ((errand->world & CLONE_NEWUSER) &&
        !(put("/proc/self/setgroups", "deny") && put("/proc/self/uid_map", uids) &&
          put("/proc/self/gid_map", gids)))
        return false;
    return mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
           mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) == 0;
}

/* From here on the reaper outlives a signal to the group of all the others, and gets the orphans.
 */
static bool take_orphans(void)
{
    setpgid(0, 0);
    return prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
}

static int keep(void *argument)
{
    const struct errand *errand = argument;
    struct pollfd holder = {.fd = errand->holder};
    pid_t command;
    sigset_t news;
    int status;

    close(errand->of_holder);
    if (errand->world && !furnish(errand))
        _exit(EXIT_FAILURE);
    sigemptyset(&news);
    sigaddset(&news, SIGCHLD);
    sigaddset(&news, SIGTERM);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (write(errand->holder, "", 1) != 1 || poll(&holder, 1, 0) != 0)
        _exit(EXIT_FAILURE);
    command = fork();
    if (command == 0)
        be_command(errand);
    if (command < 0 || (!errand->world && !take_orphans())) {
        perror("leash");
        _exit(EXIT_FAILURE);
    }
    status = await(command, &news);
    if (!errand->world)
        kill_all(&news);
    _exit(status);
}

/* --- the holder -------------------------------------------------------------------------- */

/* SIGUSR1 tells that the parent has gone, or a thread of it alone. */
static void end_it(int signal)
{
    const int error = errno;

    if (signal != SIGUSR1 || getppid() != holder_parent)
        kill(reaper, SIGTERM);
    errno = error;
}

/* Starts the reaper; false if it did not get as far as to its command. */
static bool start(struct errand *errand)
{
    static char stack[1 << 18] __attribute__((aligned(16)));
    int ends[2];
    char ready;

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0)
        return false;
    errand->of_holder = ends[0];
    errand->holder = ends[1];
    reaper = clone(keep, stack + sizeof(stack), errand->world | SIGCHLD, errand);
    close(ends[1]);
    /* The other end stays open, which tells the reaper that this process is there. */
    if (reaper > 0 && read(ends[0], &ready, 1) == 1)
        return true;
    close(ends[0]);
    if (reaper > 0)
        waitpid(reaper, NULL, 0);
    return false;
}

static int hold(const sigset_t *mask)
{
    const struct sigaction end = {.sa_handler = end_it};
    int how;

    sigaction(SIGTERM, &end, NULL);
    sigaction(SIGHUP, &end, NULL);
    sigaction(SIGUSR1, &end, NULL);
    /* The command has them too and may clean up. */
    signal(SIGINT, SIG_IGN);
    signal(SIGQUIT, SIG_IGN);
    prctl(PR_SET_PDEATHSIG, SIGUSR1);
    if (getppid() != holder_parent)
        kill(reaper, SIGTERM);
    sigprocmask(SIG_SETMASK, mask, NULL);
    while (waitpid(reaper, &how, 0) < 0) {
        if (errno != EINTR)
            return EXIT_FAILURE;
    }
    return status_of(how);
}

/*
 * By this PID tests/harness/leftovers finds what was left, and tests name what all of the host see.
 * It is that of the outermost one, as in a world PIDs are not the host's.
 */
static void mark_environment(void)
{
    char text[32];

    snprintf(text, sizeof(text), "%d", (int)getpid());
    setenv("DOTPROC_LEASH_PID", text, 0);
}

int main(int argc, char **argv)
{
    const bool on_host = argc > 1 && strcmp(argv[1], "--host") == 0;
    struct errand errand = {.words = argv + 1 + on_host, .uid = geteuid(), .gid = getegid()};
    sigset_t held;

    if (!errand.words[0]) {
        fputs("usage: leash [--host] COMMAND [ARGUMENT...]\n", stderr);
        return EXIT_FAILURE;
    }
    holder_parent = getppid();
    mark_environment();
    /* None is lost before it can be handled. */
    sigfillset(&held);
    sigprocmask(SIG_BLOCK, &held, &errand.mask);
    if (!on_host)
        errand.world = errand.uid == 0 ? WORLD : WORLD | CLONE_NEWUSER;
    if (start(&errand))
        return hold(&errand.mask);
    errand.world = 0;
    if (!on_host && start(&errand))
        return hold(&errand.mask);
    perror("leash");
    return EXIT_FAILURE;
}
