/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * dotproc-bpf: lets the users of a host read tasks by BPF, or stops it. See dotproc-bpf(8).
 */
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <grp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/buf.h"
#include "lib/base/resources.h"
#include "lib/source/bpf/admin/pin_admin.h"
#include "lib/source/procfs.h"
#include "lib/version.h"

#define EXIT_NOT_LOADED 3

/* --- messages --- */

static int usage(FILE *out)
{
    fprintf(out, "usage: dotproc-bpf load [--mode MODE | --group GROUP] [--force]\n"
                 "       dotproc-bpf unload\n"
                 "       dotproc-bpf status\n"
                 "       dotproc-bpf --help | --version\n");
    return out == stdout ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* For a command line that is wrong. */
static int complain(const char *what, const char *why)
{
    fprintf(stderr, "dotproc-bpf: %s: %s\n", what, why);
    return usage(stderr);
}

/* The exit status for a result; prints why it is an error. */
static int finish(int result, struct buf *why)
{
    if (result < 0)
        fprintf(stderr, "dotproc-bpf: %s\n", buf_message(why));
    buf_fini(why);
    return result < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* --- the arguments of load --- */

/*
 * Only read permission can be given, and root always has it. 0404 would refuse root's group.
 * Numbers begin with a digit, as strtoul(3) accepts blanks and signs.
 */
static bool parse_mode(const char *text, struct pin_rights *rights)
{
    char *end;
    unsigned long mode = strtoul(text, &end, 8);

    if (!isdigit((unsigned char)*text) || *end ||
        (mode != 0400 && mode != PIN_MODE_GROUP && mode != PIN_MODE_WORLD)) {
        fprintf(stderr, "dotproc-bpf: not a mode: %s (0400, 0440 or 0444)\n", text);
        return false;
    }
    rights->mode = (mode_t)mode;
    return true;
}

static bool parse_group(const char *text, struct pin_rights *rights)
{
    const struct group *group = getgrnam(text);
    char *end;
    unsigned long id = strtoul(text, &end, 10);

    if (group) {
        rights->group = group->gr_gid;
    } else if (isdigit((unsigned char)*text) && !*end && id < UINT32_MAX) {
        rights->group = (gid_t)id;
    } else {
        fprintf(stderr, "dotproc-bpf: no such group: %s\n", text);
        return false;
    }
    rights->mode = PIN_MODE_GROUP;
    return true;
}

struct load_options {
    bool has_rights;
    struct pin_rights rights;
    bool force;
};

/* False after a complaint. */
static bool parse_load(int argc, char **argv, struct load_options *load)
{
    static const struct option options[] = {
        {"mode", required_argument, NULL, 'm'},
        {"group", required_argument, NULL, 'g'},
        {"force", no_argument, NULL, 'f'},
        {NULL, 0, NULL, 0},
    };
    int option;

    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option == 'f') {
            load->force = true;
            continue;
        }
        if (option == '?') {
            usage(stderr); /* getopt_long() has printed why */
            return false;
        }
        if (load->has_rights) {
            complain("load", "--mode or --group, once");
            return false;
        }
        if (!(option == 'm' ? parse_mode(optarg, &load->rights)
                            : parse_group(optarg, &load->rights)))
            return false;
        load->has_rights = true;
    }
    if (optind < argc)
        complain(argv[optind], "load takes options only");
    return optind == argc;
}

/* --- commands --- */

/* With the program's name and the arguments behind the verb. */
static int run_load(int argc, char **argv)
{
    struct load_options load = {0};
    struct buf why = {0};

    if (!parse_load(argc, argv, &load))
        return EXIT_FAILURE;
    return finish(pin_load(load.has_rights ? &load.rights : NULL, load.force, &why), &why);
}

static int run_unload(void)
{
    struct buf why = {0};

    return finish(pin_unload(&why), &why);
}

/* Whether there may be no such pin, or not here: kernels before 6.9 and other pid namespaces. */
static bool may_be_missing(enum pin pin, ssize_t result)
{
    return pin == PIN_WALK && (result == -ENOENT || result == -EXDEV);
}

static int run_status(void)
{
    int status = EXIT_SUCCESS;
    struct buf why = {0};
    mode_t readers = 0; /* of all pins together */

    for (enum pin pin = 0; pin < PINS; pin++) {
        const char *name = pin_name(pin);
        struct stat file;
        ssize_t tasks;

        buf_clear(&why);
        tasks = pin_check(pin, &file, &why);
        if (tasks < 0) {
            printf("%s: %s\n", name, buf_message(&why));
            if (!may_be_missing(pin, tasks))
                status = EXIT_NOT_LOADED;
        } else {
            printf("%s: readable with mode %04o, group %u; shows %zd tasks\n", name,
                   (unsigned)file.st_mode & 07777, (unsigned)file.st_gid, tasks);
            readers |= file.st_mode & 07777;
        }
    }
    /* It may be mounted so since the pins were loaded. */
    if (pin_rights_are_shared(readers) && hidepid_hides("/proc"))
        fputs("dotproc-bpf: warning: /proc hides processes (hidepid) that the pins show\n", stderr);
    buf_fini(&why);
    return status;
}

static int run_version(void)
{
    return printf("dotproc-bpf from dotproc %s\n", DOTPROC_VERSION) < 0;
}

static int run_help(void)
{
    return usage(stdout);
}

/* Those without arguments. */
static const struct verb {
    const char *name;
    int (*run)(void);
} verbs[] = {
    {"unload", run_unload}, {"status", run_status}, {"--version", run_version},
    {"-V", run_version},    {"--help", run_help},
};

static int run(int argc, char **argv)
{
    static char program[] = "dotproc-bpf"; /* as getopt_long() begins its messages */

    if (argc < 2)
        return usage(stderr);
    if (strcmp(argv[1], "load") == 0) {
        argv[1] = program;
        return run_load(argc - 1, argv + 1);
    }
    for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++)
        if (strcmp(argv[1], verbs[i].name) == 0)
            return argc > 2 ? complain(argv[1], "takes no arguments") : verbs[i].run();
    return complain(argv[1], "no such command");
}

int main(int argc, char **argv)
{
    int status;

    standard_files_hold();
    status = run(argc, argv);
    if (fflush(stdout) != 0) {
        fprintf(stderr, "dotproc-bpf: cannot write: %s\n", strerror(errno));
        status = EXIT_FAILURE;
    }
    return status;
}
