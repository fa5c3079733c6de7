/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_CONFIG_CONFIG_PATHS_H
#define DOTPROC_TOP_CONFIG_CONFIG_PATHS_H

/*
 * Where configurations are. Only absolute paths count, so nothing is ever read from the working
 * directory.
 */

#include "lib/base/buf.h"

/* The parts of the paths; NULL: not set. */
struct config_places {
    const char *program;     /* without a '/' */
    const char *home;        /* $HOME */
    const char *config_home; /* $XDG_CONFIG_HOME */
    const char *system;      /* "/etc" */
    bool ordinary;           /* the user is not root, so the system's limits apply */
    bool only_roots; /* the user is root: files that others own or may change do not count */
};

/* "top" stands for the name that the program is called by, except in /etc. */
enum config_path {
    PATH_OURS,           /* $XDG_CONFIG_HOME/dotproc/toprc */
    PATH_STOCK_HOME,     /* $HOME/.toprc */
    PATH_STOCK_CONFIG,   /* $XDG_CONFIG_HOME/procps/toprc */
    PATH_STOCK_DEFAULTS, /* /etc/topdefaultrc */
    PATH_STOCK_LIMITS,   /* /etc/toprc */
};

/* Appends a path, or nothing when there is none. */
void config_path_put(const struct config_places *places, enum config_path path, struct buf *out);

/*
 * Appends the path of stock top's configuration that the user has, before which ours is read, or
 * nothing when there is none.
 */
void config_path_put_stock(const struct config_places *places, struct buf *out);

#endif
