/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/work/inspector.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

void inspector_init(struct inspector *inspector)
{
    *inspector = (struct inspector){.fd = -1};
    /* If the parent had it ignored, no zombie would keep the child's PID: see inspector_reap(). */
    signal(SIGCHLD, SIG_DFL);
}

/*
 * The only part of a task in a command is its PID, and a path is not passed to a shell. The
 * programs have absolute paths, because PATH may be hostile.
 */
static int spawn(pid_t *child, const struct inspect_entry *entry, const char *source,
                 const posix_spawn_file_actions_t *files, const posix_spawnattr_t *attributes)
{
    char *text = strdup(source); /* posix_spawn(3) takes writable strings */
    char sh[] = "/bin/sh", dash_c[] = "-c", cat[] = "/bin/cat", dashes[] = "--";
    char *command[] = {sh, dash_c, text, NULL};
    char *reader[] = {cat, dashes, text, NULL};
    char **arguments = entry->kind == INSPECT_PIPE ? command : reader;
    int result =
        text ? posix_spawn(child, arguments[0], files, attributes, arguments, environ) : ENOMEM;

    free(text);
    return -result;
}

static int set_files(posix_spawn_file_actions_t *files, int output)
{
    int result = posix_spawn_file_actions_addopen(files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);

    if (!result)
        result = posix_spawn_file_actions_adddup2(files, output, STDOUT_FILENO);
    if (!result)
        result = posix_spawn_file_actions_adddup2(files, output, STDERR_FILENO);
    return -result;
}

/* In a new session the child has no terminal, and can be killed with its process group. */
static int set_attributes(posix_spawnattr_t *attributes)
{
    sigset_t none, all;
    int result;

    sigemptyset(&none);
    sigfillset(&all);
    result = posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK |
                                                      POSIX_SPAWN_SETSIGDEF);
    if (!result)
        result = posix_spawnattr_setsigmask(attributes, &none);
    if (!result)
        result = posix_spawnattr_setsigdefault(attributes, &all);
    return -result;
}

static int spawn_with_output(struct inspector *inspector, const struct inspect_entry *entry,
                             const char *source, int output)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    int result = -posix_spawn_file_actions_init(&files);

    if (result)
        return result;
    result = -posix_spawnattr_init(&attributes);
    if (!result) {
        result = set_files(&files, output);
        if (!result)
            result = set_attributes(&attributes);
        if (!result)
            result = spawn(&inspector->child, entry, source, &files, &attributes);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&files);
    if (result)
        inspector->child = 0;
    return result;
}

int inspector_start(struct inspector *inspector, const struct inspect_entry *entry, pid_t pid)
{
    struct buf source = {0};
    int ends[2];
    int result;

    inspector_stop(inspector);
    inspect_put_source(entry, pid, &source);
    result = source.failed ? -ENOMEM : pipe2(ends, O_CLOEXEC) < 0 ? -errno : 0;
    if (result < 0) {
        buf_fini(&source);
        return result;
    }
    result = spawn_with_output(inspector, entry, buf_text(&source), ends[1]);
    buf_fini(&source);
    close(ends[1]);
    if (!result && fcntl(ends[0], F_SETFL, O_NONBLOCK) < 0)
        result = -errno;
    if (result) {
        close(ends[0]);
        inspector_stop(inspector);
        return result;
    }
    inspector->fd = ends[0];
    return 0;
}

ssize_t inspector_read(struct inspector *inspector, char *bytes, size_t size)
{
    ssize_t len = read(inspector->fd, bytes, size);

    return len < 0 ? -errno : len;
}

void inspector_interrupt(const struct inspector *inspector)
{
    if (inspector->child > 0)
        kill(-inspector->child, SIGINT);
}

void inspector_stop(struct inspector *inspector)
{
    if (inspector->fd >= 0)
        close(inspector->fd);
    inspector->fd = -1;
    if (inspector->child > 0)
        kill(-inspector->child, SIGKILL);
    inspector->child = 0;
    inspector_reap(inspector);
}

/*
 * A child that has exited stays a zombie while the inspection runs: kill(2) needs its group id.
 * Other children are those of a shell that was replaced by top: nobody else reaps them.
 */
void inspector_reap(const struct inspector *inspector)
{
    if (inspector->fd < 0)
        while (waitpid(-1, NULL, WNOHANG) > 0)
            continue;
}
