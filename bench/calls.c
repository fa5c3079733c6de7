/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Makes the system calls by which an ordinary user's listing of all tasks reads /proc, and parses
 * and prints nothing: the lower limit of the cost of such a listing.
 *
 *   calls e|ef|eLf     as for ps with that option
 */
#include <ctype.h>
#include <dirent.h>
#include <err.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_BYTES 64
#define READ_BYTES 4096

static void read_file(int dir, const char *task, const char *name)
{
    static char contents[READ_BYTES];
    char path[PATH_BYTES];
    int fd;

    snprintf(path, sizeof(path), "%.20s/%s", task, name);
    fd = openat(dir, path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    while (read(fd, contents, sizeof(contents)) == sizeof(contents))
        ;
    close(fd);
}

/* Reads the figures, and with `owner` the user. */
static void read_task(int dir, const char *task, bool owner)
{
    struct stat status;

    read_file(dir, task, "stat");
    if (owner)
        fstatat(dir, task, &status, 0);
}

static void read_threads(int proc, const char *process)
{
    char path[PATH_BYTES];
    struct dirent *entry;
    DIR *tasks;
    int dir;

    snprintf(path, sizeof(path), "%.20s/task", process);
    dir = openat(proc, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (dir < 0)
        return;
    tasks = fdopendir(dir);
    if (!tasks)
        err(EXIT_FAILURE, "%s", path);
    while ((entry = readdir(tasks)))
        if (isdigit((unsigned char)entry->d_name[0]))
            read_task(dir, entry->d_name, true);
    closedir(tasks);
}

int main(int argc, char *argv[])
{
    const char *listing = argc == 2 ? argv[1] : "";
    const bool threads = strcmp(listing, "eLf") == 0;
    const bool full = threads || strcmp(listing, "ef") == 0;
    struct dirent *entry;
    DIR *proc;

    if (!full && strcmp(listing, "e") != 0)
        errx(EXIT_FAILURE, "usage: calls e|ef|eLf");
    proc = opendir("/proc");
    if (!proc)
        err(EXIT_FAILURE, "/proc");
    while ((entry = readdir(proc))) {
        if (!isdigit((unsigned char)entry->d_name[0]))
            continue;
        if (threads)
            read_threads(dirfd(proc), entry->d_name);
        else
            read_task(dirfd(proc), entry->d_name, full);
        if (full)
            read_file(dirfd(proc), entry->d_name, "cmdline");
    }
    closedir(proc);
    return 0;
}
