/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * dotproc-bpf: lets the users of a host read tasks by BPF, or stops it. See dotproc-bpf(8).
 */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <grp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/source/bpf/pin_admin.h"
#include "lib/source/bpf/pin_check.h"
#include "lib/source/proc/hidepid.h"
#include "lib/text/buf.h"
#include "lib/version.h"

#define EXIT_NOT_LOADED 3

#define MODE_WORLD 0444
#define MODE_GROUP 0440

static int usage(FILE *out)
{
    fprintf(out, "usage: dotproc-bpf load [--mode MODE | --group GROUP]\n"
                 "       dotproc-bpf unload\n"
                 "       dotproc-bpf status\n");
    return out == stdout ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int fail(struct buf *why)
{
    fprintf(stderr, "dotproc-bpf: %s\n", buf_text(why));
    buf_fini(why);
    return EXIT_FAILURE;
}

/* Who may read the pins. */
struct rights {
    mode_t mode;
    gid_t group;
    bool chosen;
};

/* Only read permission can be given, and root always has it. */
static bool parse_mode(const char *text, struct rights *rights)
{
    char *end;
    unsigned long mode = strtoul(text, &end, 8);

    if (end == text || *end || mode & ~(unsigned long)MODE_WORLD || !(mode & 0400)) {
        fprintf(stderr, "dotproc-bpf: not a mode: %s (0400, 0440 or 0444)\n", text);
        return false;
    }
    rights->mode = (mode_t)mode;
    return true;
}

static bool parse_group(const char *text, struct rights *rights)
{
    const struct group *group = getgrnam(text);
    char *end;
    unsigned long id = strtoul(text, &end, 10);

    if (group) {
        rights->group = group->gr_gid;
    } else if (end != text && !*end && id < UINT32_MAX) {
        rights->group = (gid_t)id;
    } else {
        fprintf(stderr, "dotproc-bpf: no such group: %s\n", text);
        return false;
    }
    rights->mode = MODE_GROUP;
    return true;
}

/* Whether the host hides other users' processes. */
static bool hides_processes(void)
{
    int dir = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
    bool hides = hidepid_is_set(dir) > 0;

    if (dir >= 0)
        close(dir);
    return hides;
}

static int run_load(int argc, char **argv)
{
    static const struct option options[] = {
        {"mode", required_argument, NULL, 'm'},
        {"group", required_argument, NULL, 'g'},
        {NULL, 0, NULL, 0},
    };
    struct rights rights = {.mode = MODE_WORLD};
    struct buf why = {0};
    int option;

    while ((option = getopt_long(argc, argv, "m:g:", options, NULL)) != -1) {
        if (option == '?' || rights.chosen)
            return usage(stderr);
        if (!(option == 'm' ? parse_mode(optarg, &rights) : parse_group(optarg, &rights)))
            return EXIT_FAILURE;
        rights.chosen = true;
    }
    if (optind < argc)
        return usage(stderr);
    if (!rights.chosen && hides_processes()) {
        fprintf(stderr,
                "dotproc-bpf: /proc hides the processes of other users here (hidepid); those "
                "who may read the pins will see them.\n"
                "Choose them: --mode 0444 for everybody, --group GROUP for some.\n");
        return EXIT_FAILURE;
    }
    if (pin_load(rights.mode, rights.group, &why) < 0)
        return fail(&why);
    buf_fini(&why);
    return EXIT_SUCCESS;
}

static int run_unload(void)
{
    struct buf why = {0};
    if (pin_unload(&why) < 0)
        return fail(&why);
    buf_fini(&why);
    return EXIT_SUCCESS;
}

static int run_status(void)
{
    int status = EXIT_SUCCESS;
    struct buf why = {0};
    for (enum pin pin = 0; pin < PINS; pin++) {
        const char *name = pin_name(pin);
        struct stat file;
        ssize_t tasks;

        buf_clear(&why);
        tasks = pin_check(pin, &file, &why);
        if (tasks < 0) {
            printf("%s: %s\n", name, buf_text(&why));
            /* The walk is optional: kernels before 6.9 and other pid namespaces lack it. */
            if (pin != PIN_WALK || (tasks != -ENOENT && tasks != -EXDEV))
                status = EXIT_NOT_LOADED;
        } else {
            printf("%s: readable with mode %04o, group %u; shows %zd tasks\n", name,
                   (unsigned)file.st_mode & 07777, (unsigned)file.st_gid, tasks);
        }
    }
    buf_fini(&why);
    return status;
}

int main(int argc, char **argv)
{
    const char *verb = argc > 1 ? argv[1] : "";
    int status;

    if (strcmp(verb, "load") == 0)
        status = run_load(argc - 1, argv + 1);
    else if (argc != 2)
        status = usage(stderr);
    else if (strcmp(verb, "unload") == 0)
        status = run_unload();
    else if (strcmp(verb, "status") == 0)
        status = run_status();
    else if (strcmp(verb, "--version") == 0 || strcmp(verb, "-V") == 0)
        status = printf("dotproc-bpf from dotproc %s\n", DOTPROC_VERSION) < 0;
    else
        status = usage(strcmp(verb, "--help") == 0 ? stdout : stderr);
    if (fflush(stdout) != 0) {
        fprintf(stderr, "dotproc-bpf: cannot write: %s\n", strerror(errno));
        status = EXIT_FAILURE;
    }
    return status;
}
