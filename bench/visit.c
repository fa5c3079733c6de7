/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lists the threads of process $WATCHED, and opens and closes a file of each.
 *
 *   visit [PATH]
 *
 * In the path, below /proc, G stands for the process, T for the thread and O for one other thread,
 * the second of the process. Without a path the threads are only listed.
 */
#include <ctype.h>
#include <dirent.h>
#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

#define THREADS_MAX 100000
#define PATH_BYTES  256

static size_t list(pid_t process, pid_t *threads)
{
    char path[PATH_BYTES];
    struct dirent *entry;
    size_t count = 0;
    DIR *tasks;

    snprintf(path, sizeof(path), "/proc/%d/task", process);
    tasks = opendir(path);
    if (!tasks)
        err(EXIT_FAILURE, "%s", path);
    while ((entry = readdir(tasks)) && count < THREADS_MAX)
        if (isdigit((unsigned char)entry->d_name[0]))
            threads[count++] = (pid_t)strtol(entry->d_name, NULL, 10);
    closedir(tasks);
    return count;
}

/* Threads may have exited meanwhile. */
static void visit(const char *pattern, pid_t process, pid_t other, pid_t thread)
{
    char path[PATH_BYTES] = "/proc/";
    size_t len = sizeof("/proc/") - 1;
    int fd;

    for (; *pattern && len < sizeof(path) - 16; pattern++) {
        const pid_t id = *pattern == 'G'   ? process
                         : *pattern == 'T' ? thread
                         : *pattern == 'O' ? other
                                           : 0;

        if (id)
            len += (size_t)snprintf(path + len, sizeof(path) - len, "%d", id);
        else
            path[len++] = *pattern;
    }
    path[len] = '\0';
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0)
        close(fd);
}

int main(int argc, char *argv[])
{
    static pid_t threads[THREADS_MAX];
    const char *watched = getenv("WATCHED");
    const pid_t process = watched ? (pid_t)strtol(watched, NULL, 10) : 0;
    const size_t count = list(process, threads);

    for (size_t i = 0; argc > 1 && i < count; i++)
        visit(argv[1], process, threads[count > 1], threads[i]);
    return EXIT_SUCCESS;
}
