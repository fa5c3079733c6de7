/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A recorded procfs with one process of very many threads.
 *
 *   large_tree DIRECTORY COUNT
 *
 * makes it in a new directory. All threads share the files of one: each is a link to its
 * directory, so that a hundred thousand are made in a second.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define PID "1000"

static void make_directory(const char *path)
{
    if (mkdir(path, 0777) < 0)
        err(EXIT_FAILURE, "%s", path);
}

static void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    if (!file || fputs(text, file) < 0 || fclose(file) != 0)
        err(EXIT_FAILURE, "%s", path);
}

static void enter_and_put_task(const char *directory)
{
    static const char stat[] =
        PID " (threads) S 1 1000 1000 0 -1 4194304 100 0 0 0 20 10 0 0 20 0 2 0 500 4096000 100"
            " 18446744073709551615 0 0 0 0 0 0 0 0 0 0 0 0 17 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n";

    if (chdir(directory) < 0)
        err(EXIT_FAILURE, "%s", directory);
    put("stat", stat);
    put("statm", "1000 100 50 10 0 100 0\n");
    put("status", "Name:\tthreads\nState:\tS (sleeping)\nTgid:\t" PID "\nPid:\t" PID
                  "\nPPid:\t1\nUid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\nThreads:\t2\n");
    put("cmdline", "threads");
}

int main(int argc, char *argv[])
{
    long count = argc == 3 ? strtol(argv[2], NULL, 10) : 0;

    if (count < 1 || count > 4000000) {
        fprintf(stderr, "usage: large_tree DIRECTORY COUNT\n");
        return EXIT_FAILURE;
    }
    make_directory(argv[1]);
    if (chdir(argv[1]) < 0)
        err(EXIT_FAILURE, "%s", argv[1]);
    put("uptime", "1000.00 1000.00\n");
    put("stat", "btime 1790000000\n");
    put("meminfo", "MemTotal:       16000000 kB\n");
    make_directory(PID);
    enter_and_put_task(PID);
    make_directory("task");
    if (chdir("task") < 0)
        err(EXIT_FAILURE, "%s", "task");
    make_directory(PID);
    for (long i = 1; i < count; i++) {
        char name[32];

        snprintf(name, sizeof(name), "%ld", 1000 + i);
        if (symlink(PID, name) < 0)
            err(EXIT_FAILURE, "%s", name);
    }
    enter_and_put_task(PID);
    return EXIT_SUCCESS;
}
