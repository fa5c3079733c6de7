/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_CONFIG_CONFIG_FILE_H
#define DOTPROC_TOP_CONFIG_CONFIG_FILE_H

/*
 * The configuration files: their paths, and the settings of the user's and the
 * system's files together. Only absolute paths are used, so nothing is read from the working
 * directory.
 */

#include <stdbool.h>

#include "lib/base/buf.h"
#include "top/config/config.h"
#include "top/config/stock_config.h"

/* The parts of the paths; NULL: not set. */
struct config_places {
    const char *program;     /* without a '/' */
    const char *home;        /* $HOME */
    const char *config_home; /* $XDG_CONFIG_HOME */
    const char *system;      /* "/etc" */
    bool ordinary;           /* the user is not root, so the system's limits apply */
    bool only_roots;         /* the user is root: files that others own or may change are ignored */
};

/* "top" is the name by which the program was called, except in /etc. */
enum config_path {
    PATH_OURS,           /* $XDG_CONFIG_HOME/dotproc/toprc */
    PATH_STOCK_HOME,     /* $HOME/.toprc */
    PATH_STOCK_CONFIG,   /* $XDG_CONFIG_HOME/procps/toprc */
    PATH_STOCK_DEFAULTS, /* /etc/topdefaultrc */
    PATH_STOCK_LIMITS,   /* /etc/toprc */
};

/* Appends a path, or nothing if it has none. */
void config_path_put(const struct config_places *places, enum config_path path, struct buf *out);

/*
 * Reads the first configuration that exists and has no mistake; appends a line to `complaints` for
 * each one with a mistake. False when there is none: the config is as on first start. When memory
 * is short `complaints` has failed and the config must not be used.
 */
bool config_file_read(const struct config_places *places, struct config *config,
                      struct buf *complaints);

/* Whether there is a file of our form that config_file_read() would refuse. */
bool config_file_is_refused(const char *path);

/* Reads the system's limits for ordinary users; they are unknown if `complaints` has failed. */
void config_file_read_limits(const struct config_places *places, struct stock_limits *limits,
                             struct buf *complaints);

struct loaded_config {
    struct config config;
    bool secure;           /* secure mode, set by the system for this user */
    struct buf path;       /* the file that W writes; "": none */
    struct buf stock_path; /* stock top's configuration of this user; "": none */
    struct buf complaints; /* lines */
};

/*
 * Reads the files for this user and this name of the program, by $HOME and $XDG_CONFIG_HOME; with
 * `defaults` only the system's limits. 0 or -ENOMEM; call config_unload() in both cases.
 */
int config_load(struct loaded_config *loaded, const char *program, bool defaults);
void config_unload(struct loaded_config *loaded);

#endif
