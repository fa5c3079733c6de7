/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs a command, and leaves nothing of it behind: whatever it has started and is still there is
 * killed, daemons included, when the command has ended, when this program is ended, even by
 * SIGKILL, and when whoever started it has gone.
 *
 *   leash COMMAND [ARGUMENT...]
 *
 * Exits with the status of the command, as a shell tells it.
 *
 * They are three: the holder, which is what was started; the reaper, its child, which orphans are
 * given to; and the command, the reaper's child. The reaper has a process group of its own, so that
 * it outlives a signal to the group of all the others.
 */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define EXIT_NOT_FOUND 127

/* How long a command that is to end has for ending by itself, unless DOTPROC_GRACE_MS says. */
#define GRACE_MS 60000

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

    while (kill_children()) {
        pid_t pid;

        do
            pid = waitpid(-1, NULL, WNOHANG);
        while (pid > 0);
        if (pid < 0 && errno != EINTR)
            return;
        sigtimedwait(ended, NULL, &pause);
    }
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

/* By this tests/harness/leftovers finds processes whose reaper was killed. */
static void mark_environment(pid_t pid)
{
    char text[32];

    snprintf(text, sizeof(text), "%d", (int)pid);
    setenv("DOTPROC_REAPER", text, 1);
}

static _Noreturn void be_command(char **words, pid_t group, const sigset_t *mask)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, group); /* the terminal's signals are for it, as they were */
    sigprocmask(SIG_SETMASK, mask, NULL);
    execvp(words[0], words);
    perror(words[0]);
    _exit(EXIT_NOT_FOUND);
}

static int keep(char **words, pid_t holder, const sigset_t *mask)
{
    const pid_t group = getpgrp();
    pid_t command;
    sigset_t news;
    int status;

    sigemptyset(&news);
    sigaddset(&news, SIGCHLD);
    sigaddset(&news, SIGTERM);
    setpgid(0, 0);
    if (prctl(PR_SET_CHILD_SUBREAPER, 1) < 0 || prctl(PR_SET_PDEATHSIG, SIGTERM) < 0) {
        perror("leash");
        return EXIT_FAILURE;
    }
    if (getppid() != holder)
        return EXIT_FAILURE;
    mark_environment(getpid());
    command = fork();
    if (command == 0)
        be_command(words, group, mask);
    if (command < 0) {
        perror("leash");
        return EXIT_FAILURE;
    }
    status = await(command, &news);
    kill_all(&news);
    return status;
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

int main(int argc, char **argv)
{
    const pid_t holder = getpid();
    sigset_t held, mask;

    if (argc < 2) {
        fputs("usage: leash COMMAND [ARGUMENT...]\n", stderr);
        return EXIT_FAILURE;
    }
    holder_parent = getppid();
    /* None is lost before it can be handled. */
    sigfillset(&held);
    sigprocmask(SIG_BLOCK, &held, &mask);
    reaper = fork();
    if (reaper < 0) {
        perror("leash");
        return EXIT_FAILURE;
    }
    return reaper == 0 ? keep(argv + 1, holder, &mask) : hold(&mask);
}
